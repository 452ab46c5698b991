//! `urigram parse`: one input, its components and its tree, or why it is rejected.

mod choice;
mod citation;
mod text;
mod tree;

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use urigram::accepting;
use urigram_page::parse::Report;

use crate::exit::{Failure, Outcome};
use crate::options::{Globals, Selector};
use crate::{input, output, rule_ref};

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

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let input = input::read(&arguments.input, arguments.escaped)?;
    let choices = choice::choices(globals, arguments.select.0, &input)?;
    let accepted_by = match &globals.rule {
        None => accepting(&input, globals.reading()),
        Some(_) => {
            let all = Globals { grammars: Vec::new(), rule: globals.rule.clone(), ..*globals };
            let accept =
                rule_ref::rules(&all)?.into_iter().filter(|target| target.table.accepts(&input));
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
            output::json_line(out, &report.json(!arguments.no_tree, arguments.strict))?;
            continue;
        }
        if index > 0 {
            writeln!(out)?;
        }
        text::write(out, &report, arguments)?;
    }
    Ok(outcome)
}
