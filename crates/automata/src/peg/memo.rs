//! Remembered answers to questions about a number and a symbol of the input.

use super::decision::Formula;

/// A byte of the input, or its end.
#[derive(Clone, Copy)]
pub(super) struct Symbol {
    /// A byte that represents its class, or `None` at the end.
    pub(super) byte: Option<u8>,
    /// True if nothing was read before.
    pub(super) at_start: bool,
    /// The index of the symbol in a [`Memo`].
    pub(super) column: usize,
}

/// Remembered formulas: a row for each number, a column for each symbol.
pub(super) struct Memo {
    rows: Vec<Vec<Formula>>,
    width: usize,
    pub(super) size: usize,
}

/// No formula has this number.
const UNKNOWN: Formula = Formula::MAX;

impl Memo {
    pub(super) fn new(width: usize) -> Memo {
        Memo { rows: Vec::new(), width, size: 0 }
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
