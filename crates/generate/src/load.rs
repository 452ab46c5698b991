//! Folders and files of rules, loaded while a program runs.

use std::path::Path;

use urigram_engine::Definition;

use crate::error::ReadError;
use crate::folder::facts::Facts;
use crate::folder::libraries::Libraries;
use crate::folder::rules::{Rules, Source};
use crate::folder::{Folder, OtherStart};
use crate::leak;
use crate::tables::definition::make;

/// A definition that was loaded, with what there is to say of it.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Loaded {
    /// The definition. Loading the same path again gives another one.
    pub definition: &'static Definition,
    /// The rules that were taken from other documents, a line for each of these.
    pub imports: &'static [&'static str],
    /// A line for each fact that the folder leaves out, with the default that replaces it.
    pub left_out: &'static [&'static str],
    /// A line for each error in the rules and each undefined name, with its place: it costs the
    /// rules that need it, and no other.
    pub faults: &'static [&'static str],
}

/// Loads a folder, or a file that ends in `.abnf` or `.pest`.
///
/// A folder holds `document.toml` with an id, and rules in one notation or in both; everything else
/// is optional. Where a start rule of it does not run, because it is recursive or needs a lost
/// name, the rule `start` is read by itself, and [`Loaded::faults`] begins with that. A file alone
/// is a document that only states rules: its id is the file's name, and its first rule is the start
/// rule unless `start` names another. Where both notations are there, every rule with a table is
/// proved to be the same language in both. A tree by ABNF alone is that of a PEG which copies every
/// rule, is proved equal, and is made for the first tree.
///
/// `known` are the documents that a base and undefined rules may come from: a list of documents, or
/// [`Libraries`] that also have RFCs. A path that is not a file and names an RFC of the
/// [registry](urigram_rfc::registry), as `rfc5322`, is the file of its rules.
///
/// Each call reads the files again and makes a definition of its own, so that two loads of a path
/// are two grammars, which are never equal. A definition is never freed: keep what was loaded.
///
/// # Errors
/// [`ReadError`] for files that cannot be read, for rules that have no automaton within the limits
/// or are not regular, for notations that differ, and for facts that contradict the rules.
pub fn load<'a>(
    path: &Path,
    start: Option<&str>,
    known: impl Into<Libraries<'a>>,
) -> Result<Loaded, ReadError> {
    let folder = Folder::of_path(path, start, known.into())?;
    loaded_or(&folder, start.map_or(OtherStart::Nothing, OtherStart::Rule))
}

/// Loads a folder as [`load`] does, except that a PEG may differ from the ABNF: the tables are
/// those of the ABNF. For a proof that shows where the two differ. Where a start rule does not run
/// and no rule is named, the folder begins with its first rule that lacks no name.
///
/// # Errors
/// [`ReadError`] as from [`load`], except for notations that differ.
pub fn load_unproved<'a>(
    path: &Path,
    start: Option<&str>,
    known: impl Into<Libraries<'a>>,
) -> Result<Loaded, ReadError> {
    let instead = start.map_or(OtherStart::First, OtherStart::Rule);
    let mut folder = Folder::open_at(path, instead, known.into())?;
    folder.is_unproved = true;
    loaded_or(&folder, instead)
}

/// Loads a folder, or only the rule that is to be read where its start rules do not run.
fn loaded_or(folder: &Folder, instead: OtherStart<'_>) -> Result<Loaded, ReadError> {
    loaded(folder).or_else(|why| match folder.with_other_start(instead)? {
        Some(other) => loaded(&other),
        None => Err(why),
    })
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

/// Loads a document that is not a folder on a disk: the text of its `document.toml`, and its
/// printed rules in both notations. `name` names it in errors.
///
/// Each call makes a definition of its own, which is never freed.
///
/// # Errors
/// [`ReadError`] as from [`load`].
pub fn load_texts<'a>(
    name: &str,
    facts: &str,
    abnf: &str,
    pest: &str,
    known: impl Into<Libraries<'a>>,
) -> Result<Loaded, ReadError> {
    let path = Path::new(name);
    let read = Facts::read(facts).map_err(|error| ReadError::new(path, error))?;
    let mut folder = Folder::of(path, read);
    let source = |text: &str| Source { file: path.to_owned(), text: text.to_owned() };
    facts.clone_into(&mut folder.text);
    folder.printed = Rules { abnf: source(abnf), pest: source(pest) };
    folder.list_rules(OtherStart::Nothing, known.into())?;
    loaded(&folder)
}
