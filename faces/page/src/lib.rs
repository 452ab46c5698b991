//! The teaching page: the files that show answers, and the packs that have the answers.
//!
//! `urigram-answers` has the answers, and [`Pack`] is a WebAssembly with some of them. With the
//! feature `serve`, `assets` holds the page's files, `export` makes a folder of them for any web
//! server, and `serve` is one for this machine.

#[cfg(feature = "serve")]
pub mod assets;
#[cfg(feature = "serve")]
pub mod export;
mod pack;
#[cfg(feature = "serve")]
pub mod serve;

#[cfg(feature = "unpack")]
pub use pack::unpacked;
pub use pack::{Pack, UNPACK, UNPACK_MARK};

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
        assert!(files.len() > 2);
        for file in files {
            let text = std::fs::read_to_string(&file).unwrap();
            let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
            for name in &absent {
                assert!(!code.contains(name), "{}: {name}", file.display());
            }
        }
    }
}
