//! Quotations of a folder that a test writes, against copies of its document.

use std::fs;
use std::path::PathBuf;

use urigram_generate::{decide_quotations, load, prove, quote, Folder, Quoted, Text};

const DOCUMENT: &str = "Draft\n\nContents\n\n  1. One ... 1\n  2. Two ... 1\n\n1.  One\n\n\
    \x20  The rule is short,\n\nAuthor             A Draft                 [Page 1]\n\u{c}\n\
    Draft           A Draft            1999\n\n   and so is the caf\u{e9}.\n\n\
    \x20     a = \"x\"  ; one\n        / \"y\"\n\n2.  Two\n\n   Nothing more.\n";

const FACTS: &str = r#"id = "quoting"
number = "Draft"

[[rule]]
name = "a"
section = "1"

[[erratum]]
id = "short"
section = "1, 2"
printed = 'a = "x" … / "y"'
changes_language = false
says = 'Section 1 says "and so is the café", and nothing else.'

[[erratum]]
id = "more"
section = "2"
printed = "Nothing more."
changes_language = false
says = "It says \"so\"."
"#;

const HEAD: &str = r#"section = "head, 2"
printed = """
Draft
Nothing more.""""#;

struct Quoting(PathBuf);

impl Quoting {
    fn new(name: &str, facts: &str) -> Quoting {
        let folder = std::env::temp_dir().join(format!("urigram-quoting-{}", std::process::id()));
        let folder = folder.join(name).join("quoting");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("document.toml"), facts).unwrap();
        fs::write(folder.join("printed.abnf"), "; 1\na = \"x\" / \"y\"\n").unwrap();
        fs::write(folder.join("sections.tsv"), "1\tOne\n2\tTwo\n").unwrap();
        Quoting(folder)
    }

    /// Writes `quotations.tsv` from a text.
    fn quote(&self, text: &str) -> Result<String, String> {
        let folder = Folder::read(&self.0).unwrap();
        let text = Text::new(text.as_bytes()).unwrap();
        let lines = quote(&folder, &[], &[text]).map_err(|error| error.to_string())?;
        fs::write(self.0.join("quotations.tsv"), &lines).unwrap();
        Ok(lines)
    }

    fn decide(&self, texts: &[&[u8]]) -> Result<Vec<Quoted>, String> {
        let loaded = load(&self.0, None, &[]).map_err(|error| error.to_string())?;
        let texts = texts.iter().map(|text| Text::new(text)).collect::<Result<Vec<_>, _>>()?;
        decide_quotations(loaded.definition, &[], &texts)
    }

    fn verdicts(&self, text: &[u8]) -> Vec<Option<bool>> {
        let all = self.decide(&[text]).unwrap();
        let quotations = all.iter().filter(|quoted| quoted.row.starts_with("erratum "));
        quotations.map(|quoted| quoted.is_there).collect()
    }
}

impl Drop for Quoting {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn every_copy_of_a_document_proves_its_quotations() {
    let quoting = Quoting::new("copies", FACTS);
    let lines = quoting.quote(DOCUMENT).unwrap();
    let rows: Vec<&str> = lines.lines().map(|line| line.split('\t').next().unwrap()).collect();
    assert_eq!(rows, ["erratum short", "erratum short", "erratum more"]);
    let all = vec![Some(true); 3];
    assert_eq!(quoting.verdicts(DOCUMENT.as_bytes()), all);
    let latin_1: Vec<u8> = DOCUMENT.chars().map(|c| c as u8).collect();
    assert_eq!(quoting.verdicts(&latin_1), all);
    assert_eq!(quoting.verdicts(DOCUMENT.replace('\n', "\r\n").as_bytes()), all);
    assert_eq!(quoting.verdicts(DOCUMENT.replace('\n', "\r").as_bytes()), all);
    assert_eq!(quoting.verdicts(DOCUMENT.replace("   ", " ").as_bytes()).len(), 3);
    assert_eq!(quoting.verdicts(format!("\u{FEFF}{DOCUMENT}").as_bytes()), all);
    let units = || format!("\u{FEFF}{DOCUMENT}").encode_utf16().collect::<Vec<u16>>();
    for bytes in [u16::to_le_bytes, u16::to_be_bytes] {
        let text: Vec<u8> = units().into_iter().flat_map(bytes).collect();
        assert_eq!(quoting.verdicts(&text), all);
        // Half a character is at its end.
        assert_eq!(quoting.verdicts(&text[..text.len() - 1]).len(), 3);
    }
    let bare = DOCUMENT.replace("Author             A Draft                 [Page 1]\n", "");
    let bare = bare.replace("\u{c}\nDraft           A Draft            1999\n", "");
    assert_eq!(quoting.verdicts(bare.as_bytes()), all);
}

/// The head has no number and no heading, and is quoted as a section is.
#[test]
fn the_head_is_quoted() {
    let facts = FACTS.replace("section = \"2\"\nprinted = \"Nothing more.\"", HEAD);
    let quoting = Quoting::new("head", &facts);
    let why = quoting.quote(DOCUMENT).unwrap_err();
    assert!(why.contains("head"), "{why}");
    fs::write(quoting.0.join("sections.tsv"), "head\n1\tOne\n2\tTwo\n").unwrap();
    let lines = quoting.quote(DOCUMENT).unwrap();
    assert!(lines.contains("\nerratum more\thead\t"), "{lines}");
    assert!(lines.contains("\nerratum more\t2\t"), "{lines}");
    assert_eq!(quoting.verdicts(DOCUMENT.as_bytes()), [Some(true); 4]);
    let other = DOCUMENT.replacen("Draft", "Graft", 1);
    let verdicts = quoting.verdicts(other.as_bytes());
    assert_eq!(verdicts, [Some(true), Some(true), Some(false), Some(true)]);
}

/// Title, authors, date, number and relations are those of the head, and headings those of the
/// text. A rule is that of the text, or an erratum states the difference.
#[test]
fn the_head_and_the_rules_of_a_text_decide_facts() {
    const TEXT: &str = "Request for Comments: 9                   A. Author\n\
        Updates: 7, 8                                    B. Other\n\
        Category: Informational                          May 2000\n\n\
        \n                A Title of Two\n                Lines\n\n\
        1.  One\n\n   A text begins with a letter.\n\n\
        \x20     a = 1*b\n\n      b = \"x\" / \"y\"\n\n   and ends.\n";
    const FACTS: &str = r#"id = "quoting"
title = "A Title of Two Lines"
authors = ["A. Author", "B. Other"]
date = "2000-05-01"
number = "RFC 9"
status = "Informational"
updates = ["RFC 7", "RFC 8"]

[[rule]]
name = "a"
section = "1"

[[rule]]
name = "b"
section = "1"

[[erratum]]
id = "letter"
section = "1"
printed = "A text begins with a letter."
changes_language = false
says = "It is one."
"#;
    let quoting = Quoting::new("facts", FACTS);
    fs::write(quoting.0.join("sections.tsv"), "head\n1\tOne\n").unwrap();
    let rules = "; 1\na = 1*b\n; 1\nb = \"x\" / \"y\"\n";
    fs::write(quoting.0.join("printed.abnf"), rules).unwrap();
    quoting.quote(TEXT).unwrap();
    let wrong = |facts: &str, rules: &str| {
        fs::write(quoting.0.join("document.toml"), facts).unwrap();
        fs::write(quoting.0.join("printed.abnf"), rules).unwrap();
        let all = quoting.decide(&[TEXT.as_bytes()]).unwrap();
        let wrong = all.iter().filter(|quoted| quoted.is_there == Some(false));
        wrong.map(|quoted| quoted.row.clone()).collect::<Vec<_>>()
    };
    assert_eq!(wrong(FACTS, rules), [""; 0]);
    for (before, after, row) in [
        ("Two Lines", "Two Lanes", "title"),
        ("of Two Lines", "of Two", "title"),
        ("A Title of", "Title of", "title"),
        (", \"B. Other\"", "", "authors"),
        ("2000-05-01", "2000-06-01", "date"),
        ("2000-05-01", "2000-05-02", "date"),
        ("status = \"Informational\"", "status = \"Experimental\"", "status"),
        ("\"RFC 7\", ", "", "updates"),
        ("\"RFC 7\", ", "\"RFC 6\", ", "updates"),
    ] {
        assert_eq!(wrong(&FACTS.replace(before, after), rules), [row], "{after}");
    }
    let starred = rules.replace("1*b", "*b");
    assert_eq!(wrong(FACTS, &starred), ["printed a"]);
    let stated = "\n[[erratum]]\nid = \"star\"\nsection = \"1\"\nrules = [\"a\"]\nprinted = \"\"\n\
        says = \"None.\"\nchanges_language = false\n";
    assert_eq!(wrong(&[FACTS, stated].concat(), &starred), [""; 0]);
    fs::write(quoting.0.join("sections.tsv"), "head\n1\tOne\n2\tTwo\n").unwrap();
    assert_eq!(wrong(FACTS, rules), ["heading 2"]);
}

#[test]
fn a_change_of_the_text_or_of_the_quotation_is_found() {
    let quoting = Quoting::new("changes", FACTS);
    quoting.quote(DOCUMENT).unwrap();
    let change = |from: &str, to: &str| quoting.verdicts(DOCUMENT.replace(from, to).as_bytes());
    assert_eq!(change("caf\u{e9}", "coffee"), [Some(false), Some(false), Some(true)]);
    assert_eq!(change("Nothing more.", "Nothing less."), [Some(true), Some(true), Some(false)]);
    assert_eq!(change("2.  Two", "2.  Too"), [Some(false), Some(false), Some(false)]);
    // The words of the row, and none in the text.
    let facts = FACTS.replace("Nothing more", "Nothing much");
    fs::write(quoting.0.join("document.toml"), facts).unwrap();
    let why = quoting.decide(&[DOCUMENT.as_bytes()]).unwrap_err();
    assert!(why.contains("erratum more: its quotation is not the one in quotations.tsv"), "{why}");
    let folder = Folder::read(&quoting.0).unwrap();
    let complaints = prove(&folder, &[]).unwrap();
    let line = complaints.iter().find(|line| line.contains("erratum more: its quotation")).unwrap();
    assert!(line.contains("cargo run --release -p urigram-generate quote"), "{line}");
    assert!(quoting.quote(DOCUMENT).unwrap_err().contains("erratum more: Nothingmuch."));
}

#[test]
fn without_its_text_nothing_is_decided() {
    let quoting = Quoting::new("absent", FACTS);
    quoting.quote(DOCUMENT).unwrap();
    let other = format!("Request for Comments: 1\n\n{DOCUMENT}");
    assert_eq!(quoting.verdicts(other.as_bytes()), [None, None, None]);
    assert_eq!(quoting.decide(&[]).unwrap().len(), 3);
    fs::remove_file(quoting.0.join("quotations.tsv")).unwrap();
    assert!(quoting.decide(&[]).unwrap_err().contains("has no quotations.tsv"));
    let complaints = prove(&Folder::read(&quoting.0).unwrap(), &[]).unwrap();
    let line = complaints.iter().find(|line| line.contains("no quotations.tsv")).unwrap();
    assert!(line.contains("cargo run --release -p urigram-generate quote"), "{line}");
}

#[test]
fn hostile_texts_and_files_end() {
    let quoting = Quoting::new("hostile", FACTS);
    let lines = quoting.quote(DOCUMENT).unwrap();
    for text in ["", "1.One", "\u{c}[Page 1]", "a=\"x\"", "2. Two\n"] {
        let text = text.repeat(400_000 / text.len().max(1));
        assert_eq!(quoting.verdicts(text.as_bytes()).len(), 3);
    }
    for damaged in ["", "\t\t\t\t", "erratum short\t1\t0\t99999999999999999999-0\t0", "a"] {
        fs::write(quoting.0.join("quotations.tsv"), damaged.repeat(1_000)).unwrap();
        assert!(quoting.decide(&[DOCUMENT.as_bytes()]).is_err(), "{damaged:?}");
    }
    // A place inside a character, and a text that is not a place.
    let moved = lines.replace(|c: char| c.is_ascii_digit(), "7");
    fs::write(quoting.0.join("quotations.tsv"), moved).unwrap();
    assert!(quoting.decide(&[DOCUMENT.as_bytes()]).is_err());
}
