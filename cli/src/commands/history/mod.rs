//! `urigram history`: a rule, or a string, through all documents.

mod grid;
mod rule;
mod string;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use urigram::history::{Acceptance, HistoryError, RuleHistory, StringHistory};
use urigram::{Grammar, Reading};
use urigram_answers::escape::unescaped;
use urigram_answers::json::RuleHistoryJson;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::{bulk, input, output, per_line, rule_ref};

/// Follow a component or a rule, or a string, through all documents in order of date
///
/// For a component (`authority`), or any document's rule for it (`net_loc`), this shows its name,
/// section and ABNF in each document, and the characters that can occur in it. The language of each
/// document is compared with the previous one exactly, and shortest strings show what is new and
/// what is gone. For a string, it shows when the string was legal, how each accepting document
/// splits it, and why each other one rejects it. With --grammar, only these documents are shown.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// A component or a rule; with --lines, files
    #[arg(value_name = "COMPONENT|RULE|FILE")]
    operands: Vec<OsString>,

    /// A string instead; `-` reads standard input to its end, without its last line end
    #[arg(long, value_name = "STRING", conflicts_with = "operands")]
    input: Option<OsString>,

    /// Read a string from each line of the files instead, `-` and none are standard input, and
    /// write a line for each: its periods, or in JSON an object
    #[arg(long, conflicts_with = "input")]
    lines: bool,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the strings as escapes
    #[arg(short, long)]
    escaped: bool,

    #[command(flatten)]
    records: bulk::Options,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let grammars = rule_ref::grammars(globals, None)?;
    if arguments.lines {
        if globals.rule.is_some() {
            return Err(Failure::Usage("either a rule or strings".to_owned()));
        }
        if !(globals.grammars.is_empty() || globals.json()) {
            return Err(Failure::Usage(
                "--lines writes the periods of all documents: --grammar needs --format json"
                    .to_owned(),
            ));
        }
        return lines(globals, arguments, &grammars);
    }
    arguments.records.refuse("--lines")?;
    if arguments.escaped && arguments.input.is_none() {
        return Err(Failure::Usage("--escaped needs --input or --lines".to_owned()));
    }
    let names = arguments.operands.iter().map(|name| name.to_string_lossy());
    let mut names = names.chain(globals.rule.as_deref().map(Cow::Borrowed));
    let name = names.next();
    if names.next().is_some() {
        return Err(Failure::Usage("history follows one component or rule".to_owned()));
    }
    match (&arguments.input, name.as_deref()) {
        (Some(_), Some(_)) => Err(Failure::Usage("either a rule or a string".to_owned())),
        (None, None) => Err(Failure::Usage(
            "name a component or a rule, or give a string with --input".to_owned(),
        )),
        (Some(argument), None) => {
            let input = input::read(argument, arguments.escaped)?;
            // Periods are those of all documents, and of those that are named.
            let all: Vec<_> = Grammar::ALL.iter().chain(&grammars).copied().collect();
            let history = StringHistory::among(&input, globals.reading(), &all);
            if globals.json() {
                output::json_line(out, &string::json(&input, &history, &grammars))?;
            } else {
                string::text(out, &input, &history, &grammars)?;
            }
            Ok(Outcome::Done)
        }
        (None, Some(name)) => {
            let history = RuleHistory::among(name, globals.reading(), &grammars).map_err(
                |error| match error {
                    HistoryError::Unknown(_) if is_string(name) => Failure::Usage(format!(
                        "history follows a rule, and {name:?} is none; for a string: \
                         urigram history --input STRING"
                    )),
                    HistoryError::Unknown(error) => Failure::unknown(name, error),
                    error => Failure::Limit(error.to_string()),
                },
            )?;
            if history.entries.is_empty() {
                return Err(Failure::Usage(format!("none of these documents knows {name:?}")));
            }
            if globals.json() {
                output::json_line(out, &RuleHistoryJson::new(&history))?;
            } else {
                rule::text(out, &history)?;
            }
            Ok(Outcome::Done)
        }
    }
}

/// Returns true if a name is an identifier of some document, and not the beginning of a rule's.
fn is_string(name: &str) -> bool {
    let is_named = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    !is_named && !urigram::accepting(name.as_bytes(), Reading::Corrected).is_empty()
}

/// Follows each line.
fn lines(
    globals: &Globals,
    arguments: &Arguments,
    grammars: &[Grammar],
) -> Result<Outcome, Failure> {
    let reader = bulk::Reader::new(&arguments.records, &arguments.operands, 1, false)?;
    let periods = string::Periods::default();
    per_line::run::<1>(globals, &reader, |place, [line], answers| {
        let read = if arguments.escaped { unescaped(line).ok() } else { None };
        let input = read.as_deref().unwrap_or(line);
        if globals.json() {
            // JSON has the causes, too.
            let history = StringHistory::of(input, globals.reading());
            answers.json(place, &string::json(input, &history, grammars));
        } else {
            periods.line(&mut answers.text, input, Acceptance::of(input, globals.reading()));
        }
        Outcome::Done
    })
}
