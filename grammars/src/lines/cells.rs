//! A machine laid out for speed: a row has a cell for each byte, so that no step looks for a column.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::codes::Codes;
use super::machine::{Machine, Next};

/// The rows of a [`Machine`]. A cell holds where a row begins, so that the cell of a byte is found where both are added.
///
/// A line feed leads to a row in which a line begins, of which there is one for each verdict on the line before, and these
/// come first: which row stands behind a line feed *is* the verdict, and no step asks whether a line has ended.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    pub(super) codes: Codes,
    pub(super) layout: Layout,
    verdicts: usize,
    /// For each state the verdict if the input ends there.
    last: Vec<u16>,
}

/// Room for all sums of two bytes' and one byte's worth.
pub(super) const NARROW: usize = 1 << 17;

#[derive(Clone, Debug)]
pub(super) enum Layout {
    Narrow(Box<[u16; NARROW]>),
    Wide(Vec<u32>),
}

/// Cells whose form is known to the compiler.
pub(super) trait Step: Copy {
    /// Where a row begins.
    type Row: Zero;

    /// The row after a byte that has this code.
    fn next(self, row: usize, code: u8) -> Self::Row;

    fn at(row: Self::Row) -> usize;

    /// The same row; the compiler learns how far it can be.
    fn bounded(row: usize) -> usize;

    /// How many of the rows are the verdict 0 and how many the verdict 1.
    fn count(rows: &[Self::Row]) -> [usize; 2];
}

impl Step for &[u16; NARROW] {
    type Row = u16;

    #[inline(always)]
    fn next(self, row: usize, code: u8) -> u16 {
        self[(row + usize::from(code)) % NARROW]
    }

    #[inline(always)]
    fn at(row: u16) -> usize {
        usize::from(row)
    }

    #[inline(always)]
    fn bounded(row: usize) -> usize {
        row & 0xFFFF
    }

    #[inline(always)]
    fn count(rows: &[u16]) -> [usize; 2] {
        let mut counts = [0; 2];
        for rows in rows.chunks(240) {
            // The row of verdict 0 counts 257, that of verdict 1 counts 1, and those behind them nothing. There are less
            // than 256 rows: the higher byte of the sum is how many have verdict 0, and the lower one how many have any.
            let sum = rows.iter().map(|&row| 257u16.saturating_sub(row)).sum::<u16>();
            counts[0] += usize::from(sum >> 8);
            counts[1] += usize::from(sum & 0xFF) - usize::from(sum >> 8);
        }
        counts
    }
}

impl Step for &[u32] {
    type Row = u32;

    #[inline(always)]
    fn next(self, row: usize, code: u8) -> u32 {
        self[row + usize::from(code)]
    }

    #[inline(always)]
    fn at(row: u32) -> usize {
        row as usize
    }

    #[inline(always)]
    fn bounded(row: usize) -> usize {
        row
    }

    #[inline(always)]
    fn count(rows: &[u32]) -> [usize; 2] {
        [0, 1 << 8].map(|verdict| rows.iter().map(|&row| u32::from(row == verdict)).sum::<u32>() as usize)
    }
}

impl Cells {
    pub(super) fn new(machine: &Machine) -> Cells {
        let are_few = machine.verdicts + machine.states() <= 256;
        let codes = if are_few { Codes::bytes() } else { Codes::shared(machine) };
        let (verdicts, last) = (machine.verdicts, machine.last.clone());
        let mut cells = Cells { codes, layout: Layout::Wide(Vec::new()), verdicts, last };
        let mut all = alloc::vec![0; cells.begin(machine.states())];
        let begins = (0..verdicts).map(|verdict| (0, verdict << 8));
        for (state, begin) in begins.chain((0..machine.states()).map(|state| (state, cells.begin(state)))) {
            for byte in 0..=255 {
                let next = machine.next[state * machine.width + usize::from(machine.columns[usize::from(byte)])];
                all[begin + usize::from(cells.codes.of(byte))] = match next {
                    Next::State(state) => cells.begin(state) as u32,
                    Next::End(verdict) => u32::from(verdict) << 8,
                };
            }
        }
        cells.layout = if all.len() > 1 << 16 {
            Layout::Wide(all)
        } else {
            let mut narrow = zeros();
            narrow.iter_mut().zip(all).for_each(|(narrow, cell)| *narrow = cell as u16);
            Layout::Narrow(narrow)
        };
        cells
    }

    /// Where the row of a state begins.
    fn begin(&self, state: usize) -> usize {
        (self.verdicts << 8) + state * self.codes.count
    }

    /// The verdict on a line that ended with the byte before the row.
    #[inline(always)]
    pub(super) fn verdict(row: usize) -> u16 {
        (row >> 8) as u16
    }

    /// The verdict if the input ends in a row.
    pub(super) fn last(&self, row: usize) -> u16 {
        self.last[row.saturating_sub(self.verdicts << 8) / self.codes.count]
    }
}

/// Zeros on the heap, without a copy of them on the stack.
pub(super) fn zeros<T: Zero, const COUNT: usize>() -> Box<[T; COUNT]> {
    let zeros = alloc::vec![T::ZERO; COUNT].into_boxed_slice();
    // A slice of that length is such an array.
    zeros.try_into().unwrap_or_else(|_| Box::new([T::ZERO; COUNT]))
}

/// Of a number, or of an array of numbers.
pub(super) trait Zero: Copy {
    const ZERO: Self;
}

impl Zero for u8 {
    const ZERO: u8 = 0;
}

impl Zero for u16 {
    const ZERO: u16 = 0;
}

impl Zero for u32 {
    const ZERO: u32 = 0;
}

impl<T: Zero, const COUNT: usize> Zero for [T; COUNT] {
    const ZERO: [T; COUNT] = [T::ZERO; COUNT];
}
