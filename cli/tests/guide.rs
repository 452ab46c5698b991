//! The commands of the guides, docs/your-identifier.md and docs/your-language.md, as a new user
//! would run them, from an empty folder.
//!
//! `TRANSCRIPTS=overwrite cargo test -p urigram-cli --test all guide` writes what differs.

use std::fs;
use std::path::Path;

use crate::transcript::{self, Page};

/// Replaces packages that are not published yet by those of this workspace.
fn published(folder: &Path) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap();
    let patch = |name: &str, path: &str| {
        format!("urigram-{name} = {{ path = {:?} }}\n", root.join(path).to_string_lossy())
    };
    let text = format!(
        "[patch.crates-io]\n{}{}\n[build]\ntarget-dir = {:?}\n",
        patch("engine", "engine"),
        patch("literals", "literals"),
        root.join("target/guide").to_string_lossy()
    );
    fs::create_dir_all(folder.join(".cargo")).unwrap();
    fs::write(folder.join(".cargo/config.toml"), text).unwrap();
}

/// Runs the commands of a guide, at least `least` of them.
fn run(guide: &str, least: usize, prepare: impl Fn(&Path)) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(guide);
    let folder = std::env::temp_dir().join(format!("urigram-{guide}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    prepare(&folder);
    let page = Page::run(&page, &folder);
    fs::remove_dir_all(&folder).unwrap();
    assert!(page.count() >= least, "only {} commands were found", page.count());
    let failures = page.failures();
    if transcript::overwrites() {
        page.write();
    } else {
        assert!(failures.is_empty(), "{failures}");
    }
}

#[cfg(unix)]
#[test]
fn every_command_of_the_guide() {
    run("your-identifier.md", 15, published);
}

#[cfg(unix)]
#[test]
fn every_command_of_the_guide_to_nested_rules() {
    run("your-language.md", 30, published);
}
