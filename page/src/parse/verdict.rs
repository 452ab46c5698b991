//! One grammar's verdict on an input, for the page.

use serde::Serialize;
use urigram::{Grammar, GrammarSet, Reading, SyntaxError};

use super::choice::{self, Choice};
use super::{components, json, Component, Report};
use crate::exit::Failure;
use crate::target::Target;

/// Longer inputs come apart by their delimiters alone: fifteen trees would take too long.
const LONGEST_FOR_TREES: usize = 16 * 1024;

/// What `urigram parse -g GRAMMAR --no-tree` finds.
pub(crate) struct Verdict<'a>(Report<'a>);

impl Verdict<'_> {
    pub(crate) fn new(input: &[u8], grammar: Grammar, reading: Reading) -> Result<Verdict<'_>, Failure> {
        let choice: Choice = choice::named(Target::new(grammar, reading, None)?, input);
        if input.len() <= LONGEST_FOR_TREES {
            return Ok(Verdict(Report::new(input, choice, GrammarSet::EMPTY)));
        }
        let components = match choice.error {
            None => components::of_split(choice.target, input),
            Some(_) => Vec::new(),
        };
        Ok(Verdict(Report {
            input,
            choice,
            accepted_by: GrammarSet::EMPTY,
            components,
            tree: None,
            no_tree: None,
            disagreement: None,
            violations: Vec::new(),
        }))
    }

    pub(crate) fn components(&self) -> &[Component] {
        &self.0.components
    }

    pub(crate) fn error(&self) -> Option<SyntaxError> {
        self.0.choice.error
    }

    /// The same as the command prints, without a tree.
    pub(crate) fn json(&self) -> impl Serialize + '_ {
        json::Json { report: &self.0, tree: false, strict: false }
    }
}
