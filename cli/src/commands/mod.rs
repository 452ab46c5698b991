//! The subcommands, one file or folder each.

mod abnf;
mod agree;
mod blame;
mod certify;
mod check;
mod compare;
mod completions;
mod equivalent;
mod extract;
mod generate;
mod grammars;
mod history;
mod man;
mod migrate;
mod normalize;
mod page;
mod parse;
mod peg;
mod prove;
mod resolve;
mod sample;
mod serve;
mod split;
mod surt;

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
    Split(split::Arguments),
    Compare(compare::Arguments),
    Agree(agree::Arguments),
    Peg(peg::Arguments),
    Abnf(abnf::Arguments),
    Prove(prove::Arguments),
    Certify(certify::Arguments),
    Generate(generate::Arguments),
    Sample(sample::Arguments),
    Resolve(resolve::Arguments),
    Normalize(normalize::Arguments),
    Equivalent(equivalent::Arguments),
    Surt(surt::Arguments),
    Extract(extract::Arguments),
    History(history::Arguments),
    Blame(blame::Arguments),
    Migrate(migrate::Arguments),
    Serve(serve::Arguments),
    Page(page::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// Runs a subcommand. `line` describes the command line, of which some subcommands write.
pub(crate) fn run(
    command: &Command,
    globals: &Globals,
    line: clap::Command,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    if let Command::Parse(arguments) = command {
        // No table follows a nested rule, so its grammar is not loaded.
        if let Some(outcome) = parse::nested::run(globals, arguments, out)? {
            return Ok(outcome);
        }
    }
    let globals = &globals.loaded(matches!(command, Command::Prove(_)))?;
    match command {
        Command::Grammars(arguments) => grammars::run(globals, arguments, out),
        Command::Parse(arguments) => parse::run(globals, arguments, out),
        Command::Check(arguments) => check::run(globals, arguments, out),
        Command::Split(arguments) => split::run(globals, arguments),
        Command::Compare(arguments) => compare::run(globals, arguments, out),
        Command::Agree(arguments) => agree::run(globals, arguments, out),
        Command::Peg(arguments) => peg::run(globals, arguments, out),
        Command::Abnf(arguments) => abnf::run(globals, arguments, out),
        Command::Prove(arguments) => prove::run(globals, arguments, out),
        Command::Certify(arguments) => certify::run(globals, arguments, out),
        Command::Generate(arguments) => generate::run(arguments, out),
        Command::Sample(arguments) => sample::run(globals, arguments, out),
        Command::Resolve(arguments) => resolve::run(globals, arguments, out),
        Command::Normalize(arguments) => normalize::run(globals, arguments, out),
        Command::Equivalent(arguments) => equivalent::run(globals, arguments, out),
        Command::Surt(arguments) => surt::run(globals, arguments, out),
        Command::Extract(arguments) => extract::run(globals, arguments, out),
        Command::History(arguments) => history::run(globals, arguments, out),
        Command::Blame(arguments) => blame::run(globals, arguments, out),
        Command::Migrate(arguments) => migrate::run(globals, arguments, out),
        Command::Serve(arguments) => serve::run(globals, arguments, out),
        Command::Page(arguments) => page::run(arguments, out),
        Command::Completions(arguments) => completions::run(arguments, line, out),
        Command::Man(arguments) => man::run(arguments, line, out),
    }
}
