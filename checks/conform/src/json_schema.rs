//! Vectors for validators of JSON Schema, in the layout of its own test suite.
//!
//! The strings are the conformance vectors of the formats' modules (`columns/javascript/formats`),
//! as far as they are text: a value of JSON is no sequence of any bytes.

use std::fmt::Write;
use std::path::Path;

use crate::vectors::{self, Vector};

/// The formats, and the file of vectors below `columns/javascript/formats`.
pub const FORMATS: [(&str, &str); 6] = [
    ("uri", "uri/module/uri.tsv"),
    ("uri-reference", "uri/module/uri_reference.tsv"),
    ("iri", "iri/module/iri.tsv"),
    ("iri-reference", "iri/module/iri_reference.tsv"),
    ("uri-template", "uri-template/module/uri_template.tsv"),
    ("json-pointer", "json-pointer/module/json_pointer.tsv"),
];

/// Returns the test suite of a format: one group with a test for each string.
///
/// # Errors
/// A file that cannot be read, and a line of it that is no vector.
pub fn render(format: &str, file: &Path) -> Result<String, String> {
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file:?}: {error}"))?;
    let all = vectors::read(&text)?;
    let mut out = format!(
        "[\n  {{\n    \"description\": \"conformance vectors of {format}\",\n    \"schema\": {{ \
         \"$schema\": \"https://json-schema.org/draft/2020-12/schema\", \"format\": \"{format}\" \
         }},\n    \"tests\": ["
    );
    let texts =
        all.iter().filter_map(|vector| Some((vector, std::str::from_utf8(&vector.input).ok()?)));
    for (number, (vector, text)) in texts.enumerate() {
        let (comma, valid) = (if number == 0 { "" } else { "," }, vector.offset.is_none());
        let said = says(vector);
        // Writing to a string does not fail.
        let _ = write!(
            out,
            "{comma}\n      {{ \"description\": \"{said}\", \"data\": {}, \"valid\": {valid} }}",
            quoted(text)
        );
    }
    out.push_str("\n    ]\n  }\n]\n");
    Ok(out)
}

fn says(vector: &Vector) -> String {
    match vector.offset {
        None => "accepted by the rules".to_owned(),
        Some(offset) if offset == vector.input.len() => "ends too early".to_owned(),
        Some(offset) => format!("wrong at byte {offset}"),
    }
}

/// Returns a string of JSON, in US-ASCII so that every editor shows what is in it.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            c => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| {
                let _ = write!(out, "\\u{unit:04x}");
            }),
        }
    }
    out.push('"');
    out
}
