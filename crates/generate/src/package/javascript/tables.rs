//! An automaton with registers as a string of JavaScript.
//!
//! Everything is a number. Most cells repeat the cell before or the row above, so a row is written
//! as runs. A run has a kind and the number of cells that follow its first:
//!
//! ```text
//!   kind 0        as in the row above
//!   kind 1        the dead state
//!   kind 2, 3, …  the row itself, the next, the one before, the second next, …
//! ```
//!
//! The rows `0 1 1 1` and `0 0 2 2` of an automaton whose dead state is 1 are the runs
//! `(2, 0) (1, 2)` and `(0, 1) (4, 1)` and so on.
//!
//! Rows also resemble each other: each knows its neighbours by their distance. So the sequence of
//! all numbers is written like text that is compressed: `n + 1` for the number `n`, or 0, a
//! distance and a length for what stands there already. A number has digits in base 45, the last
//! first, one character a digit.

use std::collections::HashMap;

use urigram_engine::generated::Splitter;

/// Values of one digit, and the least digit that another follows.
const BASE: usize = 45;

/// The least length of a repetition, and the most places that are tried for one.
const SHORTEST: usize = 4;
const TRIED: usize = 256;

/// A sequence of numbers.
#[derive(Default)]
struct Numbers(Vec<usize>);

impl Numbers {
    fn push(&mut self, number: usize) {
        self.0.push(number);
    }

    fn list(&mut self, all: impl ExactSizeIterator<Item = usize>) {
        self.push(all.len());
        self.0.extend(all);
    }

    /// Writes a sequence as runs of equal kinds.
    fn runs(&mut self, kinds: &[usize]) {
        for run in kinds.chunk_by(|one, other| one == other) {
            self.0.extend([run[0], run.len() - 1]);
        }
    }

    /// Returns the text. Greedy: at each place the longest repetition among the last places that
    /// have the same four numbers.
    fn text(&self) -> String {
        let Numbers(all) = self;
        let mut out = String::new();
        let mut seen: HashMap<&[usize], Vec<usize>> = HashMap::new();
        let mut at = 0;
        while at < all.len() {
            let length = |from: usize| {
                let pairs = all[from..].iter().zip(&all[at..]);
                pairs.take_while(|(one, other)| one == other).count()
            };
            let key = all.get(at..at + SHORTEST).unwrap_or_default();
            let before = seen.get(key).into_iter().flatten().rev().take(TRIED);
            let best = before.map(|&from| (length(from), from)).max();
            let run = match best {
                Some((length, from)) => {
                    [0, at - from, length - SHORTEST]
                        .into_iter()
                        .for_each(|one| digits(&mut out, one));
                    length
                }
                None => {
                    digits(&mut out, all[at] + 1);
                    1
                }
            };
            for place in at..at + run {
                if let Some(key) = all.get(place..place + SHORTEST) {
                    seen.entry(key).or_default().push(place);
                }
            }
            at += run;
        }
        out
    }
}

/// Writes a number, the last digit first.
fn digits(out: &mut String, mut number: usize) {
    loop {
        let (digit, rest) = (number % BASE, number / BASE);
        let digit = if rest > 0 { digit + BASE } else { digit };
        // The digits are the characters from `#` on; a backslash would need another.
        let code = b'#' + digit as u8;
        out.push(char::from(if code < b'\\' { code } else { code + 1 }));
        if rest == 0 {
            return;
        }
        number = rest;
    }
}

/// Returns the automaton; for each state, `labels` has the number of the rule of an error there.
pub(super) fn machine(splitter: &Splitter, labels: &[usize]) -> String {
    let rows = &splitter.rows;
    let (width, special) = (usize::from(rows.width) / 2, splitter.special as usize);
    let cells: Vec<usize> = rows
        .cells
        .chunks_exact(2)
        .map(|cell| usize::from(u16::from_le_bytes([cell[0], cell[1]])))
        .collect();
    let (count, dead) = (cells.len() / width, special / (2 * width));
    let mut out = Numbers::default();
    [width - 1, count, dead].into_iter().for_each(|number| out.push(number));
    let classes: Vec<usize> = rows.classes.iter().map(|&class| usize::from(class) / 2).collect();
    out.runs(&classes);
    // The numbers of states, and at last what the end of the text gives.
    let state = |cell: usize| (cell << splitter.unit) / (2 * width);
    for (row, own) in cells.chunks_exact(width).enumerate() {
        let above = row.checked_sub(1).map(|row| &cells[row * width..][..width]);
        let kind = |at: usize| match state(own[at]) {
            to if above.is_some_and(|above| state(above[at]) == to) => 0,
            to if to == dead => 1,
            to if to >= row => 2 + 2 * (to - row),
            to => 1 + 2 * (row - to),
        };
        let kinds: Vec<usize> = (0..width - 1).map(kind).collect();
        out.runs(&kinds);
    }
    cells.chunks_exact(width).for_each(|own| out.push(own[width - 1]));
    out.runs(labels);
    for notes in splitter.notes {
        out.list(notes.iter().map(|&register| usize::from(register)));
    }
    out.push(splitter.ends.len());
    for ends in splitter.ends {
        out.list(ends.iter().map(|&from| match from {
            Splitter::NOWHERE => 0,
            Splitter::END => 1,
            register => usize::from(register) + 2,
        }));
    }
    out.text()
}
