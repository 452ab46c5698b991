//! Compressed data as a stream of its content: of all members, streams or frames one after the
//! other.

use std::io::{self, BufRead, BufReader, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::magic::Compression;

/// The most memory that xz data may need, in KiB: more than `xz -9` does.
const XZ_MEMORY: u32 = 96 << 10;

/// Returns the content of compressed data.
pub(super) fn decoded<'r>(
    compression: Compression,
    data: impl Read + Send + 'r,
) -> Box<dyn Read + Send + 'r> {
    let data = BufReader::with_capacity(64 * 1024, data);
    let reader: Box<dyn Read + Send + 'r> = match compression {
        Compression::Gzip => Box::new(MultiGzDecoder::new(data)),
        Compression::Bzip2 => Box::new(MultiBzDecoder::new(data)),
        Compression::Xz => Box::new(XzReader::new_mem_limit(data, true, XZ_MEMORY)),
        Compression::Zstd => Box::new(Frames { data, decoder: FrameDecoder::new(), failure: None }),
    };
    Box::new(Named { compression, reader, read: 0 })
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

/// The frames of zstd data: the reader of `ruzstd` ends after one.
struct Frames<R> {
    data: R,
    decoder: FrameDecoder,
    /// The error behind the content that is decoded.
    failure: Option<io::Error>,
}

/// An empty last block, and a checksum that is not compared. The decoder keeps as much content as
/// later blocks may refer to, up to megabytes, until a frame is ended.
const END: &[u8] = b"\x01\0\0\0\0\0\0";

impl<R: BufRead> Frames<R> {
    /// Decodes a block, or begins a frame; returns false at the end of the data.
    fn next(&mut self) -> io::Result<bool> {
        let one = || BlockDecodingStrategy::UptoBlocks(1);
        if !self.decoder.is_finished() {
            if let Err(error) = self.decoder.decode_blocks(&mut self.data, one()) {
                let error = self.failed(error);
                match self.decoder.decode_blocks(END, one()) {
                    Ok(_) => self.failure = Some(error),
                    Err(_) => return Err(error),
                }
            }
            return Ok(true);
        }
        let expected = self.decoder.get_checksum_from_data();
        if expected.is_some() && expected != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the content does not match its checksum"));
        }
        if self.data.fill_buf()?.is_empty() {
            return Ok(false);
        }
        match self.decoder.reset(&mut self.data) {
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => {
                let length = u64::from(length);
                let skipped = io::copy(&mut self.data.by_ref().take(length), &mut io::sink())?;
                if skipped < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            begun => begun.map_err(|error| self.failed(error))?,
        }
        Ok(true)
    }

    /// Returns an error of the decoder: that the data ends early, if it has ended.
    fn failed(&mut self, error: FrameDecoderError) -> io::Error {
        match self.data.fill_buf() {
            Ok([]) => io::ErrorKind::UnexpectedEof.into(),
            _ => io::Error::other(error),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 {
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            if !self.next()? {
                return Ok(0);
            }
        }
        self.decoder.read(room)
    }
}
