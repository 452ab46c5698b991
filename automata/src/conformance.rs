//! Inputs that tell an automaton from every other automaton that is not much larger.

use crate::{Dfa, StateId};
use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap, VecDeque};

impl Dfa {
    /// A conformance suite by the W-method (T. S. Chow, *Testing Software Design Modeled by Finite-State Machines*,
    /// 1978) in its partial form (S. Fujiwara and others, *Test Selection Based on Finite State Models*, 1991), over one
    /// byte of each class: after a word to every state and up to `extra` more bytes, every word of a characterising set;
    /// after every transition and as many bytes, those of them that tell the state there from every other.
    ///
    /// A recogniser that tells bytes apart as this automaton does, has at most `extra` states more and agrees on the whole
    /// suite accepts the same language.
    ///
    /// ```
    /// # use urigram_automata::{abnf::{Grammar, Terminals}, Limits};
    /// let grammar = Grammar::parse("a = %x61 *%x62")?;
    /// let dfa = grammar.dfa("a", Terminals::CodePoints, Limits::default())?;
    /// let suite = dfa.conformance_suite(0);
    /// assert!(suite.contains(&b"ab".to_vec()) && suite.contains(&b"ba".to_vec()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// The suite has at most states × classes^(`extra` + 1) × states words, sorted.
    pub fn conformance_suite(&self, extra: usize) -> Vec<Vec<u8>> {
        let bytes = self.representatives();
        let ends = self.characterising_set(&bytes);
        let mut middles = vec![Vec::new()];
        let mut longest = 0..1;
        for _ in 0..extra {
            let next: Vec<Vec<u8>> = middles[longest.clone()].iter().flat_map(|word| extended(word, &bytes)).collect();
            longest = middles.len()..middles.len() + next.len();
            middles.extend(next);
        }
        let identifying: Vec<Vec<&Vec<u8>>> =
            (0..self.len() as StateId).map(|state| self.identifying(state, &ends)).collect();
        let run = |word: &[u8]| word.iter().fold(0, |state, &byte| self.next(state, byte));
        let (access, transitions) = self.covers(&bytes);
        let mut suite = BTreeSet::new();
        for middle in &middles {
            for word in &access {
                suite.extend(ends.iter().map(|end| [&word[..], middle, end].concat()));
            }
            for word in &transitions {
                let word = [&word[..], middle].concat();
                let ends = &identifying[run(&word) as usize];
                suite.extend(ends.iter().map(|end| [&word[..], end].concat()));
            }
        }
        suite.into_iter().collect()
    }

    /// Words that tell a state from every other, out of a characterising set: each time the one that tells most.
    fn identifying<'w>(&self, state: StateId, words: &'w [Vec<u8>]) -> Vec<&'w Vec<u8>> {
        let mut others: Vec<StateId> = (0..self.len() as StateId).filter(|&other| other != state).collect();
        let mut chosen = Vec::new();
        while !others.is_empty() {
            let tells =
                |word: &Vec<u8>, other: StateId| self.accepts_from(state, word) != self.accepts_from(other, word);
            let told = |word: &&Vec<u8>| others.iter().filter(|&&other| tells(word, other)).count();
            let Some(best) = words.iter().max_by_key(told).filter(|word| told(word) > 0) else { break };
            others.retain(|&other| !tells(best, other));
            chosen.push(best);
        }
        chosen
    }

    fn accepts_from(&self, state: StateId, word: &[u8]) -> bool {
        self.is_accepting(word.iter().fold(state, |state, &byte| self.next(state, byte)))
    }

    /// The most readable byte of each class.
    fn representatives(&self) -> Vec<u8> {
        let rank = |byte: &u8| (!byte.is_ascii_alphanumeric(), !byte.is_ascii_graphic(), *byte);
        let of = |class| (0..=255).filter(|&byte| self.classes().of(byte) == class).min_by_key(rank);
        (0..self.classes().len()).filter_map(of).collect()
    }

    /// A shortest word to every state, and each of them with every byte after it.
    fn covers(&self, bytes: &[u8]) -> (Vec<Vec<u8>>, Vec<Vec<u8>>) {
        let mut reached = HashMap::from([(0, Vec::new())]);
        let mut due = VecDeque::from([0]);
        let mut transitions = Vec::new();
        while let Some(state) = due.pop_front() {
            for word in extended(&reached[&state].clone(), bytes) {
                let next = word.last().map_or(state, |&byte| self.next(state, byte));
                if let Entry::Vacant(unknown) = reached.entry(next) {
                    unknown.insert(word.clone());
                    due.push_back(next);
                }
                transitions.push(word);
            }
        }
        (reached.into_values().collect(), transitions)
    }

    /// Words such that any two states differ on one of them: one is accepted from one state and not from the other.
    fn characterising_set(&self, bytes: &[u8]) -> Vec<Vec<u8>> {
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        loop {
            let mut seen: HashMap<Vec<bool>, StateId> = HashMap::new();
            let alike = (0..self.len() as StateId).find_map(|state| {
                let row = words.iter().map(|word| self.accepts_from(state, word)).collect();
                seen.insert(row, state).map(|other| (other, state))
            });
            match alike.and_then(|(a, b)| self.telling(a, b, bytes)) {
                Some(word) => words.push(word),
                None => return words,
            }
        }
    }

    /// A shortest word on which two states differ.
    fn telling(&self, a: StateId, b: StateId, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut seen = BTreeSet::from([(a, b)]);
        let mut due = VecDeque::from([(a, b, Vec::new())]);
        while let Some((a, b, word)) = due.pop_front() {
            if self.is_accepting(a) != self.is_accepting(b) {
                return Some(word);
            }
            for longer in extended(&word, bytes) {
                let Some(&byte) = longer.last() else { continue };
                let next = (self.next(a, byte), self.next(b, byte));
                if next.0 != next.1 && seen.insert(next) {
                    due.push_back((next.0, next.1, longer));
                }
            }
        }
        None
    }
}

fn extended<'a>(word: &'a [u8], bytes: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
    bytes.iter().map(move |&byte| [word, &[byte]].concat())
}

#[cfg(test)]
mod tests {
    use crate::abnf::{Grammar, Terminals};
    use crate::{Dfa, Limits};

    fn dfa(rule: &str) -> Dfa {
        Grammar::parse(&format!("a = {rule}\n")).unwrap().dfa("a", Terminals::CodePoints, Limits::default()).unwrap()
    }

    /// With one wrong transition, or one wrong state, there is a word that tells.
    #[test]
    fn every_single_mistake_is_found() {
        let right = dfa("*( %x61 %x62 / %x63 [ %x64 ] ) %x65");
        let suite = right.conformance_suite(0);
        let (states, classes) = (right.len() as u32, right.classes().len());
        let next = |state, class| right.next_by_class(state, class);
        let table: Vec<u32> = (0..states).flat_map(|state| (0..classes).map(move |class| next(state, class))).collect();
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
        let tells =
            |extra| right.conformance_suite(extra).iter().any(|word| right.accepts(word) != wrong.accepts(word));
        assert!(tells(3) && !tells(0));
    }
}
