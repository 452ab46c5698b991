//! The ends of records in a buffer.
//!
//! A CSV record may contain line ends between quotes, so its end is known only if every quote
//! before it is:
//!
//! ```text
//! 7,"two
//! lines",x          one record: the first line feed is between quotes
//! 8,it"s,"a ""b"""  a quote inside a bare field is a character; a doubled quote is one
//! 9,"a"b            broken: only a comma or a line end may follow a closing quote
//! ```
//!
//! Searching for quotes with `memchr` instead of stepping through every byte keeps this at the
//! speed of line ends where quotes are rare. `csv-core` then splits whole records, on all
//! processors.

use memchr::{memchr, memchr2, memrchr};

/// The way that records follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Framing {
    /// Lines, which end in LF or CRLF.
    Line,
    /// Records that end in NUL.
    Nul,
    /// CSV records, which end in LF or CRLF outside of quotes. Their fields end in this byte.
    Csv(u8),
}

/// A quote of a CSV record that nothing closes, or that text follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BrokenQuote;

impl BrokenQuote {
    /// The error in words.
    pub(super) const MESSAGE: &'static str = "a quote is not closed, or text follows it";
}

impl Framing {
    /// The error for a record that a file must be split at and that is too long.
    pub(super) const TOO_LONG: &'static str =
        "a record is longer than 16 MiB: is a quote not closed?";

    /// Returns the byte that ends a record. Records are numbered by it.
    pub(crate) fn terminator(self) -> u8 {
        match self {
            Framing::Line | Framing::Csv(_) => b'\n',
            Framing::Nul => 0,
        }
    }

    /// Returns a record without its end.
    pub(crate) fn content(self, record: &[u8]) -> &[u8] {
        match self {
            Framing::Line | Framing::Csv(_) => crate::input::without_line_end(record),
            Framing::Nul => record.strip_suffix(b"\0").unwrap_or(record),
        }
    }

    /// Returns the offset after the first record of a buffer of whole records.
    pub(super) fn first_end(self, bytes: &[u8]) -> usize {
        let Framing::Csv(delimiter) = self else {
            return memchr(self.terminator(), bytes).map_or(bytes.len(), |at| at + 1);
        };
        let mut at = 0;
        while let Some(found) = memchr2(b'"', b'\n', &bytes[at..]) {
            let found = at + found;
            at = found + 1;
            if bytes[found] == b'\n' {
                return at;
            }
            if opens(bytes, found, delimiter) {
                match closing(bytes, at) {
                    Some(close) => at = close + 1,
                    None => break,
                }
            }
        }
        bytes.len()
    }

    /// Returns the records of a buffer of whole records, with their ends.
    pub(crate) fn records(self, mut bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        std::iter::from_fn(move || {
            if bytes.is_empty() {
                return None;
            }
            let (record, rest) = bytes.split_at(self.first_end(bytes));
            bytes = rest;
            Some(record)
        })
    }
}

/// Returns true if a quote opens a quoted field: it is the field's first byte.
fn opens(bytes: &[u8], quote: usize, delimiter: u8) -> bool {
    quote == 0 || matches!(bytes[quote - 1], b'\n' | b'\r') || bytes[quote - 1] == delimiter
}

/// Returns the offset of the quote that closes a field; `None` if there isn't one in the buffer.
fn closing(bytes: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let quote = at + memchr(b'"', &bytes[at..])?;
        if bytes.get(quote + 1) != Some(&b'"') {
            return Some(quote);
        }
        at = quote + 2;
    }
}

/// A search for the last end of a record in a buffer that grows. The buffer begins with a record.
pub(super) struct Ends {
    framing: Framing,
    /// The offset where the search continues.
    searched: usize,
    /// The offset after the last record that is complete; 0 if none is.
    pub(super) last: usize,
    is_quoted: bool,
}

impl Ends {
    pub(super) fn new(framing: Framing) -> Ends {
        Ends { framing, searched: 0, last: 0, is_quoted: false }
    }

    /// Searches the bytes that are new. `complete` if nothing follows them.
    ///
    /// # Errors
    /// [`BrokenQuote`] in the record after `last`.
    pub(super) fn search(&mut self, bytes: &[u8], complete: bool) -> Result<(), BrokenQuote> {
        if let Framing::Csv(delimiter) = self.framing {
            return self.search_csv(bytes, complete, delimiter);
        }
        self.line_end(bytes, bytes.len(), self.framing.terminator());
        Ok(())
    }

    /// Takes the last line end before an offset for the end of a record.
    fn line_end(&mut self, bytes: &[u8], until: usize, terminator: u8) {
        if let Some(end) = memrchr(terminator, &bytes[self.searched..until]) {
            self.last = self.searched + end + 1;
        }
        self.searched = until;
    }

    fn search_csv(
        &mut self,
        bytes: &[u8],
        complete: bool,
        delimiter: u8,
    ) -> Result<(), BrokenQuote> {
        loop {
            let quote = memchr(b'"', &bytes[self.searched..]).map(|at| self.searched + at);
            let Some(quote) = quote else {
                if self.is_quoted {
                    self.searched = bytes.len();
                    return if complete { Err(BrokenQuote) } else { Ok(()) };
                }
                self.line_end(bytes, bytes.len(), b'\n');
                return Ok(());
            };
            if !self.is_quoted {
                self.line_end(bytes, quote, b'\n');
                self.is_quoted = opens(bytes, quote, delimiter);
                self.searched = quote + 1;
                continue;
            }
            match bytes.get(quote + 1) {
                Some(b'"') => self.searched = quote + 2,
                Some(&byte) if matches!(byte, b'\n' | b'\r') || byte == delimiter => {
                    self.is_quoted = false;
                    self.searched = quote + 1;
                }
                Some(_) => return Err(BrokenQuote),
                None => {
                    // The next byte decides whether the quote is doubled.
                    self.searched = quote;
                    if complete {
                        self.is_quoted = false;
                        self.searched = bytes.len();
                    }
                    return Ok(());
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the records that the crate `csv` finds, each as its fields.
    fn reference(bytes: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader =
            csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let record = |record: Result<csv::ByteRecord, csv::Error>| {
            record.unwrap().iter().map(<[u8]>::to_vec).collect()
        };
        reader.byte_records().map(record).collect()
    }

    /// Every short text over the bytes that matter has the same records as in the crate `csv`,
    /// whether it is searched at once or byte by byte, or has a broken quote.
    #[test]
    #[ignore = "long; `.ci/long` runs it in release"]
    fn short_texts_have_the_records_of_the_csv_crate() {
        let (mut whole, mut broken) = (0, 0);
        for length in 0..=7u32 {
            for code in 0..4usize.pow(length) {
                let byte = |place| b"a\",\n"[code / 4usize.pow(place) % 4];
                let text: Vec<u8> = (0..length).map(byte).collect();
                let mut at_once = Ends::new(Framing::Csv(b','));
                let result = at_once.search(&text, true);
                let mut stepwise = Ends::new(Framing::Csv(b','));
                let steps: Result<Vec<()>, BrokenQuote> = (0..=text.len())
                    .map(|end| stepwise.search(&text[..end], end == text.len()))
                    .collect();
                assert_eq!(result.is_err(), steps.is_err(), "{}", text.escape_ascii());
                if result.is_err() {
                    broken += 1;
                    continue;
                }
                assert_eq!(at_once.last, stepwise.last, "{}", text.escape_ascii());
                let records: Vec<&[u8]> = Framing::Csv(b',').records(&text).collect();
                assert_eq!(records.concat(), text);
                let found: Vec<_> = records.iter().flat_map(|record| reference(record)).collect();
                assert_eq!(found, reference(&text), "{}", text.escape_ascii());
                let ended =
                    records.iter().filter(|record| record.ends_with(b"\n")).map(|r| r.len());
                assert_eq!(ended.sum::<usize>(), at_once.last, "{}", text.escape_ascii());
                whole += 1;
            }
        }
        assert!(whole > 5000 && broken > 3000, "{whole} {broken}");
    }

    #[test]
    fn nul_ends_records_that_contain_lines() {
        let records: Vec<&[u8]> = Framing::Nul.records(b"a\nb\0\0c").collect();
        assert_eq!(records, [&b"a\nb\0"[..], b"\0", b"c"]);
        assert_eq!(Framing::Nul.content(b"a\r\n\0"), b"a\r\n");
    }
}
