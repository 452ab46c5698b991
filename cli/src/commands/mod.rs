//! The subcommands, one file or folder each.

mod agree;
mod check;
mod compare;
mod equivalent;
mod extract;
mod grammars;
mod history;
mod migrate;
mod normalize;
mod parse;
mod peg;
mod prove;
mod prove_files;
mod resolve;
mod sample;
mod serve;

use std::io::Write;

use clap::Subcommand;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Grammars(grammars::Arguments),
    Parse(parse::Arguments),
    Check(check::Arguments),
    Compare(compare::Arguments),
    Agree(agree::Arguments),
    Peg(peg::Arguments),
    Prove(prove::Arguments),
    Sample(sample::Arguments),
    Resolve(resolve::Arguments),
    Normalize(normalize::Arguments),
    Equivalent(equivalent::Arguments),
    Extract(extract::Arguments),
    History(history::Arguments),
    Migrate(migrate::Arguments),
    Serve(serve::Arguments),
}

/// Runs a subcommand.
pub(crate) fn run(
    command: &Command,
    globals: &Globals,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    match command {
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
        Command::Serve(arguments) => serve::run(globals, arguments, out),
    }
}
