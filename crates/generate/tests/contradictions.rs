//! A folder whose files contradict each other is refused: copies of committed folders, each with
//! one thing wrong.

use std::fs;
use std::path::Path;

use urigram_core::Grammar;
use urigram_generate::Folder;

use crate::edits::{copies, documents};

fn complaints(folder: &Path) -> Vec<String> {
    let read = Folder::read(folder).and_then(|folder| folder.check(&[]));
    read.unwrap_or_else(|error| vec![error.to_string()])
}

/// Returns the complaints about a folder where a file has another text.
fn complaints_with(folder: &Path, file: &str, text: &str) -> Vec<String> {
    let before = fs::read_to_string(folder.join(file)).unwrap();
    assert_ne!(before, text, "{} {file}", folder.display());
    fs::write(folder.join(file), text).unwrap();
    let complaints = complaints(folder);
    fs::write(folder.join(file), before).unwrap();
    complaints
}

/// Errata, sections, and the comments of rules, in documents of several notations.
#[test]
fn a_contradiction_is_refused() {
    let copies = copies("contradictions");
    let (facts, no_section) = ("document.toml", "no section \"9.9.9\"");
    for (id, file, before, after, words) in [
        ("rfc1808", facts, "repair = \"base-header  = ", "repair = \"", "is not a line"),
        ("rfc1808", facts, "*( SPACE | HTAB ) ", "", "otherwise than the repair"),
        (
            "rfc1808",
            facts,
            "printed = \"base-header  = ",
            "printed = \"base-header  = a",
            "otherwise than the erratum",
        ),
        ("rfc1808", facts, "rules = [\"base-header\"]", "rules = []", "not one of its rules"),
        ("rfc1808", facts, "rules = [\"base-header\"]", "rules = [\"nobody\"]", "no rule nobody"),
        (
            "rfc2396",
            facts,
            "says = \"No rule uses path. ",
            "repair = \"path = [ abs_path | opaque_part ]\"\nsays = \"No rule uses path. ",
            "the same in both readings",
        ),
        (
            "rfc2396",
            facts,
            "nothing depends on it.\"\nchanges_language = false\nexample = \"g;x/y\"",
            "nothing depends on it.\"\nchanges_language = true\nexample = \"g;x/y\"",
            "without a repair",
        ),
        (
            "rfc1808",
            "corrected.abnf",
            "; erratum: base-header-space\n",
            "",
            "errata differ on base",
        ),
        (
            "rfc1808",
            facts,
            "id = \"base-header-space\"\nsection = \"3.1\"",
            "id = \"base-header-space\"\nsection = \"9.9.9\"",
            no_section,
        ),
        (
            "rfc1808",
            facts,
            "name = \"URL\"\nsection = \"2.2\"",
            "name = \"URL\"\nsection = \"9.9.9\"",
            no_section,
        ),
        (
            "rfc1808",
            facts,
            "id = \"relative-colon\"\nsection = \"5.3\"",
            "id = \"relative-colon\"\nsection = \"9.9.9\"",
            no_section,
        ),
        (
            "rfc1808",
            "examples.toml",
            "text = \"file\"\nsection = \"1\"",
            "text = \"file\"\nsection = \"9.9.9\"",
            no_section,
        ),
        ("rfc1808", "sections.tsv", "\n2.2\t", "\n22.2\t", "has no section"),
        ("rfc1808", "sections.tsv", "\n2.2\t", "\n2\t", "again"),
        (
            "rfc1808",
            "printed.pest",
            "/// Section 2.2: URL = ",
            "/// Section 9.9.9: URL = ",
            "the first /// line",
        ),
        (
            "rfc1808",
            "printed.pest",
            "/// Section 2.2: URL = ",
            "/// Section 2.2: other = ",
            "no rule of this name",
        ),
        (
            "rfc1808",
            "printed.pest",
            "/// Section 2.2: abs_path = \"/\" rel_path",
            "/// Section 2.2: abs_path = \"/\" nobody",
            "another rule",
        ),
        (
            "rfc2141",
            "printed.pest",
            "/// Section 2.1: <NID> ::= ",
            "/// Section 2.2: <NID> ::= ",
            "the first /// line",
        ),
        (
            "rfc2141",
            "printed.pest",
            "/// Section 2.1: <NID> ::= ",
            "/// Section 2.1: <NSS> ::= ",
            "no rule of this name",
        ),
        (
            "rfc1630",
            "printed.pest",
            "/// Section BNF of Generic URI Syntax: uri = ",
            "/// Section BNF of Generic Syntax: uri = ",
            "the first /// line",
        ),
        (
            "rfc1630",
            "printed.pest",
            "/// Imported from RFC 822, 6.1: domain = ",
            "/// Section 6.1: domain = ",
            "the first /// line",
        ),
        (
            "rfc1630",
            "printed.pest",
            "/// Imported from RFC 822, 6.1: domain = ",
            "/// Imported from RFC 823, 6.1: domain = ",
            "is from RFC 823",
        ),
        ("rfc1808", "printed.abnf", "; Section 2.2\n", "; Section 9.9.9\n", "comment in the ABNF"),
    ] {
        let folder = copies.0.join(id);
        let text = fs::read_to_string(folder.join(file)).unwrap();
        let found = complaints_with(&folder, file, &text.replacen(before, after, 1));
        let is_found = found.iter().any(|complaint| complaint.contains(words));
        assert!(is_found, "{id} {file}: {after:?} in place of {before:?}: {found:?}");
    }
}

/// Each erratum with a repair, of every document, left out.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn an_erratum_left_out_is_refused() {
    let copies = copies("errata");
    let mut left_out = 0;
    for id in Grammar::ALL.iter().chain(Grammar::SCHEMES).map(|grammar| grammar.as_str()) {
        let folder = copies.0.join(id);
        let text = fs::read_to_string(folder.join("document.toml")).unwrap();
        for (at, _) in text.match_indices("[[erratum]]\n") {
            let end = text[at + 1..].find("\n[").map_or(text.len(), |end| at + 1 + end);
            if text[at..end].contains("\nrepair = ") {
                let rest = format!("{}{}", &text[..at], &text[end..]);
                let found = complaints_with(&folder, "document.toml", &rest);
                assert!(!found.is_empty(), "{id}: {}", &text[at..end]);
                left_out += 1;
            }
        }
    }
    assert!(left_out >= 30, "{left_out}");
}

#[test]
fn the_committed_folders_are_sound() {
    for folder in documents() {
        assert_eq!(folder.check(documents()).unwrap(), [""; 0], "{}", folder.id());
    }
}

/// The automata decide whether a repair changes the language.
#[test]
fn changes_of_language_are_decided() {
    let copies = copies("languages");
    let [folder, cited] = ["rfc1808", "rfc1738"].map(|id| copies.0.join(id));
    // It cites RFC 1738.
    let cited = [Folder::read(&cited).unwrap()];
    let prove = || urigram_generate::prove(&Folder::read(&folder).unwrap(), &cited).unwrap();
    assert_eq!(prove(), [""; 0]);
    let text = fs::read_to_string(folder.join("document.toml")).unwrap();
    let (before, after) = text.split_once("id = \"base-header-space\"").unwrap();
    let after = after.replacen("changes_language = true", "changes_language = false", 1);
    let text = format!("{before}id = \"base-header-space\"{after}");
    fs::write(folder.join("document.toml"), text).unwrap();
    let found = prove();
    assert!(found.iter().any(|one| one.contains("does change the language")), "{found:?}");
}
