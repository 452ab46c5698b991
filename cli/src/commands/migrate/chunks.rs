//! Lines of a stream in portions for several threads.

use std::io::{self, BufRead};

use crate::commands::check::lines::{Line, Lines};
use crate::commands::check::progress::Progress;

/// Bytes after which a chunk is full: enough to make its handling cheap, and little enough to share work evenly.
const SIZE: usize = 256 * 1024;

/// Some lines that stand after each other.
pub(super) struct Chunk {
    /// The number of the first line.
    first: u64,
    bytes: Vec<u8>,
    /// Where each line ends in `bytes`; `None` for one that is longer than the limit.
    ends: Vec<Option<usize>>,
}

impl Chunk {
    /// The lines with their numbers.
    pub(super) fn lines(&self) -> impl Iterator<Item = (u64, Option<&[u8]>)> {
        let mut start = 0;
        (self.first..).zip(&self.ends).map(move |(number, end)| {
            let line = end.map(|end| &self.bytes[start..end]);
            start = end.unwrap_or(start);
            (number, line)
        })
    }
}

/// Cuts a stream into chunks; ends after an error.
pub(super) struct Chunks<R> {
    lines: Lines<R>,
    progress: Progress,
    number: u64,
    failed: bool,
}

impl<R: BufRead> Chunks<R> {
    pub(super) fn new(reader: R, progress: Progress) -> Chunks<R> {
        Chunks { lines: Lines::new(reader), progress, number: 1, failed: false }
    }

    fn read(&mut self) -> io::Result<Option<Chunk>> {
        let mut chunk = Chunk { first: self.number, bytes: Vec::with_capacity(SIZE + SIZE / 8), ends: Vec::new() };
        // Lines of no bytes fill a chunk, too.
        while chunk.bytes.len() + chunk.ends.len() < SIZE {
            match self.lines.next()? {
                None => break,
                Some(Line::Bytes(line)) => {
                    chunk.bytes.extend_from_slice(line);
                    chunk.ends.push(Some(chunk.bytes.len()));
                }
                Some(Line::TooLong(_)) => chunk.ends.push(None),
            }
        }
        self.progress.at(self.lines.read);
        self.number += chunk.ends.len() as u64;
        Ok((!chunk.ends.is_empty()).then_some(chunk))
    }
}

impl<R: BufRead> Iterator for Chunks<R> {
    type Item = io::Result<Chunk>;

    fn next(&mut self) -> Option<io::Result<Chunk>> {
        if self.failed {
            return None;
        }
        let read = self.read();
        self.failed = read.is_err();
        read.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    #[test]
    fn lines_keep_their_numbers_across_chunks() {
        let text: String = (1..=200_000).map(|number| format!("{number}\n")).collect();
        let mut due = 1;
        let mut count = 0;
        for chunk in Chunks::new(BufReader::new(text.as_bytes()), Progress::none()) {
            for (number, line) in chunk.unwrap().lines() {
                assert_eq!((number, line), (due, Some(due.to_string().as_bytes())));
                due += 1;
            }
            count += 1;
        }
        assert_eq!(due, 200_001);
        assert!(count > 4, "{count}");
    }

    /// A file of lines far larger than what is held of it.
    #[test]
    fn a_chunk_is_bounded_whatever_the_stream() {
        let long = [&[b'a'; 4095][..], b"\n"].concat();
        for line in [&b"\n"[..], b"http://a/b\n", &long] {
            let stream = line.iter().copied().cycle().take(4 << 20).collect::<Vec<u8>>();
            let reader = BufReader::with_capacity(4096, &stream[..]);
            for chunk in Chunks::new(reader, Progress::none()) {
                let chunk = chunk.unwrap();
                assert!(chunk.bytes.capacity() <= 2 * SIZE && chunk.ends.capacity() <= 2 * SIZE);
            }
        }
    }

    #[test]
    fn the_stream_ends_with_its_first_error() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::Error::other("broken"))
            }
        }
        let mut chunks = Chunks::new(BufReader::new((&b"a\nb\n"[..]).chain(Broken)), Progress::none());
        assert!(chunks.next().is_some_and(|chunk| chunk.is_err()) && chunks.next().is_none());
    }
}
