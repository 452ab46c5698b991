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

/// Remembered formulas: a row for each number, a column for each symbol. Most rows have a formula
/// in few columns, so a row is a list of blocks. Row 0 and block 0 stand for all that are empty.
pub(super) struct Memo {
    rows: Vec<u32>,
    blocks: Vec<u32>,
    cells: Vec<Formula>,
    /// The number of blocks in a row.
    width: usize,
}

/// The number of columns in a block.
const BLOCK: usize = 8;

/// No formula has this number.
const UNKNOWN: Formula = Formula::MAX;

impl Memo {
    pub(super) fn new(columns: usize) -> Memo {
        let width = columns.div_ceil(BLOCK);
        Memo { rows: Vec::new(), blocks: vec![0; width], cells: vec![UNKNOWN; BLOCK], width }
    }

    /// Returns the number of all entries, the measure of memory.
    pub(super) fn size(&self) -> usize {
        self.rows.len() + self.blocks.len() + self.cells.len()
    }

    pub(super) fn get(&self, row: u32, symbol: Symbol) -> Option<Formula> {
        let row = *self.rows.get(row as usize)? as usize;
        let block = self.blocks[row * self.width + symbol.column / BLOCK] as usize;
        let formula = self.cells[block * BLOCK + symbol.column % BLOCK];
        (formula != UNKNOWN).then_some(formula)
    }

    pub(super) fn insert(&mut self, row: u32, symbol: Symbol, formula: Formula) {
        let row = row as usize;
        if row >= self.rows.len() {
            self.rows.resize(row + 1, 0);
        }
        if self.rows[row] == 0 {
            self.rows[row] = (self.blocks.len() / self.width) as u32;
            self.blocks.resize(self.blocks.len() + self.width, 0);
        }
        let block = &mut self.blocks[self.rows[row] as usize * self.width + symbol.column / BLOCK];
        if *block == 0 {
            *block = (self.cells.len() / BLOCK) as u32;
            self.cells.resize(self.cells.len() + BLOCK, UNKNOWN);
        }
        self.cells[*block as usize * BLOCK + symbol.column % BLOCK] = formula;
    }
}
