//! Conformance vectors as lines of text, for other parsers too.
//!
//! Columns are separated by tabs: `accept` or `reject`; the offset of the first byte that cannot be
//! right, or `-`; the input, in which `\xHH` is a byte and `\\` a backslash; and for an accepted
//! input the components as `name=start..end`.
//!
//! ```
//! use urigram_generate::vectors::{read, write, Vector};
//!
//! let vector = Vector { input: b"a b".to_vec(), offset: Some(1), spans: Vec::new() };
//! let mut line = String::new();
//! write(&mut line, &vector);
//! assert_eq!(line, "reject\t1\ta\\x20b\n");
//! assert_eq!(read(&line)?, [vector]);
//! # Ok::<(), String>(())
//! ```

use std::fmt::Write;

/// An input, and what a rule says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vector {
    /// The bytes.
    pub input: Vec<u8>,
    /// The offset of the first byte that cannot be right, or the length of an input that ends too
    /// early; `None` for an accepted input.
    pub offset: Option<usize>,
    /// Name, first byte and end of each component that is present.
    pub spans: Vec<(String, usize, usize)>,
}

/// Writes a vector as a line.
pub fn write(out: &mut String, vector: &Vector) {
    // Writing to a string does not fail.
    let _ = match vector.offset {
        None => write!(out, "accept\t-\t"),
        Some(offset) => write!(out, "reject\t{offset}\t"),
    };
    for &byte in &vector.input {
        let _ = match byte {
            b'\\' => write!(out, "\\\\"),
            0x21..=0x7E => write!(out, "{}", char::from(byte)),
            _ => write!(out, "\\x{byte:02X}"),
        };
    }
    for (index, (name, start, end)) in vector.spans.iter().enumerate() {
        let _ = write!(out, "{}{name}={start}..{end}", if index == 0 { '\t' } else { ' ' });
    }
    out.push('\n');
}

/// Reads lines that [`write()`] wrote; lines that begin with `#` are comments.
///
/// # Errors
/// The first line that is not as the [module](self) says.
pub fn read(text: &str) -> Result<Vec<Vector>, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.map(|line| read_one(line).ok_or_else(|| line.to_owned())).collect()
}

fn read_one(line: &str) -> Option<Vector> {
    let mut columns = line.split('\t');
    let offset = match (columns.next()?, columns.next()?) {
        ("accept", "-") => None,
        ("reject", offset) => Some(offset.parse().ok()?),
        _ => return None,
    };
    let input = unescaped(columns.next()?)?;
    let span = |text: &str| {
        let (name, span) = text.split_once('=')?;
        let (start, end) = span.split_once("..")?;
        Some((name.to_owned(), start.parse().ok()?, end.parse().ok()?))
    };
    let spans =
        columns.next().map_or(Some(Vec::new()), |spans| spans.split(' ').map(span).collect())?;
    columns.next().is_none().then_some(Vector { input, offset, spans })
}

fn unescaped(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'\\' {
            bytes.push(byte);
        } else if let Some(after) = rest.strip_prefix(b"\\") {
            bytes.push(byte);
            rest = after;
        } else {
            let digits = std::str::from_utf8(rest.strip_prefix(b"x")?.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[3..];
        }
    }
    Some(bytes)
}
