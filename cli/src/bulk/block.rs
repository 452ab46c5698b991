//! Lines that one thread judges together.

use std::ops::Range;

use super::totals::Totals;

/// Bytes after which a block is full: enough to make its handling cheap, and little enough to share work evenly and to stay
/// in a processor's own cache.
pub(super) const SIZE: usize = 256 * 1024;

/// Some lines that stand after each other, and in time what is said of them. Its memory is used again.
#[derive(Default)]
pub(super) struct Block {
    /// The number of its first line.
    pub(super) first: u64,
    /// Room for what is read; it is longer than that.
    pub(super) room: Vec<u8>,
    /// Where in the room its lines stand; all but the last of the stream are ended.
    pub(super) lines: Range<usize>,
    /// After them comes one that is longer than [`LONGEST`](crate::input::LONGEST); how many bytes it has.
    pub(super) too_long: Option<u64>,
    /// The answer.
    pub(super) answer: Vec<u8>,
    pub(super) totals: Totals,
}

impl Block {
    /// Forgets the lines.
    pub(super) fn clear(&mut self) {
        self.lines = 0..0;
        self.too_long = None;
        // A line that was long once should not hold its memory for ever.
        if self.room.len() > 4 * SIZE {
            self.room = Vec::new();
        }
    }

    /// The lines with their ends.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.room[self.lines.clone()]
    }

    /// How many lines it has.
    pub(super) fn count(&self) -> u64 {
        let bytes = self.bytes();
        let ended = memchr::memchr_iter(b'\n', bytes).count() as u64;
        let last = bytes.last().is_some_and(|&last| last != b'\n');
        ended + u64::from(last) + u64::from(self.too_long.is_some())
    }
}

/// Makes room for so many bytes; only what is new is written.
pub(super) fn enlarge(room: &mut Vec<u8>, bytes: usize) {
    if room.len() < bytes {
        room.resize(bytes, 0);
    }
}
