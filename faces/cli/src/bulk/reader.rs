//! The files of a command, one after the other.

use std::ffi::{OsStr, OsString};
use std::io::{self, Read, Write};
use std::mem;
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicU64;
use std::sync::Arc;

use clap::Args;
use rayon::iter::{IntoParallelRefMutIterator, ParallelIterator};

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

/// The result of one file: an error of the output ends the command quietly, a failure loudly.
type FileEnd = Result<Option<io::Error>, Failure>;

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

/// Reads a byte that separates the fields of CSV.
fn delimiter(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [b'"' | b'\n' | b'\r' | 0] => Err("this character has another meaning in CSV".to_owned()),
        [byte] => Ok(*byte),
        _ => Err("give one character of ASCII, or `tab`".to_owned()),
    }
}

/// Reads a number of threads.
fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "give a number from 1 on".to_owned())
}

/// Reads the records of some files.
pub(crate) struct Reader<'a> {
    files: Vec<&'a OsStr>,
    /// The string that is read instead of the files.
    pub(super) string: Option<&'a OsStr>,
    pub(super) settings: Settings<'a>,
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
        let given = options.column.len();
        if given > 0 && given != count {
            let columns =
                if count == 1 { "one column".to_owned() } else { format!("{count} columns") };
            return Err(Failure::Usage(format!("each record has {columns} to read, not {given}")));
        }
        let format = match (options.format, options.delimiter) {
            (None, Some(_)) => Some(Format::Csv),
            (Some(format), Some(_)) if format != Format::Csv => {
                return Err(Failure::Usage("--delimiter is about CSV".to_owned()));
            }
            (format, _) => format,
        };
        if given == 0 && count == 1 {
            match format {
                Some(Format::Tsv | Format::Csv | Format::Jsonl) => {
                    return Err(Failure::Usage(
                        "give --column: which one holds the identifiers?".to_owned(),
                    ));
                }
                None if options.header => {
                    return Err(Failure::Usage("--header needs --column".to_owned()));
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

    /// Calls `each` with every file that can be opened. It returns the error that ended the file
    /// early. Such files are reported, and the files after them are read.
    ///
    /// # Errors
    /// The first error of `each`.
    pub(crate) fn files(
        &self,
        mut each: impl FnMut(&Input, Source<'_>, &mut Progress) -> FileEnd,
    ) -> Result<End, Failure> {
        self.opened(|input, content, progress| each(input, content.source(input), progress))
    }

    /// Calls `each` with the text of every file that can be opened, as [`Reader::files`] does.
    ///
    /// # Errors
    /// The first error of `each`.
    pub(crate) fn texts(
        &self,
        mut each: impl FnMut(
            &Input,
            &mut (dyn Read + Send),
            &mut Progress,
        ) -> Result<Option<io::Error>, Failure>,
    ) -> Result<End, Failure> {
        self.opened(|input, content, progress| match content {
            Content::File(file) => each(input, file, progress),
            Content::Stream { reader, .. } => each(input, reader, progress),
        })
    }

    fn opened(
        &self,
        mut each: impl FnMut(&Input, &mut Content, &mut Progress) -> FileEnd,
    ) -> Result<End, Failure> {
        if let Some(string) = self.string {
            let (input, mut content) = of_string(string, self.settings).map_err(Failure::Usage)?;
            let mut progress = Progress::of(&[], &Arc::default(), true);
            let failure = each(&input, &mut content, &mut progress)?;
            return Ok(End { is_broken: failure.is_some(), ..End::default() });
        }
        let names = self.names();
        let read = Arc::new(AtomicU64::new(0));
        let mut progress = Progress::of(&self.files, &read, self.quiet);
        let mut end = End { is_unread: true, ..End::default() };
        for (index, &name) in self.files.iter().enumerate() {
            let shown = name.to_string_lossy();
            let (mut input, mut content) = match open(name, self.settings, &read) {
                Ok(opened) => opened,
                Err(message) => {
                    end.is_broken = true;
                    crate::exit::report(&format!("{shown}: {message}{}", hint(&shown)));
                    continue;
                }
            };
            end.is_unread = false;
            input.label = names.get(index).cloned();
            input.index = index;
            progress.begin(name);
            let failure = each(&input, &mut content, &mut progress)?;
            if let Some(error) = failure {
                end.is_broken = true;
                crate::exit::report(&format!("{shown}: {error}"));
            }
        }
        Ok(end)
    }

    /// Works on the blocks of all files on all processors, and takes the results in order.
    ///
    /// `take` returns false where no more results are wanted.
    ///
    /// # Errors
    /// The first error of `take`.
    pub(crate) fn blocks<W: Default + Send>(
        &self,
        out: &mut dyn Write,
        work: impl Fn(&Input, &mut Block<W>) + Sync,
        take: impl FnMut(&Input, &mut Block<W>, &mut dyn Write) -> Result<bool, Failure>,
    ) -> Result<End, Failure> {
        self.blocks_below(out, |_, _| Ok(()), work, take)
    }

    /// Works as [`Reader::blocks`] does, and calls `begin` before the first block of each file.
    ///
    /// # Errors
    /// The first error of `begin` and `take`.
    pub(crate) fn blocks_below<W: Default + Send>(
        &self,
        out: &mut dyn Write,
        mut begin: impl FnMut(&Input, &mut dyn Write) -> Result<(), Failure>,
        work: impl Fn(&Input, &mut Block<W>) + Sync,
        mut take: impl FnMut(&Input, &mut Block<W>, &mut dyn Write) -> Result<bool, Failure>,
    ) -> Result<End, Failure> {
        let mut goes_on = true;
        self.files(|input, source, progress| {
            if !goes_on {
                return Ok(None);
            }
            begin(input, out)?;
            let take = |block: &mut Block<W>, out: &mut dyn Write| take(input, block, out);
            let result = in_order(source, progress, out, |block| work(input, block), take)?;
            goes_on = result.goes_on;
            Ok(result.failure)
        })
    }
}

/// The end of a source.
pub(crate) struct Ended {
    /// False if no more results are wanted.
    pub(crate) goes_on: bool,
    /// The error that ended it early.
    pub(crate) failure: Option<io::Error>,
}

/// Works on blocks on all processors while the next ones are read, and takes the results in order.
/// Records that were read before an error are worked on. Where a stream has nothing to read, the
/// results are written out before it is waited for.
///
/// # Errors
/// The first error of `take`.
pub(crate) fn in_order<W: Default + Send>(
    mut source: Source<'_>,
    progress: &mut Progress,
    out: &mut dyn Write,
    work: impl Fn(&mut Block<W>) + Sync,
    mut take: impl FnMut(&mut Block<W>, &mut dyn Write) -> Result<bool, Failure>,
) -> Result<Ended, Failure> {
    let most = 2 * rayon::current_num_threads();
    let (mut now, mut next): (Vec<Block<W>>, Vec<Block<W>>) = (Vec::new(), Vec::new());
    source.fill(&mut now, most, true);
    while !now.is_empty() {
        let all = |now: &mut Vec<Block<W>>| now.par_iter_mut().for_each(&work);
        rayon::join(|| source.fill(&mut next, most, false), || all(&mut now));
        for block in &mut now {
            if !take(block, out)? {
                return Ok(Ended { goes_on: false, failure: None });
            }
        }
        progress.at(source.read());
        if next.is_empty() {
            // The answers to what was written are seen before the writer writes more.
            out.flush()?;
            source.fill(&mut next, most, true);
        }
        mem::swap(&mut now, &mut next);
    }
    Ok(Ended { goes_on: true, failure: source.failure() })
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
