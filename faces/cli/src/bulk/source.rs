//! Blocks from a file or a stream.

use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::block::Block;
use super::blocks::Blocks;
use super::framing::Framing;
use super::ranges::Ranges;
use super::stream::Pending;

/// A source of blocks, in the order of their records.
pub(super) struct Source {
    framing: Framing,
    /// The ranges of a file, and the index of the next one.
    ranges: Option<(Ranges, u64)>,
    /// The end of the lines of the ranges read so far.
    end: u64,
    /// The stream behind the ranges.
    rest: Blocks<Box<dyn Read + Send>>,
}

impl Source {
    /// Reads a stream. A block ends where nothing is pending.
    pub(super) fn stream(
        reader: Box<dyn Read + Send>,
        framing: Framing,
        pending: Option<Pending>,
    ) -> Source {
        Source { framing, ranges: None, end: 0, rest: Blocks::new(reader, framing, pending) }
    }

    /// Reads a file from its position on, what is written to it meanwhile included.
    pub(super) fn file(file: &Arc<File>, framing: Framing) -> Source {
        let ranges = Ranges::of(file, framing).map(|ranges| (ranges, 0));
        Source { ranges, ..Source::stream(Box::new(Arc::clone(file)), framing, None) }
    }

    /// Sets the number of the first record.
    pub(super) fn numbered_from(mut self, first: u64) -> Source {
        self.rest.number = first;
        self
    }

    /// Returns the ranges, to be read in any order. Call [`Source::leave`] with their end
    /// afterwards.
    pub(super) fn ranges(&self) -> Option<&Ranges> {
        self.ranges.as_ref().map(|(ranges, _)| ranges)
    }

    /// Returns the number of bytes read so far.
    pub(super) fn read(&self) -> u64 {
        self.rest.read
    }

    /// Returns the error that ended it early.
    pub(super) fn failure(self) -> Option<io::Error> {
        self.rest.failure()
    }

    /// Fills the list with at most `most` blocks; with none at the end, and if `may_wait` is false,
    /// where a stream has nothing to read.
    pub(super) fn fill<W: Default + Send>(
        &mut self,
        list: &mut Vec<Block<W>>,
        most: usize,
        may_wait: bool,
    ) {
        let Some((ranges, next)) = &mut self.ranges else {
            return self.rest.fill(list, most, may_wait);
        };
        let first = *next;
        *next = ranges.count().min(first + most as u64);
        list.resize_with((*next - first) as usize, Block::default);
        let is_last = *next == ranges.count();
        let framing = self.framing;
        let read = |(index, block): (usize, &mut Block<W>)| {
            let (end, result) = ranges.read(first + index as u64, block);
            // The count of lines takes the place of the first number until numbers are known.
            block.first = block.count(framing);
            (end, result)
        };
        let found: Vec<(u64, io::Result<()>)> = list.par_iter_mut().enumerate().map(read).collect();
        let mut failure = None;
        for (index, (end, result)) in found.into_iter().enumerate() {
            self.end = self.end.max(end);
            let block = &mut list[index];
            let count = std::mem::replace(&mut block.first, self.rest.number);
            self.rest.number += count;
            self.rest.read += block.lines.len() as u64 + block.too_long.unwrap_or(0);
            if let Err(error) = result {
                failure = Some(error);
                list.truncate(index + 1);
                break;
            }
        }
        if is_last || failure.is_some() {
            self.leave(self.end, failure);
        }
    }

    /// Continues behind the ranges, whose lines end at `end`, unless there was a failure.
    pub(super) fn leave(&mut self, end: u64, failure: Option<io::Error>) {
        let left = self.ranges.take().map_or(Ok(()), |(ranges, _)| ranges.leave(end));
        if let Some(error) = failure.or(left.err()) {
            self.rest.fail(error);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::OpenOptions;
    use std::io::{Seek, SeekFrom, Write};
    use std::path::PathBuf;

    use super::super::block::SIZE;
    use super::*;
    use crate::input::LONGEST;

    /// A file of the system's directory for such, with a name of its own.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str, bytes: &[u8]) -> Temporary {
            let path = std::env::temp_dir().join(format!("urigram-{}-{name}", std::process::id()));
            std::fs::write(&path, bytes).unwrap();
            Temporary(path)
        }

        fn open(&self) -> Arc<File> {
            OpenOptions::new().read(true).write(true).open(&self.0).unwrap().into()
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = std::fs::remove_file(&self.0);
        }
    }

    /// Returns each line with its number: its bytes, or its length if it is too long.
    fn of_bytes(bytes: &[u8]) -> Vec<(u64, Result<Vec<u8>, u64>)> {
        lines(Source::stream(Box::new(io::Cursor::new(bytes.to_vec())), Framing::Line, None))
    }

    fn lines(mut source: Source) -> Vec<(u64, Result<Vec<u8>, u64>)> {
        let (mut list, mut all): (Vec<Block>, _) = (Vec::new(), Vec::new());
        loop {
            source.fill(&mut list, 3, true);
            if list.is_empty() {
                assert!(source.failure().is_none());
                return all;
            }
            for block in &list {
                let lines = block
                    .bytes()
                    .split_inclusive(|&byte| byte == b'\n')
                    .map(|line| Ok(line.to_vec()));
                all.extend((block.first..).zip(lines.chain(block.too_long.map(Err))));
            }
        }
    }

    /// Checks that a file read in ranges, in order and in any order, has the lines of a stream.
    fn same(name: &str, bytes: &[u8], start: usize) {
        let temporary = Temporary::new(name, bytes);
        let mut file = temporary.open();
        let expected = of_bytes(&bytes[start..]);
        file.seek(SeekFrom::Start(start as u64)).unwrap();
        let source = Source::file(&file, Framing::Line);
        assert_eq!(source.ranges().is_some(), bytes.len() - start >= 2 * SIZE, "{name}");
        assert!(
            lines(source) == expected,
            "{name}: {:?}",
            expected.iter().take(5).map(|(n, _)| n).collect::<Vec<_>>()
        );
        assert_eq!(file.stream_position().unwrap(), bytes.len() as u64, "{name}");
        file.seek(SeekFrom::Start(start as u64)).unwrap();
        if let Some(ranges) = Ranges::of(&file, Framing::Line) {
            let mut found: Vec<(u64, Vec<u8>, Option<u64>)> = (0..ranges.count())
                .map(|index| {
                    let mut block = Block::<()>::default();
                    let (end, result) = ranges.read(index, &mut block);
                    assert!(result.is_ok());
                    (end, block.bytes().to_vec(), block.too_long)
                })
                .filter(|(end, ..)| *end > 0)
                .collect();
            assert!(found.is_sorted_by_key(|(end, ..)| *end));
            assert_eq!(found.last().map(|(end, ..)| *end), Some(bytes.len() as u64), "{name}");
            let lines = found.drain(..).flat_map(|(_, bytes, too_long)| {
                let lines: Vec<_> = bytes
                    .split_inclusive(|&byte| byte == b'\n')
                    .map(|line| Ok(line.to_vec()))
                    .collect();
                lines.into_iter().chain(too_long.map(Err))
            });
            assert!(lines.eq(expected.into_iter().map(|(_, line)| line)), "{name}");
        }
    }

    #[test]
    fn lines_of_all_lengths() {
        let mut seed = 3986u64;
        let mut next = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (seed >> 33) as usize
        };
        for most in [40, 9000, 400_000] {
            let mut bytes = Vec::new();
            while bytes.len() < 5 * SIZE {
                bytes.extend([b'a'].repeat(next() % most));
                bytes.extend_from_slice([&b"\n"[..], b"\r\n"][next() % 2]);
            }
            for end in [&b""[..], b"last", b"\r"] {
                bytes.extend_from_slice(end);
                same("lengths", &bytes, 0);
                same("lengths", &bytes, 1000 + most);
            }
        }
    }

    /// Line ends at, before and after the borders of ranges, and lines that go over several.
    #[test]
    fn lines_at_the_borders_of_ranges_are_read_once() {
        for shift in [
            SIZE - 2,
            SIZE - 1,
            SIZE,
            SIZE + 1,
            SIZE + 4095,
            SIZE + 4096,
            SIZE + 4097,
            2 * SIZE,
            3 * SIZE + 7,
        ] {
            for end in [&b"\n"[..], b"\r\n", b"\n\n\n"] {
                let first = [b'a'].repeat(shift);
                same("borders", &[&first, end, b"b\n", &[b'c'].repeat(SIZE)].concat(), 0);
                same(
                    "borders",
                    &[&b"http://example.org/somewhere\n".repeat(SIZE / 29), end, &first, end]
                        .concat(),
                    0,
                );
            }
        }
        same("feeds", &b"\n".repeat(3 * SIZE), 0);
        same("small", b"a\nb", 0);
        same("one", &b"a".repeat(3 * SIZE + 1), 0);
    }

    #[test]
    #[ignore = "long; `.ci/long` runs it in release"]
    fn lines_near_the_limit() {
        for (length, end) in [
            (LONGEST - 1, &b"\r"[..]),
            (LONGEST, b"\r\n"),
            (LONGEST + 1, b"\nb"),
            (LONGEST + 1, b"\r\nb\n"),
            (LONGEST + 1, b"\r"),
            (LONGEST + SIZE, b""),
        ] {
            same("limit", &[b"x:y\n\n", &[b'a'].repeat(length)[..], end].concat(), 0);
        }
    }

    /// The carriage return is the last byte of what is read at once, the line feed the first of
    /// what is read next.
    #[test]
    #[ignore = "long; `.ci/long` runs it in release"]
    fn a_line_end_that_is_read_in_two_parts() {
        let before = b"x:y\n\n";
        let mut filled = SIZE + 4096;
        while filled - before.len() <= LONGEST + 1 {
            filled += SIZE.max(filled / 4);
        }
        for read in [filled, filled + SIZE, filled + 2 * SIZE] {
            let long = [b'a'].repeat(read - 1 - before.len());
            let text = [before, &long[..], b"\r\nb\n"].concat();
            same("parts", &text, 0);
            let found = of_bytes(&text);
            assert_eq!(found[2], (3, Err(long.len() as u64)));
        }
    }

    #[test]
    fn what_cannot_be_read_fails() {
        let temporary = Temporary::new("closed", &b"a\n".repeat(2 * SIZE));
        let file = OpenOptions::new().write(true).open(&temporary.0).unwrap().into();
        let mut source = Source::file(&file, Framing::Line);
        let mut list: Vec<Block> = Vec::new();
        source.fill(&mut list, 3, true);
        assert!(list.iter().all(|block| block.bytes().is_empty()));
        source.fill(&mut list, 3, true);
        assert!(list.is_empty() && source.failure().is_some());
    }

    /// Bytes appended while a file is read are read once; truncated ones are not.
    #[test]
    fn files_that_grow_and_shrink() {
        let text = b"http://example.org/somewhere\n".repeat(SIZE / 8);
        for (kept, more) in
            [(text.len(), &b"c\nd"[..]), (text.len() - 2, b"c\nd\n"), (SIZE + 3, b""), (0, b"")]
        {
            let temporary = Temporary::new("grow", &text);
            let file = temporary.open();
            let source = Source::file(&file, Framing::Line);
            file.set_len(kept as u64).unwrap();
            OpenOptions::new().append(true).open(&temporary.0).unwrap().write_all(more).unwrap();
            let expected = of_bytes(&[&text[..kept], more].concat());
            assert!(lines(source) == expected, "{kept}");
        }
    }
}
