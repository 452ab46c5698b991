//! Components of anybody's grammar, found while the input is checked.
//!
//! A [`Splitter`] is an automaton with registers, as `urigram-automata` makes it
//! (`abnf::Splitter`). Most states do nothing but read the next byte. The states that also note an
//! offset come last in the table, after the dead state, so that one comparison a byte finds them:
//!
//! ```text
//!   rows    0 .. special     read the next byte
//!           special          the dead state
//!           special + 1 ..   write the offset of the last byte to the registers of notes[0], …
//! ```

use crate::rows::Rows;
use crate::Span;

/// The automaton of one rule, which notes the places of components.
#[doc(hidden)]
#[derive(Debug)]
pub struct Splitter {
    /// A row per state; at the end of the input, 0 or one more than an index of `ends`.
    pub rows: Rows,
    /// The offset of the dead state's row.
    pub special: u16,
    /// For each state after the dead one, the registers that it writes.
    pub notes: &'static [&'static [u8]],
    /// The beginning and the end of each component: a register, or one of the constants.
    pub ends: &'static [&'static [u8]],
}

impl Splitter {
    /// In `ends`: the component is absent.
    pub const NOWHERE: u8 = 255;
    /// In `ends`: the end of the input.
    pub const END: u8 = 254;
    /// The most registers of a splitter.
    pub const REGISTERS: usize = 64;

    /// Returns the places of the first `N` components if the rule accepts the input; those of more
    /// than there are, are absent. One step a byte.
    #[inline]
    pub const fn split<const N: usize>(&self, input: &[u8]) -> Option<Places<N>> {
        if input.len() > Span::LONGEST {
            return None;
        }
        let mut registers = [0u32; Splitter::REGISTERS];
        let (mut row, mut at) = (0, 0);
        while at < input.len() {
            row = self.next(row, input[at]);
            if row < self.special as usize {
                // A state that leads to itself is known before its cell is read: no step waits for
                // the one before.
                while at + 1 < input.len() && self.next(row, input[at + 1]) == row {
                    at += 1;
                }
            } else {
                if row == self.special as usize {
                    return None;
                }
                let state = (row - self.special as usize) / self.rows.width as usize;
                let notes = self.notes[state - 1];
                let mut note = 0;
                while note < notes.len() {
                    registers[notes[note] as usize] = at as u32;
                    note += 1;
                }
            }
            at += 1;
        }
        let end = self.cell(row + self.rows.width as usize - 2);
        if end == 0 {
            return None;
        }
        let ends = self.ends[end - 1];
        let mut places = [[Places::<N>::ABSENT; 2]; N];
        let mut number = 0;
        while number < 2 * N && number < ends.len() {
            places[number / 2][number % 2] = match ends[number] {
                Splitter::NOWHERE => Places::<N>::ABSENT,
                Splitter::END => input.len() as u32,
                register => registers[register as usize],
            };
            number += 1;
        }
        Some(Places(places))
    }

    /// Returns the row after a byte.
    #[inline(always)]
    const fn next(&self, row: usize, byte: u8) -> usize {
        self.cell(row + self.rows.classes[byte as usize] as usize)
    }

    /// Returns a cell, also while compiling.
    #[inline(always)]
    const fn cell(&self, at: usize) -> usize {
        u16::from_le_bytes([self.rows.cells[at], self.rows.cells[at + 1]]) as usize
    }
}

/// The places of `N` components in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Places<const N: usize>([[u32; 2]; N]);

impl<const N: usize> Places<N> {
    const ABSENT: u32 = u32::MAX;

    /// No component is present.
    pub(crate) const NONE: Places<N> = Places([[Places::<N>::ABSENT; 2]; N]);

    /// Returns the place of a component by its number; `None` if it is absent, or there are not as
    /// many components.
    pub const fn get(&self, number: usize) -> Option<Span> {
        if number >= N {
            return None;
        }
        let [start, end] = self.0[number];
        if end == Places::<N>::ABSENT {
            return None;
        }
        Some(Span { start, end })
    }

    /// Returns the text of a component of the text that the places were made of.
    pub const fn of<'t>(&self, number: usize, text: &'t str) -> Option<&'t str> {
        match self.get(number) {
            Some(Span { start, end }) => {
                let (head, _) = text.split_at(end as usize);
                Some(head.split_at(start as usize).1)
            }
            None => None,
        }
    }
}
