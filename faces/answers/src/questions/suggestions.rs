//! Strings to start from: each document's own, and some that automata find.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Serialize;
use urigram::proof::Dfa;
use urigram::Grammar;
use urigram_study::compare::{divisions, Division};

use super::matrix::matrix;
use super::{examples, Kept};
use crate::escape::escaped;
use crate::refusal::Refusal;

/// The number of examples shown of each document.
const EACH: usize = 6;

/// The longest string that a class can start from, in bytes.
const LONGEST: usize = 70;

/// Strings to start from.
#[derive(Serialize)]
pub(super) struct Suggestions {
    documents: Vec<Examples>,
    /// The strings that divide the documents most evenly.
    witnesses: &'static [Witness],
    errata: Vec<Erratum>,
}

/// A document with some of its own examples.
#[derive(Serialize)]
struct Examples {
    grammar: &'static str,
    examples: Vec<&'static str>,
}

/// A string on which the two readings of a document disagree, with the erratum.
#[derive(Serialize)]
struct Erratum {
    grammar: &'static str,
    id: &'static str,
    text: &'static str,
}

impl Kept for Suggestions {
    const NAME: &'static str = "suggestions";

    fn answer() -> Result<impl Serialize, Refusal> {
        let document = |&grammar: &Grammar| Examples {
            grammar: grammar.as_str(),
            examples: examples_of(grammar),
        };
        let documents = Grammar::ALL.iter().map(document).collect();
        let errata = Grammar::ALL.iter().copied().flat_map(errata).collect();
        Ok(Suggestions { documents, witnesses: witnesses()?, errata })
    }
}

/// Returns some of a document's examples, of as many schemes as possible.
fn examples_of(grammar: Grammar) -> Vec<&'static str> {
    let mut schemes = BTreeSet::new();
    let mut all: Vec<&str> = examples::whole(grammar).filter(|text| !text.is_empty()).collect();
    if all.iter().any(|text| text.len() <= LONGEST) {
        all.retain(|text| text.len() <= LONGEST);
    }
    let (first, more): (Vec<&str>, Vec<&str>) = all.into_iter().partition(|text| {
        schemes.insert(text.split([':', '/']).next().unwrap_or("").to_ascii_lowercase())
    });
    first.into_iter().chain(more).take(EACH).collect()
}

/// A shortest string of some beginning that one document accepts and another does not.
#[derive(Serialize)]
struct Witness {
    escaped: String,
    by: &'static str,
    not_by: &'static str,
    accepted_by: Vec<&'static str>,
}

/// Beginnings that people recognize, and the number of strings shown for each. Without one, a
/// shortest string that distinguishes two documents is often just `~`.
const STEMS: [(&str, usize); 5] =
    [("http://a", 5), ("ftp://a", 2), ("mailto:a", 2), ("urn:a", 2), ("//", 1)];

/// Returns the strings that distinguish documents, one for each set of documents that accept, the
/// most even divisions first. They are computed once.
fn witnesses() -> Result<&'static [Witness], Refusal> {
    static FOUND: OnceLock<Result<Vec<Witness>, Refusal>> = OnceLock::new();
    let found = FOUND.get_or_init(find_witnesses);
    found.as_deref().map_err(Refusal::clone)
}

fn find_witnesses() -> Result<Vec<Witness>, Refusal> {
    let (grammars, automata): (Vec<Grammar>, Vec<&Dfa>) =
        matrix()?.automata.iter().copied().unzip();
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (stem, most) in STEMS {
        let mut found = divisions(&automata, stem.as_bytes())?;
        found.retain(|division| seen.insert(division.accepted_by.clone()));
        found.sort_by_key(|Division { string, accepted_by, .. }| {
            let uneven = (2 * accepted_by.len()).abs_diff(grammars.len());
            (uneven, escaped(string).len())
        });
        all.extend(found.into_iter().take(most).map(|division| Witness {
            escaped: escaped(&division.string),
            by: grammars[division.only].as_str(),
            not_by: grammars[division.not].as_str(),
            accepted_by:
                division.accepted_by.iter().map(|&index| grammars[index].as_str()).collect(),
        }));
    }
    Ok(all)
}

/// Returns the strings on which the two readings of a document disagree.
fn errata(grammar: Grammar) -> impl Iterator<Item = Erratum> {
    let document = grammar.document();
    document.commentary().errata.iter().filter_map(move |erratum| {
        let example = erratum.example.as_ref()?;
        let is_shown =
            example.printed != example.corrected && example.rule == document.start.default;
        let text = example.text;
        is_shown.then_some(Erratum { grammar: grammar.as_str(), id: erratum.id, text })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_string_divides_the_documents() {
        let found = witnesses().unwrap();
        assert_eq!(found.iter().filter(|one| one.escaped.starts_with("http://a")).count(), 5);
        for Witness { escaped, by, not_by, accepted_by } in found {
            assert!(accepted_by.contains(by) && !accepted_by.contains(not_by), "{escaped}");
        }
    }
}
