//! Documents of schemes change no answer of the command that does not name them.

use std::collections::BTreeSet;

use serde_json::Value;
use urigram::Grammar;

use crate::program::{json, run};

const INPUTS: [&str; 7] =
    ["http:///b", "file:/a", "mailto:a@b", "data:,a", "geo:1,2", "urn:isbn:1", "../b"];

/// Returns the lines that the command prints as JSON.
fn lines(arguments: &[&str]) -> Vec<Value> {
    json(&run(&[arguments, &["--format", "json"]].concat()))
}

/// Collects the ids of grammars in an answer: each text that is one.
fn ids(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            let known = Grammar::ALL.iter().chain(Grammar::SCHEMES);
            found.extend(
                known.filter(|one| one.as_str() == text).map(|one| one.as_str().to_owned()),
            );
        }
        Value::Array(values) => values.iter().for_each(|value| ids(value, found)),
        Value::Object(values) => values.values().for_each(|value| ids(value, found)),
        _ => {}
    }
}

fn ids_of(arguments: &[&str]) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    lines(arguments).iter().for_each(|line| ids(line, &mut found));
    found
}

fn published() -> BTreeSet<String> {
    Grammar::ALL.iter().map(|one| one.as_str().to_owned()).collect()
}

#[test]
fn all_grammars_are_the_published_documents() {
    for input in INPUTS {
        let found = ids_of(&["check", "-g", "all", "-s", input]);
        assert!(found.is_subset(&published()) && !found.is_empty(), "check {input}: {found:?}");
        let parsed = lines(&["parse", "-g", "all", "--no-tree", input]);
        assert_eq!(parsed.len(), Grammar::ALL.len(), "parse {input}");
        let found = ids_of(&["parse", "-g", "all", "--no-tree", input]);
        assert_eq!(found, published(), "parse {input}");
    }
}

#[test]
fn histories_are_of_the_published_documents() {
    for input in INPUTS {
        let found = ids_of(&["history", "-s", input]);
        assert!(found.is_subset(&published()), "history -s {input}: {found:?}");
    }
    for name in ["scheme", "host", "port", "nid"] {
        let found = ids_of(&["history", name]);
        assert!(found.is_subset(&published()) && found.len() > 2, "history {name}: {found:?}");
    }
    // Names of rules that documents of schemes alone have are strings, as they were.
    for name in ["dataurl", "hfields", "geo-path", "http-URI"] {
        let found = lines(&["history", name]);
        assert!(found.len() == 1 && found[0]["input"] == name, "history {name}: {found:?}");
        assert!(ids_of(&["history", name]).is_subset(&published()), "history {name}");
    }
}

/// Documents of schemes are asked by their names, and by the scheme.
#[test]
fn a_document_of_a_scheme_is_asked_by_name_and_by_scheme() {
    for (scheme, id) in [("geo:1,2", "rfc5870"), ("data:,a", "rfc2397"), ("file:/a", "rfc8089")] {
        for arguments in [["-g", id], ["--select", "by-scheme"]] {
            let found = ids_of(&["parse", arguments[0], arguments[1], "--no-tree", scheme]);
            assert!(found.contains(id), "{scheme} {arguments:?}: {found:?}");
        }
    }
}
