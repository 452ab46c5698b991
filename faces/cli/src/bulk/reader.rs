//! The files of a command, one after the other.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use clap::Args;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};
use urigram_answers::Refusal;

use super::append::Heads;
use super::block::Block;
use super::format::Format;
use super::input::{of_string, open, Content, Input, Settings};
use super::named_column::Column;
use super::source::Source;
use crate::exit::{Failure, Outcome};
use crate::input::refuse_second_stdin;
use crate::output;
use crate::progress::Progress;
use crate::values::Single;

/// The options that say how files are read as records.
#[derive(Debug, Default, Args)]
#[command(next_help_heading = "Records")]
pub(crate) struct Options {
    /// Records end in NUL instead of a line end, in the input (except CSV) and in the output
    #[arg(short = '0', long)]
    null: bool,

    /// The column that holds the identifier: a name, or a number from 1 on; give it twice if two
    /// columns are read
    #[arg(long, value_name = "N|NAME", value_parser = Column::read)]
    column: Vec<Column>,

    /// The format of the records. The default is lines; with --column, it is detected from the
    /// file's name or first line
    #[arg(id = "records_in", long = "in", value_enum, value_name = "FORMAT")]
    format: Option<Format>,

    /// The character between the columns of CSV: `;`, `|`, `tab`
    #[arg(long, value_name = "CHARACTER", value_parser = delimiter)]
    delimiter: Option<u8>,

    /// The first record is a header; implied if --column names a column of TSV or CSV
    #[arg(long)]
    header: bool,

    /// Read every file as plain lines: do not decompress it, and do not refuse binary data
    #[arg(short = 'a', long)]
    text: bool,

    /// The number of threads; one for each processor by default
    #[arg(long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl Options {
    /// Returns true if a column is named.
    pub(crate) fn has_column(&self) -> bool {
        !self.column.is_empty()
    }
}

/// The option that gives a string in place of files.
#[derive(Debug, Default, Args)]
pub(crate) struct StringInput {
    /// Read this string instead of files
    #[arg(short = 's', long, value_name = "STRING")]
    #[arg(conflicts_with_all = ["files", "column", "records_in", "delimiter", "header", "text"])]
    string: Option<OsString>,
}

/// Reads a byte that separates the fields of CSV.
fn delimiter(text: &str) -> Result<u8, Refusal> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [b'"' | b'\n' | b'\r' | 0] => Err("this character has another meaning in CSV".into()),
        [byte] => Ok(*byte),
        _ => Err("give one character of ASCII, or `tab`".into()),
    }
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, Refusal> {
    text.parse().map_err(|_| "give a number from 1 on".into())
}

/// Reads the records of some files.
pub(crate) struct Reader<'a> {
    files: Vec<&'a OsStr>,
    /// The string that is read instead of the files.
    string: Option<&'a OsStr>,
    settings: Settings<'a>,
    quiet: bool,
}

/// The end of all files.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct End {
    /// True if a file could not be read to its end. The reason is on standard error already.
    is_broken: bool,
    /// True if no file could be opened at all.
    pub(crate) is_unread: bool,
}

impl End {
    /// Returns the outcome of a command that went through the files.
    ///
    /// # Errors
    /// [`Failure::Reported`] if a file could not be read.
    pub(crate) fn outcome(self, outcome: Outcome) -> Result<Outcome, Failure> {
        if self.is_broken {
            return Err(Failure::Reported(2));
        }
        Ok(outcome)
    }
}

impl<'a> Reader<'a> {
    /// Makes a reader of files; without any, of standard input. Each record has `count` columns
    /// that the command reads. `quiet` tells that nothing is written to standard output meanwhile.
    ///
    /// # Errors
    /// [`Failure::Usage`] for options that do not fit together.
    pub(crate) fn new(
        options: &'a Options,
        files: &'a [OsString],
        count: usize,
        quiet: bool,
    ) -> Result<Reader<'a>, Failure> {
        let named = options.column.len();
        if named > 0 && named != count {
            let columns =
                if count == 1 { "one column".to_owned() } else { format!("{count} columns") };
            return Err(Failure::Usage(format!("each record has {columns} to read, not {named}")));
        }
        let format = match (options.format, options.delimiter) {
            (None, Some(_)) => Some(Format::Csv),
            (Some(format), Some(_)) if format != Format::Csv => {
                return Err("--delimiter is about CSV".into());
            }
            (format, _) => format,
        };
        if named == 0 && count == 1 {
            match format {
                Some(Format::Tsv | Format::Csv | Format::Jsonl) => {
                    return Err("give --column: which one holds the identifiers?".into());
                }
                None if options.header => {
                    return Err("--header needs --column".into());
                }
                _ => {}
            }
        }
        if let Some(threads) = options.threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.get());
            pool.build_global().map_err(|error| Failure::Usage(format!("--threads: {error}")))?;
        }
        let files: Vec<&OsStr> = match files {
            [] => vec![OsStr::new("-")],
            files => files.iter().map(OsString::as_os_str).collect(),
        };
        refuse_second_stdin(&files)?;
        let settings = Settings {
            ends_in_nul: options.null,
            columns: &options.column,
            count,
            format,
            delimiter: options.delimiter.unwrap_or(b','),
            added: &[],
            has_header: options.header,
            is_text: options.text,
        };
        Ok(Reader { files, string: None, settings, quiet })
    }

    /// Makes the reader read a string, if one is given, as the only record, or as the text.
    pub(crate) fn or_string(mut self, input: &'a StringInput) -> Reader<'a> {
        self.string = input.string.as_deref();
        self
    }

    /// Makes the reader refuse files that have such columns already.
    pub(crate) fn adding(mut self, names: &'a [String]) -> Reader<'a> {
        self.settings.added = names;
        self
    }

    /// Returns the way that a record of one value is written.
    pub(crate) fn single(&self) -> Single {
        let end = if self.settings.ends_in_nul { 0 } else { b'\n' };
        Single { end, is_terminal: output::is_terminal() }
    }

    /// Returns the byte between the fields of CSV.
    pub(crate) fn delimiter(&self) -> u8 {
        self.settings.delimiter
    }

    /// Returns the names of the files where answers must say them, because there are several.
    pub(crate) fn names(&self) -> Vec<String> {
        let is_shown = self.files.len() > 1;
        let shown = self.files.iter().filter(|_| is_shown);
        shown.map(|name| name.to_string_lossy().into_owned()).collect()
    }

    /// Returns the blocks of all files, to be pulled in batches. The headers are written above the
    /// records.
    pub(crate) fn batches<'r, W>(&'r self, heads: Option<Heads<'r>>) -> Batches<'r, W> {
        let (now, next) = (Vec::new(), Vec::new());
        Batches { files: self.files(), heads, any_order: false, file: None, now, next }
    }

    /// Returns the files, to be pulled one after the other.
    pub(crate) fn files(&self) -> Files<'_> {
        let read = Arc::new(AtomicU64::new(0));
        let names = if self.string.is_some() { &[][..] } else { &self.files };
        let progress = Progress::of(names, &read, self.quiet);
        let end = End { is_unread: true, ..End::default() };
        Files { reader: self, labels: self.names(), read, progress, next: 0, end }
    }
}

/// The files of a reader.
pub(crate) struct Files<'r> {
    reader: &'r Reader<'r>,
    labels: Vec<String>,
    /// The number of bytes read of compressed files.
    read: Arc<AtomicU64>,
    pub(crate) progress: Progress,
    /// The index of the next file.
    next: usize,
    end: End,
}

/// A file that is opened.
pub(crate) struct Opened {
    input: Input,
    content: Content,
}

impl Opened {
    /// Returns the file and its text.
    pub(crate) fn text(self) -> (Input, Box<dyn Read + Send>) {
        (self.input, self.content.reader())
    }
}

impl Files<'_> {
    /// Returns the next file that can be opened. Any other is reported.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a string that is not a record.
    pub(crate) fn next(&mut self) -> Result<Option<Opened>, Failure> {
        let settings = self.reader.settings;
        while let Some(&name) = self.reader.files.get(self.next) {
            let index = self.next;
            self.next += 1;
            let opened = match self.reader.string {
                Some(string) => Ok(of_string(string, settings)?),
                None => open(name, settings, &self.read),
            };
            match opened {
                Ok((mut input, content)) => {
                    self.end.is_unread = false;
                    input.label = self.labels.get(index).cloned();
                    input.index = index;
                    self.progress.begin(name);
                    return Ok(Some(Opened { input, content }));
                }
                Err(message) => {
                    let hint = hint(&name.to_string_lossy());
                    self.report(&format!("{message}{hint}"));
                }
            }
        }
        Ok(None)
    }

    /// Reports the error that ended the last file early, if one did.
    pub(crate) fn close(&mut self, failure: Option<io::Error>) {
        if let Some(error) = failure {
            self.report(&error.to_string());
        }
    }

    fn report(&mut self, message: &str) {
        self.end.is_broken = true;
        let name = self.reader.files[self.next - 1].to_string_lossy();
        crate::exit::report(&format!("{name}: {message}"));
    }

    /// Returns the end of all files.
    pub(crate) fn end(self) -> End {
        self.end
    }
}

/// The blocks of all files, pulled as many at a time as keep all processors busy.
pub(crate) struct Batches<'r, W> {
    files: Files<'r>,
    heads: Option<Heads<'r>>,
    /// True if the blocks of a file are given in any order, which saves the wait for the next one.
    any_order: bool,
    /// The file whose blocks are pulled.
    file: Option<(Input, Source)>,
    /// The blocks that were given away, and those that follow them.
    now: Vec<Block<W>>,
    next: Vec<Block<W>>,
}

/// Blocks with their file.
type Batch<'b, W> = (&'b Input, &'b mut [Block<W>]);

impl<W: Default + Send> Batches<'_, W> {
    /// Gives the lines of a file in any order: one block then has the results of all the work that
    /// a thread did.
    pub(crate) fn in_any_order(mut self, any_order: bool) -> Self {
        self.any_order = any_order;
        self
    }

    /// Works on the next blocks on all processors while those after them are read, and returns
    /// them in order, with their file. Records that were read before an error are worked on. Where
    /// a stream has nothing to read, the results are written out before it is waited for.
    ///
    /// # Errors
    /// The errors of the output, and [`Failure::Usage`] for a string that is not a record.
    pub(crate) fn next(
        &mut self,
        out: &mut dyn Write,
        work: impl Fn(&Input, &mut Block<W>) + Sync,
    ) -> Result<Option<Batch<'_, W>>, Failure> {
        let most = 2 * rayon::current_num_threads();
        loop {
            let Some((input, source)) = &mut self.file else {
                let Some(Opened { input, content }) = self.files.next()? else { return Ok(None) };
                if let Some(heads) = &mut self.heads {
                    heads.begin(&input, out)?;
                }
                let source = content.source(&input);
                self.file = Some((input, source));
                continue;
            };
            let progress = &mut self.files.progress;
            progress.at(source.read());
            if let (true, Some(ranges)) = (self.any_order && input.is_lines(), source.ranges()) {
                let (all, end, failure) = ranges.in_any_order(progress, |block| work(input, block));
                self.now = all;
                source.leave(end, failure);
                break;
            }
            if self.next.is_empty() {
                // The answers to what was written are seen before the writer writes more.
                out.flush()?;
                source.fill(&mut self.next, most, true);
            }
            mem::swap(&mut self.now, &mut self.next);
            if !self.now.is_empty() {
                let all = |now: &mut Vec<Block<W>>| {
                    now.par_iter_mut().for_each(|block| work(input, block));
                };
                rayon::join(|| source.fill(&mut self.next, most, false), || all(&mut self.now));
                break;
            }
            // The blocks that were given away last are not those of the next file.
            self.next.clear();
            let failure = self.file.take().and_then(|(_, source)| source.failure());
            self.files.close(failure);
        }
        Ok(self.file.as_ref().map(|(input, _)| (input, &mut self.now[..])))
    }

    /// Returns the end of all files. Those that were not pulled are only opened, so that errors are
    /// reported.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a string that is not a record.
    pub(crate) fn end(mut self) -> Result<End, Failure> {
        while self.files.next()?.is_some() {}
        Ok(self.files.end())
    }
}

/// Returns advice for a name that is not a file and looks like an identifier, or like a text with
/// one.
fn hint(name: &str) -> &'static str {
    if name.contains(':') && !std::path::Path::new(name).exists() {
        "; files are read here: -s STRING gives a string instead"
    } else {
        ""
    }
}
