//! Columns of cells: the storage of a rule's automaton.

/// A column for each class of bytes, with a cell for each state, and a last column for the end of
/// the input. A cell holds the number of the next state; at the end 1 where the input is accepted,
/// else 0. It takes one byte where all states can be numbered by it, else two, little-endian.
///
/// A step waits for the step before it. The place of a column depends on a byte alone, so that only
/// one addition and one load are between two states.
#[derive(Clone, Copy, Debug)]
pub struct Columns {
    /// The column of each byte.
    pub classes: &'static [u8; 256],
    /// The number of states: the cells of a column.
    pub states: u16,
    /// The columns, one after another.
    pub cells: &'static [u8],
}

impl Columns {
    /// The most states that cells of one byte can number.
    const NARROW: u16 = 256;

    /// Makes columns of next states and of the states that accept. `next` gives the state after a
    /// class of bytes. `None` where there are more states than two bytes can number.
    #[cfg(feature = "alloc")]
    pub fn cells(
        states: usize,
        classes: usize,
        next: impl Fn(usize, usize) -> usize,
        accepts: impl Fn(usize) -> bool,
    ) -> Option<alloc::vec::Vec<u8>> {
        let is_wide = u16::try_from(states).ok()? > Columns::NARROW;
        let mut cells = alloc::vec::Vec::new();
        for class in 0..=classes {
            for state in 0..states {
                let cell =
                    if class < classes { next(state, class) } else { usize::from(accepts(state)) };
                let bytes = (cell as u16).to_le_bytes();
                cells.extend_from_slice(if is_wide { &bytes } else { &bytes[..1] });
            }
        }
        Some(cells)
    }

    /// Whether a cell takes two bytes.
    #[inline(always)]
    pub(crate) const fn is_wide(&self) -> bool {
        self.states > Columns::NARROW
    }

    /// Returns the state after a byte.
    #[inline(always)]
    pub const fn next(&self, state: usize, byte: u8) -> usize {
        if self.is_wide() {
            self.step::<true>(state, byte)
        } else {
            self.step::<false>(state, byte)
        }
    }

    /// Like [`Columns::next`], for a loop that asks only once how wide a cell is.
    #[inline(always)]
    pub(crate) const fn step<const WIDE: bool>(&self, state: usize, byte: u8) -> usize {
        let column = self.classes[byte as usize] as usize;
        self.cell::<WIDE>(column * self.states as usize + state)
    }

    /// Returns true if the input may end in a state.
    #[inline(always)]
    pub const fn accepts(&self, state: usize) -> bool {
        let states = self.states as usize;
        if self.is_wide() {
            self.cell::<true>(self.cells.len() / 2 - states + state) == 1
        } else {
            self.cell::<false>(self.cells.len() - states + state) == 1
        }
    }

    #[inline(always)]
    const fn cell<const WIDE: bool>(&self, at: usize) -> usize {
        if WIDE {
            u16::from_le_bytes([self.cells[2 * at], self.cells[2 * at + 1]]) as usize
        } else {
            self.cells[at] as usize
        }
    }
}
