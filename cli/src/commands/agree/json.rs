//! Answers as JSON.

use std::ops::Range;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use urigram::agreement::{Agreement, Difference, Outcome};

use urigram_page::json::bytes_entry;

#[derive(Serialize)]
pub(super) struct Answer<'a> {
    a: &'static str,
    b: &'static str,
    reading_a: &'static str,
    reading_b: &'static str,
    component: &'static str,
    result: &'static str,
    witness: Option<Witness<'a>>,
    states: usize,
}

impl<'a> Answer<'a> {
    pub(super) fn new(answer: &'a Agreement<'_>) -> Answer<'a> {
        Answer {
            a: answer.a.grammar.id(),
            b: answer.b.grammar.id(),
            reading_a: answer.a.reading.id(),
            reading_b: answer.b.reading.id(),
            component: answer.component.name(),
            result: answer.outcome.name(),
            witness: match &answer.outcome {
                Outcome::Differs(Difference { input, a, b }) => Some(Witness {
                    input,
                    a: Place::of(input, a.as_ref()),
                    b: Place::of(input, b.as_ref()),
                }),
                _ => None,
            },
            states: answer.states,
        }
    }
}

/// A string on which two grammars differ.
struct Witness<'a> {
    input: &'a [u8],
    a: Option<Place<'a>>,
    b: Option<Place<'a>>,
}

impl Serialize for Witness<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, "input", self.input)?;
        map.serialize_entry("a", &self.a)?;
        map.serialize_entry("b", &self.b)?;
        map.end()
    }
}

/// The place and the text of a component.
pub(super) struct Place<'a> {
    start: usize,
    end: usize,
    text: &'a [u8],
}

impl<'a> Place<'a> {
    pub(super) fn of(input: &'a [u8], span: Option<&Range<usize>>) -> Option<Place<'a>> {
        span.map(|span| Place { start: span.start, end: span.end, text: &input[span.clone()] })
    }
}

impl Serialize for Place<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("start", &self.start)?;
        map.serialize_entry("end", &self.end)?;
        bytes_entry(&mut map, "text", self.text)?;
        map.end()
    }
}
