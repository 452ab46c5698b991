//! Checks of the sources' prose: first words of doc comments and widths of lines.
//!
//! CONTRIBUTING.md states the rules. Generated files are exempt.

mod doc_comments;
mod files;

use doc_comments::{doc_comments, DocComment};
use files::{sources, Source};

/// The most characters on a line of Rust or Markdown.
const WIDEST: usize = 100;

/// The files where wide lines are permitted: rows of data whose columns mean something.
const WIDE_FILES: [&str; 2] =
    ["crates/study/src/constraints/right_to_left.rs", "crates/core/src/urc/iso_8859.rs"];

/// The largest permitted share of doc comments with a headless beginning, in percent.
const HEADLESS_PERCENT: usize = 2;

/// First words that begin a clause instead of naming a subject.
const HEADLESS: [&str; 10] =
    ["What", "Where", "How", "Who", "Which", "That", "Those", "All", "As", "Whether"];

/// Returns the headless beginning of a doc comment, if it has one.
///
/// "Whether" is permitted where the item is a `bool` or returns one.
fn headless(comment: &DocComment) -> Option<&'static str> {
    let mut words =
        comment.text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    let (first, second) = (words.next()?, words.next());
    if first == "The" && second == Some("same") {
        return Some("The same");
    }
    let word = HEADLESS.into_iter().find(|&word| word == first)?;
    (word != "Whether" || !comment.is_about_bool()).then_some(word)
}

/// Panics with the list of complaints unless it is empty.
fn expect_none(rule: &str, complaints: &[String]) {
    let count = complaints.len();
    assert!(complaints.is_empty(), "{rule}: {count} places\n{}", complaints.join("\n"));
}

#[test]
fn doc_comments_begin_with_their_subject() {
    let (mut items, mut what, mut offenders) = (0, 0, Vec::new());
    for Source { name, text } in sources("rs") {
        for comment in doc_comments(&text) {
            items += 1;
            let Some(word) = headless(&comment) else { continue };
            what += usize::from(word == "What");
            offenders.push(format!("{name}:{}: {}", comment.line, comment.text));
        }
    }
    assert!(items > 1000, "only {items} doc comments were found");
    println!("{} of {items} doc comments have a headless beginning", offenders.len());
    if what > 0 || offenders.len() * 100 > items * HEADLESS_PERCENT {
        expect_none("a doc comment begins with a clause instead of a subject", &offenders);
    }
}

#[test]
fn lines_are_at_most_100_wide() {
    let mut complaints = Vec::new();
    let mut stale: Vec<&str> = WIDE_FILES.to_vec();
    for Source { name, text } in sources("rs") {
        for (index, line) in text.lines().enumerate() {
            let width = files::width_of_code(line);
            if width <= WIDEST || files::is_unbreakable(line) {
                continue;
            }
            match WIDE_FILES.iter().find(|exempt| name.starts_with(**exempt)) {
                Some(exempt) => stale.retain(|other| other != exempt),
                None => complaints.push(format!("{name}:{}: {width}", index + 1)),
            }
        }
    }
    for Source { name, text } in sources("md") {
        let mut in_transcript = false;
        for (index, line) in text.lines().enumerate() {
            if line.starts_with("```") {
                in_transcript = ["```console", "```text"].contains(&line);
            }
            let width = line.chars().count();
            if width > WIDEST && !in_transcript && !files::is_unbreakable(line) {
                complaints.push(format!("{name}:{}: {width}", index + 1));
            }
        }
    }
    complaints.extend(stale.iter().map(|name| format!("{name}: exempt, but nothing is wide")));
    expect_none("a line is too wide", &complaints);
}

#[test]
fn headless_beginnings_are_told_from_subjects() {
    let found = |source: &str| doc_comments(source).iter().map(headless).collect::<Vec<_>>();
    for word in HEADLESS {
        assert_eq!(found(&format!("/// {word} it is.\nfn f() {{}}")), [Some(word)]);
        assert_eq!(found(&format!("/// {word}ever it is.\nfn f() {{}}")), [None]);
    }
    assert_eq!(found("/// The same as above.\nfn f() {}"), [Some("The same")]);
    assert_eq!(found("/// The samples.\nfn f() {}"), [None]);
    assert_eq!(found("/// **What** it is.\nstruct A;"), [Some("What")]);
    assert_eq!(found("/// Whether it is.\nfn f<A, B>(a: A, b: B) -> bool {}"), [None]);
    assert_eq!(found("struct A {\n /// Whether it is.\n a: bool,\n}"), [None]);
    assert_eq!(found("/// Whether it is.\nfn f() -> u8 { let a: bool; }"), [Some("Whether")]);
    assert_eq!(found("struct A {\n /// Whether it is.\n a: u8,\n b: bool,\n}"), [Some("Whether")]);
}
