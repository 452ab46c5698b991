//! `urigram-generate [DIR]` writes `src/generated` below the folder of grammars;
//! `urigram-generate prove [FOLDER…]` decides the rules of document folders before anything is
//! generated.

use std::path::PathBuf;
use std::process::ExitCode;

use urigram_generate::{prove, render, render_parsers, Folder, ReadError};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let grammars = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../grammars");
    let done = if arguments.next_if(|first| first == "prove").is_some() {
        let named: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
        prove_all(if named.is_empty() { None } else { Some(named) }, grammars)
    } else {
        write_all(arguments.next().map_or(grammars, PathBuf::from))
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn prove_all(named: Option<Vec<PathBuf>>, grammars: PathBuf) -> Result<(), String> {
    let show = |error: ReadError| error.to_string();
    let documents = Folder::read_all(&grammars).map_err(show)?;
    let folders = match named {
        Some(paths) => paths.iter().map(|path| Folder::read(path)).collect(),
        None => Ok(documents.clone()),
    };
    let mut failures = Vec::new();
    for folder in folders.map_err(show)? {
        failures.extend(prove(&folder, &documents).map_err(show)?);
    }
    if failures.is_empty() {
        return Ok(());
    }
    Err(failures.join("\n"))
}

fn write_all(grammars: PathBuf) -> Result<(), String> {
    let show = |error: ReadError| error.to_string();
    let mut files = render(&grammars).map_err(show)?;
    // The parsers of this workspace are of its own documents.
    let parsers = grammars.join("../parsers");
    if parsers.is_dir() {
        files.extend(render_parsers(&grammars, &parsers).map_err(show)?);
    }
    for (path, content) in files {
        if std::fs::read(&path).ok().as_deref() == Some(&content) {
            continue;
        }
        println!("{}", path.display());
        let written = std::fs::create_dir_all(path.parent().unwrap_or(&path))
            .and_then(|()| std::fs::write(&path, content));
        written.map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(())
}
