//! One grammar's verdict on an input, for the page.

use serde::Serialize;
use urigram::{Grammar, GrammarSet, Reading, SyntaxError};

use super::choice::{self, Choice};
use super::{json, Component, Report};
use crate::exit::Failure;
use crate::target::Target;

/// What `urigram parse -g GRAMMAR --no-tree` finds.
pub(crate) struct Verdict<'a>(Report<'a>);

impl Verdict<'_> {
    pub(crate) fn new(input: &[u8], grammar: Grammar, reading: Reading) -> Result<Verdict<'_>, Failure> {
        let choice: Choice = choice::named(Target::new(grammar, reading, None)?, input);
        Ok(Verdict(Report::without_tree(input, choice, GrammarSet::EMPTY)))
    }

    /// The components, each followed by its parts.
    pub(crate) fn components(&self) -> Vec<Component> {
        self.0.listed()
    }

    pub(crate) fn error(&self) -> Option<SyntaxError> {
        self.0.choice.error
    }

    /// The same as the command prints, without a tree.
    pub(crate) fn json(&self) -> impl Serialize + '_ {
        json::Json { report: &self.0, tree: false, strict: false }
    }
}
