//! Counts of the strings of each length, and random strings.

use crate::{Dfa, Limits, Random, StateId, Undecided};
use num_bigint::BigUint;

impl Dfa {
    /// Returns the number of accepted strings of exactly `len` bytes.
    ///
    /// Takes `len` rounds over all states and classes, with numbers of up to 8 × `len` bits.
    pub fn count(&self, len: usize) -> BigUint {
        (0..len)
            .fold(self.count_of_zero(), |counts, _| self.count_of_one_more(&counts))
            .swap_remove(0)
    }

    /// Returns for each state the number of strings of no bytes that are accepted from it.
    fn count_of_zero(&self) -> Vec<BigUint> {
        (0..self.len() as StateId)
            .map(|state| BigUint::from(u8::from(self.is_accepting(state))))
            .collect()
    }

    /// Returns for each state the number of accepted strings that are one byte longer than those of
    /// `counts`.
    fn count_of_one_more(&self, counts: &[BigUint]) -> Vec<BigUint> {
        let sizes = self.class_sizes();
        let of_state = |state| {
            // Successors shared by classes are counted once, by the number of bytes that lead
            // there.
            let mut ways: Vec<(StateId, u32)> = sizes
                .iter()
                .enumerate()
                .map(|(class, &size)| (self.next_by_class(state, class), size))
                .collect();
            ways.sort_unstable();
            ways.chunk_by(|a, b| a.0 == b.0)
                .map(|same| {
                    &counts[same[0].0 as usize] * same.iter().map(|&(_, size)| size).sum::<u32>()
                })
                .sum()
        };
        (0..self.len() as StateId).map(of_state).collect()
    }

    fn class_sizes(&self) -> Vec<u32> {
        let mut sizes = vec![0; self.classes().len()];
        (0..=255).for_each(|byte| sizes[self.classes().of(byte)] += 1);
        sizes
    }

    /// Returns every string that is not accepted and one edit away from `input`: a byte deleted,
    /// replaced or inserted.
    ///
    /// Each comes once, from left to right, the more readable bytes first (as in
    /// [`Dfa::shortest`]). They need not be valid UTF-8, even if the input is. Takes time linear in
    /// the input for each of its about 512 edits per byte.
    pub fn near_misses<'a>(&'a self, input: &'a [u8]) -> impl Iterator<Item = Vec<u8>> + 'a {
        let mut bytes: Vec<u8> = (0..=255).collect();
        bytes.sort_by_key(|&byte| crate::product::readability(byte));
        let edits = (0..=input.len()).flat_map(move |at| {
            let replace = bytes.clone().into_iter().map(move |byte| Edit::Replace(at, byte));
            let insert = bytes.clone().into_iter().map(move |byte| Edit::Insert(at, byte));
            std::iter::once(Edit::Delete(at)).chain(replace).chain(insert)
        });
        edits.filter_map(|edit| edit.apply(input)).filter(|edited| !self.accepts(edited))
    }

    /// Returns a random one of [`Dfa::near_misses`]; `None` if the list is empty. Usually takes
    /// time linear in the input.
    pub fn near_miss(&self, input: &[u8], random: &mut Random) -> Option<Vec<u8>> {
        // 1 edit in 513 deletes, so that it is drawn as if from the list. A useless edit is drawn
        // again.
        for _ in 0..1_000 {
            let (at, kind) = (random.below(input.len() + 1), random.below(513));
            let edit = match kind {
                0..=255 => Edit::Replace(at, kind as u8),
                256..=511 => Edit::Insert(at, (kind - 256) as u8),
                _ => Edit::Delete(at),
            };
            if let Some(edited) = edit.apply(input).filter(|edited| !self.accepts(edited)) {
                return Some(edited);
            }
        }
        // Hardly any edit is rejected: look at all of them.
        let misses: Vec<Vec<u8>> = self.near_misses(input).collect();
        misses.get(random.below(misses.len())).cloned()
    }
}

enum Edit {
    Delete(usize),
    Replace(usize, u8),
    Insert(usize, u8),
}

impl Edit {
    /// Returns the edited string; `None` if the edit changes nothing or another edit gives the same
    /// string.
    fn apply(&self, input: &[u8]) -> Option<Vec<u8>> {
        // In a run of equal bytes only the first is deleted, and a byte is not inserted after an
        // equal one.
        let like_before = |at: usize, byte| at > 0 && input.get(at - 1) == Some(&byte);
        let (before, after, new) = match *self {
            Edit::Delete(at) => {
                (at, at + 1, input.get(at).filter(|&&byte| !like_before(at, byte)).map(|_| None)?)
            }
            Edit::Replace(at, byte) => {
                (at, at + 1, input.get(at).filter(|&&old| old != byte).map(|_| Some(byte))?)
            }
            Edit::Insert(at, byte) => (at, at, (!like_before(at, byte)).then_some(Some(byte))?),
        };
        Some(
            input[..before]
                .iter()
                .copied()
                .chain(new)
                .chain(input[after..].iter().copied())
                .collect(),
        )
    }
}

/// Draws random strings of an automaton up to a length; prepared once, then quick.
///
/// ```
/// use urigram_automata::{abnf::{Grammar, Terminals}, Limits, Random, Sampler};
/// let grammar = Grammar::parse("host = label *( \".\" label )\nlabel = 1*%x61-7A")?;
/// let dfa = grammar.dfa("host", Terminals::CodePoints, Limits::default())?;
/// let sampler = Sampler::new(&dfa, 20, Limits::default())?;
/// let mut random = Random::seeded(42);
/// let host = sampler.sample(&mut random).expect("there are hosts");
/// assert!(host.len() <= 20 && dfa.accepts(&host));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sampler<'a> {
    dfa: &'a Dfa,
    /// By length, by state: the number of strings of that length that are accepted from that state.
    counts: Vec<Vec<BigUint>>,
    /// The lengths that have strings.
    lengths: Vec<usize>,
    /// By class: its bytes.
    bytes: Vec<Vec<u8>>,
}

impl<'a> Sampler<'a> {
    /// Prepares to draw strings of up to `max_len` bytes.
    ///
    /// Takes time and space for a number of up to 8 × `max_len` bits for every state and length.
    ///
    /// # Errors
    /// [`Undecided`] when the numbers could take more than `limits.nodes` words of 64 bits.
    pub fn new(dfa: &'a Dfa, max_len: usize, limits: Limits) -> Result<Sampler<'a>, Undecided> {
        // A number takes at least the three words of its header.
        let words = (max_len as u128 / 16 + 4) * (max_len as u128 + 1) * dfa.len() as u128;
        if words > limits.nodes as u128 {
            return Err(Undecided::new("words of counts", limits.nodes));
        }
        let mut counts = vec![dfa.count_of_zero()];
        for len in 0..max_len {
            counts.push(dfa.count_of_one_more(&counts[len]));
        }
        let lengths = (0..=max_len).filter(|&len| counts[len][0] != BigUint::ZERO).collect();
        let bytes =
            (0..dfa.classes().len()).map(|class| dfa.classes().bytes(class).collect()).collect();
        Ok(Sampler { dfa, counts, lengths, bytes })
    }

    /// Returns the lengths that have strings, ascending, up to the maximal length.
    pub fn lengths(&self) -> &[usize] {
        &self.lengths
    }

    /// Returns the number of strings of exactly `len` bytes; 0 above the maximal length.
    pub fn count(&self, len: usize) -> BigUint {
        self.counts.get(len).map_or(BigUint::ZERO, |counts| counts[0].clone())
    }

    /// Returns a string of exactly `len` bytes, each equally likely; `None` if no string has this
    /// length, or `len` is above the maximal length.
    pub fn of_length(&self, len: usize, random: &mut Random) -> Option<Vec<u8>> {
        let count = self
            .counts
            .get(len)
            .map(|counts| &counts[0])
            .filter(|count| **count != BigUint::ZERO)?;
        let mut rank = random.below_big(count);
        let mut string = Vec::with_capacity(len);
        let mut state = 0;
        // The strings from each state are numbered by their first byte's class, then by that byte,
        // then by the rest.
        for counts in self.counts[..len].iter().rev() {
            for (class, bytes) in self.bytes.iter().enumerate() {
                let next = self.dfa.next_by_class(state, class);
                let each = &counts[next as usize];
                let all = each * bytes.len();
                if rank < all {
                    // The rank is below `all`, so the quotient is the index of a byte, and `each`
                    // is not 0.
                    string.extend(
                        usize::try_from(&rank / each).ok().and_then(|index| bytes.get(index)),
                    );
                    rank %= each;
                    state = next;
                    break;
                }
                rank -= all;
            }
        }
        Some(string)
    }

    /// Returns a string of a random length: each length that has strings is equally likely, and
    /// then each of its strings.
    pub fn sample(&self, random: &mut Random) -> Option<Vec<u8>> {
        let len = *self.lengths.get(random.below(self.lengths.len()))?;
        self.of_length(len, random)
    }
}
