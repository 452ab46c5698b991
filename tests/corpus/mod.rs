//! The document folders in the tests' form: `examples.toml`, with unknown keys rejected.
#![allow(dead_code)]

use std::path::{Path, PathBuf};

use serde::Deserialize;
use urigram_grammars::Grammar;

/// Returns the folder of the document folders.
pub fn grammars() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars")
}

/// Returns the folder of a document or of a practice.
pub fn folder(id: &str) -> PathBuf {
    let folders = [grammars().join(id), grammars().join("practices").join(id)];
    folders.into_iter().find(|folder| folder.exists()).expect("a grammar has a folder")
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Examples {
    example: Vec<Example>,
}

/// One example; grammars/README.md describes each field.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    pub text: Option<String>,
    pub hex: Option<String>,
    pub shown: Option<String>,
    pub section: String,
    pub says: Says,
    pub rule: Option<String>,
    pub note: Option<String>,
    pub erratum: Option<String>,
    pub constraint: Option<String>,
    pub printed_accepts: Option<bool>,
    pub base: Option<String>,
    pub target: Option<String>,
    #[serde(default)]
    pub current_document: bool,
    pub option: Option<String>,
    pub with: Option<String>,
    pub source: Option<String>,
    #[serde(default)]
    pub found: Vec<String>,
}

/// The document's statement about an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Says {
    Valid,
    Invalid,
    Resolves,
    Equivalent,
    Different,
    Delimited,
    Normalizes,
}

impl Example {
    /// Returns the octets of `text` or `hex`.
    pub fn octets(&self) -> Option<Vec<u8>> {
        match (&self.text, &self.hex) {
            (Some(text), None) => Some(text.clone().into_bytes()),
            (None, Some(hex)) => {
                let digit =
                    |byte: u8| char::from(byte).to_digit(16).expect("a hexadecimal digit") as u8;
                assert_eq!(hex.len() % 2, 0, "{hex}");
                Some(
                    hex.as_bytes()
                        .chunks(2)
                        .map(|pair| digit(pair[0]) << 4 | digit(pair[1]))
                        .collect(),
                )
            }
            (None, None) => None,
            (Some(_), Some(_)) => panic!("text and hex in one example: {self:?}"),
        }
    }
}

/// Returns every example of a document.
pub fn examples(grammar: Grammar) -> Vec<Example> {
    let path = folder(grammar.as_str()).join("examples.toml");
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let read: Examples =
        toml::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    read.example
}

/// Returns the examples of a document with one of the statements.
pub fn examples_that(grammar: Grammar, says: &[Says]) -> Vec<Example> {
    examples(grammar).into_iter().filter(|example| says.contains(&example.says)).collect()
}

/// Panics with every complaint at once, if there is any.
pub fn expect_none(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "{} failed:\n{}", complaints.len(), complaints.join("\n"));
}
