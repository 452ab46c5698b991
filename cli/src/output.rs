//! Where answers go and how they are coloured.

use std::fmt;
use std::io::{self, BufWriter, Write};

use anstyle::{AnsiColor, Style};

use crate::args::Format;

pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
pub(crate) const BAD: Style = AnsiColor::Red.on_default();
pub(crate) const NAME: Style = AnsiColor::Cyan.on_default();
pub(crate) const HEAD: Style = Style::new().bold();
pub(crate) const DIM: Style = Style::new().dimmed();

/// Buffered standard output. Only text goes through the colour filter: it would alter the data of JSON.
pub(crate) fn stdout(format: Format) -> Box<dyn Write> {
    let size = 64 * 1024;
    match format {
        Format::Json => Box::new(BufWriter::with_capacity(size, io::stdout().lock())),
        Format::Text => Box::new(BufWriter::with_capacity(size, anstream::stdout().lock())),
    }
}

/// Writes a line to standard error. All messages come here: the macros of the standard library panic where standard
/// error is full or closed. Here a failure is ignored, because the exit status says how the command ended.
pub(crate) fn to_stderr(message: fmt::Arguments<'_>) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// Whether text on standard output is coloured.
pub(crate) fn colored() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// One JSON value on a line of its own.
pub(crate) fn json_line(out: &mut dyn Write, value: &impl serde::Serialize) -> Result<(), crate::exit::Failure> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")?;
    Ok(())
}

/// Columns of the terminal; where there is none, those that COLUMNS gives, else 80.
pub(crate) fn width() -> usize {
    use std::io::IsTerminal;
    let terminal = if io::stdout().is_terminal() { terminal_size::terminal_size() } else { None };
    let given = || std::env::var("COLUMNS").ok()?.parse().ok();
    let columns = terminal.map(|(columns, _)| usize::from(columns.0)).or_else(given);
    columns.map_or(80, |columns| columns.clamp(40, 1000))
}

/// Text broken at spaces to a width, each line but the first indented.
pub(crate) fn wrapped(text: &str, width: usize, indent: usize) -> String {
    let mut out = String::new();
    let mut column = indent;
    for word in text.split_whitespace() {
        let long = unicode_width::UnicodeWidthStr::width(word);
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

/// Rows in columns that are as wide as their widest cell, two spaces apart; the last column is not padded.
pub(crate) fn columns(out: &mut dyn Write, indent: usize, rows: &[Vec<(Style, String)>]) -> io::Result<()> {
    let width = |cell: &str| unicode_width::UnicodeWidthStr::width(cell);
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let widest: Vec<usize> = (0..count)
        .map(|column| rows.iter().filter_map(|row| row.get(column)).map(|cell| width(&cell.1)).max().unwrap_or(0))
        .collect();
    for row in rows {
        let mut gap = indent;
        for (column, (style, text)) in row.iter().enumerate() {
            if !text.is_empty() {
                write!(out, "{:gap$}{style}{text}{style:#}", "")?;
                gap = 0;
            }
            gap += widest[column] - width(text) + 2;
        }
        writeln!(out)?;
    }
    Ok(())
}
