//! The union of several automata that says which of them accept.

use crate::explore::{explore, Deterministic};
use crate::{ByteClasses, Dfa, Limits, StateId, Undecided};

impl Dfa {
    /// Returns the minimal automaton that follows several automata at once. Its language is their
    /// union. For each state it also returns a set of bits, the lowest for the first automaton, of
    /// the automata that accept there.
    ///
    /// ```
    /// # use urigram_automata::{abnf::{Grammar, Terminals}, Dfa, Limits};
    /// let grammar = Grammar::parse("a = *%x61\nb = 1*%x61")?;
    /// let dfa = |rule| grammar.dfa(rule, Terminals::CodePoints, Limits::default());
    /// let (both, accept) = Dfa::together(&[dfa("a")?, dfa("b")?], Limits::default())?;
    /// assert_eq!(accept[0], 0b01);
    /// assert_eq!(accept[both.next(0, b'a') as usize], 0b11);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] if more than `limits.states` combinations of states can be reached; there are
    /// at most as many as the product of all sizes.
    ///
    /// # Panics
    /// If there are no automata, or more than 32.
    pub fn together(automata: &[Dfa], limits: Limits) -> Result<(Dfa, Vec<u32>), Undecided> {
        assert!((1..=32).contains(&automata.len()));
        let explored = explore(&mut Together(automata), limits)?;
        let accept = |place: &Vec<StateId>| {
            let each = place.iter().zip(automata).enumerate();
            each.map(|(bit, (&state, dfa))| u32::from(dfa.is_accepting(state)) << bit).sum()
        };
        let sets: Vec<u32> = explored.states.iter().map(accept).collect();
        Ok(Dfa::from_labelled_table(explored.classes, explored.next, explored.accepting, &sets))
    }
}

struct Together<'a>(&'a [Dfa]);

impl Deterministic for Together<'_> {
    type State = Vec<StateId>;

    fn classes(&self) -> ByteClasses {
        let each = self.0.iter().map(|dfa| dfa.classes().clone());
        each.reduce(|all, one| all.refine(&one)).unwrap_or_else(|| ByteClasses::by_key(|_| ()))
    }

    fn start(&mut self) -> Result<Vec<StateId>, Undecided> {
        Ok(vec![0; self.0.len()])
    }

    fn next(&mut self, place: &Vec<StateId>, byte: u8) -> Result<Vec<StateId>, Undecided> {
        Ok(place.iter().zip(self.0).map(|(&state, dfa)| dfa.next(state, byte)).collect())
    }

    fn is_accepting(&mut self, place: &Vec<StateId>) -> bool {
        place.iter().zip(self.0).any(|(&state, dfa)| dfa.is_accepting(state))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abnf::Grammar;
    use crate::Terminals;

    #[test]
    fn each_state_has_the_automata_that_accept() {
        let grammar = Grammar::parse("a = *%x61\nb = 1*%x61 %x62\nc = *( %x61-62 )\n").unwrap();
        let dfa = |rule| grammar.dfa(rule, Terminals::CodePoints, Limits::default()).unwrap();
        let each = ["a", "b", "c"].map(dfa);
        let (union, accept) = Dfa::together(&each, Limits::default()).unwrap();
        for word in ["", "a", "aa", "b", "ab", "aab", "ba", "abb", "c", "ac", "abc"] {
            let state = word.bytes().fold(0, |state, byte| union.next(state, byte));
            let bits = (0..3).filter(|&bit| each[bit].accepts(word.as_bytes()));
            let bits: u32 = bits.map(|bit| 1 << bit).sum();
            assert_eq!(accept[state as usize], bits, "{word}");
            assert_eq!(union.is_accepting(state), bits != 0, "{word}");
        }
    }
}
