//! `urigram parse`: one input, its components and its tree, or why it is rejected.

mod choice;
mod citation;
mod components;
mod json;
mod text;
mod tree;
mod verdict;

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use urigram::constraints::{violations, Violation};
use urigram::{accepting, Components, Disagreement, GrammarSet, Tree, TreeError};

use crate::args::{Globals, Selector};
use crate::exit::{Failure, Outcome};
use crate::{input, output, target};
use choice::Choice;
pub(crate) use citation::{elements_of, Row};
pub(crate) use components::Component;
pub(crate) use json::ComponentsJson;
pub(crate) use verdict::Verdict;

/// Show an input's components and tree, or why it is rejected
///
/// Without --grammar, the grammar is selected by the input: its form first (`<…>` is a URC, `urn:` a URN), then the
/// newest grammar that accepts it. With several grammars, each is asked, and the status is 1 if any of them rejects.
///
/// In JSON, a text that is not UTF-8 holds replacement characters, and a key with _hex appended holds its bytes. The
/// document's own parts inside a component are its `parts`, in order; `defaults` are parts that are absent and have a
/// value all the same.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The input, any bytes; `-` reads standard input to its end, without its last line end
    input: OsString,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the input as escapes (for NUL and other bytes)
    #[arg(short, long)]
    escaped: bool,

    /// How the grammar is selected where none is named: auto, newest, oldest, or the newest by a day (1997-05-02)
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "grammars")]
    select: Selector,

    /// Show the whole tree: rules for single characters too, and every one of many
    #[arg(long)]
    full: bool,

    /// Reject what the document's prose forbids, too, though its rules accept it
    #[arg(long)]
    strict: bool,

    /// Leave the tree out
    #[arg(long, conflicts_with = "full")]
    no_tree: bool,
}

/// Everything there is to say about an input by one grammar.
struct Report<'a> {
    input: &'a [u8],
    choice: Choice,
    accepted_by: GrammarSet,
    components: Option<Components<'a>>,
    tree: Option<Tree>,
    /// Why an accepted input has no tree.
    no_tree: Option<TreeError>,
    disagreement: Option<Disagreement>,
    /// What the prose forbids in an input that the start rule accepts.
    violations: Vec<Violation>,
}

pub(crate) fn run(globals: &Globals, arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let input = input::read(&arguments.input, arguments.escaped)?;
    let choices = choice::choices(globals, arguments.select.0, &input)?;
    let accepted_by = match &globals.rule {
        None => accepting(&input, globals.reading()),
        Some(_) => {
            let all = Globals { grammars: Vec::new(), rule: globals.rule.clone(), ..*globals };
            let accept = target::targets(&all)?.into_iter().filter(|target| target.table.accepts(&input));
            accept.map(|target| target.grammar).collect()
        }
    };
    let mut outcome = Outcome::Done;
    for (index, choice) in choices.into_iter().enumerate() {
        outcome = outcome.and(match &choice.error {
            None => Outcome::Done,
            Some(error) if error.is_limit() => Outcome::Undecided,
            Some(_) => Outcome::Rejected,
        });
        let report = if arguments.no_tree {
            Report::without_tree(&input, choice, accepted_by)
        } else {
            Report::new(&input, choice, accepted_by)
        };
        if arguments.strict && !report.violations.is_empty() {
            outcome = outcome.and(Outcome::Rejected);
        }
        if globals.json() {
            output::json_line(
                out,
                &json::Json { report: &report, tree: !arguments.no_tree, strict: arguments.strict },
            )?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        text::write(out, &report, arguments)?;
    }
    Ok(outcome)
}

impl<'a> Report<'a> {
    fn new(input: &'a [u8], choice: Choice, accepted_by: GrammarSet) -> Report<'a> {
        let target = choice.target;
        let mut report = Report::without_tree(input, choice, accepted_by);
        if report.choice.error.is_none() {
            match Tree::parse(target.grammar, target.reading, Some(target.table.rule()), input) {
                Ok(built) => report.tree = Some(built),
                Err(error) => report.no_tree = Some(error),
            }
        }
        report
    }

    fn without_tree(input: &'a [u8], choice: Choice, accepted_by: GrammarSet) -> Report<'a> {
        let target = choice.target;
        let is_start = std::ptr::eq(target.table, target.grammar.tables(target.reading).start());
        let violations = match choice.error {
            None if is_start => violations(target.grammar, target.reading, input),
            _ => Vec::new(),
        };
        let disagreement = target.other_reading().and_then(|other| {
            let tables = [target, other].map(|one| (one.table, one.reading));
            target.grammar.disagreement_between(tables, input)
        });
        let components = components::of(target, input);
        Report { input, choice, accepted_by, components, tree: None, no_tree: None, disagreement, violations }
    }

    /// The components, each followed by its parts.
    fn listed(&self) -> Vec<Component> {
        self.components.as_ref().map(components::listed).unwrap_or_default()
    }
}
