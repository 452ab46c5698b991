//! A file that is opened: decompressed, without its byte-order mark and its header.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, IsTerminal, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use super::column::Columns;
use super::decode::decoded;
use super::format::Format;
use super::framing::{Ends, Framing};
use super::magic::{self, Data, HEAD};
use super::named_column::Column;
use super::source::Source;
use super::stream::{Pending, Stream};
use crate::input::{stdin_file, LONGEST};

/// The options that say how a file is read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Settings<'a> {
    pub(super) ends_in_nul: bool,
    pub(super) columns: &'a [Column],
    /// The number of columns that the command needs.
    pub(super) count: usize,
    pub(super) format: Option<Format>,
    /// The byte between the fields of CSV.
    pub(super) delimiter: u8,
    /// The names of the columns that are added to each record.
    pub(super) added: &'a [String],
    pub(super) has_header: bool,
    pub(super) is_text: bool,
}

/// A file that is opened, apart from its data.
pub(crate) struct Input {
    /// The file's name where answers must say it, because there are several files.
    pub(crate) label: Option<String>,
    /// The place of the file among those of the command, from 0 on.
    pub(crate) index: usize,
    pub(crate) framing: Framing,
    pub(super) columns: Columns,
    /// The record that names the columns, with its end; empty if there is none.
    pub(crate) header: Vec<u8>,
    /// The number of the first record.
    first: u64,
    /// The Parquet file of the records, whose columns are copied where others are added.
    #[cfg(feature = "parquet")]
    pub(super) origin: Option<Arc<super::parquet::Origin>>,
}

impl Input {
    /// Makes an input without a header.
    fn new(framing: Framing, columns: Columns) -> Input {
        Input {
            label: None,
            index: 0,
            framing,
            columns,
            header: Vec::new(),
            first: 1,
            #[cfg(feature = "parquet")]
            origin: None,
        }
    }

    /// Returns true if every record is an identifier, and a line.
    pub(crate) fn is_lines(&self) -> bool {
        self.framing == Framing::Line && self.columns.is_whole()
    }
}

/// The data of an input.
pub(super) enum Content {
    /// A regular file, at the position of its first record.
    File(File),
    /// A stream.
    Stream {
        reader: Box<dyn Read + Send>,
        /// The bytes that can be read without waiting for somebody to write them.
        pending: Option<Pending>,
        is_terminal: bool,
    },
}

impl Content {
    fn stream(reader: Box<dyn Read + Send>, pending: Option<Pending>) -> Content {
        Content::Stream { reader, pending, is_terminal: false }
    }

    /// Makes the content of a stream that waits for somebody to write it.
    fn waiting(stream: Stream, is_terminal: bool) -> Content {
        let pending = Some(stream.pending());
        Content::Stream { reader: Box::new(stream), pending, is_terminal }
    }

    /// Returns the bytes that can be read without waiting, where reading may wait.
    fn pending(&self) -> Option<Pending> {
        match self {
            Content::File(_) => None,
            Content::Stream { pending, .. } => pending.clone(),
        }
    }

    /// Returns the source of the input's blocks.
    pub(super) fn source<'s>(&'s mut self, input: &Input) -> Source<'s> {
        let source = match self {
            Content::File(file) => Source::file(file, input.framing),
            Content::Stream { reader, pending, .. } => {
                Source::stream(reader, input.framing, pending.clone())
            }
        };
        source.numbered_from(input.first)
    }

    /// Returns the data as one stream.
    pub(super) fn reader(self) -> Box<dyn Read + Send> {
        match self {
            Content::File(file) => Box::new(file),
            Content::Stream { reader, .. } => reader,
        }
    }
}

/// Opens a file; `-` is standard input. Counts the bytes that are read of compressed data.
///
/// # Errors
/// A message for a file that cannot be read, and for one that holds something else than records.
pub(super) fn open(
    name: &OsStr,
    settings: Settings<'_>,
    read: &Arc<AtomicU64>,
) -> Result<(Input, Content), String> {
    let (mut content, mut head) = content(name, settings.is_text, read)?;
    if magic::of(&head) == Data::Parquet {
        return table(content, settings, read);
    }
    let by_name = if name == "-" || settings.is_text { None } else { Format::of_name(name) };
    let mut first = 0;
    let format = match settings.format {
        Some(format) => format,
        // Indexes of web archives have one column of URLs; others need its name.
        None if settings.columns.is_empty() && settings.count == 1 => match by_name {
            Some(format) if format.has_usual() && !settings.ends_in_nul => format,
            Some(format) if format != Format::Lines => {
                crate::message::to_stderr(format_args!(
                    "note: {}: each line is read as an identifier; for a column of {}: \
                     --column NAME",
                    name.to_string_lossy(),
                    format.name()
                ));
                Format::Lines
            }
            _ => Format::Lines,
        },
        None => match by_name {
            Some(format) => format,
            None => {
                first = first_record(&mut head, &mut content, Framing::Line).map_err(said)?;
                let usual = (settings.columns.is_empty()).then_some(Format::Tsv);
                let found = usual.or_else(|| Format::of_record(&head[..first], settings.columns));
                found.ok_or("its first line has no column: give --in tsv, csv or jsonl")?
            }
        },
    };
    let framing = format.framing(settings.ends_in_nul, settings.delimiter);
    let is_terminal = matches!(content, Content::Stream { is_terminal: true, .. });
    let wanted = settings.columns;
    // Lines have no header. What is read of them before an error must not be lost here.
    let may_be_headed = format != Format::Lines
        && (!is_terminal || Columns::takes_header(format, wanted, settings.has_header, &[]));
    if may_be_headed {
        first = first_record(&mut head, &mut content, framing).map_err(said)?;
    }
    let is_header =
        first > 0 && Columns::takes_header(format, wanted, settings.has_header, &head[..first]);
    let header = is_header.then(|| framing.content(&head[..first]));
    let columns = Columns::new(format, settings.delimiter, wanted, settings.count, header)?;
    let columns = columns.adding(settings.added, header)?;
    let skipped = if is_header { first } else { 0 };
    let lines = memchr::memchr_iter(framing.terminator(), &head[..skipped]).count() as u64;
    let header = head[..skipped].to_vec();
    let input = Input { header, first: 1 + lines, ..Input::new(framing, columns) };
    Ok((input, content.after(&head[skipped..]).map_err(said)?))
}

/// Returns a string as an input of one record: a line, or what ends in NUL if it has line ends.
///
/// # Errors
/// A message for a command that needs several columns.
pub(super) fn of_string(
    string: &OsStr,
    settings: Settings<'_>,
) -> Result<(Input, Content), String> {
    let columns = Columns::new(Format::Lines, settings.delimiter, &[], settings.count, None)?;
    let columns = columns.adding(settings.added, None)?;
    let mut bytes = string.as_encoded_bytes().to_vec();
    let is_line = !settings.ends_in_nul && memchr::memchr2(b'\n', b'\r', &bytes).is_none();
    let framing = if is_line { Framing::Line } else { Framing::Nul };
    bytes.push(framing.terminator());
    let input = Input::new(framing, columns);
    Ok((input, Content::stream(Box::new(io::Cursor::new(bytes)), None)))
}

/// Opens a Parquet file.
///
/// # Errors
/// A message for a stream, for options about lines, and for columns that the file does not have.
#[cfg(feature = "parquet")]
fn table(
    content: Content,
    settings: Settings<'_>,
    read: &Arc<AtomicU64>,
) -> Result<(Input, Content), String> {
    let Content::File(file) = content else {
        return Err("it is a Parquet file in a stream, which is read from its end: give the name \
                    of the file, not compressed"
            .to_owned());
    };
    let lines = [(settings.format.is_some(), "--in"), (settings.has_header, "--header")];
    if let Some((_, option)) = lines.iter().find(|(is_given, _)| *is_given) {
        return Err(format!("it is a Parquet file: leave out {option}"));
    }
    let (rows, names, origin) = super::parquet::Rows::open(file, settings.columns, read)?;
    let names: Vec<Column> = names.into_iter().map(Column::Name).collect();
    let columns = Columns::new(Format::Rows, b',', &names, settings.count, None)?;
    let input = Input { origin: Some(Arc::new(origin)), ..Input::new(Framing::Line, columns) };
    Ok((input, Content::stream(Box::new(rows), None)))
}

/// Refuses a Parquet file.
#[cfg(not(feature = "parquet"))]
fn table(_: Content, _: Settings<'_>, _: &Arc<AtomicU64>) -> Result<(Input, Content), String> {
    Err("it is a Parquet file, which this build does not read: build urigram-cli with the feature \
         `parquet`, or write the column as lines first"
        .to_owned())
}

impl Content {
    /// Returns the content from these bytes on, which were the last to be read.
    fn after(self, rest: &[u8]) -> io::Result<Content> {
        match self {
            Content::File(mut file) => {
                file.seek(SeekFrom::Current(-(rest.len() as i64)))?;
                Ok(Content::File(file))
            }
            Content::Stream { reader, pending, is_terminal } => {
                let reader = Box::new(io::Cursor::new(rest.to_vec()).chain(reader));
                Ok(Content::Stream { reader, pending, is_terminal })
            }
        }
    }

    /// Reads more bytes; returns false at the end.
    fn more(&mut self, head: &mut Vec<u8>) -> io::Result<bool> {
        let mut room = [0; HEAD];
        let read = match self {
            Content::File(file) => file.read(&mut room),
            Content::Stream { reader, .. } => reader.read(&mut room),
        };
        match read {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(true),
            read => read.map(|read| {
                head.extend_from_slice(&room[..read]);
                read > 0
            }),
        }
    }
}

/// Opens a file as text. Returns its first bytes, which are read already, too.
fn content(
    name: &OsStr,
    is_text: bool,
    read: &Arc<AtomicU64>,
) -> Result<(Content, Vec<u8>), String> {
    let file = if name == "-" { stdin_file() } else { Some(File::open(name).map_err(said)?) };
    let mut content = match file {
        Some(file) if file.metadata().is_ok_and(|facts| facts.is_file()) => Content::File(file),
        Some(file) => Content::waiting(Stream::new(file), false),
        None => Content::waiting(Stream::new(io::stdin()), io::stdin().is_terminal()),
    };
    let mut head = Vec::new();
    // A person at a terminal is answered line by line, so nothing is read ahead.
    if is_text || matches!(content, Content::Stream { is_terminal: true, .. }) {
        return Ok((content, head));
    }
    let mut is_compressed = false;
    loop {
        // A file gives all at once; a pipe is not waited for longer than needed.
        while head.len() < 16 && !magic::is_line(&head) && content.more(&mut head).map_err(said)? {}
        match magic::of(&head) {
            Data::Text(mark) => {
                if mark > 0 {
                    crate::message::to_stderr(format_args!(
                        "note: {}: skipped the byte-order mark EF BB BF",
                        name.to_string_lossy()
                    ));
                    head.drain(..mark);
                }
                return Ok((content, head));
            }
            Data::Compressed(compression) if !is_compressed => {
                is_compressed = true;
                let pending = content.pending();
                let data = content.after(&head).map_err(said)?.reader();
                let data = Counted { data, read: Arc::clone(read) };
                content = Content::stream(decoded(compression, data), pending);
                head.clear();
            }
            Data::Compressed(compression) => {
                let name = compression.name();
                return Err(format!("it is {name} inside of compressed data: decompress it first"));
            }
            Data::Other(what, todo) => return Err(format!("it is {what}: {todo}")),
            Data::Parquet => return Ok((content, head)),
        }
    }
}

/// Returns the length of the first record, with its end, after reading it; 0 if there is none.
fn first_record(head: &mut Vec<u8>, content: &mut Content, framing: Framing) -> io::Result<usize> {
    let mut ends = Ends::new(framing);
    loop {
        if ends.search(head, false).is_err() || head.len() > LONGEST {
            // The record is reported where it is read again.
            return Ok(0);
        }
        if ends.last > 0 {
            return Ok(framing.first_end(&head[..ends.last]));
        }
        if !content.more(head)? {
            return Ok(head.len());
        }
    }
}

fn said(error: impl ToString) -> String {
    error.to_string()
}

/// A reader that counts the bytes that are read of it.
struct Counted<R> {
    data: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.data.read(room).inspect(|&read| {
            self.read.fetch_add(read as u64, Ordering::Relaxed);
        })
    }
}
