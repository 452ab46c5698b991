//! `urigram serve`: the teaching page.

mod export;

use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};

use clap::Args;
use urigram_answers::lessons;
use urigram_page::serve::{Origin, Server};

use crate::exit::{Failure, Outcome};

/// The port that is tried first, for the year of the first document.
const PORT: u16 = 1993;

/// Serve the teaching page on this machine: one string in all documents, the documents, their
/// differences, step by step
///
/// The page is served on 127.0.0.1 only, and needs no network. Its address goes to standard output;
/// Ctrl-C stops it.
///
/// With --export, the page is written as a folder for any web server instead, which can serve it
/// below any path. The answers are WebAssembly in both cases, which the browser runs.
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

    /// The folder of the WebAssembly, as .ci/page of the source builds it. By default the program's
    /// own is taken, which a release has
    #[arg(long, value_name = "FOLDER")]
    wasm: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<Outcome, Failure> {
    if let Some(lessons) = &arguments.lessons {
        add_lessons(lessons)?;
    }
    let files = export::files(arguments.wasm.as_deref())?;
    if let Some(folder) = &arguments.export {
        return export::run(folder, &files, out);
    }
    let server = Server::new(bind(arguments.port)?, files, &arguments.embed_from)?;
    let url = server.url();
    writeln!(out, "{url}")?;
    out.flush()?;
    if arguments.open
        && let Err(error) = open::that_detached(&url)
    {
        crate::message::to_stderr(format_args!(
            "cannot open a browser ({error}); the page is at {url}"
        ));
    }
    server.run()
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

/// Adds the lessons of a folder to the page.
fn add_lessons(folder: &Path) -> Result<(), Failure> {
    let entries = std::fs::read_dir(folder).map_err(|error| Failure::of_file(folder, error))?;
    let paths = entries.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> =
        paths.collect::<Result<_, _>>().map_err(|error| Failure::of_file(folder, error))?;
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    paths.sort_unstable();
    if paths.is_empty() {
        return Err(Failure::of_file(folder, "there is no lesson (a file `*.md`) in this folder"));
    }
    for path in paths {
        let text =
            std::fs::read_to_string(&path).map_err(|error| Failure::of_file(&path, error))?;
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        lessons::add(&id, &text).map_err(|error| Failure::of_file(&path, error))?;
    }
    Ok(())
}
