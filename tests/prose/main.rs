//! Checks of the sources' prose: first words of doc comments, widths of lines, translated phrases.
//!
//! CONTRIBUTING.md states the rules. Generated files are exempt.

mod doc_comments;
mod files;

use std::collections::HashSet;

use doc_comments::{doc_comments, DocComment};
use files::{sources, Source};

/// The most characters on a line of Rust or Markdown.
const WIDEST: usize = 100;

/// The files where wide lines are permitted: rows of data whose columns mean something.
const WIDE_FILES: [&str; 1] = ["crates/study/src/constraints/right_to_left.rs"];

/// The largest permitted share of doc comments with a headless beginning, in percent.
const HEADLESS_PERCENT: usize = 2;

/// First words that begin a clause instead of naming a subject.
const HEADLESS: [&str; 10] =
    ["What", "Where", "How", "Who", "Which", "That", "Those", "All", "As", "Whether"];

/// Phrases that read as translated. "Is no" is one unless "there" or a word of [`AFTER_NO`] is
/// beside it.
const TRANSLATED: [&str; 20] = [
    "are no",
    "are none",
    "both hands",
    "but for",
    "by which",
    "call itself",
    "call themselves",
    "calls itself",
    "has none",
    "have none",
    "is no",
    "is none",
    "of which",
    "second hand",
    "somebody's own",
    "to which",
    "was none",
    "whatever",
    "whichever",
    "whoever",
];

/// Words that may follow "is no".
const AFTER_NO: [&str; 4] = ["longer", "more", "other", "such"];

/// The most translated phrases in all comments, pages and messages. The rest are in quotations of
/// other programs, in a test's input, and where "by which" asks or is plain.
const MOST_TRANSLATED: usize = 7;

/// Returns the translated phrases of a text.
fn translated<'p>(text: &str, phrases: &HashSet<&'p str>) -> Vec<&'p str> {
    let words = text.split_whitespace().filter(|word| !["//", "///", "//!"].contains(word));
    let text = words.collect::<Vec<_>>().join(" ").to_lowercase();
    let ends = text.match_indices(' ').map(|(end, _)| end).chain([text.len()]);
    let (mut found, mut before, mut start) = (Vec::new(), None, 0);
    for end in ends {
        for from in before.into_iter().chain([start]) {
            let words = text[from..end].trim_matches(|c: char| !c.is_alphanumeric());
            let Some(phrase) = phrases.get(words) else { continue };
            let next = text[end..].split_whitespace().next().unwrap_or_default();
            let is_plain = text[..from].ends_with("there ") || AFTER_NO.contains(&next);
            if !(phrase.ends_with(" no") && is_plain) {
                found.push(*phrase);
            }
        }
        (before, start) = (Some(start), end + 1);
    }
    found
}

#[test]
fn few_phrases_read_as_translated() {
    let phrases = HashSet::from(TRANSLATED);
    let mut complaints = Vec::new();
    for Source { name, text } in sources("rs").into_iter().chain(sources("md")) {
        if name != "tests/prose/main.rs" {
            let found = translated(&text, &phrases);
            complaints.extend(found.iter().map(|phrase| format!("{name}: {phrase}")));
        }
    }
    let count = complaints.len();
    assert!(count <= MOST_TRANSLATED, "{count} phrases\n{}", complaints.join("\n"));
}

#[test]
fn translated_phrases_are_found() {
    let found = |text| translated(text, &HashSet::from(TRANSLATED));
    assert_eq!(found("A list, of\n    /// which one is\n/// none."), ["of which", "is none"]);
    assert_eq!(found("Whatever it is, it is no rule."), ["whatever", "is no"]);
    assert_eq!(found("There is no rule. It is no longer one; the type of whichx."), [""; 0]);
}

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
