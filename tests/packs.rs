//! The page's answers as WebAssembly are committed, as tables are. They are as new as what they are
//! built from.

use std::path::{Path, PathBuf};

/// The files and folders that the packs are built from. Comments and tests count, too: a hash that
/// skips them would have to know Rust. The folders of the documents are here with all their files,
/// because the packs hold rules, examples, errata and values as text.
const SOURCES: [&str; 25] = [
    ".ci/page",
    ".ci/remap",
    "Cargo.lock",
    "Cargo.toml",
    "answers/Cargo.toml",
    "answers/exercises",
    "answers/lessons",
    "answers/src",
    "automata/Cargo.toml",
    "automata/src",
    "core/Cargo.toml",
    "core/src",
    "engine/Cargo.toml",
    "engine/src",
    "generate/Cargo.toml",
    "generate/src",
    "grammars",
    "page/Cargo.toml",
    "page/src",
    "page/wasm",
    "parsers/Cargo.toml",
    "parsers/src",
    "revisions/Cargo.toml",
    "revisions/src",
    "src",
];

/// Adds the files at a path, those of a folder in order.
fn files(path: PathBuf, all: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = std::fs::read_dir(&path).expect("a folder can be read");
        let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        entries.sort();
        entries.into_iter().for_each(|path| files(path, all));
    } else {
        all.push(path);
    }
}

/// Returns a hash of all sources (64-bit FNV-1a).
fn hash(root: &Path) -> String {
    let mut all = Vec::new();
    SOURCES.iter().for_each(|path| files(root.join(path), &mut all));
    assert!(all.len() > 800, "{} files", all.len());
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for path in all {
        let content = std::fs::read(&path).expect("a file can be read");
        let name = path.strip_prefix(root).expect("it is below").display().to_string();
        for byte in name.replace('\\', "/").bytes().chain([0]).chain(content).chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        }
    }
    format!("{hash:016x}\n")
}

/// `.ci/page commit` builds the packs and writes the hash with `PACKS=overwrite`.
#[test]
fn the_committed_packs_are_fresh() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let kept = root.join("page/packs/sources.hash");
    let now = hash(root);
    if std::env::var_os("PACKS").is_some_and(|what| what == "overwrite") {
        std::fs::write(&kept, &now).expect("the hash can be written");
    }
    let kept = std::fs::read_to_string(kept).expect("the hash is there");
    assert_eq!(
        kept, now,
        "what the page's packs are built from has changed: run `.ci/page commit`"
    );
}
