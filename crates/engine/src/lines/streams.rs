//! Parts of a buffer, processed side by side.

use alloc::boxed::Box;

use super::automaton::Automaton;
use super::feeds;
use super::pairs::Pairs;
use super::zeros::{zeros, Zero};

/// The number of parts that run side by side: enough to use the time that a step waits, and few
/// enough for the registers.
const STREAMS: usize = 7;

/// The length of a part without the rest of its last line. It is long enough to make beginnings and
/// ends of parts rare.
const PART: usize = 4096;

/// The number of a part's bytes that run side by side with other parts. The rest of a long last
/// line runs alone.
const SHARED: usize = PART + 512;

/// The number of bytes of each part that are counted together: few enough for the first-level
/// cache.
const WINDOW: usize = 512;

/// The number of unused elements between parts. At distances that are powers of two, parts would
/// compete for the same cache lines.
const GAP: usize = 64;

/// Returns the number of elements needed for a part, for steps of `step` bytes.
pub(super) const fn room(step: usize) -> usize {
    SHARED / step + GAP
}

/// Calls `each` with every line of the buffer and the verdict on it.
pub(super) fn judge<'b, A: Automaton, const ROOM: usize>(
    automaton: &A,
    buffer: &'b [u8],
    each: impl FnMut(&'b [u8], u16),
) {
    Streams::<A, ROOM>::new(automaton).judge(buffer, each);
}

/// Returns the number of lines with the verdict 0 and the number with the verdict 1.
pub(super) fn count(pairs: &Pairs, buffer: &[u8]) -> [usize; 2] {
    Streams::<Pairs, { WINDOW / Pairs::STEP + GAP }>::new(pairs).count(buffer)
}

/// Parts of a buffer and the rows that their bytes lead to.
struct Streams<'a, A: Automaton, const ROOM: usize> {
    automaton: &'a A,
    /// The codes of the parts' bytes, at fixed distances, so that one register addresses all parts.
    codes: Box<[[A::Code; ROOM]; STREAMS]>,
    /// The row after each step, at the same index as its code.
    rows: Box<[[A::Row; ROOM]; STREAMS]>,
}

impl<'a, A: Automaton, const ROOM: usize> Streams<'a, A, ROOM> {
    fn new(automaton: &'a A) -> Self {
        Streams { automaton, codes: zeros(), rows: zeros() }
    }

    fn judge<'b>(&mut self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], u16)) {
        let mut list = [0; SHARED + 1];
        let mut rest = buffer;
        while !rest.is_empty() {
            let parts = parts(&mut rest, PART);
            self.lockstep(
                [A::Row::ZERO; STREAMS],
                parts.map(|part| &part[..part.len().min(SHARED)]),
            );
            for (part, rows) in parts.iter().zip(&*self.rows) {
                let shared = part.len().min(SHARED);
                let count = feeds::find(&part[..shared], &mut list);
                let mut start = 0;
                for &end in &list[..count] {
                    let end = usize::from(end);
                    let line = &part[start..end];
                    start = end + 1;
                    let verdict = self.automaton.verdict(rows[end / A::STEP], end);
                    each(line.strip_suffix(b"\r").unwrap_or(line), verdict);
                }
                if start < part.len() {
                    let line = &part[start..];
                    let steps = shared / A::STEP;
                    let row = rows[..steps].last().copied().unwrap_or(A::Row::ZERO);
                    let verdict = self.automaton.rest(row, &part[steps * A::STEP..]);
                    // Without a line feed, a carriage return ends no line.
                    let line = line
                        .strip_suffix(b"\n")
                        .map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
                    each(line, verdict);
                }
            }
        }
    }

    /// Runs all parts side by side, each from its row.
    fn lockstep(&mut self, begun: [A::Row; STREAMS], parts: [&[u8]; STREAMS]) {
        for (codes, part) in self.codes.iter_mut().zip(parts) {
            self.automaton.write(part, codes);
        }
        let longest = parts.iter().map(|part| part.len().div_ceil(A::STEP)).max().unwrap_or(0);
        let (step, codes, rows) = (self.automaton.step(), &*self.codes, &mut *self.rows);
        let mut begun = begun.map(A::at);
        // A shorter part runs beyond its end; those rows are not read.
        for at in 0..longest.min(ROOM) {
            for (stream, row) in begun.iter_mut().enumerate() {
                let next = step(*row, codes[stream][at]);
                rows[stream][at] = next;
                *row = A::at(next);
            }
        }
    }
}

impl<const ROOM: usize> Streams<'_, Pairs, ROOM> {
    /// Counts lines without locating them. Their order does not matter, so the parts are as long as
    /// possible.
    fn count(&mut self, buffer: &[u8]) -> [usize; 2] {
        let (mut lines, mut accepted) = (0, 0);
        let mut rest = buffer;
        let mut parts = parts(&mut rest, usize::MAX);
        let mut begun = [0; STREAMS];
        while parts.iter().any(|part| !part.is_empty()) {
            let windows = parts.map(|part| &part[..part.len().min(WINDOW)]);
            self.lockstep(begun, windows);
            for (stream, window) in windows.into_iter().enumerate() {
                let (pairs, odd) = window.split_at(window.len() & !1);
                let rows = &self.rows[stream][..pairs.len() / 2];
                lines += feeds::count(pairs);
                accepted += Pairs::count(rows);
                begun[stream] = rows.last().copied().unwrap_or(begun[stream]);
                parts[stream] = &parts[stream][window.len()..];
                // A last byte without a partner, or a line without an end, remains.
                if parts[stream].is_empty()
                    && window.last().is_some_and(|&last| !odd.is_empty() || last != b'\n')
                {
                    lines += 1;
                    accepted += usize::from(self.automaton.rest(begun[stream], odd));
                }
            }
        }
        [lines - accepted, accepted]
    }
}

/// Splits parts of nearly equal size, each of whole lines, off the beginning.
fn parts<'b>(rest: &mut &'b [u8], most: usize) -> [&'b [u8]; STREAMS] {
    let size = rest.len().div_ceil(STREAMS).min(most);
    core::array::from_fn(|_| {
        // A part ends after the line that holds its last byte.
        let end = match rest.get(size.saturating_sub(1)..) {
            None => rest.len(),
            Some(tail) => rest.len().min(size.saturating_sub(1) + feeds::first(tail) + 1),
        };
        let (part, after) = rest.split_at(end);
        *rest = after;
        part
    })
}
