//! `urigram blame`: a string, or a rule, through every revision.

mod rule;
mod string;

use std::ffi::OsString;
use std::io::Write;

use clap::Args;

use crate::exit::{Failure, Outcome};
use crate::input;
use crate::options::Globals;

/// Find the revisions that made a string legal or illegal, or changed a rule
///
/// The editor's working history of the documents that became RFC 1808, RFC 2396 and RFC 3986 is
/// four lines of revisions, 1994 to 2005. For a string, this shows since which revision it is
/// accepted and until which, with the rules because of which the verdict changed: their definitions
/// before and after, and the editor's message. For a rule (--rule), it shows each change, the exact
/// relation of the language before to the language after, and shortest strings that were new or
/// gone. RULE may be a concept: a thing that several documents define under names of their own.
#[derive(Debug, Args)]
#[command(arg_required_else_help = true)]
pub(crate) struct Arguments {
    /// A string; `-` reads standard input to its end, without its last line end
    #[arg(value_name = "STRING")]
    input: Option<OsString>,

    /// Read \n, \r, \t, \\, \xHH and \u{H…} in the string as escapes
    #[arg(short, long)]
    escaped: bool,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    match (&arguments.input, &globals.rule) {
        (Some(argument), None) => {
            let input = input::read(argument, arguments.escaped)?;
            string::run(globals, &input, out)
        }
        (None, Some(_)) if arguments.escaped => {
            Err(Failure::Usage("--escaped needs a string".to_owned()))
        }
        (None, Some(rule)) => rule::run(globals, rule, out),
        _ => Err(Failure::Usage("give a string, or --rule and a rule".to_owned())),
    }
}
