//! Text in lines of a width, and rows in columns.

use std::io::{self, Write};

use anstyle::Style;
use unicode_width::UnicodeWidthStr;

use crate::style::DIM;

/// Breaks text at spaces to a width. Each line except the first is indented.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        let long = word.width();
        if column > indent && column + 1 + long > width {
            out.push('\n');
            out.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else if column > indent {
            out.push(' ');
            column += 1;
        }
        out.push_str(word);
        column += long;
    }
    out
}

/// Writes rows in columns two spaces apart, each as wide as its widest cell. The last column is not
/// padded.
pub(crate) fn columns(
    out: &mut dyn Write,
    indent: usize,
    rows: &[Vec<(Style, String)>],
) -> io::Result<()> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest: Vec<usize> = (0..count)
        .map(|column| {
            rows.iter()
                .filter_map(|row| row.get(column))
                .map(|(_, cell)| cell.width())
                .max()
                .unwrap_or(0)
        })
        .collect();
    for row in rows {
        let mut gap = indent;
        for (column, (style, text)) in row.iter().enumerate() {
            if !text.is_empty() {
                write!(out, "{:gap$}{style}{text}{style:#}", "")?;
                gap = 0;
            }
            gap += widest[column] - text.width() + 2;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// Writes the first rows of a table, and how many more there are.
pub(crate) fn first_rows(
    out: &mut dyn Write,
    rows: &[Vec<(Style, String)>],
    more: usize,
) -> io::Result<()> {
    columns(out, 0, rows)?;
    match more {
        0 => Ok(()),
        more => writeln!(out, "{DIM}… {more} more; --format json has all{DIM:#}"),
    }
}
