//! Keys against the closure of each document's equivalences. The closure is computed here once
//! more, one change at one place at a time, only from the rows of the folder and the components of
//! a text.

mod changes;
mod closure;

use crate::support::samples;
use closure::{closure, rows};
use urigram::documents::Form;
use urigram::normalization::{Compared, Objective};
use urigram::parts::Parts;
use urigram::{urc, Grammar, Normalizer, Reading, Urc};
use urigram_automata::Random;
use urigram_grammars::proof::Side;

/// The reading of every grammar here.
const READING: Reading = Reading::Corrected;

/// Returns the parts of a text, if the grammar accepts it.
fn split(grammar: Grammar, text: &str) -> Option<Parts> {
    grammar.tables(READING).start().split(text, READING).ok()
}

/// Compares texts, or citations, which have elements.
fn compared(grammar: Grammar, by: Normalizer, a: &str, b: &str) -> Compared {
    if grammar.document().form == Form::Urc {
        let [a, b] = [a, b].map(|text| Urc::parse_by(grammar, READING, text.as_bytes()).unwrap());
        return urc::compare(a, b, by);
    }
    by.equivalent(a, b).unwrap_or_else(|error| panic!("{grammar}: {a} and {b}: {error}"))
}

#[test]
fn each_example_is_united_by_its_row_alone() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL.iter().chain(Grammar::SCHEMES) {
        for row in grammar.document().comparison.as_ref().unwrap().equivalences {
            let normalizer = Normalizer::new(grammar).objective(row.objective.unwrap_or_default());
            let [a, b] = row.example;
            match compared(grammar, normalizer, a, b) {
                Compared::Equivalent { by } => {
                    let ids: Vec<&str> = by.iter().map(|row| row.id).collect();
                    if ids != [row.id] {
                        complaints.push(format!("{grammar} {}: {a} and {b} by {ids:?}", row.id));
                    }
                }
                other => complaints.push(format!("{grammar} {}: {a} and {b}: {other:?}", row.id)),
            }
            let without = normalizer.without(row.id);
            if !matches!(compared(grammar, without, a, b), Compared::Different) {
                complaints.push(format!("{grammar}: {a} and {b} are the same without {}", row.id));
            }
        }
    }
    assert!(complaints.is_empty(), "{complaints:#?}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn keys_are_equal_exactly_on_the_closure() {
    let mut complaints = Vec::new();
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        let texts = texts(grammar);
        let has_purposes =
            rows(grammar, Objective::Identity).len() != rows(grammar, Objective::Retrieval).len();
        let has_purposes = has_purposes || grammar.document().form == Form::Urn;
        for objective in Objective::ALL.into_iter().take(if has_purposes { 2 } else { 1 }) {
            let (nodes, edges) = closure(grammar, objective, &texts, &mut complaints);
            assert!(nodes > 200 && edges > 200, "{grammar}: {nodes} texts, {edges} changes");
        }
    }
    complaints.sort();
    complaints.dedup();
    assert!(
        complaints.is_empty(),
        "{} complaints: {:#?}",
        complaints.len(),
        &complaints[..complaints.len().min(60)]
    );
}

/// Returns short texts, samples, near misses and the rows' own examples, as far as the grammar
/// accepts them.
// Long because the texts are lists.
fn texts(grammar: Grammar) -> Vec<String> {
    let heads = [
        "",
        "a:",
        "A:",
        "//",
        "//H",
        "x://",
        "HTTP://",
        "http://h",
        "http://H",
        "ftp://h/",
        "ftp://u%2d@h",
        "gopher://h",
        "gopher://h/",
        "gopher:",
        "telnet://h",
        "telnet://u@",
        "file:",
        "file:/",
        "file:./",
        "file://",
        "file://localhost",
        "mailto:A@B",
        "news:",
        "urn:n:",
        "URN:N:a",
        "urn:ab:a?",
        "http://%41",
        "http://h/a/",
        "http://h/?",
        "nntp://h",
        "wais://h/d",
        "prospero://h/",
        "rlogin:",
    ];
    let pieces = [
        "/",
        ".",
        "..",
        "%41",
        "%2e",
        "%2E",
        "%3a",
        "%3A",
        "%2F",
        "%20",
        "%c3%a9",
        "%EE%80%80",
        "a",
        "B",
        "1",
        "?",
        "#",
        "+",
        ":80",
        ":",
        ":070",
        ":21",
        "@",
        "localhost",
        "LOCALHOST",
        "s=b&c=d",
        "&a=b",
        "?=",
        ",C@D",
        "é",
        ";",
        "%7e",
    ];
    let doubled =
        ["/", ".", "..", "%41", "%2e", "%3a", "%20", "B", "1", "?", "#", "+", ":80", ":", "@"];
    let mut found: Vec<String> = Vec::new();
    for head in heads {
        found.push(head.to_owned());
        for one in pieces {
            found.push([head, one].concat());
            found.extend(
                doubled
                    .iter()
                    .filter(|_| doubled.contains(&one))
                    .map(|two| [head, one, two].concat()),
            );
        }
        for three in [
            "//./%2e",
            "/%2E/a",
            "/a/..",
            "/.//b",
            "/../a/./b",
            "%31.2.3.%34/%41",
            "%41:%41",
            "//%41:%42",
            "a%2Eb",
        ] {
            found.push([head, three].concat());
        }
    }
    for row in grammar.document().comparison.as_ref().unwrap().equivalences {
        found.extend(row.example.map(str::to_owned));
    }
    let few = |text: &String| text.matches('%').count() <= 6 && text.len() <= 60;
    let samples: Vec<String> = samples(grammar, 5, 30).into_iter().filter(few).collect();
    let dfa = Side { grammar, reading: READING, rule: None }.automaton().unwrap();
    let mut random = Random::seeded(3);
    for sample in &samples {
        // What is one byte away from a near miss is mostly accepted again, by another reading of
        // its parts.
        let near = dfa.near_miss(sample.as_bytes(), &mut random);
        found.extend(
            near.and_then(|bytes| String::from_utf8(bytes).ok())
                .iter()
                .flat_map(|near| ["a", "/", ":", ""].map(|piece| near.clone() + piece)),
        );
    }
    found.extend(samples);
    let table = grammar.tables(READING).start();
    found.retain(|text| table.accepts(text.as_bytes()) && capitals(text) <= 12);
    found
}

/// Returns the number of places where a letter's case or an escape can change.
fn capitals(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_uppercase).count() + text.matches('%').count()
}
