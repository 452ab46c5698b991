//! Text searched on all processors, in constant memory.
//!
//! A chunk of the text is split into parts after bytes that no scheme has, and each part is
//! searched by itself. An identifier in angle brackets or quotes can go over the end of its part.
//! The next part is then searched again from the end of the identifier, so that the result is that
//! of one search:
//!
//! ```text
//! … <http://a/⏎   b> http://c/ …
//!   part 1    │ part 2, searched again from here: > is the first byte after the identifier
//! ```

use std::io::{self, Read, Write};
use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use memchr::memchr_iter;
use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use urigram_extract::extract::{Extracted, Extractor, WINDOW};

use super::left_out::LeftOut;
use super::write::{Format, Place};
use crate::exit::Failure;
use crate::progress::Progress;

/// The bytes of a part.
const PART: usize = 512 * 1024;

/// The bytes before a candidate that decide about it: the word before, and a prefix `URL: `.
const BEFORE: usize = 16;

/// The longest stretch without an end of a part. A word of this length is not an identifier.
const LONGEST: usize = 16 * PART;

#[derive(Clone, Copy)]
pub(super) struct Search<'a> {
    pub(super) extractor: Extractor<'a>,
    pub(super) format: Format<'a>,
}

/// The end of a search.
pub(super) struct Ended {
    /// True if an identifier was written.
    pub(super) any: bool,
    pub(super) left_out: LeftOut,
    pub(super) failure: Option<io::Error>,
}

/// The identifiers of a part, as they are written.
struct Found {
    text: Vec<u8>,
    any: bool,
    left_out: LeftOut,
    /// The offset where the search continues.
    position: usize,
}

/// A stretch of a text.
#[derive(Clone, Copy)]
struct Stretch<'t> {
    bytes: &'t [u8],
    /// The offset of its first byte in the text.
    base: u64,
}

impl Search<'_> {
    /// Searches the value of a record, whose number is that of every line of the value. Returns the
    /// identifiers as they are written, and nothing if there aren't any.
    pub(super) fn value(&self, value: &[u8], number: u64) -> (Vec<u8>, LeftOut) {
        let text = Stretch { bytes: value, base: 0 };
        let left_out = LeftOut::default();
        let mut found = Found { text: Vec::new(), any: false, left_out, position: 0 };
        self.each(text, 0..value.len(), &mut found, false, |_, _| number);
        (found.text, found.left_out)
    }

    /// Returns the identifiers in a value that are not cut inside their authority.
    pub(super) fn identifiers(&self, value: &[u8]) -> (Vec<Vec<u8>>, LeftOut) {
        let (mut all, mut left_out) = (Vec::new(), LeftOut::default());
        for one in self.extractor.in_part(value, 0..value.len()) {
            if self.keeps(&one, &mut left_out) {
                all.push(one.text.into_owned());
            }
        }
        (all, left_out)
    }

    /// Returns true if an identifier is written, and counts it if it is not written whole.
    fn keeps(&self, found: &Extracted<'_>, left_out: &mut LeftOut) -> bool {
        if self.format.whole && found.cut {
            return false;
        }
        if found.is_cut_in_authority() {
            left_out.cut += 1;
            return false;
        }
        left_out.shortened += u64::from(found.cut);
        true
    }

    /// Searches a text to its end, and writes what is found. What was read before an error is
    /// searched.
    ///
    /// # Errors
    /// The errors of the output, which end the command.
    pub(super) fn run(
        &self,
        reader: &mut (dyn Read + Send),
        progress: &mut Progress,
        out: &mut dyn Write,
    ) -> Result<Ended, Failure> {
        let size = 2 * rayon::current_num_threads() * PART;
        let (mut bytes, mut base) = (Vec::new(), 0);
        let (mut from, mut line) = (0, 1);
        let (mut any, mut left_out, mut read) = (false, LeftOut::default(), 0);
        let mut chunk = Chunk::read(reader, size, Vec::new());
        let rooms = Rooms::default();
        loop {
            read += chunk.bytes.len() as u64;
            let (is_last, failure) = (chunk.is_last, chunk.failure.take());
            bytes.extend_from_slice(&chunk.bytes);
            let text = Stretch { bytes: &bytes, base };
            let room = std::mem::take(&mut chunk.bytes);
            let (next, found) = rayon::join(
                || if is_last { None } else { Some(Chunk::read(reader, size, room)) },
                || self.search(text, from, line, is_last, failure.is_some(), &rooms),
            );
            for part in &found {
                any |= part.any;
                left_out.take(part.left_out);
                out.write_all(&part.text)?;
            }
            progress.at(read);
            let Some(next) = next else { return Ok(Ended { any, left_out, failure }) };
            chunk = next;
            let position = found.last().map_or(from, |part| part.position);
            found.into_iter().for_each(|part| rooms.give(part.text));
            let kept = position.saturating_sub(BEFORE);
            if self.format.needs_lines() {
                line += lines(&bytes[from..position]);
            }
            bytes.drain(..kept);
            base += kept as u64;
            from = position - kept;
        }
    }

    /// Searches the text from an offset on, except for its end unless that is the last. `line` is
    /// the number of the line of the offset. If an error ended the text, an identifier at its end
    /// may be cut, and is left out.
    fn search(
        &self,
        text: Stretch<'_>,
        from: usize,
        line: u64,
        is_last: bool,
        is_broken: bool,
        rooms: &Rooms,
    ) -> Vec<Found> {
        let parts = parts(text.bytes, from, is_last);
        let numbers: Vec<u64> = if self.format.needs_lines() {
            let counts: Vec<u64> =
                parts.par_iter().map(|part| lines(&text.bytes[part.clone()])).collect();
            let add = |line: &mut u64, count: u64| {
                *line += count;
                Some(*line - count)
            };
            counts.into_iter().scan(line, add).collect()
        } else {
            vec![0; parts.len()]
        };
        let all: Vec<(Range<usize>, u64)> = parts.into_iter().zip(numbers).collect();
        let one = |part: Range<usize>, line| self.part(text, part, line, is_broken, rooms.take());
        let mut found: Vec<Found> =
            all.par_iter().map(|(part, line)| one(part.clone(), *line)).collect();
        // Identifiers that go over the end of a part.
        for index in 1..found.len() {
            let (part, line) = &all[index];
            let carried = found[index - 1].position;
            if carried > part.start {
                let line = line + lines(&text.bytes[part.start..carried.min(part.end)]);
                found[index] = one(carried..part.end.max(carried), line);
            }
        }
        found
    }

    /// Searches a part whose first line has this number. What is found is written to the room.
    fn part(
        &self,
        text: Stretch<'_>,
        part: Range<usize>,
        first_line: u64,
        is_broken: bool,
        room: Vec<u8>,
    ) -> Found {
        let left_out = LeftOut::default();
        let mut found = Found { text: room, any: false, left_out, position: part.end };
        let (mut line, mut counted) = (first_line, part.start);
        let needs_lines = self.format.needs_lines();
        self.each(text, part, &mut found, is_broken, |bytes, start| {
            if needs_lines {
                line += lines(&bytes[counted..start]);
                counted = start;
            }
            line
        });
        found
    }

    /// Searches a part. `line` gives the number of the line of an offset; offsets grow.
    fn each(
        &self,
        text: Stretch<'_>,
        part: Range<usize>,
        found: &mut Found,
        is_broken: bool,
        mut line: impl FnMut(&[u8], usize) -> u64,
    ) {
        let Stretch { bytes, base } = text;
        let mut search = self.extractor.in_part(bytes, part);
        for one in search.by_ref() {
            let (start, end) = (one.range.start as usize, one.range.end as usize);
            if is_broken && end == bytes.len() {
                continue;
            }
            if self.format.breaks(&one) {
                found.left_out.broken += 1;
                continue;
            }
            if !self.keeps(&one, &mut found.left_out) {
                continue;
            }
            let line = line(bytes, start);
            found.any = true;
            let place = Place {
                found: &one,
                start: base + one.range.start,
                end: base + one.range.end,
                line,
                before: last_character(&bytes[..start]),
                after: first_character(&bytes[end..]),
            };
            self.format.write(&mut found.text, &place);
        }
        found.position = search.position();
    }
}

/// The memory of texts that were written, to be used again: fresh memory costs page faults.
#[derive(Default)]
struct Rooms(Mutex<Vec<Vec<u8>>>);

impl Rooms {
    /// Returns an empty room.
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }

    fn give(&self, mut room: Vec<u8>) {
        room.clear();
        // One part full of identifiers must not keep its memory for ever.
        room.shrink_to(PART);
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(room);
    }
}

/// Returns the parts of a text from an offset on. What follows the last one must be searched with
/// what follows the text.
fn parts(text: &[u8], from: usize, is_last: bool) -> Vec<Range<usize>> {
    let end = if is_last { text.len() } else { text.len().saturating_sub(WINDOW + 1) };
    let mut parts = Vec::new();
    let mut start = from;
    while start < end {
        let whole = (start + PART).min(end);
        let is_end = whole == text.len();
        let cut =
            if is_end { Some(whole) } else { border(&text[start..whole]).map(|at| start + at) };
        let cut = cut.or_else(|| border(&text[start..end]).map(|at| start + at));
        match cut {
            Some(cut) => {
                parts.push(start..cut);
                start = cut;
            }
            None if end - start > LONGEST => {
                parts.push(start..end);
                start = end;
            }
            None => break,
        }
    }
    parts
}

/// Returns the offset after the last byte that no scheme has.
fn border(text: &[u8]) -> Option<usize> {
    let is_of_scheme = |byte: &u8| byte.is_ascii_alphanumeric() || b"+-.".contains(byte);
    text.iter().rposition(|byte| !is_of_scheme(byte)).map(|at| at + 1)
}

fn lines(text: &[u8]) -> u64 {
    memchr_iter(b'\n', text).count() as u64
}

/// Returns the bytes of the last character, or the last byte of what is not UTF-8.
fn last_character(text: &[u8]) -> &[u8] {
    let starts = (1..=4.min(text.len())).map(|length| &text[text.len() - length..]);
    let mut characters = starts.filter(|end| std::str::from_utf8(end).is_ok());
    characters.next().unwrap_or(&text[text.len().saturating_sub(1)..])
}

/// Returns the bytes of the first character, or the first byte of what is not UTF-8.
fn first_character(text: &[u8]) -> &[u8] {
    let starts = (1..=4.min(text.len())).map(|length| &text[..length]);
    let mut characters = starts.filter(|start| std::str::from_utf8(start).is_ok());
    characters.next().unwrap_or(&text[..text.len().min(1)])
}

/// Bytes that were read together.
struct Chunk {
    bytes: Vec<u8>,
    is_last: bool,
    failure: Option<io::Error>,
}

impl Chunk {
    /// Reads so many bytes, or fewer at the end. The room is used again.
    fn read(reader: &mut (dyn Read + Send), size: usize, mut room: Vec<u8>) -> Chunk {
        room.clear();
        let result = reader.take(size as u64).read_to_end(&mut room);
        let is_last = room.len() < size;
        Chunk { bytes: room, is_last, failure: result.err() }
    }
}

#[cfg(test)]
mod tests {
    use urigram::Grammar;

    use super::*;
    use crate::values::Single;

    fn format() -> Format<'static> {
        Format {
            single: Single::default(),
            file: None,
            is_json: true,
            colored: false,
            line_number: false,
            byte_offset: false,
            whole: false,
        }
    }

    /// A text of several chunks, with identifiers in all wrappers, some over many lines, and a long
    /// word.
    fn text() -> Vec<u8> {
        let mut text = Vec::new();
        for number in 0..90_000u32 {
            text.extend_from_slice(format!("prose-{number} it's 12:30 ").as_bytes());
            match number % 7 {
                0 => text.extend_from_slice(format!("<http://a/{number}\n  /b>").as_bytes()),
                1 => text.extend_from_slice(format!("\"http://c/{number}\"\n").as_bytes()),
                2 => text.extend_from_slice(format!("http://d/{number}|e.\n").as_bytes()),
                3 => text.extend_from_slice("\"quo\nted\" <not a:b>\n".as_bytes()),
                _ => text.extend_from_slice(b"and so on. ".repeat(number as usize % 9).as_slice()),
            }
            if number % 30_000 == 17 {
                text.extend(b"word".repeat(300_000));
                text.extend_from_slice(b"<http://e/");
                text.extend(b"\n".repeat(60_000));
                text.extend_from_slice(b"f>");
            }
        }
        text
    }

    /// The parallel search writes what one search over the whole text finds, with the right numbers
    /// of lines.
    #[test]
    fn parts_and_chunks_change_nothing() {
        let text = text();
        let extractor = Extractor::new(Grammar::Rfc3986);
        let mut expected = Vec::new();
        let mut last = (0, 1);
        for one in extractor.in_bytes(&text) {
            let (start, end) = (one.range.start as usize, one.range.end as usize);
            last = (start, last.1 + lines(&text[last.0..start]));
            let place = Place {
                found: &one,
                start: start as u64,
                end: end as u64,
                line: last.1,
                before: last_character(&text[..start]),
                after: first_character(&text[end..]),
            };
            format().write(&mut expected, &place);
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let found = pool.install(|| {
            let search = Search { extractor, format: format() };
            let mut found = Vec::new();
            let ended = search.run(&mut &text[..], &mut Progress::none(), &mut found);
            assert!(ended.is_ok_and(|ended| ended.any && ended.failure.is_none()));
            found
        });
        assert!(expected.len() > 2_000_000 && text.len() > 4 << 20);
        if found != expected {
            let lines = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let (found, expected) = (lines(&found), lines(&expected));
            let different = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
            panic!("{different:?}; {} and {} bytes", found.len(), expected.len());
        }
    }
}
