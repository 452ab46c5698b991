//! The command line.

use std::sync::LazyLock;

use clap::{CommandFactory, Parser};
use urigram::internal::engine_name;
use urigram::Grammar;

use crate::commands::{Command, GROUPS};
use crate::options::Globals;
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
    pub(crate) globals: Globals,
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
    let line = Cli::command();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        command().debug_assert();
    }
}
