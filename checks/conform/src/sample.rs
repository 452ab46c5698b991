//! Accepted strings of a given length that begin in a given way.

use crate::Subject;
use urigram_automata::{Random, StateId};

/// Draws strings that a rule accepts.
pub struct Sample<'s> {
    subject: &'s Subject,
    /// By class: its bytes.
    bytes: Vec<Vec<u8>>,
    /// By length, by state: how many strings of classes lead to acceptance, relative to the state
    /// that has most.
    weights: Vec<Vec<f64>>,
}

impl<'s> Sample<'s> {
    /// Prepares for strings of up to `longest` bytes, in states × classes × `longest` steps.
    pub fn new(subject: &'s Subject, longest: usize) -> Sample<'s> {
        let dfa = &subject.dfa;
        let states = || 0..dfa.len() as StateId;
        let classes = 0..dfa.classes().len();
        let mut weights =
            vec![states().map(|state| f64::from(u8::from(dfa.is_accepting(state)))).collect()];
        for len in 0..longest {
            let before: &Vec<f64> = &weights[len];
            let after = |state, class| before[dfa.next_by_class(state, class) as usize];
            let sum = |state| classes.clone().map(|class| after(state, class)).sum::<f64>();
            let sums: Vec<f64> = states().map(sum).collect();
            let most = sums.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
            weights.push(sums.into_iter().map(|sum| sum / most).collect());
        }
        let bytes = classes.map(|class| dfa.classes().bytes(class).collect()).collect();
        Sample { subject, bytes, weights }
    }

    /// Returns a string of exactly `len` bytes that begins so and is accepted; each class is as
    /// likely as its share of the ways to go on. `None` where there isn't one.
    pub fn draw(&self, beginning: &[u8], len: usize, random: &mut Random) -> Option<Vec<u8>> {
        let dfa = &self.subject.dfa;
        let mut state = beginning.iter().fold(0, |state, &byte| dfa.next(state, byte));
        let mut word = beginning.to_vec();
        for left in (0..len.checked_sub(word.len())?).rev() {
            let weight =
                |class: &usize| self.weights[left][dfa.next_by_class(state, *class) as usize];
            let all: f64 = (0..self.bytes.len()).map(|class| weight(&class)).sum();
            let mut point = all * (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            let mut possible = (0..self.bytes.len()).filter(|class| weight(class) > 0.0);
            let mut class = possible.next()?;
            while point >= weight(&class) {
                point -= weight(&class);
                let Some(next) = possible.next() else { break };
                class = next;
            }
            word.push(self.bytes[class][random.below(self.bytes[class].len())]);
            state = dfa.next_by_class(state, class);
        }
        dfa.is_accepting(state).then_some(word)
    }
}
