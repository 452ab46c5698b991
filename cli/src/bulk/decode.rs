//! Compressed data as a stream of its content.

use std::io::{self, BufRead, BufReader, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::magic::Compression;

/// The most memory of an xz dictionary, in KiB: what `xz -9` needs.
const XZ_MEMORY: u32 = 96 * 1024;

/// Returns the content of compressed data, of all members, streams or frames one after the other.
pub(super) fn decoded<'r>(
    compression: Compression,
    data: impl Read + Send + 'r,
) -> Box<dyn Read + Send + 'r> {
    let data = BufReader::with_capacity(64 * 1024, data);
    let named = |reader| Box::new(Named { compression, reader, read: 0 });
    named(match compression {
        Compression::Gzip => Box::new(flate2::bufread::MultiGzDecoder::new(data)),
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(data)),
        Compression::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(data, true, XZ_MEMORY)),
        Compression::Zstd => {
            Box::new(Frames { data, decoder: FrameDecoder::new(), is_inside: false, early: None })
        }
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

/// The frames of zstd data, of which `ruzstd` decodes one.
struct Frames<R> {
    data: R,
    decoder: FrameDecoder,
    /// True if a frame is begun and not ended.
    is_inside: bool,
    /// The error to report after the content of a frame that ends early.
    early: Option<io::Error>,
}

/// An empty last block, and a checksum that is not compared. The decoder keeps as much content as
/// later blocks may refer to, up to megabytes, until a frame is ended.
const END: &[u8] = b"\x01\0\0\0\0\0\0";

impl<R: BufRead> Frames<R> {
    /// Begins the next frame; returns false if there is none.
    fn begin(&mut self) -> io::Result<bool> {
        loop {
            if self.data.fill_buf()?.is_empty() {
                return Ok(false);
            }
            match self.decoder.reset(&mut self.data) {
                Ok(()) => return Ok(true),
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped =
                        io::copy(&mut self.data.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(self.failed(error)),
            }
        }
    }

    /// Returns an error of the decoder: that the data ends early, if it has ended.
    fn failed(&mut self, error: FrameDecoderError) -> io::Error {
        match self.data.fill_buf() {
            Ok([]) => io::ErrorKind::UnexpectedEof.into(),
            _ => io::Error::new(io::ErrorKind::InvalidData, error.to_string()),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if room.is_empty() {
            return Ok(0);
        }
        loop {
            if self.is_inside {
                if self.decoder.can_collect() > 0 {
                    return Read::read(&mut self.decoder, room);
                }
                if !self.decoder.is_finished() {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    if let Err(error) = self.decoder.decode_blocks(&mut self.data, one) {
                        let error = self.failed(error);
                        let is_early = error.kind() == io::ErrorKind::UnexpectedEof;
                        let one = BlockDecodingStrategy::UptoBlocks(1);
                        if !is_early || self.decoder.decode_blocks(END, one).is_err() {
                            return Err(error);
                        }
                        self.early = Some(error);
                    }
                    continue;
                }
                if let Some(error) = self.early.take() {
                    return Err(error);
                }
                let sums =
                    (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
                if let (Some(given), Some(computed)) = sums
                    && given != computed
                {
                    let what = "the content does not fit its checksum";
                    return Err(io::Error::new(io::ErrorKind::InvalidData, what));
                }
                self.is_inside = false;
            }
            if !self.begin()? {
                return Ok(0);
            }
            self.is_inside = true;
        }
    }
}
