//! The identifiers that the documents print, read from their `examples.toml`.

use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use urigram::Grammar;

/// An identifier that a document prints.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) struct Example {
    /// Missing where it is given as `hex`, or where the example is running text.
    pub(crate) text: Option<String>,
    pub(crate) section: String,
    pub(crate) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) erratum: Option<String>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    example: Vec<Example>,
}

/// The examples of a document, in its order.
pub(crate) fn of(grammar: Grammar) -> &'static [Example] {
    static READ: [OnceLock<Vec<Example>>; 64] = [const { OnceLock::new() }; 64];
    let Some(place) = READ.get(grammar as usize) else { return &[] };
    place.get_or_init(|| toml::from_str::<File>(grammar.examples()).map_or_else(|_| Vec::new(), |file| file.example))
}

/// Those that are whole identifiers by the document's own word and by its rules as meant.
pub(crate) fn whole(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    let table = grammar.tables(urigram::Reading::Corrected).start();
    let whole = |example: &&Example| example.rule.is_none() && example.says == "valid";
    let texts = of(grammar).iter().filter(whole).filter_map(|example| example.text.as_deref());
    texts.filter(|text| table.accepts(text.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_document_has_examples_to_start_from() {
        for &grammar in Grammar::ALL {
            assert!(whole(grammar).next().is_some(), "{grammar}: {} examples", of(grammar).len());
        }
    }
}
