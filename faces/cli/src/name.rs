//! A grammar by its name: an id, a revision, or the path of a folder or of a file of rules.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::{Mutex, OnceLock, PoisonError};

use urigram::documents::Definition;
use urigram::errors::UnknownName;
use urigram::proof::Limits;
use urigram::{Grammar, Reading};
use urigram_generate::{
    load, load_texts, load_unproved, Files, Libraries, Loaded, NestedRule, ReadError,
};
use urigram_revisions::{Broken, Revision};
use urigram_rfc::{registry, Wanted};

use crate::exit::Failure;

/// A grammar by its id, as a revision, or by the path of a folder or of a file of rules.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// A published document.
    Published(Grammar),
    /// A revision of the rules between two documents, as `rfc2396bis@2004-03-26`.
    Revision(Revision),
    /// Anybody's folder, or a file that ends in `.abnf` or `.pest`.
    Path(PathBuf),
}

/// The error for a name that nothing has: of a grammar, or of a revision.
pub(crate) type Unknown = Box<dyn std::error::Error + Send + Sync>;

impl Name {
    /// Returns the path of a folder or a file; `None` for an id.
    pub(crate) fn path(&self) -> Option<&Path> {
        match self {
            Name::Path(path) => Some(path),
            _ => None,
        }
    }
}

impl FromStr for Name {
    type Err = Unknown;

    /// Reads an id, or else a path. A path has a separator, or the ending of a file of rules, or is
    /// there, or is an RFC of the registry: where both an id and a file of that name exist, the id
    /// counts.
    fn from_str(text: &str) -> Result<Name, Unknown> {
        let unknown: UnknownName = match text.parse() {
            Ok(grammar) => return Ok(Name::Published(grammar)),
            Err(unknown) => unknown,
        };
        let path = Path::new(text);
        if !path.exists() {
            match text.parse() {
                Ok(revision) => return Ok(Name::Revision(revision)),
                Err(unknown) if Revision::is_name(text) => return Err(unknown.into()),
                Err(_) => {}
            }
        }
        let is_rules = path.extension().is_some_and(|ending| ending == "abnf" || ending == "pest");
        let is_path = path.components().count() > 1 || text.contains(std::path::is_separator);
        let is_registered = || {
            let number = text.strip_prefix("rfc").map(|number| format!("RFC {number}"));
            number.is_some_and(|rfc| registry().iter().any(|(known, _)| *known == rfc))
        };
        if is_rules || is_path || path.exists() || is_registered() {
            Ok(Name::Path(path.to_owned()))
        } else {
            Err(unknown.into())
        }
    }
}

impl Name {
    /// Returns the grammar, which is loaded if it is a path. The start rule of a file is its first
    /// rule, or the one that is named. Rules that come from other documents are listed on standard
    /// error.
    ///
    /// # Errors
    /// [`Failure::Usage`] for what cannot be read and for rules that are not regular,
    /// [`Failure::Limit`] for rules that are too large.
    pub(crate) fn grammar(&self, rule: Option<&str>) -> Result<Grammar, Failure> {
        let path = match self {
            Name::Published(grammar) => return Ok(*grammar),
            Name::Revision(revision) => return of_revision(*revision),
            Name::Path(path) => path,
        };
        let whole = path.canonicalize().unwrap_or_else(|_| path.clone());
        // A folder begins with a rule that is named only where its own start rule does not run.
        let key = (whole, rule.map(str::to_owned));
        let loaded = once(key, || load(path, rule, known()))?;
        Ok(of_loaded(path, loaded))
    }

    /// Returns the grammar as [`Name::grammar`] does, for a proof: the PEG of a folder may differ
    /// from its ABNF, and where no rule is named, a start rule that does not run is left out.
    ///
    /// # Errors
    /// The errors of [`Name::grammar`].
    pub(crate) fn unproved(&self, rule: Option<&str>) -> Result<Grammar, Failure> {
        match self {
            Name::Path(path) if path.is_dir() => {
                Ok(of_loaded(path, load_unproved(path, rule, known())?))
            }
            name => name.grammar(rule),
        }
    }
}

/// Returns the rule of a path, the start rule by default, if no table runs it: it is recursive, or
/// skips white space in a PEG alone. `None` of any other, and of a path whose grammar cannot be
/// loaded, which reports the reason.
///
/// # Errors
/// [`Failure`] for a recursive rule that does not run.
pub(crate) fn nested(
    path: &Path,
    rule: Option<&str>,
    reading: Reading,
) -> Result<Option<NestedRule>, Failure> {
    match NestedRule::open(path, rule, reading == Reading::Printed, known()) {
        Err(error) if error.is_nested() => Err(error.into()),
        opened => Ok(opened.ok().flatten()),
    }
}

/// Returns the grammar of a path, and lists the rules that come from other documents.
fn of_loaded(path: &Path, loaded: Loaded) -> Grammar {
    for rules in loaded.imports {
        crate::message::to_stderr(format_args!("note: {}: {rules}", path.display()));
    }
    for fault in loaded.faults {
        crate::message::to_stderr(format_args!("note: {}: {fault}", path.display()));
    }
    Grammar::new(loaded.definition)
}

/// Returns the grammar of a revision, with the core rules that its document cites.
fn of_revision(revision: Revision) -> Result<Grammar, Failure> {
    let frame = revision.frame;
    let broken = |broken: &Broken| format!("{}: {}", broken.rule, broken.why);
    if frame.facts().is_empty() {
        let why: Vec<String> = frame.broken().iter().map(broken).collect();
        return Err(Failure::Usage(format!(
            "the rules of {} are broken in this revision, and not repaired: {}",
            frame.name(),
            why.join("; ")
        )));
    }
    let wrong = |error| Failure::Usage(format!("{}: {error}", frame.name()));
    let abnf = frame.sound_text().map_err(wrong)?;
    let pest = frame.pest_text().map_err(wrong)?;
    let name = frame.name();
    let load = || load_texts(&name, frame.facts(), &abnf, &pest, documents());
    Ok(Grammar::new(once((PathBuf::from(&*name), None), load)?.definition))
}

/// A path with a start rule, or the name of a revision.
type Key = (PathBuf, Option<String>);

/// Returns what was loaded under a key before, or loads it. A command names one grammar where it
/// names one path twice, although two loads are two grammars.
fn once(key: Key, load: impl FnOnce() -> Result<Loaded, ReadError>) -> Result<Loaded, ReadError> {
    static LOADED: Mutex<Option<HashMap<Key, Loaded>>> = Mutex::new(None);
    let lock = || LOADED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(loaded) = lock().get_or_insert_default().get(&key) {
        return Ok(*loaded);
    }
    let loaded = load()?;
    Ok(*lock().get_or_insert_default().entry(key).or_insert(loaded))
}

/// The values of `--import`.
static IMPORTS: OnceLock<Vec<Wanted>> = OnceLock::new();

/// The limits of `--budget`.
static LIMITS: OnceLock<Limits> = OnceLock::new();

/// Keeps the values of `--import` and `--budget` for every file and folder that is read.
/// `reads_rules` tells that the command reads one.
///
/// # Errors
/// [`Failure::Usage`] where no file and no folder is named.
pub(crate) fn set_own_rules(
    imports: &[Wanted],
    budget: Option<u32>,
    reads_rules: bool,
) -> Result<(), Failure> {
    let given = [("--import", !imports.is_empty()), ("--budget", budget.is_some())];
    match given.iter().find(|(_, is_given)| *is_given && !reads_rules) {
        Some((option, _)) => Err(Failure::Usage(format!(
            "{option} is for rules of your own: name a file or a folder by its path"
        ))),
        None => {
            IMPORTS.get_or_init(|| imports.to_vec());
            LIMITS.get_or_init(|| budget.map_or(Limits::default(), Limits::of_steps));
            Ok(())
        }
    }
}

/// Returns the limits of an automaton of rules of one's own.
pub(crate) fn limits() -> Limits {
    LIMITS.get().copied().unwrap_or_default()
}

/// Returns the documents that a folder can build on, with what `--import` names, and the texts of
/// the files that the command has read.
pub(crate) fn known() -> Libraries<'static> {
    static FILES: Files = Files::new();
    let (files, imports, limits) = (Some(&FILES), imports(), limits());
    Libraries { files, imports, limits, ..Libraries::from(documents()) }
}

/// Returns the values of `--import`.
pub(crate) fn imports() -> &'static [Wanted] {
    IMPORTS.get().map_or(&[][..], Vec::as_slice)
}

fn documents() -> &'static Vec<&'static Definition> {
    static DOCUMENTS: OnceLock<Vec<&'static Definition>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| Grammar::ALL.iter().map(|grammar| grammar.definition()).collect())
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        if error.is_budget() {
            Failure::Limit(format!("{error}: --budget raises it"))
        } else if error.is_limit() {
            Failure::Limit(error.to_string())
        } else {
            Failure::Usage(error.to_string())
        }
    }
}
