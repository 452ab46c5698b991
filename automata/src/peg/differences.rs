//! A lint for rules whose language pest's optimizer changes.

use super::{Error, Grammar, Which};
use crate::Terminals;
use crate::{Dfa, Limits, StateId};
use std::collections::HashMap;

/// A rule with another language once pest has optimized the grammar.
///
/// The usual cause is the rewriting of `(r ~ s)* ~ r` to `r ~ (s ~ r)*`. If the last `s` is not
/// followed by an `r`, the first form has consumed that `s` and fails, and the second stops before
/// it. So a rule that continues with `s` differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Difference {
    /// The name of the rule.
    pub rule: String,
    /// The language of the rules as written.
    pub raw: Dfa,
    /// The language of the rules as they run.
    pub optimized: Dfa,
    /// A shortest input that only one of the two accepts; [`Dfa::accepts`] says which one.
    pub witness: Vec<u8>,
}

impl Grammar {
    /// Returns the rules whose language differs between [`Which::Raw`] and [`Which::Optimized`], in
    /// order. A rule also differs if a rule that it uses does.
    ///
    /// # Errors
    /// The error of the first rule that has no automaton, as for [`Grammar::dfa`].
    pub fn optimizer_differences(
        &self,
        chars: Terminals,
        limits: Limits,
    ) -> Result<Vec<Difference>, Error> {
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

/// Returns a shortest string that one automaton accepts and the other does not, least bytes first.
/// Breadth-first over pairs.
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
