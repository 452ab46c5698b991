//! Common options that a subcommand does not use: they are refused, and its help, its manual page
//! and its completions leave them out.

use clap::{Arg, Command};

use crate::exit::Failure;
use crate::options::Globals;

/// A common option that not every subcommand uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Common {
    Grammar,
    Reading,
    Rule,
    Json,
}

use Common::{Grammar, Json, Reading, Rule};

/// The subcommands that do not use every common option: the options that they use, and the reason
/// why they use no others.
const ROWS: [(&str, &[Common], &str); 15] = [
    ("peg", &[Rule, Json], "it reads a file of ABNF as it is"),
    ("abnf", &[Json], "it reads documents as they are"),
    ("certify", &[Grammar, Reading, Rule], "a certificate has a format of its own"),
    ("generate", &[], "it makes a package of everything in FOLDER"),
    ("resolve", &[Grammar, Reading, Json], "it reads whole identifiers"),
    ("normalize", &[Grammar, Reading, Json], "it reads whole identifiers"),
    ("equivalent", &[Grammar, Reading, Json], "it reads whole identifiers"),
    ("surt", &[Json], "its rules are those of web archives"),
    ("extract", &[Grammar, Reading, Json], "it finds whole identifiers"),
    ("blame", &[Rule, Json], "it reads every revision as printed"),
    ("migrate", &[Reading, Json], "it reads whole identifiers by FROM and TO"),
    ("serve", &[Grammar, Rule], "it starts a page, where one chooses"),
    ("page", &[], "it writes a page, where one chooses"),
    ("completions", &[], "they are for the whole command"),
    ("man", &[], "the pages are about the whole command"),
];

impl Common {
    const ALL: [Common; 4] = [Grammar, Reading, Rule, Json];

    /// Returns the name by which clap knows the option.
    fn id(self) -> &'static str {
        match self {
            Grammar => "grammars",
            Reading => "reading",
            Rule => "rule",
            Json => "format",
        }
    }

    /// Returns the option as a user gives it.
    fn shown(self) -> &'static str {
        match self {
            Grammar => "--grammar",
            Reading => "--reading",
            Rule => "--rule",
            Json => "--format json",
        }
    }

    fn is_given(self, globals: &Globals) -> bool {
        match self {
            Grammar => globals.names_any(),
            Reading => globals.reading.is_some(),
            Rule => globals.rule.is_some(),
            Json => globals.json(),
        }
    }
}

/// Returns the common options that a subcommand does not use, and the reason.
fn unused(command: &str) -> impl Iterator<Item = (Common, &'static str)> {
    let row = ROWS.iter().find(|(name, ..)| *name == command);
    row.into_iter().flat_map(|(_, used, why)| {
        Common::ALL.into_iter().filter(|option| !used.contains(option)).map(|option| (option, *why))
    })
}

/// Refuses the options that a subcommand does not use.
///
/// # Errors
/// [`Failure::Usage`] with the option and the reason.
pub(crate) fn refuse(command: &str, globals: &Globals) -> Result<(), Failure> {
    match unused(command).find(|(option, _)| option.is_given(globals)) {
        Some((option, why)) => {
            Err(Failure::Usage(format!("{command} takes no {}: {why}", option.shown())))
        }
        None => Ok(()),
    }
}

/// Hides the options that a subcommand does not use from its help.
pub(crate) fn hidden(line: Command) -> Command {
    let common = common(&line);
    ROWS.iter().fold(line, |line, (name, ..)| {
        line.mut_subcommand(name, |subcommand| {
            unused(name)
                .filter_map(|(option, _)| common.iter().find(|arg| *arg.get_id() == option.id()))
                .fold(subcommand, |subcommand, arg| subcommand.arg(arg.clone().hide(true)))
        })
    })
}

/// Gives each subcommand the common options that it uses, and no others, for what lists hidden
/// options, too. The command line is to be described, and not to be parsed.
pub(crate) fn listed(line: Command) -> Command {
    let common = common(&line);
    line.mut_args(|arg| arg.global(false)).mut_subcommands(|subcommand| {
        let name = subcommand.get_name().to_owned();
        let is_used = |arg: &&Arg| unused(&name).all(|(option, _)| *arg.get_id() != option.id());
        let used = common.iter().filter(is_used).cloned().map(|arg| arg.global(false));
        subcommand.args(used)
    })
}

/// Returns the options of all subcommands.
fn common(line: &Command) -> Vec<Arg> {
    line.get_arguments().filter(|arg| arg.is_global_set()).cloned().collect()
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn rows_name_subcommands_and_options() {
        let line = crate::args::Cli::command();
        for (name, ..) in ROWS {
            assert!(line.find_subcommand(name).is_some(), "{name}");
        }
        let common = common(&line);
        for option in Common::ALL {
            assert!(common.iter().any(|arg| *arg.get_id() == option.id()), "{option:?}");
        }
        hidden(line.clone()).debug_assert();
        listed(line).debug_assert();
    }
}
