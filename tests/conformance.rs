//! Every engine on a conformance suite of the grammar's own automaton (W-method), and the vectors that other parsers can
//! use.
#![cfg(feature = "alloc")]

use std::fmt::Write;

use urigram::{Component, Grammar, GrammarSet, Parts, Reading, UriRef};
use urigram_grammars::proof::{Dfa, Transcriptions};

const VECTORS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/corpus/rfc3986-conformance.tsv");

fn automaton(grammar: Grammar, rule: &str) -> Dfa {
    Transcriptions::of(grammar, Reading::Corrected).unwrap().abnf_automaton(rule).unwrap()
}

#[test]
fn every_engine_passes_the_suite_of_every_grammar() {
    for &grammar in Grammar::ALL {
        let tables = grammar.tables(Reading::Corrected);
        let table = tables.start();
        let dfa = automaton(grammar, table.rule());
        // A document with long bounded labels has a suite of millions; its transitions are walked by other tests.
        if dfa.len() > 600 {
            continue;
        }
        let suite = dfa.conformance_suite(0);
        let mut lines: Vec<u8> = Vec::new();
        let mut in_lines = Vec::new();
        for word in &suite {
            let expected = dfa.accepts(word);
            assert_eq!(table.accepts(word), expected, "{grammar} {}", word.escape_ascii());
            let offset = table.check(word, Reading::Corrected).err().map(|error| error.offset());
            assert_eq!(offset, dfa.reject_offset(word), "{grammar} {}", word.escape_ascii());
            if let Ok(text) = std::str::from_utf8(word) {
                assert_eq!(table.split(text, Reading::Corrected).is_ok(), expected, "{grammar} {text}");
            }
            if !word.contains(&b'\n') && !word.contains(&b'\r') {
                lines.extend(word);
                lines.push(b'\n');
                in_lines.push(expected);
            }
        }
        let mut found = Vec::new();
        table.accepts_lines(&lines, |_, accepts| found.push(accepts));
        assert_eq!(found, in_lines, "{grammar}");
        for word in suite.iter().step_by(7) {
            let set = GrammarSet::accepting(word, Reading::Corrected);
            assert_eq!(set.contains(grammar), dfa.accepts(word), "{grammar} {}", word.escape_ascii());
        }
    }
}

/// Input, verdict, and `name=start..end` for each component, in bytes; `\xHH` and `\\` stand for what a line cannot hold.
fn vectors() -> String {
    let mut out = String::new();
    for word in automaton(Grammar::Rfc3986, "URI-reference").conformance_suite(0) {
        let parsed = std::str::from_utf8(&word).ok().and_then(|text| UriRef::parse(text).ok());
        let _ = write!(out, "{}\t{}", word.escape_ascii(), if parsed.is_some() { "accept" } else { "reject" });
        for span in parsed.iter().flat_map(|reference| spans(reference.parts())) {
            let _ = write!(out, "\t{span}");
        }
        out.push('\n');
    }
    out
}

fn spans(parts: &Parts) -> Vec<String> {
    let one = |component: &Component| {
        let span = parts.get(*component)?;
        Some(format!("{}={}..{}", component.name(), span.start, span.end))
    };
    Component::ALL.iter().filter_map(one).collect()
}

/// `UPDATE_VECTORS=1 cargo test --test conformance` writes them anew.
#[test]
fn the_vectors_are_those_of_today() {
    let now = vectors();
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(VECTORS, &now).unwrap();
    }
    let stored = std::fs::read_to_string(VECTORS).unwrap();
    assert!(stored == now, "{VECTORS} is stale");
    assert!(now.lines().count() > 1000);
}
