//! A file that is opened: decompressed, without its byte-order mark and its header.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::Arc;

use urigram_answers::Refusal;

use super::column::Columns;
use super::decode::decoded;
use super::format::Format;
use super::framing::{BrokenQuote, Ends, Framing};
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
    /// The record that names the columns, with its end; empty if there isn't one.
    pub(crate) header: Vec<u8>,
    /// The number of the first record.
    first: u64,
}

impl Input {
    /// Makes an input without a header.
    fn new(framing: Framing, columns: Columns) -> Input {
        Input { label: None, index: 0, framing, columns, header: Vec::new(), first: 1 }
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
    },
}

impl Content {
    /// Makes the content of a stream that waits for somebody to write it.
    fn waiting(stream: Stream) -> Content {
        Content::Stream { pending: Some(stream.pending()), reader: Box::new(stream) }
    }

    /// Returns the bytes that can be read without waiting, where reading may wait.
    fn pending(&self) -> Option<Pending> {
        match self {
            Content::File(_) => None,
            Content::Stream { pending, .. } => pending.clone(),
        }
    }

    /// Returns the source of the input's blocks.
    pub(super) fn source(self, input: &Input) -> Source {
        let source = match self {
            Content::File(file) => Source::file(&Arc::new(file), input.framing),
            Content::Stream { reader, pending } => Source::stream(reader, input.framing, pending),
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
) -> Result<(Input, Content), Refusal> {
    let (mut content, mut head) = content(name, settings, read)?;
    let by_name = if name == "-" || settings.is_text { None } else { Format::of_name(name) };
    let format = match settings.format {
        Some(format) => format,
        None if settings.columns.is_empty() && settings.count == 1 => {
            if let Some(format) = by_name {
                crate::message::to_stderr(format_args!(
                    "note: {}: each line is read as an identifier; for a column of {}: \
                     --column NAME",
                    name.to_string_lossy(),
                    format.name()
                ));
            }
            Format::Lines
        }
        None => match by_name {
            Some(format) => format,
            None if settings.columns.is_empty() => Format::Tsv,
            None => {
                let first = first_record(&mut head, &mut content, Framing::Line).map_err(said)?;
                let found = Format::of_record(&head[..first], settings.columns);
                found.ok_or("its first line has no column: give --in tsv, csv or jsonl")?
            }
        },
    };
    let framing = format.framing(settings.ends_in_nul, settings.delimiter);
    let wanted = settings.columns;
    // Lines have no header. What is read of them before an error must not be lost here.
    let is_headed = format != Format::Lines && (settings.has_header || format.is_headed(wanted));
    let skipped =
        if is_headed { first_record(&mut head, &mut content, framing).map_err(said)? } else { 0 };
    let header = (skipped > 0).then(|| framing.content(&head[..skipped]));
    let columns = Columns::new(format, settings.delimiter, wanted, settings.count, header)?;
    let columns = columns.adding(settings.added, header)?;
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
) -> Result<(Input, Content), Refusal> {
    let columns = Columns::new(Format::Lines, settings.delimiter, &[], settings.count, None)?;
    let columns = columns.adding(settings.added, None)?;
    let mut bytes = string.as_encoded_bytes().to_vec();
    let is_line = !settings.ends_in_nul && memchr::memchr2(b'\n', b'\r', &bytes).is_none();
    let framing = if is_line { Framing::Line } else { Framing::Nul };
    bytes.push(framing.terminator());
    let input = Input::new(framing, columns);
    Ok((input, Content::Stream { reader: Box::new(io::Cursor::new(bytes)), pending: None }))
}

impl Content {
    /// Returns the content from these bytes on, which were the last to be read.
    fn after(self, rest: &[u8]) -> io::Result<Content> {
        match self {
            Content::File(mut file) => {
                file.seek(SeekFrom::Current(-(rest.len() as i64)))?;
                Ok(Content::File(file))
            }
            Content::Stream { reader, pending } => {
                let reader = Box::new(io::Cursor::new(rest.to_vec()).chain(reader));
                Ok(Content::Stream { reader, pending })
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

/// Opens a file as text. Also returns its first bytes, which are already read.
fn content(
    name: &OsStr,
    settings: Settings<'_>,
    read: &Arc<AtomicU64>,
) -> Result<(Content, Vec<u8>), Refusal> {
    let file = if name == "-" { stdin_file() } else { Some(File::open(name).map_err(said)?) };
    let mut content = match file {
        Some(file) if file.metadata().is_ok_and(|facts| facts.is_file()) => Content::File(file),
        Some(file) => Content::waiting(Stream::new(file)),
        None => Content::waiting(Stream::new(io::stdin())),
    };
    let mut head = Vec::new();
    if settings.is_text {
        return Ok((content, head));
    }
    let mut is_compressed = false;
    loop {
        // A file gives all at once; a pipe is not waited for longer than needed.
        while head.len() < magic::LONGEST
            && memchr::memchr(b'\n', &head).is_none()
            && content.more(&mut head).map_err(said)?
        {}
        match magic::of(&head, settings.ends_in_nul) {
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
                content = Content::Stream { reader: decoded(compression, data), pending };
                head.clear();
            }
            Data::Compressed(compression) => {
                let name = compression.name();
                return Err(
                    format!("it is {name} inside of compressed data: decompress it first").into()
                );
            }
            Data::Utf16 => {
                return Err("it is UTF-16: convert it first: iconv -f UTF-16 -t UTF-8".into());
            }
            Data::Binary => return Err("it is binary; --text reads it as lines anyway".into()),
        }
    }
}

/// Returns the length of the first record, with its end, after reading it; 0 if there isn't one.
///
/// # Errors
/// An error of reading, and one for a first record that is broken or too long.
fn first_record(head: &mut Vec<u8>, content: &mut Content, framing: Framing) -> io::Result<usize> {
    let mut ends = Ends::new(framing);
    let broken = |what| io::Error::new(io::ErrorKind::InvalidData, format!("line 1: {what}"));
    loop {
        let found = ends.search(head, false);
        if ends.last > 0 {
            // What is broken after it is reported where it is read again.
            return Ok(framing.first_end(&head[..ends.last]));
        }
        found.map_err(|BrokenQuote| broken(BrokenQuote::MESSAGE))?;
        if head.len() > LONGEST {
            return Err(broken(Framing::TOO_LONG));
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
