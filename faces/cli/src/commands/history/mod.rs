//! `urigram history`: a string, or a rule, through all documents or their drafts.

mod drafts;
mod grid;
mod rule;
mod string;

use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::{self, IsTerminal, Write};

use clap::Args;
use urigram::{Grammar, Reading};
use urigram_answers::escape::unescaped;
use urigram_answers::json::RuleHistoryJson;
use urigram_answers::parse::StringHistoryJson;
use urigram_study::history::Concept;
use urigram_study::history::{Acceptance, HistoryError, RuleHistory, StringHistory};

use crate::exit::{Failure, Outcome};
use crate::options::{AnyRule, Format, Globals};
use crate::output::Out;
use crate::per_line::{self, Answers};
use crate::{bulk, grammar, input};

/// Follow a string, or with --rule a rule, through all documents in order of date
///
/// For a string, this shows when it was legal, how each accepting document splits it, and why each
/// other one rejects it. With a string and --rule, the string is read by that rule of each document
/// that has one. For a component (`--rule authority`), or any document's rule for it
/// (`--rule net_loc`), it shows its name, section and ABNF in each document, and the characters
/// that can occur in it; the language of each document is compared with the previous one exactly,
/// and shortest strings show what is new and what is gone. With --grammar, only these documents are
/// shown.
///
/// With --drafts, every revision of the rules between the documents is used instead: six series of
/// revisions, 1994 to 2026, which led to RFC 1808, RFC 2396, RFC 3986 and the URL Standard. For a
/// string, this shows the revisions between which it is accepted, with the rules that changed the
/// verdict, and the editor's message. For a rule, it shows each change, with the exact relation of
/// the language before to the language after.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
#[command(mut_group("Options", |records| records.requires("lines")))]
pub(crate) struct Arguments {
    /// A string; `-` reads all of standard input, except its final line end. The name of a rule
    /// means the rule, as with --rule. With --lines, files
    #[arg(value_name = "STRING|FILE")]
    operands: Vec<OsString>,

    /// A string, even one that is the name of a rule
    #[arg(short = 's', long = "string", value_name = "STRING")]
    #[arg(conflicts_with = "operands")]
    input: Option<OsString>,

    /// Show every revision of the drafts, and the rules that changed a verdict
    #[arg(long, conflicts_with_all = ["lines", "grammars", "reading", "imports"])]
    drafts: bool,

    /// Read a string from each line of the files instead, `-`, or no file, is standard input, and
    /// write a line for each: its periods, or in JSON an object
    // `run` refuses what conflicts: clap would then not ask for `lines` where `records` are given.
    #[arg(long)]
    lines: bool,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the strings as escapes
    #[arg(short, long)]
    escaped: bool,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: AnyRule,
}

impl Arguments {
    /// Returns the string that is followed, or none for a rule.
    ///
    /// # Errors
    /// [`Failure::Usage`] for several, and for none.
    fn subject<'a>(&'a self, globals: &'a Globals) -> Result<Subject<'a>, Failure> {
        let usage = |message: &str| Err(Failure::Usage(message.to_owned()));
        match (&self.input, &self.operands[..], globals.rule.as_deref()) {
            (Some(input), _, _) => Ok(Subject::String(input)),
            (None, [], Some(rule)) => Ok(Subject::Rule(Cow::Borrowed(rule))),
            (None, [], None) => usage("give a string, or name a rule with --rule"),
            (None, [one], Some(_)) => Ok(Subject::String(one)),
            (None, [one], None) => {
                let name = one.to_string_lossy();
                let is_rule = !self.drafts && !self.escaped && names_a_rule(&name, globals);
                Ok(if is_rule { Subject::Rule(name) } else { Subject::String(one) })
            }
            (None, _, _) => usage("history takes one string or one rule; --lines reads files"),
        }
    }
}

/// The subject of a history.
enum Subject<'a> {
    String(&'a OsStr),
    Rule(Cow<'a, str>),
}

/// Returns true if a concept, or a rule of a document that is asked, has this name.
fn names_a_rule(name: &str, globals: &Globals) -> bool {
    let asked = Grammar::ALL.iter().chain(&globals.grammars);
    Concept::named(name).is_ok() || asked.into_iter().any(|one| one.document().rule(name).is_ok())
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let grammars = grammar::grammars(globals, None)?;
    if arguments.lines {
        if arguments.input.is_some() || globals.rule.is_some() {
            return Err("--lines takes neither --string nor --rule".into());
        }
        if !(globals.grammars.is_empty() || out.is_json()) {
            return Err(
                "--lines writes the periods of all documents: --grammar needs --format json".into(),
            );
        }
        return lines(globals, arguments, &grammars, out.format());
    }
    let subject = arguments.subject(globals)?;
    if arguments.escaped && matches!(subject, Subject::Rule(_)) {
        return Err("--escaped needs a string".into());
    }
    match subject {
        Subject::Rule(rule) if arguments.drafts => drafts::of_rule(&rule, out),
        Subject::String(argument) => {
            let input = input::read(argument, arguments.escaped)?;
            let rule = globals.rule.as_deref();
            if arguments.drafts {
                if rule.is_some() {
                    return Err("--drafts takes a string or a rule, not both".into());
                }
                return drafts::of_string(&input, out);
            }
            // Periods are those of all documents, and of those that are named.
            let all: Vec<_> = Grammar::ALL.iter().chain(&grammars).copied().collect();
            let history = match rule {
                None => StringHistory::among(&input, globals.reading(), &all),
                Some(rule) => StringHistory::by_rule(&input, rule, globals.reading(), &all)
                    .map_err(|error| failure(rule, error))?,
            };
            if history.verdicts.iter().all(|one| !grammars.contains(&one.grammar)) {
                return Err(unknown_to_all(rule.unwrap_or_default()));
            }
            let json = || StringHistoryJson::new(&input, &history, &grammars);
            let text = |out: &mut dyn Write| string::text(out, &input, &history, &grammars);
            out.answer(json, text)?;
            Ok(Outcome::Done)
        }
        Subject::Rule(name) => {
            let name = &*name;
            // A script needs no note.
            if globals.rule.is_none() && io::stderr().is_terminal() {
                crate::message::to_stderr(format_args!(
                    "note: `{name}` is the name of a rule: history --rule {name}; as a string: \
                     history -s {name}"
                ));
            }
            let history = RuleHistory::among(name, globals.reading(), &grammars)
                .map_err(|error| failure(name, error))?;
            if history.entries.is_empty() {
                return Err(unknown_to_all(name));
            }
            let json = || RuleHistoryJson::new(&history);
            out.answer(json, |out| rule::text(out, &history))?;
            Ok(Outcome::Done)
        }
    }
}

/// Returns the failure for a name without a history.
fn failure(name: &str, error: HistoryError) -> Failure {
    match error {
        HistoryError::Unknown(_) if is_string(name) => Failure::Usage(format!(
            "--rule takes the name of a rule, and {name:?} is not one; for a string: urigram history STRING"
        )),
        HistoryError::Unknown(error) => Failure::unknown(name, error),
        error => Failure::Limit(error.to_string()),
    }
}

fn unknown_to_all(name: &str) -> Failure {
    Failure::Usage(format!("none of these documents has a rule {name:?}"))
}

/// Returns true if a name is an identifier of some document, and not the beginning of a rule's.
fn is_string(name: &str) -> bool {
    let is_named = name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    !is_named && !urigram::selection::accepting(name.as_bytes(), Reading::Corrected).is_empty()
}

/// Follows each line.
fn lines(
    globals: &Globals,
    arguments: &Arguments,
    grammars: &[Grammar],
    format: Format,
) -> Result<Outcome, Failure> {
    let reader = bulk::Reader::new(&arguments.records, &arguments.operands, 1, false)?;
    let periods = string::Periods::default();
    per_line::run::<1>(format, &reader, |place, [line], answers| {
        let read = if arguments.escaped { unescaped(line).ok() } else { None };
        let input = read.as_deref().unwrap_or(line);
        let text = |answers: &mut Answers| {
            periods.line(&mut answers.text, input, Acceptance::of(input, globals.reading()));
            Outcome::Done
        };
        let mut history = None;
        let known = &mut history;
        answers.answer(
            place,
            Outcome::Done,
            move || {
                // JSON also has the causes.
                let history = known.insert(StringHistory::of(input, globals.reading()));
                StringHistoryJson::new(input, history, grammars)
            },
            text,
        )
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use clap::CommandFactory;
    use urigram_revisions::Frame;

    /// The help counts the series of revisions and says their years.
    #[test]
    fn help_counts_the_series() {
        let lines: BTreeSet<&str> = Frame::all().map(|frame| frame.line().id).collect();
        let years = || Frame::all().map(|frame| &frame.date()[..4]);
        let command = crate::args::Cli::command();
        let history = command.find_subcommand("history").unwrap();
        let help = history.get_long_about().unwrap().to_string().replace('\n', " ");
        let number = ["no", "one", "two", "three", "four", "five", "six", "seven"][lines.len()];
        let (first, last) = (years().min().unwrap(), years().max().unwrap());
        let words = format!("{number} series of revisions, {first} to {last}");
        assert!(help.contains(&words), "{words}: {help}");
    }
}
