//! Strings to start from: each document's own, and surprising ones that algebra finds.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Serialize;
use serde_json::{json, Value};
use urigram::proof::{abnf, Limits, Terminals};
use urigram::{accepting, Grammar, Reading};

use super::matrix::{matrix, Matrix};
use super::{examples, Params, Refusal};
use crate::bytes::escaped;

/// Examples shown of each document.
const EACH: usize = 6;

/// Strings of more bytes are no start for a class.
const LONGEST: usize = 70;

/// `suggestions`: for each document some of its own examples; and the strings that tell most documents apart.
pub(crate) fn answer(_: &Params) -> Result<Value, Refusal> {
    let own: Vec<Value> =
        Grammar::ALL.iter().map(|&grammar| json!({ "grammar": grammar.id(), "examples": own(grammar) })).collect();
    Ok(json!({ "documents": own, "witnesses": witnesses()?, "errata": errata() }))
}

/// Some examples, of as many schemes as there are.
fn own(grammar: Grammar) -> Vec<&'static str> {
    let mut schemes = BTreeSet::new();
    let mut all: Vec<&str> = examples::whole(grammar).filter(|text| !text.is_empty()).collect();
    if all.iter().any(|text| text.len() <= LONGEST) {
        all.retain(|text| text.len() <= LONGEST);
    }
    let (first, more): (Vec<&str>, Vec<&str>) = all
        .into_iter()
        .partition(|text| schemes.insert(text.split([':', '/']).next().unwrap_or("").to_ascii_lowercase()));
    first.into_iter().chain(more).take(EACH).collect()
}

/// A shortest string that one document accepts and another does not.
#[derive(Serialize)]
struct Witness {
    escaped: String,
    by: &'static str,
    not_by: &'static str,
    accepted_by: Vec<&'static str>,
}

/// How strings begin that people recognize, and how many of each are shown. A shortest string between two documents at
/// large is often just `~`.
const STEMS: [(&str, usize); 5] = [("http://a", 5), ("ftp://a", 2), ("mailto:a", 2), ("urn:a", 2), ("//", 1)];

/// For each pair of documents the shortest strings of a known beginning that only one of them accepts; one for each
/// verdict of all documents together, those first that divide them most evenly. Computed once.
fn witnesses() -> Result<&'static [Witness], Refusal> {
    static FOUND: OnceLock<Result<Vec<Witness>, String>> = OnceLock::new();
    let found = FOUND.get_or_init(|| find_witnesses(matrix().map_err(|refusal| refusal.to_string())?));
    found.as_deref().map_err(|error| Refusal::Limit(error.clone()))
}

fn find_witnesses(matrix: &'static Matrix) -> Result<Vec<Witness>, String> {
    let mut verdicts = BTreeSet::new();
    let mut all = Vec::new();
    for (stem, most) in STEMS {
        let mut found = begun_by(stem, matrix, &mut verdicts)?;
        found.sort_by_key(|(uneven, witness)| (*uneven, witness.escaped.len()));
        all.extend(found.into_iter().take(most).map(|(_, witness)| witness));
    }
    Ok(all)
}

fn begun_by(
    stem: &str,
    matrix: &'static Matrix,
    verdicts: &mut BTreeSet<Vec<&'static str>>,
) -> Result<Vec<(usize, Witness)>, String> {
    let begun = abnf::Grammar::parse(&format!("begun = %s\"{stem}\" *%x21-7E\n")).map_err(|error| error.to_string())?;
    let begun = begun.dfa("begun", Terminals::CodePoints, Limits::default()).map_err(|error| error.to_string())?;
    let mut known = Vec::new();
    for (grammar, dfa) in &matrix.automata {
        let dfa = dfa.intersection(&begun, Limits::default()).map_err(|error| error.to_string())?;
        known.push((*grammar, dfa));
    }
    let mut found = Vec::new();
    for (a, of_a) in &known {
        for (b, of_b) in &known {
            let only = of_a.difference(of_b, Limits::default()).map_err(|error| error.to_string())?;
            let Some(witness) = only.shortest() else { continue };
            let accepted_by: Vec<&'static str> =
                accepting(&witness, Reading::Corrected).iter().map(Grammar::id).collect();
            if verdicts.insert(accepted_by.clone()) {
                let uneven = (2 * accepted_by.len()).abs_diff(Grammar::ALL.len());
                found.push((uneven, Witness { escaped: escaped(&witness), by: a.id(), not_by: b.id(), accepted_by }));
            }
        }
    }
    Ok(found)
}

/// The strings on which the two readings of a document part.
fn errata() -> Vec<Value> {
    let of = |grammar: &Grammar| {
        let start = grammar.document().start.default;
        let differ = grammar.document().errata.iter().filter_map(move |erratum| {
            let example = erratum.example.as_ref()?;
            let shown = example.printed != example.corrected && example.rule == start;
            shown.then(|| json!({ "grammar": grammar.id(), "id": erratum.id, "text": example.text }))
        });
        differ.collect::<Vec<_>>()
    };
    Grammar::ALL.iter().flat_map(of).collect()
}
