//! `urigram generate`: a package of Rust for somebody's own grammar.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use urigram_generate::Package;

use crate::exit::{Failure, Outcome};
use crate::name::known;

/// Write a package of Rust for a grammar: types, literals, tests
///
/// FOLDER holds document.toml and rules in ABNF, as a PEG, or in both; a file of rules alone is
/// taken, too. The package has a borrowed and an owned type for each `[[type]]`, with the rule's
/// components as methods, and depends on urigram-engine alone. Rules in both notations are proved
/// to be one language. Files that are up to date are not written. `--check` writes nothing; its
/// status is 1 if a file is missing, differs or is left over.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// A folder with document.toml, or a file that ends in .abnf or .pest
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The folder of the package
    #[arg(short, long = "out", value_name = "CRATE")]
    out: PathBuf,

    /// Compare with the files of the package instead of writing them
    #[arg(long)]
    check: bool,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let package = Package::of(&arguments.folder, &known())?;
    for note in &package.notes {
        crate::message::to_stderr(format_args!("note: {}: {note}", arguments.folder.display()));
    }
    let files = if arguments.check {
        package.stale(&arguments.out)
    } else {
        package.write(&arguments.out)?
    };
    for file in &files {
        writeln!(out, "{}", arguments.out.join(file).display())?;
    }
    let all = package.files.len();
    let left = package.left_over(&arguments.out);
    for file in &left {
        crate::message::to_stderr(format_args!(
            "note: {}: a generated file that the package does not have any more: remove it",
            arguments.out.join(file).display()
        ));
    }
    if !arguments.check {
        crate::message::to_stderr(format_args!("{} of {all} files written", files.len()));
        return Ok(Outcome::Done);
    }
    if files.is_empty() {
        crate::message::to_stderr(format_args!("{all} files are up to date"));
    } else {
        crate::message::to_stderr(format_args!(
            "{} of {all} files are missing or differ: run the command without --check",
            files.len()
        ));
    }
    Ok(Outcome::of(files.is_empty() && left.is_empty()))
}
