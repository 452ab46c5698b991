//! The reports of folders against a snapshot of the RFC Editor's.

use std::fs;
use std::path::Path;

use toml::Value;
use urigram_core::Grammar;

/// Number of the document, number of the report, status, kind, section as reported, day.
const SNAPSHOT: &str = include_str!("../../../checks/errata.tsv");

/// Sections that a report names otherwise than its document does, or leaves to the reader.
const OTHERWISE: &[(&str, &str)] = &[("2396", "Appendix C.1"), ("2732", "2"), ("6068", "2")];

/// Returns a line for each report that a folder has otherwise than the snapshot, or leaves out.
pub(crate) fn differences(folder: &Path) -> Vec<String> {
    let id = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = fs::read_to_string(folder.join("errata.toml")).unwrap_or_default();
    let Ok(value) = toml::from_str::<Value>(&text) else { return vec!["errata.toml".to_owned()] };
    let own: Vec<&Value> =
        value.get("report").and_then(Value::as_array).into_iter().flatten().collect();
    let mut found = Vec::new();
    let snapshot = SNAPSHOT.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let snapshot: Vec<Vec<&str>> = snapshot.filter(|row| row[0] == id).collect();
    for row in &own {
        let eid = row.get("eid").and_then(Value::as_integer).unwrap_or_default().to_string();
        let Some(theirs) = snapshot.iter().find(|theirs| theirs[1] == eid) else {
            found.push(format!("report {eid}: the RFC Editor has no report of this number"));
            continue;
        };
        let text = |key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default();
        for (key, theirs) in [("status", theirs[2]), ("kind", theirs[3])] {
            if text(key) != theirs {
                found.push(format!("report {eid}: its {key} is {theirs}"));
            }
        }
        let section = text("section");
        let is_known = OTHERWISE.contains(&(id.trim_start_matches("rfc"), section));
        if plain(section) != plain(theirs[4]) && !is_known {
            found.push(format!("report {eid}: its section is {}", theirs[4]));
        }
    }
    let has =
        |eid: &str| own.iter().any(|row| row.get("eid").is_some_and(|it| it.to_string() == eid));
    let missing = snapshot.iter().filter(|row| !has(row[1]));
    found.extend(missing.map(|row| format!("report {} is left out", row[1])));
    found
}

/// Returns a section without what reports write in more ways than one: `3.2.2. Host`, `appendix B`.
/// The whole document gives an empty text.
fn plain(section: &str) -> String {
    let lowered = section.to_lowercase().replace("appendix ", "");
    if lowered == "global" {
        return String::new();
    }
    let is_number = lowered.contains(|c: char| c.is_ascii_digit()) || lowered.len() == 1;
    let first = if is_number { lowered.split(' ').next().unwrap_or_default() } else { &lowered };
    first.trim_end_matches('.').to_owned()
}

#[test]
fn folders_have_the_reports_of_the_rfc_editor() {
    let grammars = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../grammars");
    let mut count = 0;
    for grammar in Grammar::ALL.iter().chain(Grammar::SCHEMES) {
        let found = differences(&grammars.join(grammar.as_str()));
        assert!(found.is_empty(), "{grammar}: {found:#?}");
        count += SNAPSHOT.lines().filter(|line| line.starts_with(&format!("{grammar}\t"))).count();
    }
    assert_eq!(count, SNAPSHOT.lines().filter(|line| !line.starts_with('#')).count());
}

#[test]
fn a_section_is_one_however_it_is_written() {
    for (one, other) in
        [("3.2.2", "3.2.2. Host"), ("Appendix B", "B"), ("", "GLOBAL"), ("3.1", "3.1.")]
    {
        assert_eq!(plain(one), plain(other));
    }
    assert_ne!(plain("3.2"), plain("3.2.2"));
}
