//! Every `resolves` example of every document folder, by the algorithms alone: also those of documents whose tables
//! are not generated yet.

use super::algorithm::{Row, ROWS};
use super::{Attempt, Composed, Leftover, Outcome, Reading, SameScheme};
use std::path::Path;
use std::string::{String, ToString};
use std::vec::Vec;

fn examples(id: &str) -> Vec<toml::Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars").join(id).join("examples.toml");
    let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let all = file["example"].as_array().unwrap().clone();
    let tables = all.into_iter().map(|example| example.as_table().unwrap().clone());
    tables.filter(|example| example["says"].as_str() == Some("resolves")).collect()
}

/// The options by which a document names the answer that an example prints.
fn options(example: &toml::Table) -> (SameScheme, Leftover) {
    match example.get("option").and_then(toml::Value::as_str) {
        None | Some("strict" | "validating" | "leftover dot segments retained") => Default::default(),
        Some("backward compatible" | "backwards compatible") => (SameScheme::Relative, Leftover::Kept),
        Some("leftover dot segments removed") => (SameScheme::Absolute, Leftover::Removed),
        Some(other) => panic!("unknown option {other}"),
    }
}

fn answer(row: &Row, example: &toml::Table) -> String {
    let (same_scheme, leftover) = options(example);
    let attempt = Attempt {
        base: example["base"].as_str().unwrap(),
        reference: example["text"].as_str().unwrap(),
        reading: Reading::Corrected,
        same_scheme,
        leftover,
    };
    match row.algorithm.expect("documents with examples have an algorithm").run(&attempt, &mut ()) {
        Outcome::Target(Composed { text, intact: true }) => text,
        Outcome::Target(Composed { text, .. }) => "split otherwise: ".to_string() + &text,
        Outcome::CurrentDocument(fragment) => {
            fragment.map_or("(current)".to_string(), |fragment| "(current)#".to_string() + &fragment)
        }
        Outcome::NotAbsolute => "not absolute".into(),
        Outcome::Unsuitable(why) => why.into(),
        Outcome::AboveRoot => "above root".into(),
    }
}

#[test]
fn every_printed_example() {
    let mut counts = Vec::new();
    for row in &ROWS {
        let examples = examples(row.grammar);
        for example in &examples {
            let target = example.get("target").and_then(toml::Value::as_str).unwrap_or("");
            let expected = match example.get("current_document").and_then(toml::Value::as_bool) {
                Some(true) => "(current)".to_string() + target,
                _ => target.to_string(),
            };
            let shown = (&example["base"], &example["text"], example.get("option"));
            assert_eq!(answer(row, example), expected, "{}: {shown:?}", row.grammar);
        }
        counts.push((row.grammar, examples.len()));
    }
    // A file that is read as holding no examples must not pass.
    for (grammar, least) in [("rfc1630", 10), ("rfc1808", 40), ("url-1997", 43), ("rfc2396", 46), ("uri-2003", 44)] {
        let count = counts.iter().find(|(id, _)| *id == grammar).unwrap().1;
        assert!(count >= least, "{grammar}: {count} examples");
    }
}

#[test]
fn every_folder_has_a_row() {
    let folders = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../grammars")).unwrap();
    for path in folders.map(|entry| entry.unwrap().path()).filter(|path| path.join("document.toml").exists()) {
        let id = path.file_name().unwrap().to_str().unwrap();
        assert!(ROWS.iter().any(|row| row.grammar == id), "{id} has no row");
    }
}
