//! The pages that rustdoc writes of the library, with all features.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// Writes the pages, once for all tests of a program, and returns their folder and the path of
/// each.
pub fn pages() -> (PathBuf, Vec<PathBuf>) {
    static PAGES: OnceLock<(PathBuf, Vec<PathBuf>)> = OnceLock::new();
    PAGES.get_or_init(write).clone()
}

fn write() -> (PathBuf, Vec<PathBuf>) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("it is below target");
    let doc = target.join("doc/urigram");
    // Pages of names that are no longer there would stay.
    let _ = std::fs::remove_dir_all(&doc);
    let status = Command::new(env!("CARGO"))
        .current_dir(&root)
        .args(["doc", "--quiet", "-p", "urigram", "--all-features", "--no-deps"])
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(status.expect("cargo runs").success(), "the documentation cannot be written");
    let (mut pages, mut folders) = (Vec::new(), vec![doc.clone()]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
            if path.is_dir() {
                folders.push(path);
            } else {
                pages.push(path);
            }
        }
    }
    (doc, pages)
}
