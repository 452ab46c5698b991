//! What was worked out once about a number and a symbol of the input.

use super::decision::Formula;

/// What stands at a place of the input.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    /// A byte, which stands for its class, or the end.
    pub(super) byte: Option<u8>,
    /// Whether nothing was read before.
    pub(super) at_start: bool,
    /// The place of the symbol in a [`Memory`].
    pub(super) column: usize,
}

/// Remembered formulas, a row for each number that anything was asked about, a column for each symbol.
pub(super) struct Memory {
    rows: Vec<Vec<Formula>>,
    width: usize,
    pub(super) size: usize,
}

/// No formula has this number.
const UNKNOWN: Formula = Formula::MAX;

impl Memory {
    pub(super) fn new(width: usize) -> Memory {
        Memory { rows: Vec::new(), width, size: 0 }
    }

    pub(super) fn get(&self, row: u32, symbol: Symbol) -> Option<Formula> {
        let formula = *self.rows.get(row as usize)?.get(symbol.column)?;
        (formula != UNKNOWN).then_some(formula)
    }

    pub(super) fn insert(&mut self, row: u32, symbol: Symbol, formula: Formula) {
        let row = row as usize;
        if row >= self.rows.len() {
            self.size += row + 1 - self.rows.len();
            self.rows.resize(row + 1, Vec::new());
        }
        let columns = &mut self.rows[row];
        if columns.is_empty() {
            columns.resize(self.width, UNKNOWN);
            self.size += self.width;
        }
        columns[symbol.column] = formula;
    }
}
