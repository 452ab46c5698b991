//! Identifiers that the documents print, read from their `examples.toml`.

use serde::{Deserialize, Serialize};
use urigram::{Grammar, Reading};

use crate::memo::Memo;

/// An identifier that a document prints.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(super) struct Example {
    /// The identifier; absent where it is given as `hex`, or where the example is running text.
    pub(super) text: Option<String>,
    pub(super) section: String,
    pub(super) says: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) note: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) base: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) target: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) with: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) erratum: Option<String>,
}

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    example: Vec<Example>,
}

/// Returns the examples of a document, in its order.
pub(super) fn of(grammar: Grammar) -> &'static [Example] {
    static READ: Memo<Grammar, Vec<Example>> = Memo::new();
    let read = || toml::from_str::<File>(grammar.examples()).map(|file| file.example);
    READ.get(grammar, read).map_or(&[], Vec::as_slice)
}

/// Returns the examples that are whole identifiers by the document's prose and by its corrected
/// rules.
pub(super) fn whole(grammar: Grammar) -> impl Iterator<Item = &'static str> {
    let table = grammar.tables(Reading::Corrected).start();
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
