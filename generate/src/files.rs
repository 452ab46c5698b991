//! The files of a folder.

use std::path::{Path, PathBuf};

use crate::error::ReadError;
use crate::rules::read;

/// Returns the only file with an ending, if there is one.
///
/// # Errors
/// [`ReadError`] where there are several.
pub(crate) fn only_file(path: &Path, ending: &str) -> Result<Option<PathBuf>, ReadError> {
    let entries = std::fs::read_dir(path).map_err(|error| ReadError::new(path, error))?;
    let files = entries.filter_map(|entry| Some(entry.ok()?.path()));
    let mut files: Vec<PathBuf> = files
        .filter(|file| file.extension().is_some_and(|found| found == ending))
        .filter(|file| file.file_stem().is_none_or(|stem| stem != "corrected"))
        .collect();
    files.sort();
    match &files[..] {
        [] => Ok(None),
        [one] => Ok(Some(one.clone())),
        [a, b, ..] => Err(ReadError::new(
            path,
            format!(
                "{} and {} both hold rules: call the document's own printed.{ending}",
                a.display(),
                b.display()
            ),
        )),
    }
}

/// Returns the text of a file, if there is the file.
pub(crate) fn optional(file: &Path) -> Result<Option<String>, ReadError> {
    file.exists().then(|| read(file)).transpose()
}

/// Parses a file of facts.
pub(crate) fn value(file: &Path, text: &str) -> Result<toml::Value, ReadError> {
    toml::from_str(text).map_err(|error| ReadError::new(file, error))
}
