//! RFC 3986's conformance suite as lines of text, for other parsers too. `vectors/README.md` says
//! how they read.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::ops::Range;

use crate::{alphabet, stretched, Sample, Subject, BEGINNINGS};
use urigram_automata::{Conformance, Random};
use urigram_grammars::{Component, Engine, Grammar, Parts, Reading};

/// An input, and what RFC 3986 says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The bytes.
    pub input: Vec<u8>,
    /// The offset of the first byte that cannot be right, or the length of an input that ends too
    /// early; `None` for a URI reference.
    pub offset: Option<usize>,
    /// Name, first byte and end of each component that is present.
    pub spans: Vec<(String, usize, usize)>,
}

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
        write_one(&mut out, &Vector { input, offset, spans });
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

fn write_one(out: &mut String, vector: &Vector) {
    // Writing to a string does not fail.
    let _ = match vector.offset {
        None => write!(out, "accept\t-\t"),
        Some(offset) => write!(out, "reject\t{offset}\t"),
    };
    for &byte in &vector.input {
        let _ = match byte {
            b'\\' => write!(out, "\\\\"),
            0x21..=0x7E => write!(out, "{}", char::from(byte)),
            _ => write!(out, "\\x{byte:02X}"),
        };
    }
    for (index, (name, start, end)) in vector.spans.iter().enumerate() {
        let _ = write!(out, "{}{name}={start}..{end}", if index == 0 { '\t' } else { ' ' });
    }
    out.push('\n');
}

/// Reads what [`render`] writes.
///
/// # Errors
/// The first line that is not as the header says.
pub fn read(text: &str) -> Result<Vec<Vector>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_one(line).ok_or_else(|| line.to_owned())).collect()
}

fn read_one(line: &str) -> Option<Vector> {
    let mut columns = line.split('\t');
    let offset = match (columns.next()?, columns.next()?) {
        ("accept", "-") => None,
        ("reject", offset) => Some(offset.parse().ok()?),
        _ => return None,
    };
    let input = unescaped(columns.next()?)?;
    let span = |text: &str| {
        let (name, span) = text.split_once('=')?;
        let (start, end) = span.split_once("..")?;
        Some((name.to_owned(), start.parse().ok()?, end.parse().ok()?))
    };
    let spans =
        columns.next().map_or(Some(Vec::new()), |spans| spans.split(' ').map(span).collect())?;
    columns.next().is_none().then_some(Vector { input, offset, spans })
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
        } else if let Some(after) = rest.strip_prefix(b"\\") {
            bytes.push(byte);
            rest = after;
        } else {
            let digits = std::str::from_utf8(rest.strip_prefix(b"x")?.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[3..];
        }
    }
    Some(bytes)
}
