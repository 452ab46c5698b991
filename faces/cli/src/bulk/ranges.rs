//! Ranges of a regular file. A thread reads each by itself.

use std::fs::File;
use std::io::{self, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

use super::block::{enlarge, Block, SIZE};
use super::framing::Framing;
use crate::input::LONGEST;
use crate::progress::Progress;

/// The bytes that are read behind a range, where its last line should end.
const AHEAD: usize = 4096;

/// A regular file, from its position to its end when it was opened. The lines of a range are the
/// lines that begin in it.
#[derive(Debug)]
pub(super) struct Ranges {
    file: Arc<File>,
    /// Not [`Framing::Csv`], whose records can only be found from the first on.
    framing: Framing,
    start: u64,
    end: u64,
}

impl Ranges {
    /// Returns the ranges of a file; `None` for a pipe and the like, and for a short file.
    pub(super) fn of(file: &Arc<File>, framing: Framing) -> Option<Ranges> {
        let facts = file.metadata().ok()?;
        let start = (&**file).stream_position().ok()?;
        let is_long = facts.is_file() && facts.len().saturating_sub(start) >= 2 * SIZE as u64;
        let is_apart = !matches!(framing, Framing::Csv(_)) && cfg!(any(unix, windows));
        let file = Arc::clone(file);
        (is_long && is_apart).then_some(Ranges { file, framing, start, end: facts.len() })
    }

    /// Returns the number of ranges.
    pub(super) fn count(&self) -> u64 {
        (self.end - self.start).div_ceil(SIZE as u64)
    }

    /// Seeks to the first byte behind the last range.
    ///
    /// # Errors
    /// Those of seeking.
    pub(super) fn leave(mut self, end: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(end)).map(|_| ())
    }

    /// Fills a block with the lines of a range and returns the offset of their end, or 0 if there
    /// aren't any.
    ///
    /// # Errors
    /// Those of reading. A line cut by an error is dropped; the lines before it are in the block.
    pub(super) fn read<W>(&self, index: u64, block: &mut Block<W>) -> (u64, io::Result<()>) {
        block.clear();
        let begin = self.start + index * SIZE as u64;
        let size = (self.end - begin).min(SIZE as u64) as usize;
        // A line begins with the range if the byte before it is a line feed.
        let before = usize::from(index > 0);
        let from = begin - before as u64;
        let mut input = Input {
            file: &self.file,
            framing: self.framing,
            from,
            room: &mut block.room,
            filled: 0,
            failure: None,
        };
        input.more(before + size + AHEAD);
        let searched = input.filled.min(size);
        let first = match before {
            0 => 0,
            _ => match memchr::memchr(self.framing.terminator(), &input.room[..searched]) {
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

    /// Works on all ranges in any order: each thread takes the next one that no other has, and its
    /// block keeps the results of the work. Returns the blocks, the end of the lines and the error
    /// that ended the work early.
    pub(super) fn in_any_order<W: Default + Send>(
        &self,
        progress: &mut Progress,
        work: impl Fn(&mut Block<W>) + Sync,
    ) -> (Vec<Block<W>>, u64, Option<io::Error>) {
        let next = AtomicU64::new(0);
        let progress = Mutex::new(progress);
        let found = rayon::broadcast(|_| {
            let (mut block, mut last) = (Block::default(), 0);
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= self.count() {
                    return (block, last, None);
                }
                let (end, result) = self.read(index, &mut block);
                last = last.max(end);
                work(&mut block);
                if let Err(error) = result {
                    next.store(self.count(), Ordering::Relaxed);
                    return (block, last, Some(error));
                }
                if let Ok(mut progress) = progress.try_lock() {
                    progress.at(index * SIZE as u64);
                }
            }
        });
        let (mut blocks, mut last, mut failure) = (Vec::new(), 0, None);
        for (block, end, error) in found {
            blocks.push(block);
            last = last.max(end);
            failure = failure.or(error);
        }
        (blocks, last, failure)
    }
}

/// The end of some lines: in the buffer, and in the file counted from the buffer's beginning.
struct End {
    room: usize,
    file: u64,
}

/// Bytes of a file from an offset on.
struct Input<'i> {
    file: &'i File,
    framing: Framing,
    from: u64,
    room: &'i mut Vec<u8>,
    filled: usize,
    failure: Option<io::Error>,
}

impl Input<'_> {
    /// Reads until `wanted` bytes are filled; returns false if there is nothing more.
    fn more(&mut self, wanted: usize) -> bool {
        enlarge(self.room, wanted);
        let filled = self.filled;
        while self.filled < wanted && self.failure.is_none() {
            match read_at(
                self.file,
                &mut self.room[self.filled..wanted],
                self.from + self.filled as u64,
            ) {
                Ok(0) => break,
                Ok(read) => self.filled += read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => self.failure = Some(error),
            }
        }
        self.filled > filled
    }

    /// Returns the end of the line that contains a byte. If the line is too long, returns the end
    /// of the line before it in the buffer, and the length of the line. Lines begin at `first`.
    fn last_line(&mut self, first: usize, byte: usize) -> (End, Option<u64>) {
        let terminator = self.framing.terminator();
        let mut searched = byte.min(self.filled);
        let start = memchr::memrchr(terminator, &self.room[first..searched])
            .map_or(first, |end| first + end + 1);
        let end = loop {
            if let Some(end) = memchr::memchr(terminator, &self.room[searched..self.filled]) {
                break searched + end;
            }
            searched = self.filled;
            // The carriage return of a line that is just short enough is kept until it can be
            // dropped.
            if searched - start > LONGEST + 1 {
                return self.pass(start);
            }
            if !self.more(searched + SIZE.max(searched / 4)) {
                let end = if self.failure.is_some() { start } else { self.filled };
                return match end - start {
                    length if length > LONGEST => {
                        (End { room: start, file: end as u64 }, Some(length as u64))
                    }
                    _ => (End { room: end, file: end as u64 }, None),
                };
            }
        };
        let length = self.framing.content(&self.room[start..=end]).len();
        if length > LONGEST {
            (End { room: start, file: end as u64 + 1 }, Some(length as u64))
        } else {
            (End { room: end + 1, file: end as u64 + 1 }, None)
        }
    }

    /// Skips the rest of a line that is too long.
    fn pass(&mut self, start: usize) -> (End, Option<u64>) {
        let before = self.from;
        let mut last = self.room[self.filled - 1];
        self.from += self.filled as u64;
        let mut length = (self.filled - start) as u64;
        // The line is not kept, but the lines before it are: this needs a buffer of its own.
        let mut room = Vec::new();
        loop {
            let mut rest = Input {
                file: self.file,
                framing: self.framing,
                from: self.from,
                room: &mut room,
                filled: 0,
                failure: None,
            };
            let is_more = rest.more(SIZE);
            let (filled, failure) = (rest.filled, rest.failure);
            let end = memchr::memchr(self.framing.terminator(), &room[..filled]);
            let part = &room[..end.unwrap_or(filled)];
            last = part.last().copied().unwrap_or(last);
            length += part.len() as u64;
            self.from += part.len() as u64 + u64::from(end.is_some());
            if end.is_some() {
                length -= u64::from(self.framing == Framing::Line && last == b'\r');
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
