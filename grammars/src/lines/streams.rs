//! Parts of a buffer side by side.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::cells::{Cells, Layout, Step};

/// Parts that run side by side; the states of more would not fit into registers.
const STREAMS: usize = 6;

/// Bytes of a part, but for the rest of its last line: enough to begin and end parts rarely.
const PART: usize = 4096;

/// Line ends that a part can have: one for each of its bytes, and that of its last line.
const ENDS: usize = PART + 1;

/// From one part's copy to the next; not a power of two, so that they do not compete for the same lines of the cache.
const STRIDE: usize = PART + 5 * 64;

/// Where lines of parts end, and the verdicts on them.
pub(super) struct Streams {
    /// Copies of the parts' beginnings at fixed distances: one register points into all of them.
    copies: Box<[u8; STREAMS * STRIDE]>,
    /// For each part, offsets in the part with the verdict in the lowest 16 bits.
    ends: Vec<u64>,
}

impl Streams {
    pub(super) fn new() -> Streams {
        Streams { copies: Box::new([0; STREAMS * STRIDE]), ends: alloc::vec![0; STREAMS * ENDS] }
    }

    /// Calls `each` with every line and the verdict on it.
    pub(super) fn run<'b, const VERDICTS: usize>(
        &mut self,
        cells: &Cells<VERDICTS>,
        buffer: &'b [u8],
        each: impl FnMut(&'b [u8], u16),
    ) {
        match cells.layout() {
            Layout::Narrow(step) => self.windows(cells, &**step, buffer, each),
            Layout::Wide(step) => self.windows(cells, &step[..], buffer, each),
        }
    }

    fn windows<'b, const VERDICTS: usize>(
        &mut self,
        cells: &Cells<VERDICTS>,
        step: impl Step,
        buffer: &'b [u8],
        mut each: impl FnMut(&'b [u8], u16),
    ) {
        let mut rest = buffer;
        while !rest.is_empty() {
            let size = rest.len().div_ceil(STREAMS).min(PART);
            let parts: [&[u8]; STREAMS] = core::array::from_fn(|_| {
                let (part, after) = rest.split_at(part_end(rest, size));
                rest = after;
                part
            });
            let counts = self.lockstep(cells, step, &parts);
            for ((part, ends), count) in parts.iter().zip(self.ends.chunks_exact(ENDS)).zip(counts) {
                let mut start = 0;
                for &end in &ends[..count] {
                    let at = (end >> 16) as usize;
                    let line = &part[start..at];
                    start = at + 1;
                    // Without a line feed, a carriage return ends no line.
                    let line = if at < part.len() { line.strip_suffix(b"\r").unwrap_or(line) } else { line };
                    each(line, end as u16);
                }
            }
        }
    }

    /// Runs on all parts and returns how many lines each has.
    fn lockstep<const VERDICTS: usize>(
        &mut self,
        cells: &Cells<VERDICTS>,
        step: impl Step,
        parts: &[&[u8]; STREAMS],
    ) -> [usize; STREAMS] {
        let shared = parts.iter().map(|part| part.len()).min().unwrap_or(0).min(STRIDE);
        for (copy, part) in self.copies.chunks_exact_mut(STRIDE).zip(parts) {
            copy[..shared].copy_from_slice(&part[..shared]);
        }
        let copies = &*self.copies;
        let mut lists = self.ends.chunks_exact_mut(ENDS);
        let mut ends: [Ends; STREAMS] =
            core::array::from_fn(|_| Ends { list: lists.next().unwrap_or_default(), count: 0 });
        let start = VERDICTS << 8;
        let turn = |row: usize, byte: u8, at: usize, ends: &mut Ends| {
            let next = step.next(row, byte);
            if next < start {
                ends.push(at, next >> 8);
                return start;
            }
            next
        };
        // Named one by one, so that they live in registers.
        let [mut s, mut t, mut u, mut v, mut w, mut x] = [start; STREAMS];
        for at in 0..shared {
            s = turn(s, copies[at], at, &mut ends[0]);
            t = turn(t, copies[at + STRIDE], at, &mut ends[1]);
            u = turn(u, copies[at + 2 * STRIDE], at, &mut ends[2]);
            v = turn(v, copies[at + 3 * STRIDE], at, &mut ends[3]);
            w = turn(w, copies[at + 4 * STRIDE], at, &mut ends[4]);
            x = turn(x, copies[at + 5 * STRIDE], at, &mut ends[5]);
        }
        for ((part, mut row), ends) in parts.iter().zip([s, t, u, v, w, x]).zip(&mut ends) {
            for (at, &byte) in part.iter().enumerate().skip(shared) {
                row = turn(row, byte, at, ends);
            }
            if part.last().is_some_and(|&last| last != b'\n') {
                ends.push(part.len(), usize::from(cells.last(row)));
            }
        }
        ends.map(|ends| ends.count)
    }
}

/// Where the lines of a part end.
struct Ends<'e> {
    list: &'e mut [u64],
    count: usize,
}

impl Ends<'_> {
    #[inline(always)]
    fn push(&mut self, at: usize, verdict: usize) {
        self.list[self.count] = (at as u64) << 16 | verdict as u64;
        self.count += 1;
    }
}

/// Where a part ends: after the line that holds its last byte.
fn part_end(rest: &[u8], size: usize) -> usize {
    match rest.get(size.saturating_sub(1)..) {
        None => rest.len(),
        Some(tail) => rest.len().min(size.saturating_sub(1) + line_end(tail) + 1),
    }
}

/// The offset of the first line feed, or the length.
fn line_end(bytes: &[u8]) -> usize {
    const ONES: u64 = u64::MAX / 255;
    let mut offset = 0;
    for word in bytes.chunks_exact(8) {
        let mut eight = [0; 8];
        eight.copy_from_slice(word);
        // A byte that is a line feed becomes zero, and the lowest zero byte gets its highest bit set (Mycroft).
        let zero = u64::from_le_bytes(eight) ^ (ONES * u64::from(b'\n'));
        let found = zero.wrapping_sub(ONES) & !zero & ONES << 7;
        if found != 0 {
            return offset + found.trailing_zeros() as usize / 8;
        }
        offset += 8;
    }
    bytes[offset..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |at| offset + at)
}
