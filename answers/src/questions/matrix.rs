//! The comparison of every pair of documents, computed once in the life of the program.

use std::sync::OnceLock;

use serde::Serialize;
use urigram::proof::{Dfa, ProofError, Side};
use urigram::{Grammar, Reading};

use super::pair::Compared;
use super::{automata, known, Described, Kept};
use crate::refusal::Refusal;

/// The automata of all start rules and the relations of all pairs, by the corrected readings.
pub(super) struct Matrix {
    pub(super) automata: Vec<(Grammar, &'static Dfa)>,
    pub(super) pairs: Vec<Compared<'static>>,
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
        let automaton = |grammar| Ok((grammar, automata::of(side(grammar))?));
        let automata: Vec<(Grammar, &Dfa)> =
            known::all().into_iter().map(automaton).collect::<Result<_, ProofError>>()?;
        let mut pairs = Vec::new();
        for (index, &(a, of_a)) in automata.iter().enumerate() {
            for &(b, of_b) in &automata[index + 1..] {
                pairs.push(Compared::new((side(a), of_a), (side(b), of_b))?);
            }
        }
        Ok(Matrix { automata, pairs })
    }
}

/// The relation of every pair of documents.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct Pairs {
    /// The objects of `urigram compare --matrix --format json`.
    pairs: &'static [Compared<'static>],
}

impl Kept for Pairs {
    const NAME: &'static str = "matrix";

    fn answer() -> Result<impl Described, Refusal> {
        Ok(Pairs { pairs: &matrix()?.pairs })
    }
}
