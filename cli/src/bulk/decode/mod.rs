//! Compressed data as a stream of its content.
//!
//! Data may be damaged anywhere. Everything decoded before the damage comes out, then the error:
//! a decoder's last bytes are kept apart from its error, which waits until they are read.
//!
//! ```text
//! gzip, bzip2, xz   step(input, room) gives bytes, and bytes together with an error
//! zstd              a frame is ended by hand, which gives up the window that it keeps back
//! ```

mod members;
mod xz;
mod zstd;

use std::io::{self, BufReader, Read};

use super::magic::Compression;
use members::{Bzip2, Gzip, Members};
use xz::Xz;
use zstd::Frames;

/// Returns the content of compressed data, of all members, streams or frames one after the other.
pub(super) fn decoded<'r>(
    compression: Compression,
    data: impl Read + Send + 'r,
) -> Box<dyn Read + Send + 'r> {
    let data = BufReader::with_capacity(64 * 1024, data);
    let named = |reader| Box::new(Named { compression, reader, read: 0 });
    named(match compression {
        Compression::Gzip => Box::new(Members::new(data, Gzip::default())),
        Compression::Bzip2 => Box::new(Members::new(data, Bzip2::default())),
        Compression::Xz => Box::new(Members::new(data, Xz::default())),
        Compression::Zstd => Box::new(Frames::new(data)),
    })
}

/// A decoder whose errors name the compression and the place.
struct Named<'r> {
    compression: Compression,
    reader: Box<dyn Read + Send + 'r>,
    /// The number of bytes decoded so far.
    read: u64,
}

impl Read for Named<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        match self.reader.read(room) {
            Ok(read) => {
                self.read += read as u64;
                Ok(read)
            }
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                let name = self.compression.name();
                let what = match error.kind() {
                    io::ErrorKind::UnexpectedEof => "the data ends early".to_owned(),
                    _ => error.to_string(),
                };
                let plural = if self.read == 1 { "" } else { "s" };
                let place = format!("{name}: {what}, after {} byte{plural} of content", self.read);
                Err(io::Error::new(error.kind(), place))
            }
        }
    }
}

/// Returns the error for data that is damaged.
fn invalid(what: impl ToString) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, what.to_string())
}

/// The message for content that does not fit the checksum behind it.
const CHECKSUM: &str = "the content does not match its checksum";
