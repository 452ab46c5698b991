//! A machine laid out for speed: a step takes two bytes.
//!
//! With the rule `*"a"`, the lines of `a⏎b⏎⏎⏎` are read in three steps:
//!
//! ```text
//! pair   kind of the row that it leads to              accepted lines in it: kind % 4
//! a⏎     5: the second byte ends an accepted line      1
//! b⏎     0: the line that ends is rejected             0
//! ⏎⏎     2: each ends an empty line                    2
//! ```
//!
//! The loop does not ask where lines end: it only notes the rows, and their numbers are counted
//! many at a time ([`Pairs::count`]).

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::automaton::Automaton;
use super::machine::{Machine, Next};
use super::zeros::zeros;

/// The number of cells in a unit. A row's number counts units, so that two bytes address that many
/// times more cells.
const UNIT: usize = 2;

/// The number of cells: every possible start of a row, and a cell for each class after the last
/// one.
const CELLS: usize = (UNIT + 1) << 16;

/// Rows of cells for the states of a [`Machine`], and the class of each pair of bytes, which is its
/// cell in each row. Pairs share a class if they lead from each state to the same state and end
/// lines alike.
///
/// A state has further rows, one for each way in which a pair that leads to it can end accepted
/// lines. A row's kind is its number modulo [`KINDS`]. So a row *is* a verdict, and no step tests
/// whether a line has ended.
#[derive(Clone, Debug)]
pub(super) struct Pairs {
    /// Indexed by the first byte plus 256 times the second.
    classes: Box<[u16; 1 << 16]>,
    /// Numbers of rows.
    cells: Box<[u16; CELLS]>,
}

const KINDS: usize = 8;

/// Returns the kind of the row after a pair. `first` and `second` say whether that byte of the pair
/// ends an accepted line; the kind's lowest two bits are the number of lines that end.
const fn kind(first: bool, second: bool) -> usize {
    match (first, second) {
        (false, false) => 0,
        (true, false) => 1,
        (true, true) => 2,
        (false, true) => 5,
    }
}

/// For each byte of a pair, a bit for each kind of row that means that the byte ended an accepted
/// line.
const ACCEPTED: [u8; 2] = [
    1 << kind(true, false) | 1 << kind(true, true),
    1 << kind(false, true) | 1 << kind(true, true),
];

impl Pairs {
    /// Lays out a machine whose verdicts are 0 and 1. Returns `None` if it has too many states and
    /// classes.
    pub(super) fn new(machine: &Machine) -> Option<Pairs> {
        let Columns { classes: columns, of } = Columns::new(machine)?;
        let mut is_row = alloc::vec![false; machine.states() * KINDS];
        is_row[0] = true;
        columns.keys().flatten().for_each(|&target| is_row[target as usize] = true);
        let targets = || (0..is_row.len()).filter(|&target| is_row[target]);
        let (mut rows, mut end) = (alloc::vec![0; is_row.len()], 0_usize);
        for target in targets() {
            rows[target] = end.next_multiple_of(KINDS) + target % KINDS;
            end = rows[target] + columns.len().div_ceil(UNIT);
        }
        if end > 1 << 16 {
            return None;
        }
        let mut cells = zeros();
        for (column, &class) in &columns {
            for target in targets() {
                cells[rows[target] * UNIT + usize::from(class)] =
                    rows[column[target / KINDS] as usize] as u16;
            }
        }
        let mut classes = zeros();
        for (pair, class) in classes.iter_mut().enumerate() {
            let [first, second] = (pair as u16)
                .to_le_bytes()
                .map(|byte| usize::from(machine.columns[usize::from(byte)]));
            *class = of[first * machine.width + second];
        }
        Some(Pairs { classes, cells })
    }

    /// Returns the number of accepted lines that end in pairs which lead to these rows.
    pub(super) fn count(rows: &[u16]) -> usize {
        // A chunk's sum fits in 16 bits, so vectors of 16 bits are added.
        rows.chunks(1 << 14)
            .map(|rows| usize::from(rows.iter().map(|row| row % 4).sum::<u16>()))
            .sum()
    }
}

/// The classes of pairs.
struct Columns {
    /// The classes, keyed by the targets of their pairs from each state. A target is the number of
    /// a state times [`KINDS`], plus the kind of row.
    classes: BTreeMap<Vec<u32>, u16>,
    /// The class of each pair of the machine's columns.
    of: Vec<u16>,
}

impl Columns {
    fn new(machine: &Machine) -> Option<Columns> {
        let width = machine.width;
        let next = machine.next.iter().map(|&next| match next {
            Next::State(state) => (state, false),
            Next::End(verdict) => (0, verdict == 1),
        });
        let next: Vec<(usize, bool)> = next.collect();
        let mut classes = BTreeMap::new();
        let mut of = Vec::with_capacity(width * width);
        for first in 0..width {
            // The first byte leads to few states, where many second bytes have equal targets.
            // Comparing these few targets first saves building most columns.
            let mut between: Vec<usize> = next.chunks(width).map(|row| row[first].0).collect();
            between.sort_unstable();
            between.dedup();
            let mut alike = BTreeMap::new();
            for second in 0..width {
                let after: Vec<_> =
                    between.iter().map(|&state| next[state * width + second]).collect();
                let class = alike.entry(after).or_insert_with(|| {
                    let column = next.chunks(width).map(|row| {
                        let (state, first) = row[first];
                        let (state, second) = next[state * width + second];
                        (state * KINDS + kind(first, second)) as u32
                    });
                    let count = classes.len();
                    *classes.entry(column.collect()).or_insert(count as u16)
                });
                of.push(*class);
            }
            if classes.len() / UNIT * machine.states() > 1 << 16 {
                return None;
            }
        }
        Some(Columns { classes, of })
    }
}

impl Automaton for Pairs {
    type Code = [u8; 2];
    type Row = u16;
    const STEP: usize = 2;

    fn write(&self, bytes: &[u8], codes: &mut [[u8; 2]]) {
        codes.as_flattened_mut()[..bytes.len()].copy_from_slice(bytes);
    }

    #[inline(always)]
    fn step(&self) -> impl Fn(usize, [u8; 2]) -> u16 {
        let (classes, cells) = (&*self.classes, &*self.cells);
        move |row, pair| {
            let class = classes[usize::from(u16::from_le_bytes(pair))];
            cells[row * UNIT + usize::from(class)]
        }
    }

    #[inline(always)]
    fn at(row: u16) -> usize {
        usize::from(row)
    }

    #[inline(always)]
    fn verdict(&self, row: u16, at: usize) -> u16 {
        u16::from(ACCEPTED[at % 2] >> (usize::from(row) % KINDS) & 1)
    }

    fn rest(&self, row: u16, rest: &[u8]) -> u16 {
        let step = self.step();
        let step = |row: u16, pair| step(usize::from(row), pair);
        let pairs = rest.chunks_exact(2);
        let odd = pairs.remainder();
        let row = pairs.fold(row, |row, pair| step(row, [pair[0], pair[1]]));
        match (odd, rest.last()) {
            ([], Some(b'\n')) => self.verdict(row, 1),
            ([], _) => self.verdict(step(row, *b"\r\n"), 1),
            ([b'\n', ..], _) => self.verdict(step(row, *b"\n\n"), 0),
            // The carriage return makes a pair of the last byte, and the line feed that ends the
            // line begins another.
            ([byte, ..], _) => self.verdict(step(step(row, [*byte, b'\r']), *b"\n\n"), 0),
        }
    }
}
