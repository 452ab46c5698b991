//! `urigram-generate [DIR]` writes `src/generated` below the folder of grammars;
//! `urigram-generate prove [FOLDER…]` decides the rules of document folders before anything is
//! generated; `urigram-generate quote FOLDER TEXT…` writes the places of a folder's quotations.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use urigram_generate::{prove, quote, render, render_parsers, Folder, ReadError, Text};

fn main() -> ExitCode {
    let mut arguments = std::env::args_os().skip(1).peekable();
    let grammars = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let done = if arguments.next_if(|first| first == "prove").is_some() {
        let named: Vec<PathBuf> = arguments.map(PathBuf::from).collect();
        prove_all(if named.is_empty() { None } else { Some(named) }, grammars)
    } else if arguments.next_if(|first| first == "quote").is_some() {
        let mut paths = arguments.map(PathBuf::from);
        paths
            .next()
            .ok_or_else(|| "quote FOLDER TEXT…".to_owned())
            .and_then(|folder| write_quotations(&folder, &paths.collect::<Vec<_>>(), &grammars))
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

/// Writes `quotations.tsv` of a folder from the texts of its document and of others.
fn write_quotations(folder: &Path, files: &[PathBuf], grammars: &Path) -> Result<(), String> {
    let show = |error: ReadError| error.to_string();
    let documents = Folder::read_all(grammars).map_err(show)?;
    let read = |file: &PathBuf| {
        let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
        Text::new(&bytes).map_err(|why| format!("{}: {why}", file.display()))
    };
    let texts = files.iter().map(read).collect::<Result<Vec<Text>, String>>()?;
    let read = Folder::read(folder).map_err(show)?;
    let lines = quote(&read, &documents, &texts).map_err(show)?;
    let file = folder.join("quotations.tsv");
    std::fs::write(&file, lines).map_err(|error| format!("{}: {error}", file.display()))
}

fn write_all(grammars: PathBuf) -> Result<(), String> {
    let show = |error: ReadError| error.to_string();
    let mut files = render(&grammars).map_err(show)?;
    // The parsers of this workspace are of its own documents.
    let parsers = grammars.join("../crates/parsers");
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
