//! `urigram extract`: identifiers in running text.

pub(super) mod json;
mod left_out;
mod records;
mod search;
mod write;

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::Write;

use clap::Args;
use urigram::Grammar;
use urigram_extract::extract::{Extractor, PLAIN_SCHEMES};

use crate::bulk::{self, Reader};
use crate::exit::{Failure, Outcome};
use crate::options::{Globals, Whole, ABOUT_TEXT};
use crate::output::{self, Out};
use left_out::LeftOut;
use records::Column;
use search::Search;

/// Find identifiers in running text, by the documents' recommendations on delimiters
///
/// Prints one identifier a line, without its wrapper: angle brackets (white space inside is
/// removed), double quotes (line breaks inside are removed), or white space around it (punctuation
/// after it is left out; white space, brackets, quotation marks and terminal punctuation of every
/// script end it). A prefix `URL:` is left out. The default grammar is rfc3987, which includes
/// internationalized identifiers; the grammar accepts every identifier found. An identifier that is
/// cut inside its authority is not printed; one that is cut later is printed up to there. Standard
/// error counts both. urc-1993 finds whole citations. Reads a stream in constant memory; an
/// identifier above 64 KiB is skipped. The status is 1 if nothing is found.
///
/// With --column, the values of a column are searched, each as a text of its own with its own
/// offsets; the line is that of its record. Then --append adds columns to each record: `first`, the
/// first identifier; `all`, with spaces between them; `count`.
#[derive(Debug, Args)]
#[command(mut_arg("null", |null| null.group(ABOUT_TEXT)))]
#[command(mut_arg("append", |append| append.requires("column").conflicts_with("string")))]
pub(crate) struct Arguments {
    /// The texts to read, in any character set that keeps ASCII; `-`, or no file, is standard input
    #[arg(value_name = "FILE")]
    files: Vec<OsString>,

    #[command(flatten)]
    string: bulk::StringInput,

    /// Find identifiers of US-ASCII only, by rfc3986
    #[arg(long, conflicts_with = "grammars")]
    ascii: bool,

    /// Search all files in folders, and in the folders inside them
    #[arg(short = 'r', long)]
    recursive: bool,

    /// Write before each identifier the number of the line on which it begins
    #[arg(long, group = ABOUT_TEXT)]
    line_number: bool,

    /// Write before each identifier the offset of its first byte
    #[arg(short, long, group = ABOUT_TEXT)]
    byte_offset: bool,

    /// Recognise this scheme between white space without `//` (mailto, news, mid, cid, tel and urn
    /// are); repeatable
    #[arg(long, value_name = "SCHEME")]
    scheme: Vec<String>,

    /// Omit identifiers that are cut short because the grammar does not allow the next character of
    /// the word
    #[arg(long)]
    whole: bool,

    #[command(flatten)]
    append: bulk::Added,

    #[command(flatten)]
    records: bulk::Options,

    #[command(flatten)]
    pub(super) common: Whole,
}

/// The columns that --append adds to a record.
const COLUMNS: [(&str, Column); 3] =
    [("first", Column::First), ("all", Column::All), ("count", Column::Count)];

pub(crate) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let grammar = match globals.grammars[..] {
        [] if arguments.ascii => Grammar::Rfc3986,
        [] => Grammar::Rfc3987,
        [one] => one,
        _ => return Err("extract takes one grammar".into()),
    };
    let schemes: Vec<&str> =
        PLAIN_SCHEMES.iter().copied().chain(arguments.scheme.iter().map(String::as_str)).collect();
    let extractor = Extractor::by(grammar, globals.reading()).plain_schemes(&schemes);
    let files = if arguments.recursive {
        Cow::Owned(bulk::walk(&arguments.files)?)
    } else {
        Cow::Borrowed(&arguments.files[..])
    };
    let reader = Reader::new(&arguments.records, &files, 1, false)?.or_string(&arguments.string);
    let single = reader.single();
    // The filter that removes colours scans every byte.
    let is_json = out.is_json();
    let colored = output::colored() && !is_json;
    let mut bytes = output::bytes();
    let out: &mut dyn Write = if colored { out } else { &mut bytes };
    let format = write::Format {
        file: None,
        is_json,
        colored,
        single,
        line_number: arguments.line_number,
        byte_offset: arguments.byte_offset,
        whole: arguments.whole,
    };
    let search = Search { extractor, format };
    if arguments.append.is_given() {
        return records::append(reader, &search, &arguments.append.columns(&COLUMNS)?);
    }
    if arguments.records.has_column() {
        return records::run(&reader, &search, out);
    }
    let (mut any, mut left_out) = (false, LeftOut::default());
    let mut files = reader.files();
    while let Some(file) = files.next()? {
        let (input, mut text) = file.text();
        let format = write::Format { file: input.label.as_deref(), ..format };
        let search = Search { format, ..search };
        let ended = search.run(&mut *text, &mut files.progress, out)?;
        any |= ended.any;
        left_out.take(ended.left_out);
        files.close(ended.failure);
    }
    out.flush()?;
    left_out.report();
    files.end().outcome(Outcome::of(any))
}
