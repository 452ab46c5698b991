//! A machine laid out for speed: a row has a cell for each byte, so that no step looks for a column.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::machine::{Machine, Next};

/// The rows of a [`Machine`] with at most so many verdicts. Verdicts count like rows and stand before all of them, the
/// row in which a line begins is the first after them. A cell holds the number of a row or of a verdict in its higher
/// bits, so that the cell of a byte is found where both are put together.
#[derive(Clone, Debug)]
pub(super) struct Cells<const VERDICTS: usize> {
    layout: Layout,
    /// For each row, the verdicts' included, the verdict if the input ends there.
    last: Vec<u16>,
}

#[derive(Clone, Debug)]
pub(super) enum Layout {
    Narrow(Box<[u16; 1 << 16]>),
    Wide(Vec<u32>),
}

/// Cells whose form is known to the compiler.
pub(super) trait Step: Copy {
    fn next(self, row: usize, byte: u8) -> usize;
}

impl Step for &[u16; 1 << 16] {
    #[inline(always)]
    fn next(self, row: usize, byte: u8) -> usize {
        usize::from(self[(row | usize::from(byte)) & 0xFFFF])
    }
}

impl Step for &[u32] {
    #[inline(always)]
    fn next(self, row: usize, byte: u8) -> usize {
        self[row | usize::from(byte)] as usize
    }
}

impl<const VERDICTS: usize> Cells<VERDICTS> {
    pub(super) fn new(machine: &Machine) -> Cells<VERDICTS> {
        debug_assert!(machine.verdicts <= VERDICTS);
        let rows = VERDICTS + machine.states();
        let cell = |row: usize, byte: usize| match row.checked_sub(VERDICTS) {
            None => 0,
            Some(state) => match machine.next[state * machine.width + usize::from(machine.columns[byte])] {
                Next::State(state) => (VERDICTS + state) << 8,
                Next::End(verdict) => usize::from(verdict) << 8,
            },
        };
        let all = (0..rows).flat_map(|row| (0..256).map(move |byte| (row, byte)));
        let layout = if rows <= 256 {
            let mut cells: Vec<u16> = all.map(|(row, byte)| cell(row, byte) as u16).collect();
            cells.resize(1 << 16, 0);
            // A vector of that length is such an array.
            Layout::Narrow(cells.into_boxed_slice().try_into().unwrap_or_else(|_| Box::new([0; 1 << 16])))
        } else {
            Layout::Wide(all.map(|(row, byte)| cell(row, byte) as u32).collect())
        };
        let verdicts = core::iter::repeat_n(0, VERDICTS);
        let last = verdicts.chain(machine.last.iter().copied()).collect();
        Cells { layout, last }
    }

    pub(super) fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The verdict if the input ends in a row.
    pub(super) fn last(&self, row: usize) -> u16 {
        self.last[row >> 8]
    }
}
