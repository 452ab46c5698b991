//! Files that `include_str!` names.

use std::path::{Path, PathBuf};

use proc_macro2::Span;

/// The absolute path that a path means in the file where it is written.
///
/// # Errors
/// A message: a relative path has no meaning where the compiler does not tell the file (below Rust 1.88).
pub(crate) fn locate(path: &str, written: Span) -> Result<PathBuf, String> {
    let path = Path::new(path);
    if path.is_absolute() {
        return Ok(path.to_path_buf());
    }
    let source = written.local_file().ok_or(
        "this compiler does not tell a macro in which file it stands, so a relative path cannot be followed (Rust 1.88 \
         tells)\n  = help: write `include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/src/…\"))`",
    )?;
    let beside = source.parent().unwrap_or(Path::new("")).join(path);
    std::path::absolute(&beside).map_err(|error| format!("cannot find {}: {error}", beside.display()))
}
