//! Rows of cells: how a committed automaton is stored, and the one step that everything else repeats.

/// A row for each state, a column for each class of bytes, and a last column for the end of the input. A cell takes two
/// bytes, little-endian.
///
/// A step waits for the one before it, so every instruction between two cells counts. A cell therefore holds not the
/// number of a state but where its row begins, and rows and columns are counted in bytes: a step is one addition.
#[derive(Clone, Copy, Debug)]
pub struct Rows {
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// How long a row is.
    pub width: u16,
    /// The rows, one after another.
    pub cells: &'static [u8],
}

impl Rows {
    /// Where the row of a state begins.
    #[inline(always)]
    pub fn row(&self, state: u16) -> usize {
        usize::from(state) * usize::from(self.width)
    }

    /// The state whose row begins there.
    pub fn state(&self, row: usize) -> u16 {
        (row / usize::from(self.width)) as u16
    }

    /// The row after a byte.
    #[inline(always)]
    pub fn next(&self, row: usize, byte: u8) -> usize {
        self.cell(row + usize::from(self.classes[usize::from(byte)]))
    }

    /// What the end of the input means in a row.
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
