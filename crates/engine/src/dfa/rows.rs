//! Rows of cells: the storage of a committed automaton, and the step that every reader repeats.

/// A row for each state, a column for each class of bytes, and a last column for the end of the
/// input. A cell takes two bytes, little-endian.
///
/// A step waits for the step before it, so every instruction between two cells counts. A cell
/// therefore holds the offset of the next state's row instead of the state's number. Offsets of
/// rows and columns count bytes, so that a step is one addition.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// The length of a row in bytes.
    pub width: u16,
    /// The rows, one after another.
    pub cells: &'static [u8],
}

impl Rows {
    /// Returns the offset of a state's row.
    #[inline(always)]
    pub fn row(&self, state: u16) -> usize {
        usize::from(state) * usize::from(self.width)
    }

    /// Returns the row after a byte.
    #[inline(always)]
    pub fn next(&self, row: usize, byte: u8) -> usize {
        self.cell(row + usize::from(self.classes[usize::from(byte)]))
    }

    /// Returns the cell for the end of the input in a row.
    #[inline(always)]
    pub fn end(&self, row: usize) -> usize {
        self.cell(row + usize::from(self.width) - 2)
    }

    #[inline(always)]
    fn cell(&self, at: usize) -> usize {
        let cell = &self.cells[at..at + 2];
        usize::from(u16::from_le_bytes([cell[0], cell[1]]))
    }
}
