//! A folder that contradicts itself is refused: copies of the committed folders, each with one
//! thing wrong.

use crate::corpus;

use std::fs;
use std::path::{Path, PathBuf};

use urigram_generate::Folder;

/// A copy of the folder of every document, removed when it is dropped.
struct Copies(PathBuf);

impl Copies {
    fn new(name: &str) -> Copies {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&root);
        for entry in fs::read_dir(corpus::grammars()).expect("the folders can be listed") {
            let from = entry.expect("the folders can be listed").path();
            if !from.join("document.toml").is_file() {
                continue;
            }
            let to = root.join(from.file_name().expect("an entry has a name"));
            fs::create_dir_all(&to).expect("a folder can be made");
            for file in fs::read_dir(&from).expect("a folder can be listed") {
                let file = file.expect("a folder can be listed").path();
                fs::copy(&file, to.join(file.file_name().expect("a file has a name")))
                    .expect("a file can be copied");
            }
        }
        Copies(root)
    }

    fn ids(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("the copies can be listed");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut ids: Vec<String> =
            entries.map(|entry| name(entry.expect("the copies can be listed"))).collect();
        ids.sort();
        ids
    }

    fn text(&self, id: &str, file: &str) -> Option<String> {
        fs::read_to_string(self.0.join(id).join(file)).ok()
    }

    /// Returns the errors of a folder where one file has another text.
    fn complaints(&self, id: &str, file: &str, text: &str) -> Vec<String> {
        let path = self.0.join(id).join(file);
        let before = fs::read_to_string(&path).expect("a copy can be read");
        fs::write(&path, text).expect("a copy can be written");
        let read = Folder::read(&self.0.join(id)).and_then(|folder| folder.check(&[]));
        fs::write(&path, before).expect("a copy can be written");
        read.unwrap_or_else(|error| vec![error.to_string()])
    }

    /// Expects a complaint that holds `why`.
    fn expect(&self, id: &str, file: &str, text: &str, why: &str, what: &str) {
        assert_ne!(self.text(id, file).as_deref(), Some(text), "{id}: {what} changes nothing");
        let complaints = self.complaints(id, file, text);
        let hit = complaints.iter().any(|complaint| complaint.contains(why));
        assert!(hit, "{id} {file}: {what} went unnoticed: {complaints:?}");
    }
}

impl Drop for Copies {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns the tables `[[name]]` of a TOML file, as ranges of its text.
fn tables(text: &str, name: &str) -> Vec<std::ops::Range<usize>> {
    let head = format!("[[{name}]]\n");
    let ends =
        |start: usize| text[start + 1..].find("\n[").map_or(text.len(), |end| start + 1 + end + 1);
    text.match_indices(&head).map(|(start, _)| start..ends(start)).collect()
}

/// Returns a table with the value of one key replaced.
fn with_key(table: &str, key: &str, value: &str) -> String {
    let line = table
        .lines()
        .find(|line| line.starts_with(&format!("{key} = ")))
        .unwrap_or_else(|| panic!("no {key}"));
    table.replacen(line, &format!("{key} = {value}"), 1)
}

fn replaced(text: &str, range: &std::ops::Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

#[test]
fn the_committed_folders_are_sound() {
    let folders = Folder::read_all(&corpus::grammars()).unwrap_or_else(|error| panic!("{error}"));
    let check =
        |folder: &Folder| folder.check(&folders).unwrap_or_else(|error| vec![error.to_string()]);
    corpus::expect_none(folders.iter().flat_map(check).collect());
}

/// Every erratum with a repair, in every document: removed. The first of each document: with a
/// repair that says nothing, with the print as its repair, with another print, without the rule, or
/// with another section.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn errata_are_what_the_readings_show() {
    let copies = Copies::new("errata");
    let mut repaired = 0;
    for id in copies.ids() {
        let text = copies.text(&id, "document.toml").expect("a document has facts");
        let is_repaired =
            |range: &std::ops::Range<usize>| text[range.clone()].contains("\nrepair = ");
        for (position, range) in
            tables(&text, "erratum").into_iter().filter(is_repaired).enumerate()
        {
            let table = &text[range.clone()];
            repaired += 1;
            let expect = |by: &str, why: &str, what: &str| {
                copies.expect(&id, "document.toml", &replaced(&text, &range, by), why, what);
            };
            let printed = table
                .lines()
                .find_map(|line| line.strip_prefix("printed = "))
                .expect("an erratum has a print");
            expect("", "", "deleting an erratum");
            if position > 0 {
                continue;
            }
            expect(
                &with_key(table, "repair", "\"nonsense\""),
                "is not a line",
                "a repair without a rule",
            );
            expect(
                &with_key(table, "repair", printed),
                "otherwise than the repair",
                "the print as the repair",
            );
            expect(
                &with_key(table, "printed", "\"a = b\""),
                "otherwise than the erratum",
                "another print",
            );
            expect(&with_key(table, "rules", "[]"), "not one of its rules", "a repair of no rule");
            expect(
                &with_key(table, "rules", "[\"nobody\"]"),
                "no rule nobody",
                "a rule that is not there",
            );
            expect(
                &with_key(table, "section", "\"9.9.9\""),
                "no section \"9.9.9\"",
                "a wrong section",
            );
        }
    }
    assert!(repaired >= 30, "{repaired}");
}

/// An erratum that repairs nothing cannot claim a repair.
#[test]
fn repairs_are_of_rules_that_differ() {
    let copies = Copies::new("repairs");
    let text = copies.text("rfc2396", "document.toml").expect("a document has facts");
    let range = tables(&text, "erratum")
        .into_iter()
        .find(|range| text[range.clone()].contains("\"path-unused\""));
    let range = range.expect("rfc2396 has that erratum");
    let table = with_key(
        &text[range.clone()],
        "changes_language",
        "false\nrepair = \"path = [ abs_path | opaque_part ]\"",
    );
    let mutant = replaced(&text, &range, &table);
    copies.expect(
        "rfc2396",
        "document.toml",
        &mutant,
        "the same in both readings",
        "a repair that changes nothing",
    );
    let table = with_key(&text[range.clone()], "changes_language", "true");
    let mutant = replaced(&text, &range, &table);
    copies.expect(
        "rfc2396",
        "document.toml",
        &mutant,
        "without a repair",
        "a change of language without a repair",
    );
}

/// The automata decide whether a repair changes the language.
#[test]
fn changes_of_language_are_decided() {
    let copies = Copies::new("languages");
    let text = copies.text("rfc1808", "document.toml").expect("a document has facts");
    let sound = Folder::read(&copies.0.join("rfc1808")).unwrap_or_else(|error| panic!("{error}"));
    // It cites RFC 1738.
    let cited = Folder::read(&copies.0.join("rfc1738")).unwrap_or_else(|error| panic!("{error}"));
    let cited = [cited];
    let prove = |folder: &Folder| {
        urigram_generate::prove(folder, &cited).unwrap_or_else(|error| panic!("{error}"))
    };
    assert_eq!(prove(&sound), Vec::<String>::new());
    let range = tables(&text, "erratum")
        .into_iter()
        .find(|range| text[range.clone()].contains("\"base-header-space\""));
    let range = range.expect("rfc1808 has that erratum");
    let mutant =
        replaced(&text, &range, &with_key(&text[range.clone()], "changes_language", "false"));
    fs::write(copies.0.join("rfc1808/document.toml"), mutant).expect("a copy can be written");
    let wrong = Folder::read(&copies.0.join("rfc1808")).unwrap_or_else(|error| panic!("{error}"));
    let complaints = prove(&wrong);
    assert!(
        complaints.iter().any(|complaint| complaint.contains("change the language")),
        "{complaints:?}"
    );
}

/// One section of each kind of table in each document, and each section that is cited left out of
/// the list.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn sections_are_those_of_the_document() {
    let copies = Copies::new("sections");
    for id in copies.ids() {
        for (file, kind) in [
            ("document.toml", "rule"),
            ("document.toml", "erratum"),
            ("document.toml", "constraint"),
            ("examples.toml", "example"),
        ] {
            let text = copies.text(&id, file).expect("a document has the file");
            for range in tables(&text, kind).into_iter().take(1) {
                let mutant = replaced(
                    &text,
                    &range,
                    &with_key(&text[range.clone()], "section", "\"9.9.9\""),
                );
                copies.expect(&id, file, &mutant, "no section \"9.9.9\"", kind);
            }
        }
        let list = copies.text(&id, "sections.tsv").expect("a document has sections");
        let facts = copies.text(&id, "document.toml").expect("a document has facts");
        let cited = tables(&facts, "rule").into_iter().find_map(|range| {
            let section = facts[range]
                .lines()
                .find_map(|line| line.strip_prefix("section = "))?
                .trim_matches('"')
                .to_owned();
            list.lines().find(|line| line.split('\t').next() == Some(&section)).map(str::to_owned)
        });
        let mutant = list.replace(&format!("{}\n", cited.expect("a rule has a section")), "");
        copies.expect(&id, "sections.tsv", &mutant, "has no section", "a list without a section");
        copies.expect(
            &id,
            "sections.tsv",
            &format!("{list}{list}"),
            "again",
            "a list with a section twice",
        );
    }
}

/// The first comment of some rules of each text: another section, another name, another rule.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn comments_are_those_of_the_rules() {
    let copies = Copies::new("comments");
    let mut tried = 0;
    for id in copies.ids() {
        for reading in ["printed", "corrected"] {
            let (pest, abnf) = (format!("{reading}.pest"), format!("{reading}.abnf"));
            let (Some(text), Some(rules)) = (copies.text(&id, &pest), copies.text(&id, &abnf))
            else {
                continue;
            };
            let heads = text.lines().filter(|line| line.starts_with("/// ") && line.contains(": "));
            let heads = heads.filter(|line| {
                ["Section", "Imported", "Appendix", "BNF"]
                    .iter()
                    .any(|word| line["/// ".len()..].starts_with(word))
            });
            for head in heads.step_by(23) {
                tried += 1;
                let (origin, print) = head.split_once(": ").expect("a head has an origin");
                let expect = |line: String, why: &str, what: &str| {
                    copies.expect(
                        &id,
                        &pest,
                        &text.replacen(head, &line, 1),
                        why,
                        &format!("{what} in {head:?}"),
                    );
                };
                let origin_wrong = origin.replacen("/// ", "/// Section 9.9.9 ", 1);
                expect(format!("{origin_wrong}: {print}"), "the first /// line", "another section");
                let Some((name, body)) = print.split_once('=') else { continue };
                let imported = origin.contains("Imported");
                if !imported {
                    expect(
                        format!("{origin}: other{name}={body}"),
                        "no rule of this name",
                        "another name",
                    );
                }
                let id_of = name
                    .trim()
                    .trim_matches(['<', '>', ':'])
                    .trim_end_matches(" ::")
                    .replace(['_', ' '], "-");
                let at = rules.find(&format!("\n{id_of} ")).unwrap_or(0);
                let comment = &rules[rules[..at].rfind("\n\n").unwrap_or(0)..at];
                if at > 0 && !comment.contains("; Notation: ") && !id_of.contains('+') {
                    expect(
                        format!("{origin}: {name}={body} nobody"),
                        "another rule",
                        "another body",
                    );
                }
            }
            let first =
                rules.lines().find(|line| line.starts_with("; Section ")).map(str::to_owned);
            if let Some(first) = first {
                let mutant =
                    rules.replacen(&first, &first.replacen("; Section ", "; Section 9.9.9 ", 1), 1);
                copies.expect(&id, &abnf, &mutant, "the comment in the ABNF", "another section");
            }
        }
    }
    assert!(tried >= 40, "{tried}");
}
