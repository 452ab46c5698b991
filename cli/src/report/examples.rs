//! The identifiers that the documents print, read from their `examples.toml`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

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
    static READ: Mutex<Option<HashMap<Grammar, &'static [Example]>>> = Mutex::new(None);
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    // Leaked, once for each grammar that a process names.
    let examples = |text| toml::from_str::<File>(text).map_or_else(|_| Vec::new(), |file| file.example);
    read.get_or_insert_default().entry(grammar).or_insert_with(|| examples(grammar.examples()).leak())
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
