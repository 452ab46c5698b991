//! Extraction from a reader, in constant memory.

use std::io::{self, Read};
use std::vec::Vec;

use super::finder::Step;
use super::{Extracted, Extractor, WINDOW};

/// The bytes in memory at a time: several windows, so that the rest of one is seldom moved.
const CAPACITY: usize = 4 * WINDOW;

/// The bytes before a candidate that decide about it: the word before, and a prefix `URL: `.
const BEFORE: usize = 8;

/// The identifiers in a reader's data; made by [`Extractor::in_reader`].
///
/// Ends after the first error of the reader.
///
/// ```
/// use urigram::extract::Extractor;
/// use urigram::Grammar;
///
/// let data = std::io::Cursor::new("see http://a/ there");
/// let found = Extractor::new(Grammar::Rfc3986).in_reader(data).next().unwrap()?;
/// assert_eq!(found.as_str(), Some("http://a/"));
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct ExtractReader<'s, R> {
    extractor: Extractor<'s>,
    reader: R,
    buffer: Vec<u8>,
    /// The offset in the source of the buffer's first byte.
    base: u64,
    /// The offset in the buffer where the search continues.
    from: usize,
    is_complete: bool,
}

impl<'s, R: Read> ExtractReader<'s, R> {
    pub(super) fn new(extractor: Extractor<'s>, reader: R) -> ExtractReader<'s, R> {
        ExtractReader {
            extractor,
            reader,
            buffer: Vec::new(),
            base: 0,
            from: 0,
            is_complete: false,
        }
    }

    fn fill(&mut self) -> io::Result<()> {
        let passed = self.from.saturating_sub(BEFORE);
        self.buffer.drain(..passed);
        self.base += passed as u64;
        self.from -= passed;
        // The rest is a window and the bytes before it at most.
        let wanted = CAPACITY - self.buffer.len();
        self.buffer.reserve_exact(wanted);
        let read = self.reader.by_ref().take(wanted as u64).read_to_end(&mut self.buffer)?;
        self.is_complete = read < wanted;
        Ok(())
    }
}

impl<R: Read> Iterator for ExtractReader<'_, R> {
    type Item = io::Result<Extracted<'static>>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let until = self.buffer.len();
            match self.extractor.step(&self.buffer, self.from, until, self.is_complete) {
                Step::Found(found, resume) => {
                    let mut found = found.into_owned();
                    found.range.start += self.base;
                    found.range.end += self.base;
                    self.from = resume;
                    return Some(Ok(found));
                }
                Step::More(from) => {
                    self.from = from;
                    if self.is_complete {
                        return None;
                    }
                    if let Err(error) = self.fill() {
                        self.is_complete = true;
                        self.from = self.buffer.len();
                        return Some(Err(error));
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use urigram_grammars::Grammar;

    use super::{Extractor, WINDOW};

    // Mutants that read more at a time survived.
    #[test]
    fn memory_is_constant() {
        for piece in ["see http://a/ <", "(x)", "<", "http://a/"] {
            let text = piece.repeat(1_500_000 / piece.len());
            let mut reader = Extractor::new(Grammar::Rfc3986).in_reader(text.as_bytes());
            let mut longest = 0;
            loop {
                let found = reader.next();
                longest = longest.max(reader.buffer.len());
                assert!(reader.buffer.capacity() <= 5 * WINDOW, "{}", reader.buffer.capacity());
                if found.is_none() {
                    break;
                }
            }
            assert!(longest <= 4 * WINDOW, "{longest}");
        }
    }
}
