//! The verdict of one grammar on an input, without a tree.

use serde::Serialize;
use urigram::{Grammar, GrammarSet, Reading, SyntaxError};

use super::{components, Choice, Component, Report};
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// The longest input that is split with the help of a tree, in bytes: a tree for each document would
/// take too long for longer ones.
const LONGEST_FOR_TREES: usize = 16 * 1024;

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

    /// Returns the components; none of a rejected input.
    pub fn components(&self) -> &[Component] {
        &self.0.components
    }

    /// Returns the error of a rejected input.
    pub fn error(&self) -> Option<SyntaxError> {
        self.0.choice.error
    }

    /// Returns the object that the command prints, without a tree.
    pub fn json(&self) -> impl Serialize + '_ {
        self.0.json(false, false)
    }
}
