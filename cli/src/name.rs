//! A grammar by its name: an id, or the path of a folder or of a file of rules.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use urigram::{Definition, Grammar, UnknownName};
use urigram_generate::{load, ReadError};

use crate::exit::Failure;

/// A grammar by its id, or by the path of a folder or of a file of rules.
#[derive(Clone, Debug)]
pub(crate) enum Name {
    /// A published document.
    Published(Grammar),
    /// Anybody's folder, or a file that ends in `.abnf` or `.pest`.
    Path(PathBuf),
}

impl FromStr for Name {
    type Err = UnknownName;

    /// Reads an id, or else a path. A path has a separator, or the ending of a file of rules, or is
    /// there: where both an id and a file of that name exist, the id counts.
    fn from_str(text: &str) -> Result<Name, UnknownName> {
        let unknown = match text.parse() {
            Ok(grammar) => return Ok(Name::Published(grammar)),
            Err(unknown) => unknown,
        };
        let path = Path::new(text);
        let is_rules = path.extension().is_some_and(|ending| ending == "abnf" || ending == "pest");
        let is_path = path.components().count() > 1 || text.contains(std::path::is_separator);
        if is_rules || is_path || path.exists() {
            Ok(Name::Path(path.to_owned()))
        } else {
            Err(unknown)
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
            Name::Path(path) => path,
        };
        let loaded = load(path, rule, &known())?;
        for rules in loaded.imports {
            crate::message::to_stderr(format_args!("note: {}: {rules}", path.display()));
        }
        Ok(Grammar::new(loaded.definition))
    }
}

/// Returns the documents that a folder can build on.
pub(crate) fn known() -> Vec<&'static Definition> {
    Grammar::ALL.iter().map(|grammar| grammar.definition()).collect()
}

impl From<ReadError> for Failure {
    fn from(error: ReadError) -> Failure {
        if error.is_limit() {
            Failure::Limit(error.to_string())
        } else {
            Failure::Usage(error.to_string())
        }
    }
}
