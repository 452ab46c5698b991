//! `urigram completions`: what a shell wants to complete the command.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;

use crate::exit::{Failure, Outcome};

/// Write the completions for a shell
///
/// bash: `urigram completions bash > ~/.local/share/bash-completion/completions/urigram`; zsh: a
/// file `_urigram` in a folder of `fpath`; fish: `~/.config/fish/completions/urigram.fish`;
/// PowerShell: a file that the profile runs.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Writes the completions of a command line.
pub(crate) fn run(
    arguments: &Arguments,
    mut line: Command,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    // Writing to memory cannot fail: the generator panics where writing does.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut line, "urigram", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Done)
}
