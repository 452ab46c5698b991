//! Documents and RFCs from which folders take what they do not define.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use urigram_automata::Limits;
use urigram_engine::Definition;
use urigram_rfc::Wanted;

use crate::error::ReadError;

/// The documents that a folder can build on, the RFCs from which names come that it does not
/// define, and the budget for all of it. A list of documents is also one.
///
/// ```
/// use urigram_generate::{Libraries, NestedRule};
/// use urigram_rfc::Wanted;
/// let path = std::env::temp_dir().join(format!("mail-{}.abnf", std::process::id()));
/// std::fs::write(&path, "to = addr-spec\n")?;
/// let imports = [Wanted::read("rfc5322#addr-spec")?];
/// let known = Libraries { imports: &imports, ..Libraries::default() };
/// let rule = NestedRule::open(&path, None, false, known)?;
/// std::fs::remove_file(&path)?;
/// let notes = rule.unwrap().notes().join("\n");
/// assert!(notes.contains("from RFC 5322: addr-spec, "), "{notes}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Libraries<'a> {
    /// The texts of files that were read before; without them, every file is opened anew.
    pub files: Option<&'a Files>,
    /// The documents that a base may be.
    pub documents: &'a [&'static Definition],
    /// The RFCs of the [registry](urigram_rfc::registry), or single rules of them, beside those
    /// that the row `import` of a folder names.
    pub imports: &'a [Wanted],
    /// The budget of each automaton. An error says how much more it takes, if that is known.
    pub limits: Limits,
}

impl<'a, T: AsRef<[&'static Definition]> + ?Sized> From<&'a T> for Libraries<'a> {
    fn from(documents: &'a T) -> Libraries<'a> {
        Libraries { documents: documents.as_ref(), ..Libraries::default() }
    }
}

impl Libraries<'_> {
    /// Reads a file of text, which is not opened again if its text is known.
    ///
    /// # Errors
    /// [`ReadError`] for a file that cannot be read, and for one that is not UTF-8.
    pub(crate) fn read(&self, path: &Path) -> Result<String, ReadError> {
        self.files.map_or_else(|| read(path), |files| files.read(path))
    }
}

/// The texts of files. Each file is opened once, so that a program with several questions about the
/// same rules can read a pipe, and does not see a file change between its questions.
#[derive(Debug, Default)]
pub struct Files(Mutex<BTreeMap<PathBuf, String>>);

impl Files {
    /// Makes a list without files.
    pub const fn new() -> Files {
        Files(Mutex::new(BTreeMap::new()))
    }

    fn read(&self, path: &Path) -> Result<String, ReadError> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(text) = known.get(path) {
            return Ok(text.clone());
        }
        let text = read(path)?;
        known.insert(path.to_owned(), text.clone());
        Ok(text)
    }
}

/// Reads a file of text.
fn read(path: &Path) -> Result<String, ReadError> {
    let bytes = std::fs::read(path).map_err(|error| ReadError::new(path, error))?;
    String::from_utf8(bytes).map_err(|error| {
        let start = error.utf8_error().valid_up_to();
        ReadError::new(path, format!("it is not UTF-8 from byte {start} on: save it as UTF-8"))
    })
}
