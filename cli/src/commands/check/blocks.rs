//! Whole lines of a stream, in blocks for several threads and in constant memory.

use std::io::{self, Read};
use std::mem;

use super::totals::Totals;
use crate::input::LONGEST;

/// Bytes after which a block is full: enough to make its handling cheap, and little enough to share work evenly.
const SIZE: usize = 256 * 1024;

/// Some lines that stand after each other, and in time what is said of them. Its memory is used again.
#[derive(Default)]
pub(super) struct Block {
    /// The number of its first line.
    pub(super) first: u64,
    /// Its lines; all but the last of the stream are ended.
    pub(super) bytes: Vec<u8>,
    /// Instead of lines, one that is longer than [`LONGEST`]; how many bytes it has.
    pub(super) too_long: Option<u64>,
    /// The answer.
    pub(super) answer: Vec<u8>,
    pub(super) totals: Totals,
}

/// Cuts a stream into blocks.
pub(super) struct Blocks<R> {
    reader: R,
    /// Whether a block ends with each read, as a person at a terminal expects.
    pub(super) prompt: bool,
    /// The beginning of a line that is not in a block yet.
    begun: Vec<u8>,
    number: u64,
    is_over: bool,
    /// What ended the stream before its end.
    pub(super) failure: Option<io::Error>,
    /// Bytes read so far.
    pub(super) read: u64,
}

impl<R: Read> Blocks<R> {
    pub(super) fn new(reader: R, prompt: bool) -> Blocks<R> {
        Blocks { reader, prompt, begun: Vec::new(), number: 1, is_over: false, failure: None, read: 0 }
    }

    /// Fills the list with blocks, as many if lines are not too long; none at the end of the stream.
    pub(super) fn fill(&mut self, list: &mut Vec<Block>, most: usize) {
        list.resize_with(most, Block::default);
        let (mut filled, mut bytes) = (0, 0);
        while filled < most && bytes < most * SIZE && self.next(&mut list[filled]) {
            bytes += list[filled].bytes.len();
            filled += 1;
        }
        list.truncate(filled);
    }

    /// Fills a block; `false` at the end of the stream. A line that an error cut is no line.
    fn next(&mut self, block: &mut Block) -> bool {
        block.first = self.number;
        block.too_long = None;
        mem::swap(&mut block.bytes, &mut self.begun);
        self.begun.clear();
        // A line that was long once should not hold its memory for ever.
        self.begun.shrink_to(2 * SIZE);
        let mut searched = 0;
        loop {
            let full = block.bytes.len() >= SIZE || (self.prompt && !block.bytes.is_empty());
            if full || self.is_over {
                if let Some(end) = memchr::memrchr(b'\n', &block.bytes[searched..]) {
                    self.begun.extend_from_slice(&block.bytes[searched + end + 1..]);
                    block.bytes.truncate(searched + end + 1);
                    break;
                }
                searched = block.bytes.len();
                // The carriage return of a line that is just short enough is kept until it can be dropped.
                if searched > LONGEST + usize::from(!self.is_over) {
                    let last = block.bytes.last().copied();
                    block.bytes = Vec::new();
                    return self.pass(block, searched as u64, last);
                }
            }
            if self.is_over {
                if self.failure.is_some() {
                    block.bytes.clear();
                }
                break;
            }
            let wanted = SIZE.max(block.bytes.len() + SIZE / 4) - block.bytes.len();
            self.more(&mut block.bytes, wanted);
        }
        // A block grows beyond its size only for its first line.
        let first = if block.bytes.len() > LONGEST { memchr::memchr(b'\n', &block.bytes) } else { None };
        if let Some(end) = first {
            let length = end - usize::from(block.bytes[..end].ends_with(b"\r"));
            if length > LONGEST {
                self.begun = [&block.bytes[end + 1..], &self.begun].concat();
                block.bytes = Vec::new();
                block.too_long = Some(length as u64);
                self.number += 1;
                return true;
            }
        }
        let ended = memchr::memchr_iter(b'\n', &block.bytes).count() as u64;
        self.number += ended + u64::from(block.bytes.last().is_some_and(|&last| last != b'\n'));
        !block.bytes.is_empty()
    }

    /// Reads at most so many bytes, once.
    fn more(&mut self, bytes: &mut Vec<u8>, wanted: usize) {
        let before = bytes.len();
        bytes.resize(before + wanted, 0);
        let read = loop {
            match self.reader.read(&mut bytes[before..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.unwrap_or_else(|error| {
            self.failure = Some(error);
            0
        });
        bytes.truncate(before + read);
        self.read += read as u64;
        self.is_over = read == 0;
    }

    /// Passes over the rest of a line that is too long, of which so many bytes were read.
    fn pass(&mut self, block: &mut Block, mut length: u64, mut last: Option<u8>) -> bool {
        self.number += 1;
        while !self.is_over {
            let mut bytes = mem::take(&mut self.begun);
            bytes.clear();
            self.more(&mut bytes, SIZE);
            let end = memchr::memchr(b'\n', &bytes);
            let part = &bytes[..end.unwrap_or(bytes.len())];
            length += part.len() as u64;
            last = part.last().copied().or(last);
            bytes.drain(..end.map_or(bytes.len(), |end| end + 1));
            self.begun = bytes;
            if end.is_some() {
                length -= u64::from(last == Some(b'\r'));
                break;
            }
        }
        block.too_long = Some(length);
        true
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

    fn blocks(stream: Slow<'_>, prompt: bool) -> (Vec<Seen>, bool) {
        let mut blocks = Blocks::new(stream, prompt);
        let (mut list, mut all) = (Vec::new(), Vec::new());
        loop {
            blocks.fill(&mut list, 3);
            if list.is_empty() {
                return (all, blocks.failure.is_some());
            }
            all.extend(list.iter().map(|block| (block.first, block.bytes.clone(), block.too_long)));
        }
    }

    #[test]
    fn blocks_are_whole_lines_and_know_their_numbers() {
        let text: Vec<u8> = (1..=120_000).flat_map(|number| format!("{number}\n").into_bytes()).collect();
        for (text, once) in [(&text[..], usize::MAX), (&text[..], 1000), (&text[..text.len() - 1], 70_000)] {
            let (all, _) = blocks(Slow(text, once, false), false);
            assert!(all.len() > 2);
            assert_eq!(all.iter().flat_map(|(_, bytes, _)| bytes.clone()).collect::<Vec<u8>>(), text);
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
        let short: Vec<_> = all.iter().map(|(first, bytes, long)| (*first, bytes.len(), *long)).collect();
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
        assert_eq!(blocks(Slow(b"a\nb\nc", 2, true), false), (vec![(1, b"a\nb\n".to_vec(), None)], true));
        assert_eq!(blocks(Slow(b"", 2, true), false), (vec![], true));
    }

    #[test]
    fn a_terminal_is_answered_line_by_line() {
        let (all, _) = blocks(Slow(b"a\nb\nc", 2, false), true);
        let lines: Vec<&[u8]> = all.iter().map(|(_, bytes, _)| &bytes[..]).collect();
        assert_eq!(lines, [&b"a\n"[..], b"b\n", b"c"]);
    }
}
