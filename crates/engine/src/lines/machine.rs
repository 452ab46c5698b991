//! Automata side by side, with line ends in their input.

use alloc::vec::Vec;

use crate::dfa::automaton::Automaton;
use crate::dfa::family::GROUPS;
use crate::dfa::rows::Rows;

/// One of the automata of a machine, in committed cells. It numbers its states by rows of its
/// choice.
pub(super) trait Member {
    /// Returns the row before a line.
    fn start(&self) -> u16 {
        0
    }

    /// Returns the class of a byte.
    fn class(&self, byte: u8) -> u8;

    /// Returns the row after a byte.
    fn next(&self, row: usize, byte: u8) -> usize;

    /// Returns the verdict on an input that ends in a row.
    fn end(&self, row: usize) -> usize;
}

impl Member for Rows {
    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    fn next(&self, row: usize, byte: u8) -> usize {
        Rows::next(self, row, byte)
    }

    fn end(&self, row: usize) -> usize {
        Rows::end(self, row)
    }
}

impl Member for Automaton {
    fn start(&self) -> u16 {
        self.start
    }

    fn class(&self, byte: u8) -> u8 {
        self.classes[usize::from(byte)]
    }

    fn next(&self, row: usize, byte: u8) -> usize {
        Automaton::next(self, row, byte)
    }

    fn end(&self, row: usize) -> usize {
        usize::from(self.accepts(row))
    }
}

/// The rows of the automata. After a carriage return, also the verdict on the line without it: the
/// carriage return belongs to the line end if a line feed follows, and to the line otherwise.
type Place = ([u16; GROUPS], Option<u16>);

/// The target of a transition.
#[derive(Clone, Copy)]
pub(super) enum Next {
    State(usize),
    /// The verdict on the line that ends with the byte.
    End(u16),
}

/// One automaton over lines. A line begins in state 0.
pub(super) struct Machine {
    /// The column of each byte.
    pub(super) columns: [u8; 256],
    pub(super) width: usize,
    pub(super) next: Vec<Next>,
    /// One more than the largest verdict.
    pub(super) verdicts: usize,
}

impl Machine {
    /// Explores every place that some line reaches. `verdict` maps the end cells of the automata to
    /// the verdict on the line.
    pub(super) fn of(automata: &[impl Member], mut verdict: impl FnMut(&[u16]) -> u16) -> Machine {
        debug_assert!(automata.len() <= GROUPS);
        let (columns, representatives) = columns(automata);
        let step = |rows: [u16; GROUPS], byte: u8| {
            let mut next = rows;
            for (row, automaton) in next.iter_mut().zip(automata) {
                *row = automaton.next(usize::from(*row), byte) as u16;
            }
            next
        };
        let mut verdict = |rows: [u16; GROUPS]| {
            let mut ends = [0; GROUPS];
            for ((end, row), automaton) in ends.iter_mut().zip(rows).zip(automata) {
                *end = automaton.end(usize::from(row)) as u16;
            }
            verdict(&ends[..automata.len()])
        };
        let mut starts = [0; GROUPS];
        for (start, automaton) in starts.iter_mut().zip(automata) {
            *start = automaton.start();
        }
        let mut places = Places::new();
        places.number((starts, None));
        let (mut next, mut verdicts, mut explored) = (Vec::new(), 0, 0);
        while let Some(&(rows, held)) = places.all.get(explored) {
            explored += 1;
            let own = verdict(rows);
            // A held verdict was some place's own, so it is counted already.
            verdicts = verdicts.max(usize::from(own) + 1);
            for &byte in &representatives {
                if byte == b'\n' {
                    next.push(Next::End(held.unwrap_or(own)));
                    continue;
                }
                let place = (step(rows, byte), (byte == b'\r').then_some(own));
                next.push(Next::State(places.number(place)));
            }
        }
        Machine { columns, width: representatives.len(), next, verdicts }
    }

    pub(super) fn states(&self) -> usize {
        self.next.len() / self.width
    }
}

/// Places in the order of discovery, with a hash table of their numbers, since `alloc` does not
/// have one.
struct Places {
    all: Vec<Place>,
    /// Numbers plus one, each at the hash of its place or soon after; less than half are taken.
    slots: Vec<u32>,
}

impl Places {
    fn new() -> Places {
        Places { all: Vec::new(), slots: alloc::vec![0; 1 << 10] }
    }

    fn number(&mut self, place: Place) -> usize {
        let mut slot = self.slot(place);
        if self.slots[slot] == 0 {
            self.all.push(place);
            self.slots[slot] = self.all.len() as u32;
            if self.all.len() * 2 > self.slots.len() {
                self.slots = alloc::vec![0; self.slots.len() * 2];
                for number in 0..self.all.len() {
                    slot = self.slot(self.all[number]);
                    self.slots[slot] = number as u32 + 1;
                }
                return self.all.len() - 1;
            }
        }
        self.slots[slot] as usize - 1
    }

    /// Returns the slot that holds the number of a place, or the empty slot for it.
    fn slot(&self, place: Place) -> usize {
        let (rows, held) = place;
        let key = rows.into_iter().fold(0, |key: u64, row| key << 16 | u64::from(row));
        let held = held.map_or(0, |verdict| u64::from(verdict) + 1);
        // Multiplied by odd numbers near the golden ratio, the highest bits depend on all others
        // (Knuth 6.4).
        let hash =
            (key ^ held.wrapping_mul(0xD6E8_FEB8_6659_FD93)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let mut slot = (hash >> (64 - self.slots.len().trailing_zeros())) as usize;
        loop {
            let taken = self.slots[slot] as usize;
            if taken == 0 || self.all[taken - 1] == place {
                return slot;
            }
            slot = (slot + 1) % self.slots.len();
        }
    }
}

/// Returns the column of each byte, and one byte of each column. Bytes share a column if no
/// automaton distinguishes them; LF and CR have columns of their own.
fn columns(automata: &[impl Member]) -> ([u8; 256], Vec<u8>) {
    let mut columns = [0; 256];
    let mut representatives: Vec<u8> = Vec::new();
    let key = |byte: u8| {
        let mut key = [0; GROUPS];
        key.iter_mut().zip(automata).for_each(|(key, automaton)| *key = automaton.class(byte));
        (key, [b'\n', b'\r'].contains(&byte).then_some(byte))
    };
    for byte in 0..=255u8 {
        let known = representatives.iter().position(|&other| key(other) == key(byte));
        columns[usize::from(byte)] = known.unwrap_or_else(|| {
            representatives.push(byte);
            representatives.len() - 1
        }) as u8;
    }
    (columns, representatives)
}

#[cfg(test)]
mod tests {
    use super::{Place, Places, GROUPS};

    #[test]
    fn a_place_keeps_its_number_while_the_table_grows() {
        let place = |number: usize| -> Place {
            let mut rows = [0; GROUPS];
            (rows[0], rows[GROUPS - 1]) = (number as u16 % 100, number as u16 / 100);
            (rows, number.is_multiple_of(3).then_some(7))
        };
        let mut places = Places::new();
        for number in 0..5_000 {
            assert_eq!(places.number(place(number)), number);
        }
        for number in 0..5_000 {
            assert_eq!(places.number(place(number)), number);
            assert_eq!(places.all[number], place(number));
        }
    }
}
