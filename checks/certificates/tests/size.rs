//! The checker is small enough to be read.

use std::path::Path;

/// The files that read the notations of grammars.
const READERS: [&str; 3] = ["reader.rs", "abnf.rs", "pest.rs"];

/// The files for recursive rules. Theorems of other rules do not rest on them.
const NESTED: [&str; 2] = ["letters.rs", "nested.rs"];

/// Counts the lines that are neither empty nor a comment.
fn lines(text: &str) -> usize {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn the_checker_has_800_lines_its_readers_400_and_nested_rules_180() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (mut checker, mut readers, mut nested, mut found) = (0, 0, 0, 0);
    for entry in std::fs::read_dir(&folder).expect("the sources are there") {
        let path = entry.expect("a folder can be listed").path();
        // A folder would hide lines.
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let is_reader = READERS.iter().any(|name| path.ends_with(name));
        let is_nested = NESTED.iter().any(|name| path.ends_with(name));
        let count = match (is_reader, is_nested) {
            (true, _) => &mut readers,
            (_, true) => &mut nested,
            _ => &mut checker,
        };
        *count += lines(&text);
        found += usize::from(is_reader || is_nested);
    }
    assert_eq!(found, READERS.len() + NESTED.len());
    assert!(checker <= 800, "the checker has {checker} lines");
    assert!(readers <= 400, "the readers have {readers} lines");
    assert!(nested <= 180, "the check of nested rules has {nested} lines");
}
