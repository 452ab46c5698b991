//! `urigram serve`: the teaching page.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;
use urigram::Grammar;
use urigram_answers::lessons;
use urigram_answers::questions::add;
use urigram_page::serve::{answer, Origin, Sandbox, Server};

use crate::exit::{Failure, Outcome};
use crate::options::Globals;

/// The port that is tried first, for the year of the first document.
const PORT: u16 = 1993;

/// Serve the teaching page on this machine: one string in all documents, the documents, their
/// differences, step by step
///
/// The page is served on 127.0.0.1 only, and needs no network. Its address goes to standard output;
/// Ctrl-C stops it.
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
    /// By default no page may
    #[arg(long, value_name = "ORIGIN")]
    embed_from: Vec<Origin>,

    /// Answer one question about a visitor's own rules, from stdin to stdout; the server runs this
    #[arg(long, hide = true, value_name = "QUESTION")]
    answer: Option<String>,
}

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
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
    if let Some(question) = &arguments.answer {
        answer(question, &mut io::stdin(), out)?;
        return Ok(Outcome::Done);
    }
    if let Some(folder) = &arguments.lessons {
        add_lessons(folder)?;
    }
    // From here on a signal stops the server in good order: whoever reads the address may send one
    // at once.
    let own = globals.paths().flat_map(|path| ["-g".into(), path.into()]);
    let again = ["serve".into()].into_iter().chain(own).chain(["--answer".into()]);
    let sandbox = Sandbox::new(again.collect::<Vec<OsString>>());
    let server = Server::new(bind(arguments.port)?, sandbox)?
        .embedded_from(arguments.embed_from.iter().cloned());
    let url = server.url()?;
    writeln!(out, "{url}")?;
    out.flush()?;
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        crate::message::to_stderr(format_args!(
            "cannot open a browser ({error}); the page is at {url}"
        ));
    }
    server.run()?;
    Ok(Outcome::Done)
}

/// Adds the lessons of a folder to the page.
pub(super) fn add_lessons(folder: &Path) -> Result<(), Failure> {
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

fn bind(port: Option<u16>) -> Result<TcpListener, Failure> {
    let on = |port: u16| TcpListener::bind((Ipv4Addr::LOCALHOST, port));
    let bound = match port {
        Some(port) => on(port).map_err(|error| (port, error)),
        None => on(PORT).or_else(|_| on(0)).map_err(|error| (PORT, error)),
    };
    bound.map_err(|(port, error)| {
        Failure::Usage(format!("cannot listen on port {port} of 127.0.0.1: {error}"))
    })
}
