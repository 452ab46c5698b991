//! `urigram serve`: the teaching page.

mod export;
#[cfg(feature = "serve")]
mod server;

use std::fmt::Display;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use urigram::Grammar;
use urigram_answers::lessons;
use urigram_answers::questions::add;
#[cfg(feature = "serve")]
use urigram_page::serve::Origin;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;

#[cfg(not(feature = "serve"))]
type Origin = String;

/// Serve the teaching page on this machine: one string in all documents, the documents, their
/// differences, step by step
///
/// The page is served on 127.0.0.1 only, and needs no network. Its address goes to standard output;
/// Ctrl-C stops it.
///
/// With --export, the page is written as a folder for any web server instead. The folder has the
/// same views, and the answers as WebAssembly, which the browser runs. It can be served below any
/// path, and works without a network after the first visit.
#[derive(Debug, Args)]
pub(crate) struct Arguments {
    /// The port; 0 for any that is free. By default 1993, or any that is free if 1993 is taken
    #[arg(long, value_name = "N")]
    port: Option<u16>,

    /// Open the page in the browser
    #[arg(long)]
    open: bool,

    /// Add the lessons of a folder: its files `*.md`, in the order of their names. A lesson with a
    /// claim that is false is refused
    #[arg(long, value_name = "FOLDER")]
    lessons: Option<PathBuf>,

    /// Let pages of this origin, such as https://school.example, show views in a frame; repeatable.
    /// By default, no page may
    #[arg(long, value_name = "ORIGIN")]
    embed_from: Vec<Origin>,

    /// Write the page into this folder: a new one, an empty one, or one that this command wrote
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["port", "open", "embed_from"])]
    export: Option<PathBuf>,

    /// The folder of the WebAssembly, as .ci/page of the source makes it. By default the program's
    /// own is written
    #[arg(long, value_name = "FOLDER", requires = "export")]
    wasm: Option<PathBuf>,

    /// Answer one question about a visitor's own rules, from stdin to stdout; the server runs this
    #[arg(long, hide = true, value_name = "QUESTION")]
    answer: Option<String>,
}

impl Arguments {
    /// Returns true if a folder is written, and nothing is served.
    pub(super) fn is_export(&self) -> bool {
        self.export.is_some()
    }
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    add_grammars(globals)?;
    if let Some(lessons) = &arguments.lessons {
        add_lessons(lessons)?;
    }
    if let Some(folder) = &arguments.export {
        return export::run(folder, arguments.wasm.as_deref(), out);
    }
    #[cfg(feature = "serve")]
    return server::run(globals, arguments, out);
    #[cfg(not(feature = "serve"))]
    absent(arguments)
}

/// Names the feature that this program lacks.
#[cfg(not(feature = "serve"))]
fn absent(arguments: &Arguments) -> Result<Outcome, Failure> {
    let Arguments { port: _, open: _, embed_from: _, answer: _, .. } = arguments;
    Err(Failure::Usage(
        "this program was built without the server: cargo install --features serve; \
         serve --export FOLDER writes the page for any web server"
            .to_owned(),
    ))
}

/// Adds the grammars of `--grammar` to the page.
fn add_grammars(globals: &Globals) -> Result<(), Failure> {
    for &grammar in &globals.grammars {
        if Grammar::ALL.contains(&grammar) {
            return Err(Failure::Usage(format!(
                "{grammar} is on the page anyway: --grammar adds a folder or a file of your own"
            )));
        }
        if !add(grammar) {
            return Err(Failure::Usage(format!(
                "{grammar}: the page has a document of this id already: give the folder another id"
            )));
        }
    }
    if globals.rule.is_some() && globals.paths().next().is_none() {
        return Err(Failure::Usage(
            "--rule names the first rule of a file: name one with --grammar".to_owned(),
        ));
    }
    Ok(())
}

/// Adds the lessons of a folder to the page.
fn add_lessons(folder: &Path) -> Result<(), Failure> {
    let failure =
        |path: &Path, error: &dyn Display| Failure::Usage(format!("{}: {error}", path.display()));
    let entries = std::fs::read_dir(folder).map_err(|error| failure(folder, &error))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> =
        paths.collect::<Result<_, _>>().map_err(|error| failure(folder, &error))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort_unstable();
    if paths.is_empty() {
        return Err(failure(folder, &"there is no lesson (a file `*.md`) in this folder"));
    }
    for path in paths {
        let text = std::fs::read_to_string(&path).map_err(|error| failure(&path, &error))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        lessons::add(&id, &text).map_err(|error| failure(&path, &error))?;
    }
    Ok(())
}
