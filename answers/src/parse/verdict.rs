//! The verdict of one grammar on an input, without a tree.

use urigram::selection::GrammarSet;
use urigram::{Grammar, Reading, SyntaxError};

use super::{elements, Choice, Component, ElementJson, ParsedJson, Report};
use crate::rule_ref::RuleRef;

/// The answer of `urigram parse -g GRAMMAR --no-tree`.
#[derive(Debug)]
pub struct Verdict<'a>(Report<'a>);

impl Verdict<'_> {
    /// Checks an input by a grammar's start rule.
    pub fn new(input: &[u8], grammar: Grammar, reading: Reading) -> Verdict<'_> {
        let target = RuleRef::start(grammar, reading);
        let choice = Choice::named(target, input);
        Verdict(Report::in_readings(input, choice, GrammarSet::EMPTY, Some(target.other_start())))
    }

    /// Returns the components, each followed by its parts; none of a rejected input.
    pub fn components(&self) -> Vec<Component> {
        self.0.listed()
    }

    /// Returns the elements of an accepted citation.
    pub(crate) fn elements(&self) -> impl Iterator<Item = ElementJson> + '_ {
        elements(&self.0)
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
    pub fn json(&self) -> ParsedJson<'_> {
        self.0.json(false, false)
    }
}
