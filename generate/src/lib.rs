//! Writes the committed modules of `urigram-grammars` from the document folders: facts, and one table for each start
//! rule and reading. A table is written only when the automaton of its `.pest` rule equals that of its `.abnf` rule.

mod concepts;
mod errata;
mod facts;
mod fast;
mod folder;
mod groups;
mod literal;
mod meaning;
mod module;
mod prove;
mod tables;

use std::path::{Path, PathBuf};

pub use folder::{Folder, ReadError};
pub use meaning::ALGORITHMS;
pub use prove::prove;

/// The command that writes the files, as their headers quote it.
pub const COMMAND: &str = "cargo run --release -p urigram-generate";

/// Every generated file below `grammars`, as path and content.
///
/// # Errors
/// When a folder cannot be read, a rule cannot be built, or a PEG is not its document's language.
pub fn render(grammars: &Path) -> Result<Vec<(PathBuf, String)>, ReadError> {
    let folders = Folder::read_all(grammars)?;
    let mut files = Vec::new();
    for folder in &folders {
        let out = grammars.join("src/generated");
        let stem = folder.facts.id.replace('-', "_");
        if folder.base.is_some() {
            for (name, text) in folder.merged_sources() {
                files.push((out.join(format!("{stem}.{name}")), text));
            }
        }
        files.push((out.join(format!("{stem}.rs")), module::render(folder)?));
    }
    files.push((grammars.join("src/generated/groups.rs"), groups::render(&folders)?));
    let names = concepts::render(&grammars.join("concepts.toml"), &folders)?;
    files.push((grammars.join("src/generated/concepts.rs"), names));
    Ok(files)
}
