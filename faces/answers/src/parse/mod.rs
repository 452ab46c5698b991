//! One input by one grammar: components, tree, readings and constraints, or the error.

mod citation;
mod components;
mod directive;
mod history;
mod json;

pub use citation::{elements, elements_of, ElementJson};
pub use components::Component;
pub use directive::{directives, DirectiveJson, KeywordJson, ServiceJson};
pub use history::{citation, StringHistoryJson};
pub(crate) use json::{ChoiceJson, VerdictJson};
pub use json::{ComponentsJson, ParsedJson};

use urigram::documents::Disagreement;
use urigram::errors::Objection;
use urigram::parts::Components;
use urigram::selection::{GrammarSet, Reason};
use urigram::tree::{Tree, TreeError};
use urigram::{Grammar, Reading, SyntaxError, Verdict};
use urigram_study::cautions::{warnings, Warning};
use urigram_study::constraints::{violations, Violation};
use urigram_study::disagreement_between;

#[cfg(feature = "url")]
use urigram::practices::Href;

use crate::rule_ref::RuleRef;

/// A grammar's verdict, and the reason why that grammar was asked.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The rule.
    pub target: RuleRef,
    /// The reason why the input is not accepted.
    pub error: Option<Objection>,
    /// The reason in words.
    pub reason: String,
    /// The grammars that were asked before, and how they rejected the input.
    pub passed_over: Vec<(Grammar, SyntaxError)>,
}

impl Choice {
    /// Checks an input by a rule that somebody named.
    pub fn named(target: RuleRef, input: &[u8]) -> Choice {
        let error = target.verdict(input).check().err();
        Choice { target, error, reason: Reason::Named.to_string(), passed_over: Vec::new() }
    }
}

/// Everything that is known about an input by one grammar.
#[derive(Debug)]
pub struct Report<'a> {
    /// The input.
    pub input: &'a [u8],
    /// The rule's answer.
    pub verdict: Verdict<'a>,
    /// The grammar, and the reason for it.
    pub choice: Choice,
    /// The grammars that accept the input.
    pub accepted_by: GrammarSet,
    /// The tree of an accepted input.
    pub tree: Option<Tree<'a>>,
    /// The reason why an accepted input has no tree.
    pub no_tree: Option<TreeError>,
    /// The disagreement of the document's readings.
    pub disagreement: Option<Disagreement>,
    /// Constraints that an input breaks although the start rule accepts it.
    pub violations: Vec<Violation>,
    /// The places of an accepted input that the document advises against.
    pub warnings: Vec<Warning>,
}

impl<'a> Report<'a> {
    /// Finds out everything about an input whose grammar is chosen.
    pub fn new(input: &'a [u8], choice: Choice, accepted_by: GrammarSet) -> Report<'a> {
        let target = choice.target;
        let mut report = Report::without_tree(input, choice, accepted_by);
        if report.choice.error.is_none() {
            match tree(target, &report.verdict) {
                Ok(built) => report.tree = Some(built),
                Err(error) => report.no_tree = Some(error),
            }
        }
        report
    }

    /// Finds out everything except the tree, which takes most of the time.
    pub fn without_tree(input: &'a [u8], choice: Choice, accepted_by: GrammarSet) -> Report<'a> {
        let other = choice.target.other_reading();
        Report::in_readings(input, choice, accepted_by, other)
    }

    /// Finds out about an input what `urigram parse -g GRAMMAR --no-tree` answers. A program that
    /// asks for no other rules links no automata.
    pub fn by_start(input: &'a [u8], grammar: Grammar, reading: Reading) -> Report<'a> {
        let target = RuleRef::start(grammar, reading);
        let choice = Choice::named(target, input);
        Report::in_readings(input, choice, GrammarSet::EMPTY, Some(target.other_start()))
    }

    /// Like [`Report::without_tree`], for the same rule in both readings.
    fn in_readings(
        input: &'a [u8],
        choice: Choice,
        accepted_by: GrammarSet,
        other: Option<RuleRef>,
    ) -> Report<'a> {
        let target = choice.target;
        let verdict = target.verdict(input);
        let (violations, warnings) = match choice.error {
            None | Some(Objection::Constraint(_)) if verdict.is_whole() => (
                violations(target.grammar, target.reading, input),
                warnings(target.grammar, target.reading, input),
            ),
            _ => (Vec::new(), Vec::new()),
        };
        let disagreement = other.and_then(|other| {
            let tables = [target, other].map(|one| (one.table, one.reading));
            disagreement_between(target.grammar, tables, verdict.stripped().left())
        });
        Report {
            input,
            verdict,
            choice,
            accepted_by,
            tree: None,
            no_tree: None,
            disagreement,
            violations,
            warnings,
        }
    }

    /// Returns the components of an accepted input, and the parts inside them, as spans of what the
    /// grammar reads.
    pub fn components(&self) -> Option<Components<'_>> {
        self.verdict.components().ok().flatten()
    }

    /// Returns the URL that the URL Standard makes of the input, with the steps that lead to it;
    /// `None` for other grammars, and where the parser refuses the host.
    #[cfg(feature = "url")]
    pub fn href(&self) -> Option<Href> {
        let RuleRef { grammar, reading, .. } = self.choice.target;
        let is_accepted = self.choice.error.is_none() && self.choice.target.is_start();
        let text = std::str::from_utf8(self.input).ok().filter(|_| is_accepted)?;
        Href::of(grammar, reading, text)?.ok()
    }

    /// Returns the components, each followed by its parts.
    pub fn listed(&self) -> Vec<Component> {
        let components = self.components();
        components
            .map(|all| components::listed(self.choice.target, &all, self.verdict.stripped()))
            .unwrap_or_default()
    }

    /// Returns true if the input is accepted: if `strict`, only one that breaks no constraint.
    pub fn is_accepted(&self, strict: bool) -> bool {
        self.choice.error.is_none() && (!strict || self.violations.is_empty())
    }

    /// Returns the JSON of the report, with the tree if `tree`; if `strict`, an input that breaks a
    /// constraint counts as rejected.
    pub fn json(&self, tree: bool, strict: bool) -> ParsedJson<'_> {
        ParsedJson::new(self, tree, strict)
    }
}

/// Returns the tree of what the grammar reads of an input.
pub(crate) fn tree<'a>(target: RuleRef, verdict: &Verdict<'a>) -> Result<Tree<'a>, TreeError> {
    let (RuleRef { grammar, reading, table }, stripped) = (target, verdict.stripped());
    match stripped.borrowed() {
        Some(left) => Tree::parse(grammar, reading, Some(table.rule()), left),
        None => {
            let tree = Tree::parse(grammar, reading, Some(table.rule()), stripped.left());
            tree.map(Tree::into_owned)
        }
    }
}
