//! Recursive rules, with a call for the inside of brackets.

use super::{Expr, Grammar, Which};
use crate::brackets;
use crate::nested::Unproved;

impl Grammar {
    /// Returns the rules, with calls for what stands inside brackets in a rule and in those that it
    /// uses; behind them these insides, by name.
    pub(crate) fn bracketed(
        &self,
        rule: &str,
        which: Which,
    ) -> Result<Vec<(String, Expr)>, Unproved> {
        let root = self.index(rule).map_err(|error| Unproved::new(rule, error))?;
        let brackets::Cut { rules: mut cut, called } = self.cut(root, which);
        let rules = self.rules.iter().enumerate().map(|(number, rule)| {
            let expr = cut.remove(&number);
            (rule.name.clone(), expr.unwrap_or_else(|| rule.expr(which).clone()))
        });
        Ok(rules.chain(called.into_iter().map(|(name, (_, expr))| (name, expr))).collect())
    }

    /// Cuts a rule and those that it uses.
    pub(super) fn cut(&self, root: usize, which: Which) -> brackets::Cut {
        let (rules, name) = (self.questions(which), |rule: usize| self.rules[rule].name.clone());
        brackets::cut(&rules, name, &rules.callees_first([root]))
    }
}
