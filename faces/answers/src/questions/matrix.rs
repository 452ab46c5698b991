//! The comparison of every pair of documents, computed once in the life of the program.

use std::sync::OnceLock;

use serde::Serialize;
use urigram::proof::{Dfa, ProofError, Side};
use urigram::{Grammar, Reading};

use super::pair::Compared;
use super::{automata, Kept};
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

/// Returns the pairs of a matrix by the numbers of their sides, row by row, the smaller number
/// first.
pub fn pairs(count: usize) -> Vec<(usize, usize)> {
    (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect()
}

fn side(grammar: Grammar) -> Side<'static> {
    Side { grammar, reading: Reading::Corrected, rule: None }
}

impl Matrix {
    fn new() -> Result<Matrix, ProofError> {
        let automaton = |&grammar: &Grammar| Ok((grammar, automata::of(side(grammar))?));
        let automata: Vec<(Grammar, &Dfa)> =
            Grammar::ALL.iter().map(automaton).collect::<Result<_, ProofError>>()?;
        let of = |at: usize| (side(automata[at].0), automata[at].1);
        let pairs = pairs(automata.len()).into_iter().map(|(a, b)| Compared::new(of(a), of(b)));
        Ok(Matrix { pairs: pairs.collect::<Result<_, ProofError>>()?, automata })
    }
}

/// The relation of every pair of documents.
#[derive(Serialize)]
pub(super) struct Pairs {
    /// The objects of `urigram compare --matrix --format json`.
    pairs: &'static [Compared<'static>],
}

impl Kept for Pairs {
    const NAME: &'static str = "matrix";

    fn answer() -> Result<impl Serialize, Refusal> {
        Ok(Pairs { pairs: &matrix()?.pairs })
    }
}
