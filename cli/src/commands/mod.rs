//! One file for each subcommand.

pub(crate) mod agree;
pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod equivalent;
pub(crate) mod extract;
pub(crate) mod grammars;
pub(crate) mod history;
pub(crate) mod migrate;
pub(crate) mod normalize;
pub(crate) mod parse;
pub(crate) mod peg;
pub(crate) mod prove;
mod prove_files;
pub(crate) mod resolve;
pub(crate) mod sample;

use std::io::Write;

use crate::args::{Cli, Command};
use crate::exit::{Failure, Outcome};

/// Runs the subcommand.
pub(crate) fn run(cli: &Cli, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let globals = &cli.globals;
    match &cli.command {
        Command::Grammars(arguments) => grammars::run(globals, arguments, out),
        Command::Parse(arguments) => parse::run(globals, arguments, out),
        Command::Check(arguments) => check::run(globals, arguments, out),
        Command::Compare(arguments) => compare::run(globals, arguments, out),
        Command::Agree(arguments) => agree::run(globals, arguments, out),
        Command::Peg(arguments) => peg::run(globals, arguments, out),
        Command::Prove(arguments) => prove::run(globals, arguments, out),
        Command::Sample(arguments) => sample::run(globals, arguments, out),
        Command::Resolve(arguments) => resolve::run(globals, arguments, out),
        Command::Normalize(arguments) => normalize::run(globals, arguments, out),
        Command::Equivalent(arguments) => equivalent::run(globals, arguments, out),
        Command::Extract(arguments) => extract::run(globals, arguments, out),
        Command::History(arguments) => history::run(globals, arguments, out),
        Command::Migrate(arguments) => migrate::run(globals, arguments, out),
        Command::Serve(arguments) => crate::serve::run(globals, arguments, out),
    }
}
