//! `urigram history`: a rule, or a string, through all documents.

mod grid;
mod rule;
mod string;

use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use urigram::history::{HistoryError, RuleHistory, StringHistory};
use urigram_page::json::RuleHistoryJson;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::{input, output, rule_ref};

/// Follow a component or a rule, or a string, through all documents in order of date
///
/// A component (`authority`) or any document's rule for it (`net_loc`): its name, section and ABNF in each document, the
/// characters that can occur in it, and how each document's language relates to the one before, decided exactly, with
/// shortest strings that are new or gone. A string: when it was legal, how each accepting document splits it, why each
/// other one rejects it. With --grammar, only these documents.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// A component or a rule
    #[arg(value_name = "COMPONENT|RULE")]
    name: Option<String>,

    /// A string instead; `-` reads standard input to its end, without its last line end
    #[arg(long, value_name = "STRING", conflicts_with = "name")]
    input: Option<OsString>,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the string as escapes
    #[arg(short, long, requires = "input")]
    escaped: bool,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let grammars = rule_ref::grammars(globals, None)?;
    match (&arguments.input, arguments.name.as_ref().or(globals.rule.as_ref())) {
        (Some(_), Some(_)) => Err(Failure::Usage("either a rule or a string".to_owned())),
        (None, None) => {
            Err(Failure::Usage("a component, a rule, or --input and a string".to_owned()))
        }
        (Some(argument), None) => {
            let input = input::read(argument, arguments.escaped)?;
            let history = StringHistory::of(&input, globals.reading());
            if globals.json() {
                string::json(out, &input, &history, &grammars)?;
            } else {
                string::text(out, &input, &history, &grammars)?;
            }
            Ok(Outcome::Done)
        }
        (None, Some(name)) => {
            let history = RuleHistory::among(name, globals.reading(), &grammars).map_err(
                |error| match error {
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
