//! The teaching page: the files that show answers, and the ways by which questions and answers
//! travel.
//!
//! `urigram-answers` has the answers. [`Question`] and [`Reply`] are what is sent, [`Pack`] is a
//! WebAssembly with some of the answers. `assets` (with the feature of that name) holds the page's
//! files, and `export` makes a folder of them for any web server. `serve` (with the feature of that
//! name) is a server for this machine: what can take too long to answer, it answers in a process
//! that it can end.

#[cfg(feature = "assets")]
pub mod assets;
#[cfg(feature = "assets")]
pub mod export;
mod pack;
#[cfg(feature = "assets")]
mod policy;
mod reply;
#[cfg(feature = "serve")]
pub mod serve;

#[cfg(feature = "unpack")]
pub use pack::unpacked;
pub use pack::{Pack, UNPACK, UNPACK_MARK};
pub use reply::{Question, Reply};

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    /// Returns the files below a folder, except those in `serve`.
    fn files(folder: &Path) -> Vec<PathBuf> {
        let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
        let is_portable = |path: &PathBuf| !path.ends_with("serve");
        let files = |path: PathBuf| if path.is_dir() { files(&path) } else { vec![path] };
        entries.filter(is_portable).flat_map(files).collect()
    }

    /// Packs run in browsers, where there is neither of these.
    #[test]
    fn only_the_server_uses_threads_processes_clocks_files_and_networks() {
        let absent =
            ["time", "thread", "process", "fs", "net", "env"].map(|name| format!("std::{name}"));
        let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        let files = files(&src);
        assert!(files.len() > 3);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for name in absent.iter().map(String::as_str).chain(["tokio", "axum"]) {
                assert!(!code.contains(name), "{}: {name}", file.display());
            }
        }
    }
}
