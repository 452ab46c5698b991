//! Records of files and streams, in blocks for several threads and in constant memory.
//!
//! A source fills lists of [`Block`]s, each of whole records. A regular file is split into
//! ranges, which several threads read at once; everything else is read as a stream. An
//! [`Input`] is a file that is opened: decompressed, without its byte-order mark, its columns
//! known. A [`Reader`] goes through all files of a command.

mod append;
mod block;
mod blocks;
mod column;
mod decode;
mod fields;
mod format;
mod framing;
mod input;
mod json;
mod magic;
mod named_column;
mod quick;
mod ranges;
mod reader;
mod records;
mod source;
mod stream;
mod walk;

pub(crate) use append::{Added, Append, Heads};
pub(crate) use block::{Block, SIZE};
pub(crate) use framing::Framing;
pub(crate) use input::Input;
pub(crate) use quick::Quick;
pub(crate) use reader::{End, Options, Reader, StringInput};
pub(crate) use records::{too_long, Judged, Record};
pub(crate) use walk::walk;

use std::io::{self, Read};

/// Returns the content of data that may be compressed, which its first bytes say.
///
/// # Errors
/// An error of the reader, where the first bytes cannot be read.
pub(crate) fn content<'r>(
    mut data: impl Read + Send + 'r,
) -> io::Result<Box<dyn Read + Send + 'r>> {
    let mut head = Vec::new();
    data.by_ref().take(magic::LONGEST as u64).read_to_end(&mut head)?;
    let kind = magic::of(&head, true);
    let data = io::Cursor::new(head).chain(data);
    Ok(match kind {
        magic::Data::Compressed(compression) => decode::decoded(compression, data),
        _ => Box::new(data),
    })
}
