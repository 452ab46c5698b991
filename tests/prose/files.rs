//! The files that people write.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// A file of the repository.
pub struct Source {
    /// The path relative to the root, with `/`.
    pub name: String,
    pub text: String,
}

/// Returns the files with the given extension, in order of their names, without generated ones.
///
/// # Panics
/// If a folder cannot be listed, a file cannot be read, or there aren't any.
pub fn sources(extension: &str) -> Vec<Source> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut paths = Vec::new();
    collect(root, extension, &mut paths).expect("the folders can be listed");
    paths.sort();
    let mut sources = Vec::new();
    for path in paths {
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path:?}: {error}"));
        if !text.starts_with("// @generated") {
            let relative = path.strip_prefix(root).expect("a path below the root");
            let name = relative.to_string_lossy().replace('\\', "/");
            sources.push(Source { name, text });
        }
    }
    assert!(!sources.is_empty(), "no files end with .{extension}");
    sources
}

/// Adds the files below a folder, except in build folders, hidden folders and generated code.
fn collect(folder: &Path, extension: &str, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    let mut pending = vec![folder.to_path_buf()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let name = entry.file_name();
            let name = name.to_string_lossy();
            if kind.is_dir() {
                if !name.starts_with('.') && !["target", "generated"].contains(&&*name) {
                    pending.push(path);
                }
            } else if path.extension().is_some_and(|end| end == extension) {
                paths.push(path);
            }
        }
    }
    Ok(())
}

/// Returns true if a line cannot be broken: a row of a Markdown table, also inside a doc comment,
/// or a single word such as a link's address.
pub fn is_unbreakable(line: &str) -> bool {
    let line = line.trim_start();
    let text = ["///", "//!", "//"].iter().find_map(|start| line.strip_prefix(start));
    let text = text.unwrap_or(line).trim();
    text.starts_with('|') || !text.contains(' ')
}

/// Returns the width of a line of Rust without the contents of its strings: rustfmt breaks no
/// string, and a break would change what some tests are about. Comments count in full.
pub fn width_of_code(line: &str) -> usize {
    let (mut width, mut in_string, mut escaped) = (0, false, false);
    let is_comment = line.trim_start().starts_with("//");
    for c in line.chars() {
        if c == '"' && !escaped && !is_comment {
            in_string = !in_string;
        } else if in_string {
            escaped = c == '\\' && !escaped;
            continue;
        }
        width += 1;
    }
    width
}
