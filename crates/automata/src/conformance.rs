//! Inputs that distinguish an automaton from every other automaton that is not much larger.

use crate::shortest::shortest;
use crate::{Dfa, Random, StateId};
use std::collections::{BTreeSet, HashMap, VecDeque};

/// A conformance suite by the W-method (T. S. Chow, *Testing Software Design Modeled by
/// Finite-State Machines*, 1978) in its partial form (S. Fujiwara and others, *Test Selection Based
/// on Finite State Models*, 1991).
///
/// A test word reaches a state, adds up to `extra` bytes, and ends in a word of a characterising
/// set. Another reaches a transition, adds as many bytes, and ends in a word that distinguishes the
/// state there from every other.
///
/// Suppose a matcher has at most `extra` states more than the automaton, treats every byte like a
/// byte of its class in the alphabet, and agrees on every word with up to `extra` more bytes. Then
/// it accepts the same language.
///
/// Distinguishing states takes time for their cube. Of an automaton of more than 2,000 states, a
/// word is drawn through a transition, and ends in a shortest way to accept from there.
///
/// ```
/// # use urigram_automata::{abnf::{Grammar, Terminals}, Conformance, Limits};
/// let grammar = Grammar::parse("a = %x61 *%x62")?;
/// let dfa = grammar.dfa("a", Terminals::CodePoints, Limits::default())?;
/// let mut words = Vec::new();
/// Conformance::new(&dfa).each(0, |word| words.push(word.to_vec()));
/// assert!(words.contains(&b"ab".to_vec()) && words.contains(&b"ba".to_vec()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Conformance<'d> {
    dfa: &'d Dfa,
    bytes: Vec<u8>,
    /// By state: a shortest word that leads to it.
    access: Vec<Vec<u8>>,
    /// The words of a characterising set: on one of these any two states differ. None if there are
    /// more than [`MOST`].
    ends: Vec<Vec<u8>>,
    /// By state: the ends, as indices, that distinguish it from every other.
    identifying: Vec<Vec<usize>>,
}

/// The most states that are distinguished from each other.
const MOST: usize = 2_000;

impl<'d> Conformance<'d> {
    /// Returns the suite over the most readable byte of each class.
    pub fn new(dfa: &'d Dfa) -> Conformance<'d> {
        Conformance::over(dfa, &dfa.readable())
    }

    /// Returns the suite over these bytes, for matchers that distinguish more bytes than the
    /// automaton does.
    ///
    /// Takes time for states × ends steps, and for each end a search through pairs of states.
    ///
    /// # Panics
    /// If a class of the automaton has no byte among them.
    pub fn over(dfa: &'d Dfa, bytes: &[u8]) -> Conformance<'d> {
        let missing = (0..dfa.classes().len())
            .find(|&class| bytes.iter().all(|&byte| dfa.classes().of(byte) != class));
        assert_eq!(missing, None, "the alphabet lacks a class");
        let is_small = dfa.len() <= MOST;
        let ends = if is_small { characterising_set(dfa, &dfa.readable()) } else { Vec::new() };
        let identifying = if is_small { identifying(dfa, &ends) } else { Vec::new() };
        Conformance { dfa, bytes: bytes.to_vec(), access: access(dfa, bytes), ends, identifying }
    }

    /// Returns true if the words distinguish the states: there are at most 2,000.
    pub fn distinguishes(&self) -> bool {
        !self.identifying.is_empty()
    }

    /// Returns the number of words that [`Conformance::each`] yields; of an automaton whose states
    /// are not distinguished, the largest one, for then there is no such list.
    pub fn count(&self, extra: usize) -> u128 {
        if !self.distinguishes() {
            return u128::MAX;
        }
        let mut from: Vec<u128> = self.identifying.iter().map(|ends| ends.len() as u128).collect();
        let middles =
            (self.bytes.len() as u128).saturating_pow(u32::try_from(extra).unwrap_or(u32::MAX));
        for _ in 0..=extra {
            let after = |state: StateId, &byte: &u8| from[self.dfa.next(state, byte) as usize];
            let sum = |state| {
                self.bytes.iter().map(|byte| after(state, byte)).fold(0, u128::saturating_add)
            };
            from = (0..self.dfa.len() as StateId).map(sum).collect();
        }
        let after_states = middles.saturating_mul((self.access.len() * self.ends.len()) as u128);
        from.into_iter().fold(after_states, u128::saturating_add)
    }

    /// Calls `each` with every word that has exactly `extra` bytes in its middle, some more than
    /// once. There are no words if the states of the automaton are not distinguished.
    pub fn each(&self, extra: usize, mut each: impl FnMut(&[u8])) {
        let mut word = Vec::new();
        for (access, _) in self.access.iter().zip(&self.identifying) {
            word.clear();
            word.extend(access);
            self.each_middle(extra, &mut word, &mut |word| {
                self.ends.iter().for_each(|end| with_end(word, end, &mut each));
            });
            self.each_middle(extra + 1, &mut word, &mut |word| {
                let ends = &self.identifying[self.after(word) as usize];
                ends.iter().for_each(|&end| with_end(word, &self.ends[end], &mut each));
            });
        }
    }

    /// Returns one of the words with `extra` bytes in its middle: from a transition, each equally
    /// likely.
    pub fn sample(&self, extra: usize, random: &mut Random) -> Vec<u8> {
        let mut word = self.access[random.below(self.access.len())].clone();
        word.extend((0..=extra).map(|_| self.bytes[random.below(self.bytes.len())]));
        let after = self.after(&word);
        let Some(ends) = self.identifying.get(after as usize) else {
            let next = |state| {
                let bytes = self.bytes.iter();
                bytes.map(|&byte| (Some(byte), self.dfa.next(state, byte))).collect()
            };
            word.extend(shortest(after, |it| self.dfa.is_accepting(it), next).unwrap_or_default());
            return word;
        };
        word.extend(
            ends.get(random.below(ends.len())).into_iter().flat_map(|&end| &self.ends[end]),
        );
        word
    }

    fn after(&self, word: &[u8]) -> StateId {
        word.iter().fold(0, |state, &byte| self.dfa.next(state, byte))
    }

    fn each_middle(&self, more: usize, word: &mut Vec<u8>, each: &mut impl FnMut(&mut Vec<u8>)) {
        let start = word.len();
        let mut digits = vec![0; more];
        loop {
            word.truncate(start);
            word.extend(digits.iter().map(|&digit: &usize| self.bytes[digit]));
            each(word);
            let Some(at) = (0..more).rfind(|&at| digits[at] + 1 < self.bytes.len()) else { break };
            digits[at] += 1;
            digits[at + 1..].fill(0);
        }
        word.truncate(start);
    }
}

fn with_end(word: &mut Vec<u8>, end: &[u8], each: &mut impl FnMut(&[u8])) {
    let len = word.len();
    word.extend(end);
    each(word);
    word.truncate(len);
}

impl Dfa {
    /// Returns every word of [`Conformance`] with up to `extra` bytes in its middle, once, sorted.
    /// At most states × classes^(`extra` + 1) × states words.
    pub fn conformance_suite(&self, extra: usize) -> Vec<Vec<u8>> {
        let conformance = Conformance::new(self);
        let mut suite = BTreeSet::new();
        for extra in 0..=extra {
            conformance.each(extra, |word| {
                if !suite.contains(word) {
                    suite.insert(word.to_vec());
                }
            });
        }
        suite.into_iter().collect()
    }

    fn accepts_from(&self, state: StateId, word: &[u8]) -> bool {
        self.is_accepting(word.iter().fold(state, |state, &byte| self.next(state, byte)))
    }

    /// Returns the most readable byte of each class.
    fn readable(&self) -> Vec<u8> {
        let rank = |byte: &u8| (!byte.is_ascii_alphanumeric(), !byte.is_ascii_graphic(), *byte);
        (0..self.classes().len())
            .filter_map(|class| self.classes().bytes(class).min_by_key(rank))
            .collect()
    }
}

/// Returns a shortest word to every state.
fn access(dfa: &Dfa, bytes: &[u8]) -> Vec<Vec<u8>> {
    let mut access: Vec<Option<Vec<u8>>> = vec![None; dfa.len()];
    access[0] = Some(Vec::new());
    let mut due = VecDeque::from([(0, Vec::new())]);
    while let Some((state, word)) = due.pop_front() {
        for &byte in bytes {
            let next = dfa.next(state, byte);
            if access[next as usize].is_none() {
                let longer = [&word[..], &[byte]].concat();
                access[next as usize] = Some(longer.clone());
                due.push_back((next, longer));
            }
        }
    }
    // A minimal automaton has no unreachable state.
    access.into_iter().flatten().collect()
}

/// Returns words on which any two states differ. Blocks of states that no word distinguishes yet
/// are split word by word.
fn characterising_set(dfa: &Dfa, bytes: &[u8]) -> Vec<Vec<u8>> {
    let states = || 0..dfa.len() as StateId;
    let mut words: Vec<Vec<u8>> = vec![Vec::new()];
    let mut blocks: Vec<usize> =
        states().map(|state| usize::from(dfa.is_accepting(state))).collect();
    loop {
        let mut first = HashMap::new();
        let alike = states().find_map(|state| {
            first.insert(blocks[state as usize], state).map(|other| (other, state))
        });
        let Some(word) = alike.and_then(|(a, b)| telling(dfa, a, b, bytes)) else { return words };
        let mut numbers = HashMap::new();
        for state in states() {
            let key = (blocks[state as usize], dfa.accepts_from(state, &word));
            let fresh = numbers.len();
            blocks[state as usize] = *numbers.entry(key).or_insert(fresh);
        }
        words.push(word);
    }
}

/// Returns for each state words that distinguish it from every other, each time the one that
/// distinguishes most.
fn identifying(dfa: &Dfa, words: &[Vec<u8>]) -> Vec<Vec<usize>> {
    let states = dfa.len();
    let width = states.div_ceil(64);
    // By word: a bit for each state that accepts it.
    let accepting: Vec<Vec<u64>> = words
        .iter()
        .map(|word| {
            let mut bits = vec![0; width];
            (0..states)
                .filter(|&state| dfa.accepts_from(state as StateId, word))
                .for_each(|state| bits[state / 64] |= 1 << (state % 64));
            bits
        })
        .collect();
    let all: Vec<u64> =
        (0..width).map(|at| u64::MAX >> (64 - (states - at * 64).min(64))).collect();
    let one = |state: usize| {
        let mut others = all.clone();
        others[state / 64] &= !(1 << (state % 64));
        let mut chosen = Vec::new();
        while others.iter().any(|&bits| bits != 0) {
            // Keep the states that give the same verdict as this one.
            let flip = |word: usize| {
                if accepting[word][state / 64] >> (state % 64) & 1 == 1 {
                    0
                } else {
                    u64::MAX
                }
            };
            let left = |word: usize| {
                let flip = flip(word);
                others
                    .iter()
                    .zip(&accepting[word])
                    .map(move |(&others, &bits)| others & (bits ^ flip))
            };
            let count = |word: &usize| left(*word).map(u64::count_ones).sum::<u32>();
            let before: u32 = others.iter().map(|bits| bits.count_ones()).sum();
            let Some(best) = (0..words.len()).min_by_key(count).filter(|word| count(word) < before)
            else {
                break;
            };
            others = left(best).collect();
            chosen.push(best);
        }
        chosen
    };
    (0..states).map(one).collect()
}

/// Returns a shortest word on which two states differ.
fn telling(dfa: &Dfa, a: StateId, b: StateId, bytes: &[u8]) -> Option<Vec<u8>> {
    let differ = |(a, b)| dfa.is_accepting(a) != dfa.is_accepting(b);
    let next = |(a, b)| {
        bytes.iter().map(|&byte| (Some(byte), (dfa.next(a, byte), dfa.next(b, byte)))).collect()
    };
    shortest((a, b), differ, next)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::abnf::{Grammar, Terminals};
    use crate::{Conformance, Dfa, Limits, Random};

    fn dfa(rule: &str) -> Dfa {
        Grammar::parse(&format!("a = {rule}\n"))
            .unwrap()
            .dfa("a", Terminals::CodePoints, Limits::default())
            .unwrap()
    }

    /// With one wrong transition, or one wrong state, some word differs.
    #[test]
    fn every_single_mistake_is_found() {
        let right = dfa("*( %x61 %x62 / %x63 [ %x64 ] ) %x65");
        let suite = right.conformance_suite(0);
        let (states, classes) = (right.len() as u32, right.classes().len());
        let next = |state, class| right.next_by_class(state, class);
        let table: Vec<u32> = (0..states)
            .flat_map(|state| (0..classes).map(move |class| next(state, class)))
            .collect();
        let accepting: Vec<bool> = (0..states).map(|state| right.is_accepting(state)).collect();
        let mut wrong = Vec::new();
        for cell in 0..table.len() {
            for state in (0..states).filter(|&state| state != table[cell]) {
                let mut table = table.clone();
                table[cell] = state;
                wrong.push(Dfa::from_table(right.classes().clone(), table, accepting.clone()));
            }
        }
        for state in 0..states as usize {
            let mut accepting = accepting.clone();
            accepting[state] = !accepting[state];
            wrong.push(Dfa::from_table(right.classes().clone(), table.clone(), accepting));
        }
        for wrong in wrong {
            assert_ne!(wrong, right);
            assert!(suite.iter().any(|word| wrong.accepts(word) != right.accepts(word)));
        }
    }

    #[test]
    fn an_extra_state_is_found_with_an_extra_byte() {
        let (right, wrong) = (dfa("*%x61"), dfa("3%x61 / 2%x61 / [ %x61 ]"));
        let tells = |extra| {
            right
                .conformance_suite(extra)
                .iter()
                .any(|word| right.accepts(word) != wrong.accepts(word))
        };
        assert!(tells(3) && !tells(0));
    }

    /// A word through a transition is accepted, or ends with the byte that rejects it.
    #[test]
    fn states_of_a_large_automaton_are_not_distinguished() {
        let dfa = dfa("3000%x61");
        let conformance = Conformance::new(&dfa);
        assert!(!conformance.distinguishes() && conformance.count(0) == u128::MAX);
        conformance.each(0, |word| panic!("{word:?}"));
        let mut random = Random::seeded(7);
        let words: Vec<Vec<u8>> = (0..100).map(|_| conformance.sample(0, &mut random)).collect();
        let is_end = |word: &Vec<u8>| dfa.reject_offset(word) == Some(word.len() - 1);
        assert!(words.iter().all(|word| dfa.accepts(word) || is_end(word)));
        assert!(words.iter().any(|word| dfa.accepts(word)) && words.iter().any(is_end));
    }

    #[test]
    fn the_count_is_that_of_the_words() {
        let dfa = dfa("*( %x61 %x62 / %x63 [ %x64 ] ) %x65");
        let conformance = Conformance::over(&dfa, b"abcdeXY");
        for extra in 0..3 {
            let mut words = BTreeSet::new();
            let mut count = 0;
            conformance.each(extra, |word| {
                count += 1;
                words.insert(word.to_vec());
            });
            assert_eq!(conformance.count(extra), count);
            let mut random = Random::seeded(7);
            assert!((0..1000).all(|_| words.contains(&conformance.sample(extra, &mut random))));
        }
    }
}
