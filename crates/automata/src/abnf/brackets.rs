//! The bodies of recursive rules, with a call for the inside of brackets.

use super::{Grammar, Terminals};
use crate::brackets;
use crate::nested::{Bodies, Unproved};
use crate::Limits;

impl Grammar {
    /// Returns the bodies of a rule and of what stands inside brackets in it, by name.
    ///
    /// # Errors
    /// [`Unproved`] if a rule recurs outside of brackets in a way that is not regular, and as
    /// [`Grammar::bodies`].
    pub fn bracketed(
        &self,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Bodies, Unproved> {
        let no = |why: &dyn std::fmt::Display| Unproved::new(rule, why);
        let start = self.index_of(rule).ok_or_else(|| no(&self.no_rule(rule)))?;
        let (whole, owners) = self.cut(&self.questions().reachable(start));
        let called: Vec<usize> = (self.rules.len()..self.rules.len() + owners.len()).collect();
        let bodies = whole.with_calls(start, &called, terminals, limits);
        bodies.map_err(|error| no(&error))
    }

    /// Returns the rules with each bracket of the `used` ones as a rule of its own behind them, in
    /// the order of their names, which is named where the bracket was; and the rule that each
    /// bracket stands in.
    pub(crate) fn cut(&self, used: &[usize]) -> (Grammar, Vec<usize>) {
        let name = |rule: usize| self.rules[rule].name.clone();
        let brackets::Cut { rules, called } = brackets::cut(&self.questions(), name, used);
        let mut whole = self.clone();
        rules.into_iter().for_each(|(rule, expr)| whole.rules[rule].expr = expr);
        let mut owners = Vec::new();
        for (name, (owner, expr)) in called {
            owners.push(owner);
            whole.define(&name, expr);
        }
        (whole, owners)
    }
}
