//! Vectors for validators of JSON Schema, in the layout of its own test suite.
//!
//! The strings are the conformance vectors of the formats' modules
//! (`faces/columns/javascript/formats`), as far as they are text: a value of JSON is not a sequence
//! of any bytes.

use std::fmt::Write;
use std::path::Path;

use urigram_generate::Package;
use urigram_grammars::Grammar;

use crate::vectors::{self, Vector};

/// The formats by the folder of their rules, each with the file of its vectors.
const FORMATS: [(&str, &[(&str, &str)]); 4] = [
    (
        "faces/columns/javascript/formats/uri",
        &[("uri", "uri.tsv"), ("uri-reference", "uri_reference.tsv")],
    ),
    (
        "faces/columns/javascript/formats/iri",
        &[("iri", "iri.tsv"), ("iri-reference", "iri_reference.tsv")],
    ),
    ("specs/uri-template", &[("uri-template", "uri_template.tsv")]),
    ("specs/json-pointer", &[("json-pointer", "json_pointer.tsv")]),
];

/// Returns the formats with the test suite of each.
///
/// # Errors
/// A folder that makes no module, and one without the vectors of a format.
pub fn suites() -> Result<Vec<(&'static str, String)>, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known: Vec<_> = Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
    let mut suites = Vec::new();
    for (folder, formats) in FORMATS {
        let module = Package::javascript(&root.join(folder), None, &known);
        let files = module.map_err(|error| error.to_string())?.files;
        for &(format, name) in formats {
            let file = files.iter().find(|(path, _)| path == Path::new(name));
            let (_, vectors) = file.ok_or_else(|| format!("{folder}: no {name}"))?;
            suites.push((format, render(format, &String::from_utf8_lossy(vectors))?));
        }
    }
    Ok(suites)
}

/// Returns the test suite of a format: one group with a test for each string.
fn render(format: &str, text: &str) -> Result<String, String> {
    let all = vectors::read(text)?;
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
