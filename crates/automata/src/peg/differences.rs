//! A lint for rules whose language pest's optimizer changes.

use super::{Error, Grammar, Which};
use crate::Terminals;
use crate::{Comparison, Dfa, Limits};

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
            let Comparison { only_a, only_b, .. } = raw.compare(&optimized, limits)?;
            if let Some(witness) = only_a.into_iter().chain(only_b).min_by_key(Vec::len) {
                differences.push(Difference { rule: rule.to_owned(), raw, optimized, witness });
            }
        }
        Ok(differences)
    }
}
