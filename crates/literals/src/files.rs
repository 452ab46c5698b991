//! The files of `include_str!`.

use std::path::{Path, PathBuf};

use proc_macro2::Span;

/// Returns the absolute path of a path in the file where it is written.
///
/// # Errors
/// A message: a relative path has no meaning if the file is unknown, as to a language server.
pub(crate) fn locate(path: &str, written: Span) -> Result<PathBuf, String> {
    let path = Path::new(path);
    if path.is_absolute() {
        return Ok(path.to_path_buf());
    }
    let source = written.local_file().ok_or(
        "the file of this macro call is unknown here, so a relative path cannot be followed\n  = help: write `include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/…\"))`",
    )?;
    let beside = source.parent().unwrap_or(Path::new("")).join(path);
    std::path::absolute(&beside)
        .map_err(|error| format!("cannot find {}: {error}", beside.display()))
}
