//! `urigram man`: manual pages.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use clap::{Args, Command};

use crate::exit::{Failure, Outcome};

/// Write a manual page for the command and each subcommand into a folder
///
/// The folder is created if it does not exist. `man -l FOLDER/urigram-check.1` shows a page.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The folder
    folder: PathBuf,
}

/// Writes the pages of a command line.
pub(crate) fn run(
    arguments: &Arguments,
    line: Command,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let folder = &arguments.folder;
    let write = || {
        fs::create_dir_all(folder)?;
        clap_mangen::generate_to(line, folder)
    };
    write().map_err(|error| Failure::of_file(folder, error))?;
    writeln!(out, "{}", folder.display())?;
    Ok(Outcome::Done)
}
