//! Values on their way out of the command, and back.
//!
//! One value a record is written as it is: bytes in are bytes out. Several columns need a notation
//! that no value can break. TSV escapes the four bytes that mean something in it, and nothing else:
//!
//! ```text
//! a<TAB>b      a\tb          C:\d      C:\\d
//! x<LF>y       x\ny          i❤️.ws    i❤️.ws
//! absent       \N            empty     (nothing)
//! ```
//!
//! PostgreSQL's COPY reads that, and `--in tsv` gives every value back. CSV quotes by RFC 4180: an
//! absent value is nothing, an empty one is `""`. Only a terminal shows what would not print as
//! escapes.

use std::borrow::Cow;

use memchr::memchr;
use serde::ser::{Serialize, SerializeMap, Serializer};
use urigram_answers::escape::{escaped, is_plain};
use urigram_answers::json::bytes_entry;
use urigram_answers::Refusal;

/// The text that stands for an absent value. No TSV value is equal to it, because its backslash
/// would be doubled.
pub(crate) const ABSENT: &[u8] = b"\\N";

/// The notation of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Tabs between values; tabs, line ends and backslashes in them are escaped.
    Tsv,
    /// Such bytes between values, which are quoted where needed.
    Csv(u8),
    /// The members of an object.
    Json,
    /// Tabs between values with everything escaped that does not print.
    Terminal,
}

/// A row that is being written.
pub(crate) struct Row<'o> {
    out: &'o mut Vec<u8>,
    style: Style,
    is_first: bool,
}

impl<'o> Row<'o> {
    /// Begins a row of its own.
    pub(crate) fn new(out: &'o mut Vec<u8>, style: Style) -> Row<'o> {
        Row { out, style, is_first: true }
    }

    /// Continues a row whose first values are written.
    pub(crate) fn after(out: &'o mut Vec<u8>, style: Style) -> Row<'o> {
        Row { out, style, is_first: false }
    }

    /// Writes a value, or that it is absent.
    #[inline]
    pub(crate) fn value(&mut self, name: &str, value: Option<&[u8]>) {
        let separator = match self.style {
            Style::Tsv | Style::Terminal => b'\t',
            Style::Csv(separator) => separator,
            Style::Json => return self.member(name, value),
        };
        if !std::mem::take(&mut self.is_first) {
            self.out.push(separator);
        }
        match (self.style, value) {
            (Style::Csv(_), None) => {}
            (_, None) => self.out.extend_from_slice(ABSENT),
            (Style::Csv(_), Some(value)) => csv(self.out, value, separator),
            (Style::Terminal, Some(value)) => shown(self.out, value),
            (_, Some(value)) => tsv(self.out, value),
        }
    }

    /// Writes a member of an object; an absent one is left out.
    fn member(&mut self, name: &str, value: Option<&[u8]>) {
        let Some(value) = value else { return };
        let begin = self.out.len();
        // Writing texts to memory cannot fail.
        let _ = serde_json::to_writer(&mut *self.out, &Member(name, value));
        // The member is written as an object of its own, without whose braces it continues another.
        self.out.pop();
        if std::mem::take(&mut self.is_first) {
            self.out.remove(begin);
        } else {
            self.out[begin] = b',';
        }
    }
}

/// An object of one member.
struct Member<'a>(&'a str, &'a [u8]);

impl Serialize for Member<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        bytes_entry(&mut map, self.0, self.1)?;
        map.end()
    }
}

/// The way that one value a record is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Single {
    /// The byte after each value.
    pub(crate) end: u8,
    pub(crate) is_terminal: bool,
}

impl Default for Single {
    fn default() -> Single {
        Single { end: b'\n', is_terminal: false }
    }
}

impl Single {
    /// Writes a value and its end.
    ///
    /// # Errors
    /// A message for a value that contains the end. `\N` is written in its place.
    #[inline]
    pub(crate) fn write(self, out: &mut Vec<u8>, value: &[u8]) -> Result<(), Refusal> {
        let result = if self.is_terminal {
            shown(out, value);
            Ok(())
        } else if memchr(self.end, value).is_none() {
            out.extend_from_slice(value);
            Ok(())
        } else {
            out.extend_from_slice(ABSENT);
            Err(if self.end == 0 {
                "the value contains NUL, which ends values here".into()
            } else {
                "the value contains a line end: --null ends values in NUL".into()
            })
        };
        out.push(self.end);
        result
    }

    /// Writes that there is no value.
    pub(crate) fn absent(self, out: &mut Vec<u8>) {
        out.extend_from_slice(ABSENT);
        out.push(self.end);
    }
}

/// Writes a value with everything escaped that does not print.
pub(crate) fn shown(out: &mut Vec<u8>, value: &[u8]) {
    if is_plain(value) {
        out.extend_from_slice(value);
    } else {
        out.extend_from_slice(escaped(value).as_bytes());
    }
}

/// Writes a value of TSV.
#[inline]
pub(crate) fn tsv(out: &mut Vec<u8>, value: &[u8]) {
    if is_plain(value) {
        return out.extend_from_slice(value);
    }
    for &byte in value {
        match byte {
            b'\t' => out.extend_from_slice(b"\\t"),
            b'\n' => out.extend_from_slice(b"\\n"),
            b'\r' => out.extend_from_slice(b"\\r"),
            b'\\' => out.extend_from_slice(b"\\\\"),
            _ => out.push(byte),
        }
    }
}

/// Returns the value of a TSV field, which [`tsv`] wrote; `None` if it is absent.
///
/// # Errors
/// A message for a backslash that begins no escape.
pub(crate) fn from_tsv(field: &[u8]) -> Result<Option<Cow<'_, [u8]>>, Refusal> {
    if field == ABSENT {
        return Ok(None);
    }
    let Some(first) = memchr(b'\\', field) else { return Ok(Some(Cow::Borrowed(field))) };
    let mut value = field[..first].to_vec();
    let mut rest = &field[first..];
    while let [byte, after @ ..] = rest {
        rest = after;
        if *byte != b'\\' {
            value.push(*byte);
            continue;
        }
        value.push(match after.first() {
            Some(b't') => b'\t',
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b'\\') => b'\\',
            _ => {
                let at = field.len() - rest.len() - 1;
                return Err(format!(
                    "the backslash at byte {at} of the field begins no escape of TSV (\\t, \\n, \
                     \\r, \\\\)"
                )
                .into());
            }
        });
        rest = &after[1..];
    }
    Ok(Some(Cow::Owned(value)))
}

/// Writes a value of CSV, quoted where it would be read otherwise.
pub(crate) fn csv(out: &mut Vec<u8>, value: &[u8], delimiter: u8) {
    let is_special = |byte: &u8| matches!(byte, b'"' | b'\n' | b'\r') || *byte == delimiter;
    if !value.is_empty() && !value.iter().any(is_special) {
        return out.extend_from_slice(value);
    }
    out.push(b'"');
    for &byte in value {
        if byte == b'"' {
            out.push(byte);
        }
        out.push(byte);
    }
    out.push(b'"');
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls `each` with every short value over the bytes that mean something somewhere.
    fn short(longest: u32, mut each: impl FnMut(&[u8])) {
        const BYTES: &[u8] = b"\\tnrN\t\n\r\",a;\0\xFF";
        for length in 0..=longest {
            for code in 0..BYTES.len().pow(length) {
                let byte = |place| BYTES[code / BYTES.len().pow(place) % BYTES.len()];
                each(&(0..length).map(byte).collect::<Vec<u8>>());
            }
        }
    }

    #[test]
    fn tsv_gives_every_value_back_and_breaks_no_row() {
        short(4, |value| {
            let mut out = Vec::new();
            tsv(&mut out, value);
            assert_eq!(from_tsv(&out).unwrap().as_deref(), Some(value), "{}", out.escape_ascii());
            assert!(memchr::memchr3(b'\t', b'\n', b'\r', &out).is_none());
        });
        assert_eq!(from_tsv(ABSENT), Ok(None));
        for wrong in [&b"\\"[..], b"a\\", b"\\x41", b"\\Na", b"a\\N", b"\\\\\\"] {
            assert!(from_tsv(wrong).is_err(), "{}", wrong.escape_ascii());
        }
    }

    /// The crate `csv` reads rows as they were, for every delimiter.
    #[test]
    fn csv_gives_every_value_back() {
        for delimiter in [b',', b';', b'\t', b'a'] {
            short(3, |value| {
                let mut out = Vec::new();
                let mut row = Row::new(&mut out, Style::Csv(delimiter));
                for value in [Some(value), None, Some(value)] {
                    row.value("x", value);
                }
                out.push(b'\n');
                let mut reader = ::csv::ReaderBuilder::new();
                let mut reader =
                    reader.has_headers(false).delimiter(delimiter).from_reader(&out[..]);
                let rows: Vec<_> = reader.byte_records().map(Result::unwrap).collect();
                assert_eq!(rows.len(), 1, "{}", out.escape_ascii());
                let fields: Vec<&[u8]> = rows[0].iter().collect();
                assert_eq!(fields, [value, b"", value], "{}", out.escape_ascii());
            });
        }
    }

    #[test]
    fn absent_differs_from_empty_in_every_notation() {
        let row = |style| {
            let mut out = Vec::new();
            let mut row = Row::new(&mut out, style);
            row.value("a", None);
            row.value("b", Some(b""));
            row.value("c", Some(b"x"));
            String::from_utf8(out).unwrap()
        };
        assert_eq!(row(Style::Tsv), "\\N\t\tx");
        assert_eq!(row(Style::Terminal), "\\N\t\tx");
        assert_eq!(row(Style::Csv(b';')), ";\"\";x");
        assert_eq!(row(Style::Json), "\"b\":\"\",\"c\":\"x\"");
    }

    #[test]
    fn values_that_break_their_record_are_reported() {
        let mut out = Vec::new();
        let single = Single::default();
        assert!(single.write(&mut out, b"x\ny").is_err());
        assert!(Single { end: 0, ..single }.write(&mut out, b"x\ny").is_ok());
        assert_eq!(out, b"\\N\nx\ny\0");
    }
}
