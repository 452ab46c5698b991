//! Questions about documents and strings, and their answers: one room for the command, the page and
//! anything else that shows them.
//!
//! [`questions`] answers a question by its name and parameters, and [`parse`] and [`json`] make the
//! objects. A face draws the objects or sends them on, so that the same fact has the same key
//! everywhere. [`escape`] makes bytes visible and reads that text back.
//!
//! Nothing here uses a network, a thread, a process, a file or a clock, so that the same code can
//! run in a browser.
//!
//! ```text
//! page ── a question's name and parameters ──► questions ─┬─ core, study, revisions
//! command ── inputs ──► parse: one input by one grammar   │     └─► a typed answer
//!                                                         └─ memo: answers that take long
//! a typed answer ── json ──► JSON for both, and its schema (feature `schemas`)
//! author       the report on somebody's rules
//! lessons      Markdown with claims and exercises, which are decided
//! ```

pub mod author;
pub mod escape;
pub mod json;
pub mod lessons;
mod line;
mod lists;
mod memo;
pub mod parse;
pub mod questions;
mod refusal;
mod resolved;
mod rule_ref;

pub use json::reports;
pub use lists::lists;
pub use refusal::Refusal;
pub use resolved::Resolved;
pub use rule_ref::{Matcher, RuleRef};

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    /// Returns the files below a folder.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let files = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
        entries.flat_map(files).collect()
    }

    /// Answers also run in browsers, which have neither of these.
    #[test]
    fn no_answer_uses_threads_processes_clocks_files_and_networks() {
        let absent =
            ["time", "thread", "process", "fs", "net", "env"].map(|name| format!("std::{name}"));
        let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"));
        assert!(files.len() > 20);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for name in &absent {
                assert!(!code.contains(name), "{}: {name}", file.display());
            }
        }
    }
}
