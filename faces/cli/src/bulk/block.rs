//! Records that one thread handles together.

use std::ops::Range;

use super::framing::Framing;

/// The size after which a block is full, in bytes: large enough to make its handling cheap, small
/// enough to share work evenly and to stay in a processor's own cache.
pub(crate) const SIZE: usize = 256 * 1024;

/// Consecutive records, and the work on them. Its memory is used again.
#[derive(Default)]
pub(crate) struct Block<W = ()> {
    /// The number of its first record: of a CSV record, that of its first line.
    pub(crate) first: u64,
    /// The buffer, longer than what is read into it.
    pub(super) room: Vec<u8>,
    /// The range of its records in the buffer. Every record except the last of the stream has its
    /// end.
    pub(super) lines: Range<usize>,
    /// The length of one more record behind them, longer than [`LONGEST`](crate::input::LONGEST),
    /// in bytes.
    pub(crate) too_long: Option<u64>,
    /// The results of the work on the records.
    pub(crate) work: W,
}

impl<W> Block<W> {
    /// Removes the records.
    pub(super) fn clear(&mut self) {
        self.lines = 0..0;
        self.too_long = None;
        // One long record must not keep its memory for ever.
        if self.room.len() > 4 * SIZE {
            self.room = Vec::new();
        }
    }

    /// Returns the records with their ends.
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.room[self.lines.clone()]
    }

    /// Returns the records with their ends, and the work on them.
    pub(crate) fn lines_and_work(&mut self) -> (&[u8], &mut W) {
        (&self.room[self.lines.clone()], &mut self.work)
    }

    /// Returns the number of records, for CSV the number of their lines.
    pub(super) fn count(&self, framing: Framing) -> u64 {
        let (bytes, terminator) = (self.bytes(), framing.terminator());
        let ended = memchr::memchr_iter(terminator, bytes).count() as u64;
        let last = bytes.last().is_some_and(|&last| last != terminator);
        ended + u64::from(last) + u64::from(self.too_long.is_some())
    }
}

/// Enlarges a buffer to at least so many bytes; only new ones are written.
pub(super) fn enlarge(room: &mut Vec<u8>, bytes: usize) {
    if room.len() < bytes {
        room.resize(bytes, 0);
    }
}
