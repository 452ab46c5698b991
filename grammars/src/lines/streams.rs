//! Parts of a buffer side by side.

use alloc::boxed::Box;

use super::cells::{zeros, Cells, Layout, Step};
use super::feeds;

/// Parts that run side by side: enough to fill the time that a step waits, and not more than have room in registers.
const STREAMS: usize = 7;

/// Bytes of a part, but for the rest of its last line: enough to begin and end parts rarely.
const PART: usize = 4096;

/// Bytes of a part that run beside the others'; the rest of a long last line runs alone.
const SHARED: usize = PART + 512;

/// Bytes of each part that are counted together: few enough for the fastest cache.
const WINDOW: usize = 512;

/// From one part to the next there are some bytes more: at distances that are powers of two, parts would compete for the
/// same lines of the cache.
const GAP: usize = 64;

/// Calls `each` with every line of the buffer and the verdict on it.
pub(super) fn judge<'b>(cells: &Cells, buffer: &'b [u8], each: impl FnMut(&'b [u8], u16)) {
    match &cells.layout {
        Layout::Narrow(step) => judging(cells, &**step).judge(buffer, each),
        Layout::Wide(step) => judging(cells, &step[..]).judge(buffer, each),
    }
}

/// How many lines of the buffer get the verdict 0 and how many the verdict 1.
pub(super) fn count(cells: &Cells, buffer: &[u8]) -> [usize; 2] {
    match &cells.layout {
        Layout::Narrow(step) => counting(cells, &**step).count(buffer),
        Layout::Wide(step) => counting(cells, &step[..]).count(buffer),
    }
}

fn judging<S: Step>(cells: &Cells, step: S) -> Streams<'_, S, { SHARED + GAP }> {
    Streams { cells, step, codes: zeros(), rows: zeros() }
}

fn counting<S: Step>(cells: &Cells, step: S) -> Streams<'_, S, { WINDOW + GAP }> {
    Streams { cells, step, codes: zeros(), rows: zeros() }
}

/// Parts of a buffer and the rows that their bytes lead to.
struct Streams<'c, S: Step, const ROOM: usize> {
    cells: &'c Cells,
    step: S,
    /// The codes of the parts' bytes at fixed distances: one register points into all of them.
    codes: Box<[[u8; ROOM]; STREAMS]>,
    /// At the same places, the row after each byte.
    rows: Box<[[S::Row; ROOM]; STREAMS]>,
}

impl<S: Step, const ROOM: usize> Streams<'_, S, ROOM> {
    fn judge<'b>(&mut self, buffer: &'b [u8], mut each: impl FnMut(&'b [u8], u16)) {
        let mut list = [0; SHARED + 1];
        let mut rest = buffer;
        while !rest.is_empty() {
            let parts = parts(&mut rest, PART);
            self.lockstep([0; STREAMS], parts.map(|part| &part[..part.len().min(SHARED)]));
            for (part, rows) in parts.iter().zip(&*self.rows) {
                let shared = part.len().min(SHARED);
                let count = feeds::find(&part[..shared], &mut list);
                let mut start = 0;
                for &end in &list[..count] {
                    let end = usize::from(end);
                    let line = &part[start..end];
                    start = end + 1;
                    each(line.strip_suffix(b"\r").unwrap_or(line), Cells::verdict(S::at(rows[end])));
                }
                if start < part.len() {
                    let line = &part[start..];
                    let verdict = self.alone(S::at(rows[shared - 1]), &part[shared..]);
                    // Without a line feed, a carriage return ends no line.
                    let line = line.strip_suffix(b"\n").map_or(line, |line| line.strip_suffix(b"\r").unwrap_or(line));
                    each(line, verdict);
                }
            }
        }
    }

    /// The verdict on a line that has come to a row and goes on like this.
    fn alone(&self, mut row: usize, rest: &[u8]) -> u16 {
        for &byte in rest {
            row = S::at(self.step.next(row, self.cells.codes.of(byte)));
        }
        match rest.last() {
            Some(b'\n') => Cells::verdict(row),
            _ => self.cells.last(row),
        }
    }

    /// Lines need no order here: the parts are as long as can be.
    fn count(&mut self, buffer: &[u8]) -> [usize; 2] {
        let mut counts = [0; 2];
        let mut rest = buffer;
        let mut parts = parts(&mut rest, usize::MAX);
        let mut begun = [0; STREAMS];
        while parts.iter().any(|part| !part.is_empty()) {
            let windows = parts.map(|part| &part[..part.len().min(WINDOW)]);
            begun = self.lockstep(begun, windows);
            for ((part, window), rows) in parts.iter_mut().zip(windows).zip(&*self.rows) {
                let rows = &rows[..window.len()];
                counts.iter_mut().zip(S::count(rows)).for_each(|(count, more)| *count += more);
                *part = &part[window.len()..];
                if let ([.., row], [.., last], []) = (rows, window, &part[..]) {
                    counts[usize::from(self.cells.last(S::at(*row)))] += usize::from(*last != b'\n');
                }
            }
        }
        counts
    }

    /// Runs from rows on the bytes of all parts, and returns the rows behind the longest.
    fn lockstep(&mut self, begun: [usize; STREAMS], parts: [&[u8]; STREAMS]) -> [usize; STREAMS] {
        for (codes, part) in self.codes.iter_mut().zip(parts) {
            self.cells.codes.write(part, &mut codes[..part.len()]);
        }
        let longest = parts.iter().map(|part| part.len()).max().unwrap_or(0);
        let (step, codes, rows) = (self.step, &*self.codes, &mut *self.rows);
        let mut begun = begun.map(S::bounded);
        // What stands behind the end of a shorter part is run through, and never looked at.
        for at in 0..longest.min(ROOM) {
            for (stream, row) in begun.iter_mut().enumerate() {
                let next = step.next(*row, codes[stream][at]);
                rows[stream][at] = next;
                *row = S::at(next);
            }
        }
        begun
    }
}

/// Cuts parts of nearly the same size, of whole lines, from the beginning.
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
