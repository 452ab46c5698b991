//! The frames of zstd data.

use std::io::{self, BufRead, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::{invalid, CHECKSUM};

/// The frames of zstd data, of which `ruzstd` decodes one.
pub(super) struct Frames<R> {
    data: R,
    decoder: FrameDecoder,
    /// True if a frame is begun and not ended.
    is_inside: bool,
    /// The error to report after the content before it.
    failure: Option<io::Error>,
    /// True after an error: what follows is not read.
    is_over: bool,
}

/// An empty last block, and a checksum that is not compared. The decoder keeps as much content as
/// later blocks may refer to, up to megabytes, until a frame is ended.
const END: &[u8] = b"\x01\0\0\0\0\0\0";

impl<R: BufRead> Frames<R> {
    pub(super) fn new(data: R) -> Frames<R> {
        Frames {
            data,
            decoder: FrameDecoder::new(),
            is_inside: false,
            failure: None,
            is_over: false,
        }
    }

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
            _ => invalid(error),
        }
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if room.is_empty() || self.is_over {
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
                        // The content before the damaged block is given away first.
                        let error = self.failed(error);
                        let one = BlockDecodingStrategy::UptoBlocks(1);
                        if self.decoder.decode_blocks(END, one).is_err() {
                            self.is_over = true;
                            return Err(error);
                        }
                        self.failure = Some(error);
                    }
                    continue;
                }
                if let Some(error) = self.failure.take() {
                    self.is_over = true;
                    return Err(error);
                }
                let sums =
                    (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum());
                if let (Some(given), Some(computed)) = sums
                    && given != computed
                {
                    return Err(invalid(CHECKSUM));
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
