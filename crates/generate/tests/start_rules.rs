//! Folders whose start rule does not run: every rule that does is read by its name.

use std::fs;
use std::path::PathBuf;

use urigram_generate::nested::Limits;
use urigram_generate::{load, load_unproved, NestedRule, Package};

const RULES: &str = "start = head \":\" tail\ntail = *( digit\nhead = 1*%x30-39\n\
                     other = head \"-\" head\nnest = \"(\" *nest \")\"\n";

/// Writes a folder that begins with a rule, and has more facts.
fn folder(name: &str, start: &str, more: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("start-rules").join(name);
    fs::create_dir_all(&folder).unwrap();
    let facts = format!("id = \"{name}\"\n[start]\ndefault = \"{start}\"\n{more}");
    fs::write(folder.join("document.toml"), facts).unwrap();
    fs::write(folder.join("printed.abnf"), RULES).unwrap();
    folder
}

/// Returns whether a folder accepts `12`, and what it says, or its error.
fn read(folder: &std::path::Path, rule: Option<&str>) -> Result<(bool, String), String> {
    let loaded = load(folder, rule, &[]).map_err(|error| error.to_string())?;
    let table = loaded.definition.corrected.all[0];
    Ok((table.accepts(b"12"), loaded.faults.join("\n")))
}

#[test]
fn another_rule_is_read_where_the_start_rule_does_not_run() {
    // It needs a rule with an error, has one itself, is recursive, or comes second.
    for (name, start, more) in [
        ("needs", "start", "[components]\nhead = [\"head\"]\n"),
        ("error", "tail", ""),
        ("nested", "nest", ""),
        ("second", "head", "uri = \"start\"\n"),
    ] {
        let folder = folder(name, start, more);
        let (accepts, said) = read(&folder, Some("head")).unwrap();
        assert!(accepts, "{name}");
        assert!(said.contains("does not run: `head` is read by itself"), "{name}: {said}");
        let (accepts, _) = read(&folder, Some("Other")).unwrap();
        assert!(!accepts, "{name}");
        let lost = read(&folder, Some("tail")).unwrap_err();
        assert!(lost.contains("the definition of `tail` cannot be read: line 2"), "{name}: {lost}");
        let lost = read(&folder, Some("start")).unwrap_err();
        assert!(lost.contains("uses \"tail\", whose definition cannot be read"), "{name}: {lost}");
        assert!(read(&folder, Some("nobody")).unwrap_err().contains("no such rule"), "{name}");
        assert!(read(&folder, None).is_err(), "{name}");
        let nested = NestedRule::open(&folder, Some("nest"), false, &[]).unwrap();
        assert!(
            nested.is_some_and(|rule| rule.check(b"(()())", Limits::for_length(6)).is_ok()),
            "{name}"
        );
        assert_eq!(NestedRule::names(&folder, &[]).unwrap().1.len(), 4, "{name}");
    }
}

#[test]
fn a_start_rule_that_runs_stays() {
    let folder = folder("runs", "other", "");
    let (accepts, said) = read(&folder, Some("head")).unwrap();
    assert!(!accepts && !said.contains("by itself"), "{said}");
    let refused = Package::by_rule(&folder, Some("head"), &[]).unwrap_err();
    assert!(refused.to_string().contains("has a start rule that runs"), "{refused}");
}

#[test]
fn a_proof_and_a_package_need_no_start_rule_that_runs() {
    let folder = folder("proof", "start", "");
    let loaded = load_unproved(&folder, None, &[]).unwrap();
    assert!(loaded.faults[0].contains("`head` is read by itself"), "{:?}", loaded.faults);
    let package = Package::by_rule(&folder, Some("other"), &[]).unwrap();
    let vectors = package.files.iter().find(|(path, _)| path.ends_with("tests/proof.tsv"));
    let begins = b"# Conformance vectors for `other`:";
    assert!(vectors.is_some_and(|(_, text)| text.starts_with(begins)));
    assert!(Package::of(&folder, &[]).unwrap_err().to_string().contains("\"tail\""));
}

/// A folder that names no start rule begins with its first one, as a file does.
#[test]
fn another_rule_is_read_where_the_first_one_does_not_run() {
    let folder = folder("first", "start", "");
    fs::write(folder.join("document.toml"), "id = \"first\"\n").unwrap();
    let (accepts, said) = read(&folder, Some("head")).unwrap();
    assert!(accepts && said.contains("`start`"), "{said}");
    assert!(read(&folder, Some("tail")).is_err());
    assert!(load_unproved(&folder, None, &[]).is_ok());
}
