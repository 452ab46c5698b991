//! Lines of a stream, in constant memory.

use std::io::{self, BufRead};

use crate::input::LONGEST;

/// A line without its line end.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line<'a> {
    /// Its bytes.
    Bytes(&'a [u8]),
    /// It is longer than [`LONGEST`]; how many bytes it has.
    TooLong(u64),
}

/// Reads lines that end in LF or CRLF; the last one need not.
pub(crate) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    /// Bytes read so far, line ends included.
    pub(crate) read: u64,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, line: Vec::new(), read: 0 }
    }

    /// The next line; `None` at the end of the stream.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line<'_>>> {
        self.line.clear();
        // A line that was long once should not hold its memory for ever.
        self.line.shrink_to(64 * 1024);
        let (mut length, mut last, mut any) = (0u64, None, false);
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            if chunk.is_empty() {
                if !any {
                    return Ok(None);
                }
                break;
            }
            any = true;
            let end = memchr::memchr(b'\n', chunk);
            let part = &chunk[..end.unwrap_or(chunk.len())];
            // The carriage return of a line that is just short enough is kept until it can be dropped.
            let room = (LONGEST + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            length += part.len() as u64;
            last = part.last().copied().or(last);
            let used = part.len() + usize::from(end.is_some());
            self.reader.consume(used);
            self.read += used as u64;
            if end.is_some() {
                if last == Some(b'\r') {
                    length -= 1;
                }
                break;
            }
        }
        if length > LONGEST as u64 {
            return Ok(Some(Line::TooLong(length)));
        }
        Ok(Some(Line::Bytes(&self.line[..length as usize])))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{BufReader, Read};

    fn all(text: &[u8], buffer: usize) -> Vec<Result<Vec<u8>, u64>> {
        let mut lines = Lines::new(BufReader::with_capacity(buffer, text));
        let mut found = Vec::new();
        while let Some(line) = lines.next().unwrap() {
            found.push(match line {
                Line::Bytes(bytes) => Ok(bytes.to_vec()),
                Line::TooLong(length) => Err(length),
            });
        }
        assert_eq!(lines.read, text.len() as u64);
        found
    }

    #[test]
    fn line_ends() {
        for buffer in [1, 2, 3, 100] {
            let ok = |lines: &[&str]| lines.iter().map(|line| Ok(line.as_bytes().to_vec())).collect::<Vec<_>>();
            assert_eq!(all(b"", buffer), ok(&[]));
            assert_eq!(all(b"\n", buffer), ok(&[""]));
            assert_eq!(all(b"a\n\nb", buffer), ok(&["a", "", "b"]));
            assert_eq!(all(b"a\r\nb\r\r\n\r", buffer), ok(&["a", "b\r", "\r"]));
        }
    }

    #[test]
    fn a_line_beyond_the_limit_is_measured_and_passed() {
        let mut text = vec![b'a'; LONGEST];
        text.extend(b"\r\n");
        text.extend(vec![b'b'; LONGEST + 1]);
        text.extend(b"\nc");
        let found = all(&text, 8192);
        assert_eq!(found[0].as_ref().map(Vec::len), Ok(LONGEST));
        assert_eq!(found[1..], [Err(LONGEST as u64 + 1), Ok(b"c".to_vec())]);
    }

    #[test]
    fn a_stream_without_line_ends_takes_bounded_memory() {
        let mut lines = Lines::new(BufReader::new(io::repeat(b'x').take(200 << 20)));
        assert_eq!(lines.next().unwrap(), Some(Line::TooLong(200 << 20)));
        assert!(lines.line.capacity() <= 4 * LONGEST);
    }
}
