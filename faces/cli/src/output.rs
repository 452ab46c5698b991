//! Standard output: text or JSON, and its width.

use std::io::{self, BufWriter, Write};

use urigram_answers::escape::escaped;

use crate::exit::Failure;
use crate::options::Format;

/// The bytes that are written at once.
const SIZE: usize = 64 * 1024;

/// Returns standard output, buffered. Only text goes through the colour filter, which would alter
/// the data of JSON.
pub(crate) fn stdout(format: Format) -> Out<'static> {
    match format {
        Format::Json => Out::new(format, bytes()),
        Format::Text => Out::new(format, BufWriter::with_capacity(SIZE, anstream::stdout().lock())),
    }
}

/// Returns standard output, buffered, for text without colours: bytes go through as they are.
pub(crate) fn bytes() -> impl Write {
    BufWriter::with_capacity(SIZE, io::stdout().lock())
}

/// Returns true if standard output is a terminal, which must not get control characters.
pub(crate) fn is_terminal() -> bool {
    io::IsTerminal::is_terminal(&io::stdout())
}

/// Writes a value as a line, after a label: as it is, or for a terminal escaped.
pub(crate) fn value(out: &mut dyn Write, label: &str, value: &[u8]) -> io::Result<()> {
    out.write_all(label.as_bytes())?;
    if is_terminal() {
        out.write_all(escaped(value).as_bytes())?;
    } else {
        // The colour filter would take a value's control characters for styles.
        out.flush()?;
        io::stdout().lock().write_all(value)?;
    }
    out.write_all(b"\n")
}

/// Returns true if text on standard output is coloured.
pub(crate) fn colored() -> bool {
    anstream::AutoStream::choice(&io::stdout()) != anstream::ColorChoice::Never
}

/// Standard output in the format that was asked for.
pub(crate) struct Out<'w> {
    format: Format,
    writer: Box<dyn Write + 'w>,
}

impl<'w> Out<'w> {
    /// Makes an output of a writer.
    pub(crate) fn new(format: Format, writer: impl Write + 'w) -> Out<'w> {
        Out { format, writer: Box::new(writer) }
    }

    /// Returns the format, for answers to records.
    pub(crate) fn format(&self) -> Format {
        self.format
    }

    /// Returns true for JSON, which some options need or exclude.
    pub(crate) fn is_json(&self) -> bool {
        self.format == Format::Json
    }

    /// Writes an answer: as one line of JSON, or as text.
    pub(crate) fn answer<J: serde::Serialize, E: Into<Failure>>(
        &mut self,
        json: impl FnOnce() -> J,
        text: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), Failure> {
        self.answers(|| [json()], text)
    }

    /// Writes answers: each as one line of JSON, or all as one text.
    pub(crate) fn answers<A: IntoIterator<Item: serde::Serialize>, E: Into<Failure>>(
        &mut self,
        json: impl FnOnce() -> A,
        text: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), Failure> {
        match self.format {
            Format::Json => json().into_iter().try_for_each(|line| {
                serde_json::to_writer(&mut *self, &line)?;
                Ok(self.write_all(b"\n")?)
            }),
            Format::Text => text(self).map_err(Into::into),
        }
    }
}

impl Write for Out<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.writer.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.flush()
    }
}

impl Format {
    /// Adds an answer: as one line of JSON, or as text.
    pub(crate) fn add<J: serde::Serialize>(
        self,
        out: &mut Vec<u8>,
        json: impl FnOnce() -> J,
        text: impl FnOnce(&mut Vec<u8>),
    ) {
        match self {
            Format::Json => push_json(out, &json()),
            Format::Text => text(out),
        }
    }
}

/// Adds a value as one line of JSON. Writing an object to memory cannot fail.
pub(crate) fn push_json(out: &mut Vec<u8>, value: &impl serde::Serialize) {
    // Not by `Out`: calls through `dyn Write` take a third of the time of a line.
    let _ = serde_json::to_writer(&mut *out, value);
    out.push(b'\n');
}

/// Returns a number of columns or of rows if standard output is a terminal. Elsewhere nothing is
/// cut, except drawings.
pub(crate) fn most(on_terminal: usize) -> usize {
    use std::io::IsTerminal;
    if io::stdout().is_terminal() {
        on_terminal
    } else {
        usize::MAX
    }
}

/// Returns the columns of the terminal. Without a terminal COLUMNS decides, or else 80.
pub(crate) fn width() -> usize {
    use std::io::IsTerminal;
    let terminal = if io::stdout().is_terminal() { terminal_size::terminal_size() } else { None };
    let from_environment = || std::env::var("COLUMNS").ok()?.parse().ok();
    let columns = terminal.map(|(columns, _)| usize::from(columns.0)).or_else(from_environment);
    columns.map_or(80, |columns| columns.clamp(40, 1000))
}
