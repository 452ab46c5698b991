//! Blocks of whole records from a stream.

use std::io::{self, Read};
use std::mem;

use super::block::{enlarge, Block, SIZE};
use super::framing::{BrokenQuote, Ends, Framing};
use super::stream::Pending;
use crate::input::LONGEST;

/// Cuts a stream into blocks.
pub(super) struct Blocks<R> {
    reader: R,
    framing: Framing,
    /// The bytes that can be read without waiting. A block ends where there aren't any; `None` for
    /// a stream that never waits long.
    pending: Option<Pending>,
    /// The beginning of a record whose end is not read yet.
    begun: Vec<u8>,
    /// The number of the next record.
    pub(super) number: u64,
    is_over: bool,
    /// The error that ended the stream early.
    failure: Option<io::Error>,
    /// The number of bytes read so far.
    pub(super) read: u64,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(reader: R, framing: Framing, pending: Option<Pending>) -> Blocks<R> {
        Blocks {
            reader,
            framing,
            pending,
            begun: Vec::new(),
            number: 1,
            is_over: false,
            failure: None,
            read: 0,
        }
    }

    /// Returns the error that ended the stream early.
    pub(super) fn failure(self) -> Option<io::Error> {
        self.failure
    }

    /// Ends the stream.
    pub(super) fn fail(&mut self, error: io::Error) {
        self.failure = Some(error);
        self.is_over = true;
    }

    /// Fills the list with at most `most` blocks; with none at the end of the stream. If `may_wait`
    /// is false, also with none where a read would wait before the next record ends. Only the first
    /// block waits.
    pub(super) fn fill<W: Default>(
        &mut self,
        list: &mut Vec<Block<W>>,
        most: usize,
        may_wait: bool,
    ) {
        list.resize_with(most, Block::default);
        let (mut filled, mut bytes) = (0, 0);
        let may_wait = |filled| may_wait && filled == 0;
        while filled < most && bytes < most * SIZE && self.next(&mut list[filled], may_wait(filled))
        {
            bytes += list[filled].lines.len();
            filled += 1;
        }
        list.truncate(filled);
    }

    /// Returns true if the next read waits for the writer.
    fn waits(&self) -> bool {
        self.pending.as_ref().is_some_and(|pending| !pending.is_any())
    }

    /// Fills a block; returns false at the end of the stream, or where it would have to wait and
    /// may not. A record cut by an error is dropped.
    fn next<W>(&mut self, block: &mut Block<W>, may_wait: bool) -> bool {
        block.clear();
        block.first = self.number;
        let mut filled = self.begun.len();
        enlarge(&mut block.room, filled);
        block.room[..filled].copy_from_slice(&self.begun);
        self.begun.clear();
        self.begun.shrink_to(2 * SIZE);
        let mut ends = Ends::new(self.framing);
        let end = loop {
            let waits = self.waits();
            let full = filled >= SIZE || (waits && filled > 0);
            if full || self.is_over {
                let broken = ends.search(&block.room[..filled], self.is_over).is_err();
                if broken {
                    self.break_off(&block.room[..ends.last], BrokenQuote::MESSAGE);
                    break ends.last;
                }
                if ends.last > 0 {
                    self.begun.extend_from_slice(&block.room[ends.last..filled]);
                    break ends.last;
                }
                // The carriage return of a line that is just short enough is kept until it can be
                // dropped.
                if filled > LONGEST + usize::from(!self.is_over) {
                    if matches!(self.framing, Framing::Csv(_)) {
                        self.break_off(&[], Framing::TOO_LONG);
                        break 0;
                    }
                    let last = block.room[..filled].last().copied();
                    block.too_long = Some(self.pass(filled as u64, last));
                    return true;
                }
            }
            if self.is_over {
                break if self.failure.is_some() { 0 } else { filled };
            }
            if waits && !may_wait {
                self.begun.extend_from_slice(&block.room[..filled]);
                return false;
            }
            let wanted = SIZE.max(filled + SIZE / 4);
            filled = self.more(&mut block.room, filled, wanted);
        };
        block.lines = 0..end;
        // A block grows beyond its size only for its first record.
        if end > LONGEST && !matches!(self.framing, Framing::Csv(_)) {
            let first = self.framing.first_end(&block.room[..end]);
            let length = self.framing.content(&block.room[..first]).len();
            if length > LONGEST {
                self.begun = [&block.room[first..end], &self.begun].concat();
                block.lines = 0..0;
                block.too_long = Some(length as u64);
                self.number += 1;
                return true;
            }
        }
        self.number += block.count(self.framing);
        end > 0
    }

    /// Ends the stream at a record that cannot be read, after these records of the same block.
    fn break_off(&mut self, before: &[u8], what: &str) {
        let lines = memchr::memchr_iter(self.framing.terminator(), before).count() as u64;
        let message = format!("line {}: {what}", self.number + lines);
        self.fail(io::Error::new(io::ErrorKind::InvalidData, message));
    }

    /// Reads once, until at most `wanted` bytes of the room are filled; returns the number of
    /// filled bytes.
    fn more(&mut self, room: &mut Vec<u8>, filled: usize, wanted: usize) -> usize {
        enlarge(room, wanted);
        let read = loop {
            match self.reader.read(&mut room[filled..wanted]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    self.failure = Some(error);
                    break 0;
                }
                Ok(read) => break read,
            }
        };
        self.read += read as u64;
        self.is_over = read == 0;
        filled + read
    }

    /// Skips the rest of a record that is too long, and returns its length. `length` bytes were
    /// read.
    fn pass(&mut self, mut length: u64, mut last: Option<u8>) -> u64 {
        self.number += 1;
        let mut room = mem::take(&mut self.begun);
        while !self.is_over {
            let filled = self.more(&mut room, 0, SIZE);
            let end = memchr::memchr(self.framing.terminator(), &room[..filled]);
            let part = &room[..end.unwrap_or(filled)];
            length += part.len() as u64;
            last = part.last().copied().or(last);
            if let Some(end) = end {
                self.begun.extend_from_slice(&room[end + 1..filled]);
                let is_line = self.framing == Framing::Line;
                return length - u64::from(is_line && last == Some(b'\r'));
            }
        }
        length
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives at most so many bytes at once, and fails at the end if asked to.
    struct Slow<'a>(&'a [u8], usize, bool);

    impl Read for Slow<'_> {
        fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
            if self.0.is_empty() && self.2 {
                return Err(io::Error::other("broken"));
            }
            let most = self.1.min(room.len());
            (&self.0[..self.0.len().min(most)]).read(room).inspect(|&read| self.0 = &self.0[read..])
        }
    }

    /// The number of its first line, its bytes, and how long a line is that is too long.
    type Seen = (u64, Vec<u8>, Option<u64>);

    fn blocks(stream: Slow<'_>, always_waits: bool) -> (Vec<Seen>, bool) {
        let pending = always_waits.then(Pending::default);
        let mut blocks = Blocks::new(stream, Framing::Line, pending);
        let (mut list, mut all): (Vec<Block>, _) = (Vec::new(), Vec::new());
        loop {
            if always_waits {
                // A fill that may not wait loses nothing.
                blocks.fill(&mut list, 3, false);
                assert!(list.is_empty());
            }
            blocks.fill(&mut list, 3, true);
            if list.is_empty() {
                return (all, blocks.failure().is_some());
            }
            all.extend(
                list.iter().map(|block| (block.first, block.bytes().to_vec(), block.too_long)),
            );
        }
    }

    #[test]
    fn blocks_are_whole_lines_and_know_their_numbers() {
        let text: Vec<u8> =
            (1..=120_000).flat_map(|number| format!("{number}\n").into_bytes()).collect();
        for (text, once) in
            [(&text[..], usize::MAX), (&text[..], 1000), (&text[..text.len() - 1], 70_000)]
        {
            let (all, _) = blocks(Slow(text, once, false), false);
            assert!(all.len() > 2);
            assert_eq!(
                all.iter().flat_map(|(_, bytes, _)| bytes.clone()).collect::<Vec<u8>>(),
                text
            );
            for (first, bytes, _) in &all {
                assert!(bytes.len() <= 2 * SIZE && bytes.starts_with(first.to_string().as_bytes()));
            }
            assert!(all[..all.len() - 1].iter().all(|(_, bytes, _)| bytes.ends_with(b"\n")));
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_measured_and_passed() {
        let mut text = [b'a'].repeat(LONGEST);
        text.extend(b"\r\n");
        text.extend([b'b'].repeat(LONGEST + 1));
        text.extend(b"\r\nc\n");
        text.extend([b'd'].repeat(LONGEST + 70_000));
        let (all, _) = blocks(Slow(&text, 1 << 20, false), false);
        let short: Vec<_> =
            all.iter().map(|(first, bytes, long)| (*first, bytes.len(), *long)).collect();
        assert_eq!(
            short,
            [
                (1, LONGEST + 2, None),
                (2, 0, Some(LONGEST as u64 + 1)),
                (3, 2, None),
                (4, 0, Some(LONGEST as u64 + 70_000))
            ]
        );
    }

    #[test]
    fn what_stands_before_an_error_is_read() {
        assert_eq!(
            blocks(Slow(b"a\nb\nc", 2, true), false),
            (vec![(1, b"a\nb\n".to_vec(), None)], true)
        );
        assert_eq!(blocks(Slow(b"", 2, true), false), (vec![], true));
    }

    #[test]
    fn a_block_ends_where_a_read_would_wait() {
        for once in [1, 2, 3] {
            let (all, _) = blocks(Slow(b"a\nb\nc", once, false), true);
            let lines: Vec<&[u8]> = all.iter().map(|(_, bytes, _)| &bytes[..]).collect();
            assert_eq!(lines, [&b"a\n"[..], b"b\n", b"c"], "{once}");
        }
    }
}
