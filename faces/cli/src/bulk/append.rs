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
use crate::exit::Failure;
use crate::options::ABOUT_TEXT;
use crate::values::{self, Row, Style};

/// The option that adds columns.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct Added {
    /// Write each record unchanged, with these columns added in its own format and to its header.
    /// `host=h` adds the column `host` under the name `h`
    #[arg(long, value_name = "NAME,…", value_delimiter = ',', group = ABOUT_TEXT)]
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
            let (name, title) = one.split_once('=').unwrap_or((one, one));
            let column = find(name)?;
            if append.names.iter().any(|known| known == title) {
                return Err(Failure::Usage(format!("--append: `{title}` is named twice")));
            }
            append.columns.push(column);
            append.names.push(title.to_owned());
        }
        Ok(append)
    }
}

impl Input {
    /// Writes a record as it was read, and the values that `write` adds.
    pub(crate) fn append(
        &self,
        record: &[u8],
        out: &mut Vec<u8>,
        write: impl FnOnce(&mut Row<'_>),
    ) {
        let content = self.framing.content(record);
        let terminator = [self.framing.terminator()];
        // The last record may have no end.
        let end = match &record[content.len()..] {
            [] => &terminator[..],
            end => end,
        };
        match self.columns.format {
            Format::Jsonl => match content.trim_ascii_end().strip_suffix(b"}") {
                Some(members) => {
                    out.extend_from_slice(members);
                    let is_empty = members.trim_ascii_end().ends_with(b"{");
                    let row = if is_empty { Row::new } else { Row::after };
                    write(&mut row(out, Style::Json));
                    out.extend_from_slice(&content[members.len()..]);
                }
                // It is not an object, which is reported.
                None => out.extend_from_slice(content),
            },
            Format::Lines => {
                values::tsv(out, content);
                write(&mut Row::after(out, Style::Tsv));
            }
            Format::Csv => {
                out.extend_from_slice(content);
                write(&mut Row::after(out, Style::Csv(self.columns.delimiter)));
            }
            Format::Tsv => {
                out.extend_from_slice(content);
                write(&mut Row::after(out, Style::Tsv));
            }
        }
        out.extend_from_slice(end);
    }
}

/// The header of the records of all files: that of the first file.
#[derive(Default)]
pub(crate) struct Heads<'a> {
    /// The names of the columns that are added.
    added: &'a [String],
    first: Option<Vec<u8>>,
}

impl<'a> Heads<'a> {
    pub(crate) fn new(added: &'a [String]) -> Heads<'a> {
        Heads { added, first: None }
    }

    /// Begins a file: writes its header, if it has one and no other file's is written.
    ///
    /// # Errors
    /// The errors of the output.
    pub(crate) fn begin(&mut self, input: &Input, out: &mut dyn Write) -> io::Result<()> {
        if input.header.is_empty() {
            return Ok(());
        }
        match &self.first {
            None => {
                let mut header = Vec::new();
                input.append(&input.header, &mut header, |row| {
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
}
