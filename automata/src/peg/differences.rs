//! A lint: rules whose language pest's optimizer changes.

use super::{Error, Grammar, Which};
use crate::Terminals;
use crate::{Dfa, Limits, StateId};
use std::collections::HashMap;

/// A rule that matches something else once pest has optimized the grammar.
///
/// The rewriting of `(r ~ s)* ~ r` to `r ~ (s ~ r)*` is the usual cause. Where the last `s` is not followed by an `r`,
/// the first has consumed that `s` and fails, the second stops before it; so a rule that goes on with `s` differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The name of the rule.
    pub rule: String,
    /// The language of the rules as written.
    pub raw: Dfa,
    /// The language of the rules as they run.
    pub optimized: Dfa,
    /// A shortest input that only one of the two accepts; which one, [`Dfa::accepts`] tells.
    pub witness: Vec<u8>,
}

impl Grammar {
    /// The rules whose language differs between [`Which::Raw`] and [`Which::Optimized`], in order. A rule also differs
    /// because one that it uses does.
    ///
    /// # Errors
    /// The first rule that has no automaton, as for [`Grammar::dfa`].
    pub fn optimizer_differences(&self, chars: Terminals, limits: Limits) -> Result<Vec<Difference>, Error> {
        let raw = self.dfa_all(Which::Raw, chars, limits);
        let optimized = self.dfa_all(Which::Optimized, chars, limits);
        let mut differences = Vec::new();
        for ((rule, raw), (_, optimized)) in raw.into_iter().zip(optimized) {
            let (raw, optimized) = (raw?, optimized?);
            if let Some(witness) = shortest_difference(&raw, &optimized) {
                differences.push(Difference { rule: rule.to_owned(), raw, optimized, witness });
            }
        }
        Ok(differences)
    }
}

/// A shortest string that one automaton accepts and the other does not, least bytes first. Breadth-first over pairs.
fn shortest_difference(a: &Dfa, b: &Dfa) -> Option<Vec<u8>> {
    let classes = a.classes().refine(b.classes());
    let mut came_from: HashMap<(StateId, StateId), usize> = HashMap::from([((0, 0), 0)]);
    let mut pairs = vec![((0, 0), 0, 0u8)];
    let mut at = 0;
    while let Some(&((x, y), ..)) = pairs.get(at) {
        if a.is_accepting(x) != b.is_accepting(y) {
            let mut witness = Vec::new();
            while at != 0 {
                witness.push(pairs[at].2);
                at = pairs[at].1;
            }
            witness.reverse();
            return Some(witness);
        }
        for &byte in classes.representatives() {
            let next = (a.next(x, byte), b.next(y, byte));
            came_from.entry(next).or_insert_with(|| {
                pairs.push((next, at, byte));
                at
            });
        }
        at += 1;
    }
    None
}
