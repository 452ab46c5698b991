//! Columns that are added to records, which are kept byte by byte, and the headers above them.
//!
//! The form is that of the record: another field of TSV or CSV, another member of an object. A
//! record that is a line becomes the first column of TSV.
//!
//! ```text
//! 7,http://a:80/        7,http://a:80/,a,80
//! {"u":"http://a/"}     {"u":"http://a/","host":"a"}
//! http://a/             http://a/<TAB>a<TAB>\N
//! ```

use std::io::{self, Write};

use clap::Args;
use urigram::errors::UnknownName;

use super::format::Format;
use super::input::Input;
use crate::exit::{Failure, Outcome};
use crate::values::{self, Row, Style};

/// The option that adds columns.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct Added {
    /// Write each record unchanged, with these columns added in its own format and to its header.
    /// `host=h` adds the column `host` under the name `h`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',')]
    append: Vec<String>,
}

/// The columns that are added.
pub(crate) struct Append<T> {
    pub(crate) columns: Vec<T>,
    pub(crate) names: Vec<String>,
}

impl Added {
    /// Returns true if columns are added.
    pub(crate) fn is_given(&self) -> bool {
        !self.append.is_empty()
    }

    /// Finds the columns among those of a command.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown name, and for a column that is named twice.
    pub(crate) fn columns<T: Copy>(&self, all: &[(&'static str, T)]) -> Result<Append<T>, Failure> {
        self.columns_by(|name| {
            let found = UnknownName::resolve("column", name, all.iter().copied(), |(name, _)| name);
            let found = found.map_err(|error| Failure::Usage(format!("--append: {error}")));
            Ok(found?.1)
        })
    }

    /// Finds the columns by a function from their names.
    ///
    /// # Errors
    /// The function's own, and [`Failure::Usage`] for a column that is named twice.
    pub(crate) fn columns_by<T>(
        &self,
        mut find: impl FnMut(&str) -> Result<T, Failure>,
    ) -> Result<Append<T>, Failure> {
        let mut append = Append { columns: Vec::new(), names: Vec::new() };
        for one in &self.append {
            let (name, given) = one.split_once('=').unwrap_or((one, one));
            let column = find(name)?;
            if append.names.iter().any(|known| known == given) {
                return Err(Failure::Usage(format!("--append: `{given}` is named twice")));
            }
            append.columns.push(column);
            append.names.push(given.to_owned());
        }
        Ok(append)
    }
}

impl Input {
    /// Writes a record as it was read, and the values that `write` adds.
    ///
    /// # Errors
    /// A message for a value that the format cannot hold.
    pub(crate) fn append(
        &self,
        record: &[u8],
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Row<'_>),
    ) -> Result<(), String> {
        let content = self.framing.content(record);
        let terminator = [self.framing.terminator()];
        // The last record may have no end.
        let end = match &record[content.len()..] {
            [] => &terminator[..],
            end => end,
        };
        let style = match self.columns.format {
            Format::Jsonl | Format::Cdxj => {
                let Some(members) = content.trim_ascii_end().strip_suffix(b"}") else {
                    // It is no object, which is reported.
                    out.extend_from_slice(content);
                    out.extend_from_slice(end);
                    return Ok(());
                };
                let rest = &content[members.len()..];
                out.extend_from_slice(members);
                let mut row = if members.trim_ascii_end().ends_with(b"{") {
                    Row::new(out, Style::Json)
                } else {
                    Row::after(out, Style::Json)
                };
                write(&mut row);
                return row.end(&[rest, end].concat());
            }
            Format::Lines => {
                values::tsv(out, content);
                let mut row = Row::after(out, Style::Tsv);
                write(&mut row);
                return row.end(end);
            }
            // The columns of the file are copied, and only what is added is a line.
            #[cfg(feature = "parquet")]
            Format::Rows if self.origin.is_some() => {
                let mut row = Row::new(out, Style::Tsv);
                write(&mut row);
                return row.end(end);
            }
            Format::Csv => Style::Csv(self.columns.delimiter),
            Format::TsvRaw => Style::Raw(b'\t'),
            Format::Cdx => Style::Raw(b' '),
            _ => Style::Tsv,
        };
        out.extend_from_slice(content);
        let mut row = Row::after(out, style);
        write(&mut row);
        row.end(end)
    }
}

/// The place where records go, below a header: that of the first file, or that of a Parquet file.
#[derive(Default)]
pub(crate) struct Heads<'a> {
    /// The names of the columns that are added.
    added: &'a [String],
    /// True if some records are left out.
    is_filtered: bool,
    first: Option<Vec<u8>>,
    #[cfg(feature = "parquet")]
    table: Option<super::parquet::Table>,
}

impl<'a> Heads<'a> {
    pub(crate) fn new(added: &'a [String]) -> Heads<'a> {
        Heads { added, ..Heads::default() }
    }

    /// Tells that some records are left out.
    pub(crate) fn filtered(mut self, is_filtered: bool) -> Heads<'a> {
        self.is_filtered = is_filtered;
        self
    }

    /// Makes the records, which are lines of these columns, the rows of a Parquet file.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a terminal, and for a column that is named twice.
    #[cfg(feature = "parquet")]
    pub(crate) fn table(columns: &'a [String]) -> Result<Heads<'a>, Failure> {
        let table = super::parquet::Table::begin(columns, None);
        let table = table.map_err(|error| Failure::Usage(error.to_string()))?;
        Ok(Heads { table: Some(table), ..Heads::new(columns) })
    }

    /// Begins a file: writes its header, if it has one and no other file's is written.
    ///
    /// # Errors
    /// The errors of the output, and [`Failure::Usage`] for Parquet files with other columns, or of
    /// which rows would be left out.
    pub(crate) fn begin(&mut self, input: &Input, out: &mut dyn Write) -> Result<(), Failure> {
        #[cfg(feature = "parquet")]
        if let Some(origin) = input.origin.as_ref().filter(|_| !self.added.is_empty()) {
            return self.begin_table(origin);
        }
        if input.header.is_empty() {
            return Ok(());
        }
        match &self.first {
            None => {
                let mut header = Vec::new();
                // A name cannot break the header of any format but those without escapes.
                let _ = input.append(&input.header, &mut header, |row| {
                    self.added.iter().for_each(|name| row.value(name, Some(name.as_bytes())));
                });
                out.write_all(&header)?;
                self.first = Some(input.framing.content(&input.header).to_vec());
            }
            Some(first) if first != input.framing.content(&input.header) => {
                let file = input.label.as_deref().unwrap_or("-");
                crate::message::to_stderr(format_args!(
                    "note: {file}: its header differs from the first file's, which is the one \
                     above its records"
                ));
            }
            Some(_) => {}
        }
        Ok(())
    }

    /// Begins the columns of a Parquet file that are copied.
    #[cfg(feature = "parquet")]
    fn begin_table(
        &mut self,
        origin: &std::sync::Arc<super::parquet::Origin>,
    ) -> Result<(), Failure> {
        let origin = std::sync::Arc::clone(origin);
        if self.is_filtered {
            let message = "a Parquet file keeps its rows: add a column to filter by, without \
                           --accepted, --rejected and --max-count";
            return Err(Failure::Usage(message.to_owned()));
        }
        let begun = match &mut self.table {
            Some(table) => table.next(self.added, origin),
            None => super::parquet::Table::begin(self.added, Some(origin))
                .map(|table| self.table = Some(table)),
        };
        begun.map_err(|error| Failure::Usage(error.to_string()))
    }

    /// Writes records.
    ///
    /// # Errors
    /// The errors of the output.
    pub(crate) fn records(&mut self, text: &[u8], out: &mut dyn Write) -> io::Result<()> {
        #[cfg(feature = "parquet")]
        if let Some(table) = &mut self.table {
            return table.add(text);
        }
        out.write_all(text)
    }

    /// Ends what was written, and returns the outcome of it: values that are not UTF-8 are left out
    /// of a Parquet file.
    ///
    /// # Errors
    /// The errors of the output.
    pub(crate) fn finish(self) -> io::Result<Outcome> {
        #[cfg(feature = "parquet")]
        if let Some(table) = self.table {
            let refused = table.finish()?;
            if refused > 0 {
                crate::message::to_stderr(format_args!(
                    "{refused} values are not UTF-8, and null in the Parquet file"
                ));
                return Ok(Outcome::Rejected);
            }
        }
        Ok(Outcome::Done)
    }
}
