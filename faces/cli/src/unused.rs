//! Common options that a subcommand does not use: they are refused, and its help, its manual page
//! and its completions leave them out.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};

use crate::exit::Failure;
use crate::options::Globals;

/// A common option that not every subcommand uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Common {
    Grammar,
    Reading,
    Rule,
    Import,
    Json,
}

use Common::{Grammar, Import, Json, Reading, Rule};

/// The subcommands that do not use every common option, some of them with an option that makes
/// another question of them: the common options that they use, and the reason why they use no
/// others.
const ROWS: [(&str, Option<&str>, &[Common], &str); 18] = [
    ("normalize", None, &[Grammar, Reading, Import, Json], "it reads whole identifiers"),
    ("resolve", None, &[Grammar, Reading, Import, Json], "it reads whole identifiers"),
    ("equivalent", None, &[Grammar, Reading, Import, Json], "it reads whole identifiers"),
    ("history", None, &Common::ALL, "it takes strings and rules"),
    ("history", Some("--drafts"), &[Rule, Json], "it reads every revision as printed"),
    ("extract", None, &[Grammar, Reading, Import, Json], "it finds whole identifiers"),
    ("surt", None, &[Json], "its rules are those of web archives"),
    ("diff", None, &[Reading, Import, Json], "it reads whole identifiers by A and B"),
    ("diff", Some("--component"), &[Reading, Rule, Import, Json], "it reads by A and B"),
    ("prove", None, &Common::ALL, "it proves rules"),
    (
        "prove",
        Some("--certify"),
        &[Grammar, Reading, Rule, Import],
        "certificates have their own format",
    ),
    ("generate", None, &[Rule, Import], "it makes a package of everything in FOLDER"),
    ("generate", Some("--peg"), &[Rule, Import, Json], "it reads a file of ABNF as it is"),
    ("abnf", None, &[Json], "it reads documents as they are"),
    ("abnf", Some("--check"), &[Import, Json], "it reads documents as they are"),
    ("serve", None, &[], "it starts a page, where visitors choose"),
    ("completions", None, &[], "they are for the whole command"),
    ("man", None, &[], "the pages are about the whole command"),
];

impl Common {
    const ALL: [Common; 5] = [Grammar, Reading, Rule, Import, Json];

    /// Returns the name by which clap knows the option.
    fn id(self) -> &'static str {
        match self {
            Grammar => "grammars",
            Reading => "reading",
            Rule => "rule",
            Import => "imports",
            Json => "format",
        }
    }

    /// Returns the option as a user gives it.
    fn shown(self) -> &'static str {
        match self {
            Grammar => "--grammar",
            Reading => "--reading",
            Rule => "--rule",
            Import => "--import",
            Json => "--format json",
        }
    }

    fn is_given(self, globals: &Globals) -> bool {
        match self {
            Grammar => globals.names_any(),
            Reading => globals.reading.is_some(),
            Rule => globals.rule.is_some(),
            Import => !globals.imports.is_empty(),
            Json => globals.json(),
        }
    }
}

/// Refuses the options that a subcommand does not use, or that it does not use with the option of
/// its [`Command::mode`](crate::commands::Command::mode).
///
/// # Errors
/// [`Failure::Usage`] with the option and the reason.
pub(crate) fn refuse(command: &str, mode: Option<&str>, globals: &Globals) -> Result<(), Failure> {
    let row = ROWS.iter().find(|(name, with, ..)| *name == command && *with == mode);
    let Some((.., used, why)) = row else { return Ok(()) };
    let is_refused = |option: &Common| !used.contains(option) && option.is_given(globals);
    match Common::ALL.into_iter().find(is_refused) {
        Some(option) => {
            let with = mode.map(|mode| format!(" {mode}")).unwrap_or_default();
            Err(Failure::Usage(format!("{command}{with} takes no {}: {why}", option.shown())))
        }
        None => Ok(()),
    }
}

/// The operands that are taken for options: the option's name, and the right form.
const OPERANDS: [(&str, &str); 2] =
    [("from", "urigram diff A B [FILE]..."), ("to", "urigram diff A B [FILE]...")];

/// Adds to an error about an unknown option the subcommands that have it, in place of another
/// option that happens to be spelled like it.
pub(crate) fn advised(error: clap::Error, line: &Command) -> clap::Error {
    let given = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(given)) if error.kind() == ErrorKind::UnknownArgument => given,
        _ => return error,
    };
    let name = given.trim_start_matches('-').split('=').next().unwrap_or_default();
    let has = |one: &&Command| {
        one.get_arguments().any(|arg| arg.get_long() == Some(name) && !arg.is_hide_set())
    };
    let having: Vec<&str> = line.get_subcommands().filter(has).map(Command::get_name).collect();
    let operand = OPERANDS.iter().find(|(option, _)| *option == name);
    let tip = match (operand, &having[..]) {
        (Some((_, form)), _) => format!("the grammars are no options: {form}"),
        (None, []) => return error,
        (None, [one]) => format!("{one} has --{name}"),
        (None, names) => format!("{} have --{name}", names.join(", ")),
    };
    let mut advised = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(line);
    advised.insert(ContextKind::InvalidArg, ContextValue::String(given.clone()));
    advised.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    advised
}

/// Returns the common options that a subcommand uses in no mode.
fn unused(command: &str) -> impl Iterator<Item = Common> {
    let rows: Vec<_> = ROWS.iter().filter(|(name, ..)| *name == command).collect();
    let is_unused = move |option: &Common| {
        !rows.is_empty() && rows.iter().all(|(.., used, _)| !used.contains(option))
    };
    Common::ALL.into_iter().filter(is_unused)
}

/// Hides the options that a subcommand does not use from its help.
pub(crate) fn hidden(line: Command) -> Command {
    let common = common(&line);
    let names = ROWS.iter().filter(|(_, mode, ..)| mode.is_none()).map(|(name, ..)| *name);
    names.fold(line, |line, name| {
        line.mut_subcommand(name, |subcommand| {
            unused(name)
                .filter_map(|option| common.iter().find(|arg| *arg.get_id() == option.id()))
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
        let is_used = |arg: &&Arg| unused(&name).all(|option| *arg.get_id() != option.id());
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
