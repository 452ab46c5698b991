//! The files in folders.

use std::ffi::OsString;
use std::path::PathBuf;

use crate::exit::Failure;

/// Returns the files, with those in a folder and in the folders inside it in place of the folder,
/// in the order of their names. No name is the current folder. Links to folders are not followed,
/// so that no folder is read twice.
///
/// # Errors
/// [`Failure::Usage`] for a folder that cannot be read.
pub(crate) fn walk(names: &[OsString]) -> Result<Vec<OsString>, Failure> {
    let here = [OsString::from(".")];
    let names = if names.is_empty() { &here[..] } else { names };
    let mut files = Vec::new();
    for name in names {
        // The last entry is the next one.
        let mut pending = vec![PathBuf::from(name)];
        while let Some(path) = pending.pop() {
            let is_named = path.as_os_str() == name;
            let is_link = !is_named && path.is_symlink();
            if !path.is_dir() {
                // A pipe in a folder would wait for a writer.
                if is_named || path.is_file() {
                    files.push(path.into_os_string());
                }
            } else if !is_link {
                let failed = |error| Failure::of_file(&path, error);
                let entries = std::fs::read_dir(&path).map_err(failed)?;
                let mut inside = Vec::new();
                for entry in entries {
                    inside.push(entry.map_err(failed)?.path());
                }
                inside.sort();
                pending.extend(inside.into_iter().rev());
            }
        }
    }
    Ok(files)
}
