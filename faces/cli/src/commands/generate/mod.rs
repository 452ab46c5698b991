//! `urigram generate`: a package of Rust for a user's grammar.

pub(super) mod json;
mod peg;

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use urigram_generate::Package;

use crate::exit::{Failure, Outcome};
use crate::name::known;
use crate::options::{BudgetOption, FormatOption, Globals, ImportOption, RuleOption};
use crate::output::Out;

/// Write a package of Rust for a grammar: types, literals, tests
///
/// FOLDER holds document.toml and rules in ABNF, as a PEG, or in both; a file of rules alone is
/// also accepted. The package has a borrowed and an owned type for each `[[type]]`, with the rule's
/// components as methods, and depends only on urigram-engine. Rules in both notations are proved to
/// be one language. Files that are up to date are not written. `--check` writes nothing; its status
/// is 1 if a file is missing, differs or is left over.
///
/// A start rule that is recursive, or skips white space in a PEG alone, gives a package with a type
/// for its texts, a type for each rule that leaves a node in the tree, literals where an automaton
/// with a stack reads the rule, and tests that compare it with the parser of pest. A .pest file is
/// enough; ABNF alone gets a PEG that is proved. --rule names the start rule of a file, by default
/// the first one, or of a folder whose own start rule does not run. --trees makes the same package
/// of any start rule.
///
/// With --javascript, CRATE is a module of JavaScript instead: one file without WebAssembly, which
/// runs the automata of the types, with declarations for TypeScript, a package.json, and a test
/// that reads the same vectors.
///
/// With --peg, a PEG for a file of ABNF is written, in pest's notation, with the names, comments
/// and order of the ABNF, and proved equal rule by rule. A rule whose literal copy has another
/// language, or that pest refuses, is repaired by edits that are proved to be enough; a line above
/// it names the string or the refusal that required the repair. A summary of the proofs is printed
/// to standard error. The status is 1 if a rule is left without a proof, with the shortest
/// counterexample.
#[derive(Debug, Args)]
#[command(mut_arg("format", |format| format.conflicts_with("out")))]
pub(crate) struct Arguments {
    /// A folder with document.toml, or a file that ends in .abnf or .pest
    #[arg(value_name = "FOLDER|FILE")]
    folder: PathBuf,

    /// The folder of the package
    #[arg(short, long = "out", value_name = "CRATE", required_unless_present = "peg")]
    out: Option<PathBuf>,

    /// Compare with the files of the package instead of writing them
    #[arg(long)]
    check: bool,

    /// Make a package of trees of any start rule
    #[arg(long, conflicts_with_all = ["peg", "javascript"])]
    trees: bool,

    /// Write a module of JavaScript instead of a package of Rust
    #[arg(long, conflicts_with = "peg")]
    javascript: bool,

    /// Write the PEG of an ABNF file to standard output and nothing else
    #[arg(long, conflicts_with_all = ["out", "check"])]
    peg: bool,

    #[command(flatten)]
    pub(super) rule: RuleOption,

    #[command(flatten)]
    pub(super) imports: ImportOption,

    #[command(flatten)]
    pub(super) budget: BudgetOption,

    #[command(flatten)]
    pub(super) format: FormatOption,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let Some(folder) = &arguments.out else {
        return peg::run(globals, &arguments.folder, out);
    };
    let mut package = if arguments.javascript {
        Package::javascript(&arguments.folder, globals.rule.as_deref(), known())?
    } else if arguments.trees {
        Package::with_trees(&arguments.folder, globals.rule.as_deref(), known())?
    } else {
        Package::by_rule(&arguments.folder, globals.rule.as_deref(), known())?
    };
    if package.name_checkout(folder) {
        package.notes.push(
            "Cargo.toml has urigram's packages by their paths in this program's checkout".into(),
        );
    }
    for note in &package.notes {
        crate::message::to_stderr(format_args!("note: {}: {note}", arguments.folder.display()));
    }
    let files = if arguments.check { package.stale(folder) } else { package.write(folder)? };
    for file in &files {
        writeln!(out, "{}", folder.join(file).display())?;
    }
    let all = package.files.len();
    let left = package.left_over(folder);
    for file in &left {
        crate::message::to_stderr(format_args!(
            "note: {}: the package no longer has this generated file: remove it",
            folder.join(file).display()
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
