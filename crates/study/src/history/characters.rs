//! A grid of characters by columns and documents by rows.

use std::fmt;
use std::vec::Vec;

use urigram_grammars::{ByteSet, Grammar};

/// The characters that each document allows. Characters that behave alike in all documents share a
/// column if possible.
///
/// ```
/// use urigram::{history::RuleHistory, Reading};
///
/// let grid = RuleHistory::of("unreserved", Reading::Corrected)?.grid();
/// let names: Vec<String> = grid.columns.iter().map(|column| column.to_string()).collect();
/// assert_eq!(names[..3], ["a-z", "A-Z", "0-9"]);
/// assert!(names.contains(&"~".to_owned()));
/// # Ok::<(), urigram::history::HistoryError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Grid {
    /// Letters, digits, the other printing characters, controls, and characters beyond US-ASCII.
    /// Columns that no document allows are left out.
    pub columns: Vec<Column>,
    /// For each document, in order of date, a cell for each column.
    pub rows: Vec<(Grammar, Vec<bool>)>,
}

/// Some characters that every document treats alike. The columns of controls and of characters
/// beyond US-ASCII say whether any is allowed.
///
/// ```
/// use urigram::history::Column;
///
/// let columns = [Column::Range('a', 'z'), Column::Range('~', '~'), Column::Controls];
/// assert_eq!(columns.map(|column| column.to_string()), ["a-z", "~", "CTL"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Column {
    /// From one character to another, both included.
    Range(char, char),
    /// The control characters.
    Controls,
    /// The characters beyond US-ASCII.
    Beyond,
}

impl Column {
    fn is_in(self, bytes: &ByteSet) -> bool {
        match self {
            Column::Range(first, _) => bytes.contains(first as u8),
            Column::Controls => (0..0x20).chain([0x7F]).any(|byte| bytes.contains(byte)),
            Column::Beyond => (0x80..=0xFF).any(|byte| bytes.contains(byte)),
        }
    }
}

impl fmt::Display for Column {
    /// Writes `~`, `a-z`, `SP`, `CTL`, `beyond`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Column::Range(' ', ' ') => f.write_str("SP"),
            Column::Range(first, last) if first == last => write!(f, "{first}"),
            Column::Range(first, last) => write!(f, "{first}-{last}"),
            Column::Controls => f.write_str("CTL"),
            Column::Beyond => f.write_str("beyond"),
        }
    }
}

impl Grid {
    pub(super) fn new(rows: impl Iterator<Item = (Grammar, ByteSet)>) -> Grid {
        let rows: Vec<(Grammar, ByteSet)> = rows.collect();
        let pattern = |byte: u8| -> Vec<bool> {
            rows.iter().map(|(_, bytes)| bytes.contains(byte)).collect()
        };
        let mut columns = Vec::new();
        for range in [b'a'..=b'z', b'A'..=b'Z', b'0'..=b'9'] {
            let (mut first, last) = (*range.start(), *range.end());
            for byte in range {
                if byte == last || pattern(byte) != pattern(byte + 1) {
                    columns.push(Column::Range(char::from(first), char::from(byte)));
                    first = byte + 1;
                }
            }
        }
        let marks = (b'!'..=b'~')
            .chain([b' '])
            .filter(|byte| !byte.is_ascii_alphanumeric())
            .map(char::from);
        columns.extend(marks.map(|mark| Column::Range(mark, mark)));
        columns.extend([Column::Controls, Column::Beyond]);
        columns.retain(|column| rows.iter().any(|(_, bytes)| column.is_in(bytes)));
        let cells = |bytes: &ByteSet| columns.iter().map(|column| column.is_in(bytes)).collect();
        let rows = rows.iter().map(|(grammar, bytes)| (*grammar, cells(bytes))).collect();
        Grid { columns, rows }
    }
}
