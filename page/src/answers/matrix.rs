//! All pairs of documents. Computed once in the life of the program.

use std::sync::OnceLock;

use serde_json::{json, Value};
use urigram::proof::{Comparison, Dfa, Limits, Side};
use urigram::{Grammar, Reading};

use super::{Params, Refusal};
use crate::commands::compare::Json;

/// The automata of all start rules and how each pair relates, by the corrected readings.
pub(crate) struct Matrix {
    pub(crate) automata: Vec<(Grammar, Dfa)>,
    pub(crate) pairs: Vec<(Grammar, Grammar, Comparison)>,
}

/// The matrix, computed when it is first asked for.
pub(crate) fn matrix() -> Result<&'static Matrix, Refusal> {
    static MATRIX: OnceLock<Result<Matrix, String>> = OnceLock::new();
    MATRIX
        .get_or_init(|| Matrix::new().map_err(|error| error.to_string()))
        .as_ref()
        .map_err(|error| Refusal::Limit(error.clone()))
}

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

impl Matrix {
    fn new() -> Result<Matrix, urigram::proof::ProofError> {
        let automata: Vec<(Grammar, Dfa)> = Grammar::ALL
            .iter()
            .map(|&grammar| Ok((grammar, side(grammar).automaton()?)))
            .collect::<Result<_, urigram::proof::ProofError>>()?;
        let mut pairs = Vec::new();
        for (index, (a, of_a)) in automata.iter().enumerate() {
            for (b, of_b) in &automata[index + 1..] {
                let compared = of_a.compare(of_b, Limits::default());
                pairs.push((*a, *b, compared.map_err(urigram::proof::ProofError::Undecided)?));
            }
        }
        Ok(Matrix { automata, pairs })
    }
}

/// `matrix`: what `urigram compare --all --format json` says, as one list.
pub(crate) fn answer(_: &Params) -> Result<Value, Refusal> {
    let matrix = matrix()?;
    let pairs: Vec<Json<'_>> =
        matrix.pairs.iter().map(|(a, b, comparison)| Json::new(side(*a), side(*b), comparison)).collect();
    Ok(json!({ "pairs": pairs }))
}
