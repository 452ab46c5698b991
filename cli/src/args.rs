//! The command line.

use clap::Parser;

use crate::commands::Command;
use crate::options::Globals;

/// Every URI grammar since 1993, executable, proved and comparable.
#[derive(Debug, Parser)]
#[command(name = "urigram", version, propagate_version = true, after_help = STATUS)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) globals: Globals,
}

const STATUS: &str =
    "Exit status: 0 accepted, equal or done; 1 rejected or different; 2 wrong usage; \
                      3 a limit was hit and nothing is decided.";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }
}
