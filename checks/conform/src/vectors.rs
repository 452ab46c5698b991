//! RFC 3986's conformance suite as lines of text, for other parsers too. `vectors/README.md` says
//! how they read.

use std::collections::BTreeSet;
use std::ops::Range;

use crate::{alphabet, stretched, Sample, Subject, BEGINNINGS};
use urigram_automata::{Conformance, Random};
use urigram_grammars::{Component, Engine, Grammar, Parts, Reading};

pub use urigram_generate::vectors::{read, Vector};

const HEADER: &str = "\
# Conformance vectors for `URI-reference` of RFC 3986, by the W-method. README.md describes them.
# `cargo run -p urigram-conform --example vectors` writes this file. Columns, separated by tabs:
# verdict; offset of the first byte that cannot be right, or `-`; input, in which \\xHH is a byte
# and \\\\ a backslash; components as name=start..end.
";

/// Returns the rule that the vectors are of.
pub fn subject() -> Subject {
    let table = Grammar::Rfc3986.tables(Reading::Corrected).start();
    Subject::new(Grammar::Rfc3986, Reading::Corrected, table)
}

/// One of so many words is written again in a long form.
const LONG: usize = 32;

/// Of accepted strings that are drawn.
const LENGTHS: Range<usize> = 0..200;

/// Writes the vectors: the plain suite in order of bytes, then some of its words stretched across
/// multiples of 64 bytes, then accepted strings of many lengths and beginnings. Verdicts and
/// offsets are the automaton's, components those of slow splitting.
///
/// # Errors
/// An input on which the automaton and splitting differ.
pub fn render(subject: &Subject) -> Result<String, String> {
    let mut words = BTreeSet::new();
    Conformance::over(&subject.dfa, &alphabet(&subject.dfa)).each(0, |word| {
        words.insert(word.to_vec());
    });
    let mut random = Random::seeded(3986);
    let long: Vec<Vec<u8>> = words
        .iter()
        .step_by(LONG)
        .filter_map(|word| stretched(subject, word, &mut random))
        .collect();
    let sample = Sample::new(subject, LENGTHS.end);
    let drawn: Vec<Vec<u8>> = BEGINNINGS
        .iter()
        .flat_map(|beginning| LENGTHS.step_by(5).map(move |length| (beginning, length)))
        .filter_map(|(beginning, length)| sample.draw(beginning.as_bytes(), length, &mut random))
        .collect();
    let mut out = HEADER.to_owned();
    for input in words.into_iter().chain(long).chain(drawn) {
        let offset = subject.truth(&input).offset();
        let text = std::str::from_utf8(&input).ok();
        let parts =
            text.and_then(|text| subject.table.split_by(Engine::Table, text, subject.reading).ok());
        if parts.is_some() == offset.is_some() {
            return Err(subject.shown(&input));
        }
        let spans = parts.map_or(Vec::new(), |parts| spans(&parts));
        urigram_generate::vectors::write(&mut out, &Vector { input, offset, spans });
    }
    Ok(out)
}

/// Returns the components in the form of a vector.
pub fn spans(parts: &Parts) -> Vec<(String, usize, usize)> {
    let one = |component: &Component| {
        let span = parts.get(*component)?;
        Some((component.name().to_owned(), span.start as usize, span.end as usize))
    };
    Component::ALL.iter().filter_map(one).collect()
}
