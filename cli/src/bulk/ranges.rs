//! Whole lines of a regular file, of which each thread reads a range by itself.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};

use super::block::{enlarge, Block, SIZE};
use crate::input::LONGEST;

/// Bytes that are read behind a range, where its last line should end.
const AHEAD: usize = 4096;

/// A regular file from its position to what is its end at first. The lines of a range are those that begin in it.
#[derive(Debug)]
pub(super) struct Ranges<'f> {
    file: &'f File,
    start: u64,
    end: u64,
}

impl<'f> Ranges<'f> {
    /// `None` for what has no such ranges, like a pipe, or is not worth it.
    pub(super) fn of(mut file: &'f File) -> Option<Ranges<'f>> {
        let facts = file.metadata().ok()?;
        let start = file.stream_position().ok()?;
        let is_long = facts.is_file() && facts.len().saturating_sub(start) >= 2 * SIZE as u64;
        (is_long && cfg!(any(unix, windows))).then_some(Ranges { file, start, end: facts.len() })
    }

    /// How many there are.
    pub(super) fn count(&self) -> u64 {
        (self.end - self.start).div_ceil(SIZE as u64)
    }

    /// Puts the file where what follows the last range is to be read.
    ///
    /// # Errors
    /// Those of seeking.
    pub(super) fn leave(mut self, end: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(end)).map(|_| ())
    }

    /// Fills a block with the lines of a range and returns where they end, or 0 if there are none.
    ///
    /// # Errors
    /// Those of reading. A line that an error cut is no line; those before it are in the block.
    pub(super) fn read(&self, index: u64, block: &mut Block) -> (u64, io::Result<()>) {
        block.clear();
        let begin = self.start + index * SIZE as u64;
        let size = (self.end - begin).min(SIZE as u64) as usize;
        // The byte before a range tells whether a line begins with it.
        let before = usize::from(index > 0);
        let from = begin - before as u64;
        let mut input = Input { file: self.file, from, room: &mut block.room, filled: 0, failure: None };
        input.more(before + size + AHEAD);
        let searched = input.filled.min(size);
        let first = match before {
            0 => 0,
            _ => match memchr::memchr(b'\n', &input.room[..searched]) {
                Some(end) => end + 1,
                None => return (0, input.failure.map_or(Ok(()), Err)),
            },
        };
        let (end, too_long) = input.last_line(first, before + size - 1);
        let (result, read) = (input.failure.map_or(Ok(()), Err), from + end.file);
        block.lines = first..end.room;
        block.too_long = too_long;
        (if end.file > first as u64 { read } else { 0 }, result)
    }
}

/// Where lines end: in the room, and counted from where the room begins in the file.
struct End {
    room: usize,
    file: u64,
}

/// Bytes of a file from some place on.
struct Input<'i> {
    file: &'i File,
    from: u64,
    room: &'i mut Vec<u8>,
    filled: usize,
    failure: Option<io::Error>,
}

impl Input<'_> {
    /// Reads on until the room is filled so far; `false` if there is nothing more.
    fn more(&mut self, wanted: usize) -> bool {
        enlarge(self.room, wanted);
        let filled = self.filled;
        while self.filled < wanted && self.failure.is_none() {
            match read_at(self.file, &mut self.room[self.filled..wanted], self.from + self.filled as u64) {
                Ok(0) => break,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failure = Some(error),
            }
        }
        self.filled > filled
    }

    /// Where the line ends to which a byte belongs, and its length if it is too long; then the end in the room is that of
    /// the line before. Lines begin at `first`.
    fn last_line(&mut self, first: usize, byte: usize) -> (End, Option<u64>) {
        let mut searched = byte.min(self.filled);
        let start = memchr::memrchr(b'\n', &self.room[first..searched]).map_or(first, |end| first + end + 1);
        let end = loop {
            if let Some(end) = memchr::memchr(b'\n', &self.room[searched..self.filled]) {
                break searched + end;
            }
            searched = self.filled;
            // The carriage return of a line that is just short enough is kept until it can be dropped.
            if searched - start > LONGEST + 1 {
                return self.pass(start);
            }
            if !self.more(searched + SIZE.max(searched / 4)) {
                let end = if self.failure.is_some() { start } else { self.filled };
                return match end - start {
                    length if length > LONGEST => (End { room: start, file: end as u64 }, Some(length as u64)),
                    _ => (End { room: end, file: end as u64 }, None),
                };
            }
        };
        let length = end - start - usize::from(self.room[start..end].ends_with(b"\r"));
        match length > LONGEST {
            true => (End { room: start, file: end as u64 + 1 }, Some(length as u64)),
            false => (End { room: end + 1, file: end as u64 + 1 }, None),
        }
    }

    /// Passes over the rest of a line that is too long.
    fn pass(&mut self, start: usize) -> (End, Option<u64>) {
        let before = self.from;
        let mut last = self.room[self.filled - 1];
        self.from += self.filled as u64;
        let mut length = (self.filled - start) as u64;
        // The line is not kept, and what stands before it must be.
        let mut room = Vec::new();
        loop {
            let mut rest = Input { file: self.file, from: self.from, room: &mut room, filled: 0, failure: None };
            let is_more = rest.more(SIZE);
            let (filled, failure) = (rest.filled, rest.failure);
            let end = memchr::memchr(b'\n', &room[..filled]);
            let part = &room[..end.unwrap_or(filled)];
            last = part.last().copied().unwrap_or(last);
            length += part.len() as u64;
            self.from += part.len() as u64 + u64::from(end.is_some());
            if end.is_some() {
                length -= u64::from(last == b'\r');
            }
            if end.is_some() || !is_more {
                self.failure = failure.filter(|_| end.is_none());
                return (End { room: start, file: self.from - before }, Some(length));
            }
        }
    }
}

#[cfg(unix)]
fn read_at(file: &File, room: &mut [u8], from: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, room, from)
}

#[cfg(windows)]
fn read_at(file: &File, room: &mut [u8], from: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, room, from)
}

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}
