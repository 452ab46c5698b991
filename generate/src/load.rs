//! Folders and files of rules, loaded while a program runs.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use urigram_engine::Definition;

use crate::definition::make;
use crate::error::ReadError;
use crate::facts::Facts;
use crate::folder::Folder;
use crate::leak;
use crate::rules::{Rules, Source};

/// A definition that was loaded, with what there is to say of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The definition. Loading the same path again gives the same one.
    pub definition: &'static Definition,
    /// The rules that were taken from other documents, a line for each of these.
    pub imports: &'static [&'static str],
    /// A line for each fact that the folder leaves out, with the default that replaces it.
    pub left_out: &'static [&'static str],
    /// A line for each error in the rules and each undefined name, with its place: it costs the
    /// rules that need it, and no other.
    pub faults: &'static [&'static str],
}

type Key = (PathBuf, Option<String>);

/// Loads a folder, or a file that ends in `.abnf` or `.pest`.
///
/// A folder holds `document.toml` with an id, and rules in one notation or in both; everything else
/// is optional. A file alone is a document that says nothing but its rules: its id is the file's
/// name, and its first rule is the start rule unless `start` names another. Where both notations
/// are there, every rule with a table is proved to be the same language in both.
///
/// `known` are the documents that a base and undefined rules may come from.
///
/// A definition is never freed. It is kept by path and `start` for the life of the process, so that
/// a folder that changes meanwhile is not read again.
///
/// # Errors
/// [`ReadError`] for files that cannot be read, for rules that have no automaton within the limits
/// or are no regular language, for notations that differ, and for facts that contradict the rules.
pub fn load(
    path: &Path,
    start: Option<&str>,
    known: &[&'static Definition],
) -> Result<Loaded, ReadError> {
    static LOADED: Mutex<Option<HashMap<Key, Loaded>>> = Mutex::new(None);
    let whole = path.canonicalize().map_err(|error| ReadError::new(path, error))?;
    let is_folder = whole.is_dir();
    // A folder has a start rule of its own.
    let start = start.filter(|_| !is_folder);
    let key = (whole, start.map(str::to_owned));
    let lock = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = lock().get_or_insert_default().get(&key) {
        return Ok(*loaded);
    }
    let folder =
        if is_folder { Folder::open(path, known)? } else { Folder::file(path, start, known)? };
    let loaded = loaded(&folder)?;
    Ok(*lock().get_or_insert_default().entry(key).or_insert(loaded))
}

/// Loads a folder as [`load`] does, except that a PEG may differ from the ABNF: the tables are
/// those of the ABNF. For a proof that shows where the two differ.
///
/// A definition is never freed, and this one is not kept for another call.
///
/// # Errors
/// [`ReadError`] as from [`load`], except for notations that differ.
pub fn load_unproved(path: &Path, known: &[&'static Definition]) -> Result<Loaded, ReadError> {
    let mut folder = Folder::open(path, known)?;
    folder.is_unproved = true;
    loaded(&folder)
}

fn loaded(folder: &Folder) -> Result<Loaded, ReadError> {
    let complaints = folder.check_rules()?;
    if !complaints.is_empty() {
        return Err(folder.error(complaints.join("\n")));
    }
    let made = make(folder).map_err(|error| error.with(&folder.faults))?;
    let left_out: Vec<&String> = folder.missing.iter().chain(&made.notes).collect();
    Ok(Loaded {
        definition: made.definition,
        imports: leak::texts(&folder.imports),
        left_out: leak::texts(&left_out),
        faults: leak::texts(&folder.faults),
    })
}

/// Loads a document that is no folder on a disk: the text of its `document.toml`, and its printed
/// rules in both notations. `name` names it in errors.
///
/// A definition is never freed. It is kept by name for the life of the process.
///
/// # Errors
/// [`ReadError`] as from [`load`].
pub fn load_texts(
    name: &str,
    facts: &str,
    abnf: &str,
    pest: &str,
    known: &[&'static Definition],
) -> Result<Loaded, ReadError> {
    static LOADED: Mutex<Option<HashMap<String, Loaded>>> = Mutex::new(None);
    let lock = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = lock().get_or_insert_default().get(name) {
        return Ok(*loaded);
    }
    let path = Path::new(name);
    let facts: Facts = toml::from_str(facts).map_err(|error| ReadError::new(path, error))?;
    let mut folder = Folder::of(path, facts);
    let source = |text: &str| Source { file: path.to_owned(), text: text.to_owned() };
    folder.printed = Rules { abnf: source(abnf), pest: source(pest) };
    folder.list_rules(known)?;
    let loaded = loaded(&folder)?;
    Ok(*lock().get_or_insert_default().entry(name.to_owned()).or_insert(loaded))
}
