//! One input by one grammar: components, tree, readings and constraints, or the error.

mod citation;
mod components;
mod json;
mod readings;
mod verdict;

pub use citation::{elements, elements_of, ElementJson};
pub use components::Component;
pub use readings::Disagreement;
pub use verdict::Verdict;

use serde::Serialize;
use urigram::constraints::{violations, Violation};
use urigram::{Grammar, GrammarSet, Reason, SyntaxError, Tree, TreeError};

use crate::rule_ref::RuleRef;

/// A grammar's verdict, and the reason why that grammar was asked.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The rule.
    pub target: RuleRef,
    /// The error of a rejected input.
    pub error: Option<SyntaxError>,
    /// The reason in words.
    pub reason: String,
    /// The grammars that were asked before, and how they rejected the input.
    pub passed_over: Vec<(Grammar, SyntaxError)>,
}

impl Choice {
    /// Checks an input by a rule that somebody named.
    pub fn named(target: RuleRef, input: &[u8]) -> Choice {
        let error = target.table.check(input, target.reading).err();
        Choice { target, error, reason: Reason::Named.to_string(), passed_over: Vec::new() }
    }
}

/// Everything that is known about an input by one grammar.
#[derive(Debug)]
pub struct Report<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The grammar and its verdict.
    pub choice: Choice,
    /// All grammars that accept the input.
    pub accepted_by: GrammarSet,
    /// The components of an accepted input.
    pub components: Vec<Component>,
    /// The tree of an accepted input.
    pub tree: Option<Tree>,
    /// The reason why an accepted input has no tree.
    pub no_tree: Option<TreeError>,
    /// The disagreement of the document's readings.
    pub disagreement: Option<Disagreement>,
    /// Constraints that an input breaks although the start rule accepts it.
    pub violations: Vec<Violation>,
}

impl<'a> Report<'a> {
    /// Finds out everything about an input whose grammar is chosen.
    pub fn new(input: &'a [u8], choice: Choice, accepted_by: GrammarSet) -> Report<'a> {
        let target = choice.target;
        let (mut tree, mut no_tree) = (None, None);
        if choice.error.is_none() {
            match Tree::parse(target.grammar, target.reading, Some(target.table.rule()), input) {
                Ok(built) => tree = Some(built),
                Err(error) => no_tree = Some(error),
            }
        }
        let components = match (&tree, &choice.error) {
            (Some(tree), _) => components::of_tree(target, input, tree),
            (None, None) => components::of_split(target, input),
            (None, Some(_)) => Vec::new(),
        };
        let disagreement = Disagreement::find(target, input, tree.as_ref());
        let violations = match choice.error {
            None if target.is_start() => violations(target.grammar, target.reading, input),
            _ => Vec::new(),
        };
        Report { input, choice, accepted_by, components, tree, no_tree, disagreement, violations }
    }

    /// Returns the JSON of the report, with the tree if `tree`; if `strict`, an input that breaks a
    /// constraint counts as rejected.
    pub fn json(&self, tree: bool, strict: bool) -> impl Serialize + '_ {
        json::Json { report: self, tree, strict }
    }
}
