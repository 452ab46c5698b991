//! The command line.

use std::sync::LazyLock;

use clap::Parser;
use urigram::{engine_name, Grammar};

use crate::commands::Command;
use crate::options::Globals;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
