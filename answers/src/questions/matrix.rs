//! The comparison of every pair of documents, computed once in the life of the program.

use std::sync::OnceLock;

use serde_json::{json, Value};
use urigram::proof::{Comparison, Dfa, ProofError, Side};
use urigram::{Grammar, Reading};

use super::{automata, known, Params};
use crate::json::ComparisonJson;
use crate::refusal::Refusal;

/// The automata of all start rules and the relations of all pairs, by the corrected readings.
pub(super) struct Matrix {
    pub(super) automata: Vec<(Grammar, &'static Dfa)>,
    pub(super) pairs: Vec<(Grammar, Grammar, Comparison)>,
}

/// Returns the matrix, computed when it is first asked for.
pub(super) fn matrix() -> Result<&'static Matrix, Refusal> {
    static MATRIX: OnceLock<Result<Matrix, Refusal>> = OnceLock::new();
    MATRIX.get_or_init(|| Ok(Matrix::new()?)).as_ref().map_err(Refusal::clone)
}

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

impl Matrix {
    fn new() -> Result<Matrix, ProofError> {
        let all = known::all();
        let automaton = |&grammar: &Grammar| Ok((grammar, automata::of(side(grammar))?));
        let automata: Vec<(Grammar, &Dfa)> =
            all.iter().map(automaton).collect::<Result<_, ProofError>>()?;
        let mut pairs = Vec::new();
        for (index, &a) in all.iter().enumerate() {
            for &b in &all[index + 1..] {
                pairs.push((a, b, automata::compare(side(a), side(b))?));
            }
        }
        Ok(Matrix { automata, pairs })
    }
}

/// Answers `matrix`: the objects of `urigram compare --matrix --format json`, as one list.
pub(super) fn answer(_: &Params) -> Result<Value, Refusal> {
    let object = |(a, b, comparison)| ComparisonJson::new(side(a), side(b), comparison);
    let pairs: Vec<ComparisonJson<'_>> =
        matrix()?.pairs.iter().map(|(a, b, comparison)| object((*a, *b, comparison))).collect();
    Ok(json!({ "pairs": pairs }))
}
