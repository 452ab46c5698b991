//! `urigram parse`: one input, its components and its tree, or why it is rejected.

mod citation;
mod directive;
pub(super) mod recursive;
mod text;
mod tree;

use std::ffi::OsString;

use clap::Args;
use urigram::selection::accepting;
use urigram::Select;
use urigram_answers::escape::unescaped;
use urigram_answers::parse::Report;

use crate::exit::{Failure, Outcome};
use crate::options::{AnyRule, Globals, ABOUT_TEXT};
use crate::output::Out;
use crate::{bulk, grammar, input, per_line, strict};

/// Show an input's components and tree by a start rule, or --rule, or why it is rejected
///
/// Without --grammar, the grammar is selected by the input: its form first (`<…>` is a URC, `urn:`
/// a URN), then the newest grammar that accepts it. Several grammars can be named; the status is 1
/// if any of them rejects the input.
///
/// Below the components, a line that begins with `but` names a requirement of the document's prose
/// that the input violates; --strict rejects such inputs. A line that begins with `warning` is
/// advice about something that the document allows, such as a password or a rare form of an
/// address; it never rejects. In JSON these are `violations` and `warnings`.
///
/// In JSON, a text that is not UTF-8 contains replacement characters, and a key with _hex appended
/// has its bytes. The document's own parts inside a component are its `parts`, in order; `defaults`
/// are absent parts that the document gives a value.
///
/// A practice may remove characters before parsing. `removed` lists their positions; `start` and
/// `end` refer to the input as given, and each text omits the removed characters.
#[derive(Debug, Args)]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// The input, any bytes; `-` reads all of standard input, except its final line end. With
    /// --lines, files
    #[arg(value_name = "INPUT|FILE", required_unless_present = "lines")]
    operands: Vec<OsString>,

    /// Read an input from each line of the files (`-`, or no file, is standard input), and write an
    /// object for each
    #[arg(long)]
    lines: bool,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the input as escapes (for NUL and other bytes)
    #[arg(short, long)]
    escaped: bool,

    /// The way to select a grammar if none is named: auto, newest, oldest, by-scheme (the document
    /// of the scheme, such as geo or file), or the newest as of a date (1997-05-02)
    #[arg(long, value_name = "HOW", default_value = "auto", conflicts_with = "grammars")]
    select: Select,

    /// Show the whole tree, including rules for single characters and every repeated sibling
    #[arg(long, group = ABOUT_TEXT)]
    full: bool,

    /// Also reject inputs that violate the document's prose, although its rules accept them
    #[arg(long)]
    strict: bool,

    /// Omit the tree
    #[arg(long, conflicts_with = "full")]
    no_tree: bool,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    if arguments.strict {
        globals.grammars.iter().for_each(|&grammar| strict::note_unchecked(grammar));
    }
    if arguments.lines {
        return lines(globals, arguments, out);
    }
    let [input] = input::exactly(&arguments.operands, "one input")?;
    input::note_file(input, "urigram parse --lines");
    let input = input::read(input, arguments.escaped)?;
    if let Some(rule) = globals.nested {
        return recursive::parse(rule, &input, !arguments.no_tree, out);
    }
    let mut outcome = Outcome::Done;
    for (index, report) in reports(globals, arguments, &input)?.iter().enumerate() {
        outcome = outcome.and(outcome_of(arguments, report));
        let json = || report.json(!arguments.no_tree, arguments.strict);
        out.answer(json, |out| {
            if index > 0 {
                writeln!(out)?;
            }
            text::write(out, report, arguments)
        })?;
    }
    Ok(outcome)
}

/// Parses each line.
fn lines(globals: &Globals, arguments: &Arguments, out: &Out<'_>) -> Result<Outcome, Failure> {
    if let Some(rule) = globals.nested {
        return Err(Failure::Usage(format!(
            "`{}` has no components: `check` and `split` read lines",
            rule.name()
        )));
    }
    if !out.is_json() {
        return Err("parse --lines writes JSON: add --format json; split writes columns".into());
    }
    // What is wrong with the options is said once, and not for each line.
    reports(globals, arguments, b"")?;
    let reader = bulk::Reader::new(&arguments.records, &arguments.operands, 1, false)?;
    per_line::run::<1>(out.format(), &reader, |place, [line], answers| {
        let read = if arguments.escaped { unescaped(line).ok() } else { None };
        let input = read.as_deref().unwrap_or(line);
        let mut outcome = Outcome::Done;
        for report in reports(globals, arguments, input).unwrap_or_default() {
            outcome = outcome.and(outcome_of(arguments, &report));
            answers.json(place, &report.json(!arguments.no_tree, arguments.strict));
        }
        outcome
    })
}

/// Returns a report for each grammar that is chosen.
fn reports<'a>(
    globals: &Globals,
    arguments: &Arguments,
    input: &'a [u8],
) -> Result<Vec<Report<'a>>, Failure> {
    let choices = grammar::choice::choices(globals, arguments.select, input)?;
    let accepted_by = match &globals.rule {
        None => accepting(input, globals.reading()),
        Some(_) => {
            let all = globals.without_grammars();
            let rules = match grammar::rules(&all) {
                // A rule of a user's grammar need not be one of a published document.
                Err(_) if globals.names_any() => Vec::new(),
                rules => rules?,
            };
            let accept = rules.into_iter().filter(|target| target.verdict(input).is_accepted());
            accept.map(|target| target.grammar).collect()
        }
    };
    let report = |choice| {
        if arguments.no_tree {
            Report::without_tree(input, choice, accepted_by)
        } else {
            Report::new(input, choice, accepted_by)
        }
    };
    Ok(choices.into_iter().map(report).collect())
}

fn outcome_of(arguments: &Arguments, report: &Report<'_>) -> Outcome {
    match &report.choice.error {
        _ if report.is_accepted(arguments.strict) => Outcome::Done,
        Some(error) if error.is_limit() => Outcome::Undecided,
        _ => Outcome::Rejected,
    }
}
