//! Components of anybody's grammar, found while the input is checked.
//!
//! A [`Splitter`] is an automaton with registers, as `urigram-automata` makes it
//! (`abnf::Splitter`). Most states only read the next byte. The states that also note an offset
//! come last in the table, after the dead state, so that one comparison a byte finds them:
//!
//! ```text
//!   rows    0 .. special     read the next byte
//!           special          the dead state
//!           special + 1 ..   write the offset of the last byte to the registers of notes[0], …
//! ```

use crate::dfa::rows::Rows;
use crate::Span;

/// The automaton of one rule, which notes the places of components.
#[doc(hidden)]
#[derive(Debug)]
pub struct Splitter {
    /// A row per state; at the end of the input, 0 or one more than an index of `ends`. The cells
    /// of bytes count units of `1 << unit` bytes, so that a large automaton fits into two bytes
    /// each.
    pub rows: Rows,
    /// The binary logarithm of the unit that cells count in; rows are whole units long.
    pub unit: u8,
    /// The offset of the dead state's row, in bytes.
    pub special: u32,
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
        // A length is also a call.
        let len = input.len();
        if len > Span::LONGEST {
            return None;
        }
        let (classes, cells, unit) = (self.rows.classes, self.rows.cells, self.unit);
        // The row after a byte. Literals run this while compiling, where a call costs as much as 60
        // steps: the loop calls nothing.
        macro_rules! next {
            ($row:expr, $byte:expr) => {{
                let at = $row + classes[$byte as usize] as usize;
                (cells[at] as usize | (cells[at + 1] as usize) << 8) << unit
            }};
        }
        let mut registers = [0u32; Splitter::REGISTERS];
        let (mut row, mut at) = (0, 0);
        while at < len {
            row = next!(row, input[at]);
            if row < self.special as usize {
                // A state that leads to itself is known before its cell is read: no step waits for
                // the one before.
                while at + 1 < len && next!(row, input[at + 1]) == row {
                    at += 1;
                }
            } else {
                if row == self.special as usize {
                    return None;
                }
                let state = (row - self.special as usize) / self.rows.width as usize;
                let mut notes = self.notes[state - 1];
                while let [note, others @ ..] = notes {
                    registers[*note as usize] = at as u32;
                    notes = others;
                }
            }
            at += 1;
        }
        let end = self.cell(row + self.rows.width as usize - 2);
        if end == 0 {
            return None;
        }
        let mut ends = self.ends[end - 1];
        let mut places = [[Places::<N>::ABSENT; 2]; N];
        let mut number = 0;
        while let [place, others @ ..] = ends {
            if number >= 2 * N {
                break;
            }
            places[number / 2][number % 2] = match *place {
                Splitter::NOWHERE => Places::<N>::ABSENT,
                Splitter::END => len as u32,
                register => registers[register as usize],
            };
            (number, ends) = (number + 1, others);
        }
        Some(Places(places))
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

    /// In a place that is made by [`Places::made`]: the component is absent.
    #[doc(hidden)]
    pub const NOWHERE: [usize; 2] = [u32::MAX as usize; 2];

    /// Makes places of beginnings and ends. Only generated code calls this.
    #[doc(hidden)]
    #[inline(always)]
    pub const fn made(ends: [[usize; 2]; N]) -> Places<N> {
        let mut places = [[0; 2]; N];
        let mut at = 0;
        while at < N {
            places[at] = [ends[at][0] as u32, ends[at][1] as u32];
            at += 1;
        }
        Places(places)
    }

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
    #[inline]
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton of `key ["=" value]` with `key = 1*"k"` and `value = *"v"`, as the generator
    /// writes it: columns for `k`, `=`, `v`, other bytes and the end, and the cells of each state.
    static SPLITTER: Splitter = Splitter {
        rows: Rows { classes: &CLASSES, width: 10, cells: &CELLS },
        unit: 0,
        special: 30,
        // The first `k`, the `=`, the first `v`.
        notes: &[&[0], &[1], &[2]],
        // Without a value, with an empty one, with another.
        ends: &[
            &[0, Splitter::END, Splitter::NOWHERE, Splitter::NOWHERE],
            &[0, 1, Splitter::END, Splitter::END],
            &[0, 1, 2, Splitter::END],
        ],
    };

    static CLASSES: [u8; 256] = {
        let mut classes = [6; 256];
        (classes[b'k' as usize], classes[b'=' as usize], classes[b'v' as usize]) = (0, 2, 4);
        classes
    };

    /// Rows 0 (nothing read), 10 (more of a key), 20 (more of a value), 30 (dead), and those that
    /// note an offset: 40 (the first `k`), 50 (`=`), 60 (the first `v`).
    static CELLS: [u8; 70] = {
        let rows: [[u8; 5]; 7] = [
            [40, 30, 30, 30, 0],
            [10, 50, 30, 30, 1],
            [30, 30, 20, 30, 3],
            [30, 30, 30, 30, 0],
            [10, 50, 30, 30, 1],
            [30, 30, 60, 30, 2],
            [30, 30, 20, 30, 3],
        ];
        let mut cells = [0; 70];
        let mut at = 0;
        while at < 35 {
            cells[2 * at] = rows[at / 5][at % 5];
            at += 1;
        }
        cells
    };

    fn split(text: &str) -> Option<[Option<&str>; 2]> {
        let places = SPLITTER.split::<2>(text.as_bytes())?;
        Some([places.of(0, text), places.of(1, text)])
    }

    #[test]
    fn components_are_where_their_registers_say() {
        assert_eq!(split("k"), Some([Some("k"), None]));
        assert_eq!(split("kkk"), Some([Some("kkk"), None]));
        assert_eq!(split("k="), Some([Some("k"), Some("")]));
        assert_eq!(split("kk=v"), Some([Some("kk"), Some("v")]));
        assert_eq!(split("kkk=vvvv"), Some([Some("kkk"), Some("vvvv")]));
        for rejected in ["", "=", "v", "kx", "kk==", "k=k", "kk=vk", "k=v\0"] {
            assert_eq!(split(rejected), None, "{rejected}");
        }
    }

    /// A caller may ask for fewer components than there are, or for more.
    #[test]
    fn any_number_of_places_can_be_asked_for() {
        assert!(SPLITTER.split::<0>(b"k=v").is_some());
        assert_eq!(SPLITTER.split::<1>(b"k=v").unwrap().of(0, "k=v"), Some("k"));
        let places = SPLITTER.split::<3>(b"k=v").unwrap();
        assert_eq!((places.of(1, "k=v"), places.get(2), places.get(3)), (Some("v"), None, None));
    }
}
