//! The commands of the guides, docs/your-identifier.md and docs/your-language.md, as a new user
//! would run them, from an empty folder.
//!
//! `BLESS=1 cargo test -p urigram-cli --test all guide` writes what differs.

use std::fs;
use std::path::{Path, PathBuf};

use crate::transcript::{self, Page};

/// Shares what cargo builds among the runs, which a reader does not notice.
fn share_builds(folder: &Path) {
    let target: PathBuf = [env!("CARGO_MANIFEST_DIR"), "../../target/guide"].iter().collect();
    let text = format!("[build]\ntarget-dir = {:?}\n", target.to_string_lossy());
    fs::create_dir_all(folder.join(".cargo")).unwrap();
    fs::write(folder.join(".cargo/config.toml"), text).unwrap();
}

/// Runs the commands of a guide, at least `least` of them.
fn run(guide: &str, least: usize) {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(guide);
    let folder = std::env::temp_dir().join(format!("urigram-{guide}-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    share_builds(&folder);
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
#[ignore = "long; `.ci/long` runs it in release"]
fn every_command_of_the_guide() {
    run("your-identifier.md", 15);
}

#[cfg(unix)]
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_command_of_the_guide_to_nested_rules() {
    run("your-language.md", 30);
}
