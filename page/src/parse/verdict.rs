//! The verdict of one grammar on an input, without a tree.

use serde::Serialize;
use urigram::{Grammar, GrammarSet, Reading, SyntaxError};

use super::{Choice, Component, Report};
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The answer of `urigram parse -g GRAMMAR --no-tree`.
#[derive(Debug)]
pub struct Verdict<'a>(Report<'a>);

impl Verdict<'_> {
    /// Checks an input by a grammar's start rule.
    ///
    /// # Errors
    /// Those of [`RuleRef::new`].
    pub fn new(input: &[u8], grammar: Grammar, reading: Reading) -> Result<Verdict<'_>, Refusal> {
        let choice = Choice::named(RuleRef::new(grammar, reading, None)?, input);
        Ok(Verdict(Report::without_tree(input, choice, GrammarSet::EMPTY)))
    }

    /// Returns the components, each followed by its parts; none of a rejected input.
    pub fn components(&self) -> Vec<Component> {
        self.0.listed()
    }

    /// Returns the error of a rejected input.
    pub fn error(&self) -> Option<SyntaxError> {
        self.0.choice.error
    }

    /// Returns true if the rules accept the input and the prose forbids it.
    pub fn is_forbidden(&self) -> bool {
        !self.0.violations.is_empty()
    }

    /// Returns the object that the command prints, without a tree.
    pub fn json(&self) -> impl Serialize + '_ {
        self.0.json(false, false)
    }
}
