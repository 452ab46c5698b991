//! The subcommands, one file or folder each.

mod abnf;
mod check;
mod compare;
mod completions;
mod diff;
mod equivalent;
mod extract;
mod generate;
mod grammars;
mod history;
mod man;
mod normalize;
mod parse;
mod prove;
mod resolve;
mod sample;
#[cfg(test)]
mod schemas;
mod serve;
mod split;
mod surt;

use clap::Subcommand;

use crate::exit::{Failure, Outcome};
use crate::options::{Globals, Loading};
use crate::output::Out;

/// A subcommand with its arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Parse(parse::Arguments),
    Normalize(normalize::Arguments),
    Resolve(resolve::Arguments),
    Equivalent(equivalent::Arguments),
    History(history::Arguments),
    Check(check::Arguments),
    Split(split::Arguments),
    Extract(extract::Arguments),
    Surt(surt::Arguments),
    Diff(diff::Arguments),
    Grammars(grammars::Arguments),
    Compare(compare::Arguments),
    Prove(prove::Arguments),
    Sample(sample::Arguments),
    Generate(generate::Arguments),
    Abnf(abnf::Arguments),
    Serve(serve::Arguments),
    Completions(completions::Arguments),
    Man(man::Arguments),
}

/// The groups where `help` lists the subcommands: a title, and the first subcommand of each.
pub(crate) const GROUPS: [(&str, &str); 4] = [
    ("One string", "parse"),
    ("Files of strings", "check"),
    ("Grammars", "grammars"),
    ("More", "serve"),
];

impl Command {
    /// Returns true if a subcommand reads rules of one's own, or if its operands name some.
    pub(crate) fn reads_rules(&self) -> bool {
        match self {
            Command::Generate(_) | Command::Abnf(_) => true,
            Command::Grammars(arguments) => arguments.names_path(),
            Command::Prove(arguments) => arguments.names_path(),
            Command::Compare(arguments) => arguments.names_path(),
            Command::Diff(arguments) => arguments.names_path(),
            _ => false,
        }
    }

    /// Returns the values of the common options.
    pub(crate) fn globals(&self) -> Globals {
        match self {
            Command::Parse(arguments) => (&arguments.common).into(),
            Command::Normalize(arguments) => (&arguments.common).into(),
            Command::Resolve(arguments) => (&arguments.common).into(),
            Command::Equivalent(arguments) => (&arguments.common).into(),
            Command::History(arguments) => (&arguments.common).into(),
            Command::Check(arguments) => (&arguments.common).into(),
            Command::Split(arguments) => (&arguments.common).into(),
            Command::Extract(arguments) => (&arguments.common).into(),
            Command::Grammars(arguments) => (&arguments.common).into(),
            Command::Compare(arguments) => (&arguments.common).into(),
            Command::Prove(arguments) => (&arguments.common).into(),
            Command::Sample(arguments) => arguments.globals(),
            Command::Surt(arguments) => {
                Globals { format: arguments.format.format, ..Globals::default() }
            }
            Command::Diff(arguments) => Globals {
                reading: arguments.reading.reading,
                rule: arguments.rule.rule.clone(),
                imports: arguments.imports.imports.clone(),
                budget: arguments.budget.budget,
                format: arguments.format.format,
                ..Globals::default()
            },
            Command::Generate(arguments) => Globals {
                rule: arguments.rule.rule.clone(),
                imports: arguments.imports.imports.clone(),
                budget: arguments.budget.budget,
                format: arguments.format.format,
                ..Globals::default()
            },
            Command::Abnf(arguments) => Globals {
                imports: arguments.imports.imports.clone(),
                format: arguments.format.format,
                ..Globals::default()
            },
            Command::Serve(_) | Command::Completions(_) | Command::Man(_) => Globals::default(),
        }
    }
}

/// Runs a subcommand of a command line.
pub(crate) fn run(
    command: &Command,
    line: fn() -> clap::Command,
    globals: &Globals,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let loading = match command {
        Command::Parse(_) | Command::Check(_) | Command::Split(_) | Command::Sample(_) => {
            Loading::Matchers
        }
        Command::Prove(arguments) if !arguments.is_certifying() => Loading::Unproved,
        _ => Loading::Tables,
    };
    let globals = &globals.loaded(loading)?;
    match command {
        Command::Parse(arguments) => parse::run(globals, arguments, out),
        Command::Normalize(arguments) => normalize::run(globals, arguments, out),
        Command::Resolve(arguments) => resolve::run(globals, arguments, out),
        Command::Equivalent(arguments) => equivalent::run(globals, arguments, out),
        Command::History(arguments) => history::run(globals, arguments, out),
        Command::Check(arguments) => check::run(globals, arguments, out),
        Command::Split(arguments) => split::run(globals, arguments, out),
        Command::Extract(arguments) => extract::run(globals, arguments, out),
        Command::Surt(arguments) => surt::run(arguments, out),
        Command::Diff(arguments) => diff::run(globals, arguments, out),
        Command::Grammars(arguments) => grammars::run(globals, arguments, out),
        Command::Compare(arguments) => compare::run(globals, arguments, out),
        Command::Prove(arguments) => prove::run(globals, arguments, out),
        Command::Sample(arguments) => sample::run(globals, arguments, out),
        Command::Generate(arguments) => generate::run(globals, arguments, out),
        Command::Abnf(arguments) => abnf::run(arguments, out),
        Command::Serve(arguments) => serve::run(arguments, out),
        Command::Completions(arguments) => completions::run(arguments, line(), out),
        Command::Man(arguments) => man::run(arguments, line(), out),
    }
}
