//! The command line.

use std::sync::LazyLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgGroup, ArgMatches, CommandFactory, Id, Parser};
use urigram::internal::engine_name;
use urigram::Grammar;

use crate::commands::{Command, GROUPS};
use crate::exit::Failure;
use crate::options::{ColorOption, Format, ABOUT_TEXT};
use crate::output;
use crate::style::{HEAD as TITLE, NAME};
use crate::table::wrapped;

/// Every URI grammar since 1993, executable, proved and comparable.
#[derive(Debug, Parser)]
#[command(name = "urigram", version, long_version = VERSION.as_str(), after_help = STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) color: ColorOption,
}

/// The answer to `--version`: the version, the grammars, and the engine that this machine uses.
static VERSION: LazyLock<String> = LazyLock::new(|| {
    let all = Grammar::ALL;
    let ends = match (all.first(), all.last()) {
        (Some(first), Some(last)) => {
            let (from, to) = (first.document().date.year, last.document().date.year);
            format!(" of {from} to {to}")
        }
        _ => String::new(),
    };
    let version = env!("CARGO_PKG_VERSION");
    format!("{version}\n{} grammars{ends}, engine {}", all.len(), engine_name())
});

const STATUS: &str = "A subcommand's help lists the common options that it uses.

Exit status: 0 accepted, equal or done; 1 rejected, different or nothing found; 2 wrong usage, \
or a file that cannot be read or written; 3 a limit was hit and nothing is decided.";

/// Returns the command line. Its help lists the subcommands in groups.
pub(crate) fn command() -> clap::Command {
    let about_text = |one: clap::Command| one.group(ArgGroup::new(ABOUT_TEXT).multiple(true));
    let line = Cli::command().mut_subcommands(about_text);
    let groups = groups(&line);
    line.help_template(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{groups}{TITLE}Common options:{TITLE:#}\n\
         {{options}}{{after-help}}"
    ))
}

/// Returns the subcommands with the first sentence of each, in groups.
fn groups(line: &clap::Command) -> String {
    let mut out = String::new();
    let longest = line.get_subcommands().map(|one| one.get_name().len()).max().unwrap_or(0);
    let width = output::width();
    for one in line.get_subcommands() {
        let name = one.get_name();
        if let Some((title, _)) = GROUPS.iter().find(|(_, first)| *first == name) {
            out.push_str(&format!(
                "{}{TITLE}{title}:{TITLE:#}\n",
                if out.is_empty() { "" } else { "\n" }
            ));
        }
        let about = one.get_about().map(ToString::to_string).unwrap_or_default();
        let about = wrapped(&about, width, longest + 4);
        out.push_str(&format!("  {NAME}{name:longest$}{NAME:#}  {about}\n"));
    }
    out.push('\n');
    out
}

/// The operands that are taken for options: the option's name, and the right form.
const OPERANDS: [(&str, &str); 2] =
    [("from", "urigram diff A B [FILE]..."), ("to", "urigram diff A B [FILE]...")];

/// Adds to an error about an unknown option the subcommands that have it, in place of another
/// option that happens to be spelled like it.
pub(crate) fn advised(error: clap::Error, line: &clap::Command) -> clap::Error {
    let unknown = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(unknown)) if error.kind() == ErrorKind::UnknownArgument => {
            unknown
        }
        _ => return error,
    };
    let name = unknown.trim_start_matches('-').split('=').next().unwrap_or_default();
    let has = |one: &&clap::Command| one.get_arguments().any(|arg| arg.get_long() == Some(name));
    let having: Vec<&str> =
        line.get_subcommands().filter(has).map(clap::Command::get_name).collect();
    let operand = OPERANDS.iter().find(|(option, _)| *option == name);
    let tip = match (operand, &having[..]) {
        (Some((_, form)), _) => format!("the grammars are not options: {form}"),
        (None, []) => return error,
        (None, [one]) => format!("{one} has --{name}"),
        (None, names) => format!("{} have --{name}", names.join(", ")),
    };
    let mut advised = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(line);
    advised.insert(ContextKind::InvalidArg, ContextValue::String(unknown.clone()));
    advised.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    advised
}

/// Refuses an option about text where JSON is written: clap knows no conflict with a value.
///
/// # Errors
/// [`Failure::Usage`] with the option.
pub(crate) fn refuse_text(matches: &ArgMatches, format: Format) -> Result<(), Failure> {
    let about_text =
        matches.subcommand().and_then(|(_, all)| all.try_get_one::<Id>(ABOUT_TEXT).ok()?);
    match about_text.filter(|_| format == Format::Json) {
        Some(option) => {
            let name = option.as_str().replace('_', "-");
            Err(Failure::Usage(format!("--{name} is about text: JSON has all of it")))
        }
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
