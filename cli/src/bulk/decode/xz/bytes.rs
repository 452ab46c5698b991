//! Compressed data as it is taken, byte by byte.

use std::io::{self, BufRead};

/// Compressed data, of which the bytes taken are counted. After an error it gives zeros.
pub(super) struct Bytes<'d, R> {
    data: &'d mut R,
    /// The number of bytes that can be taken without waiting for more.
    ready: u64,
    pub(super) taken: u64,
    failure: Option<io::Error>,
}

impl<'d, R: BufRead> Bytes<'d, R> {
    pub(super) fn new(data: &'d mut R) -> Bytes<'d, R> {
        let ready = data.fill_buf().map_or(0, |ready| ready.len() as u64);
        Bytes { data, ready, taken: 0, failure: None }
    }

    /// Returns true if the next byte may have to be waited for.
    pub(super) fn would_wait(&self) -> bool {
        self.taken >= self.ready
    }

    /// Takes a byte.
    pub(super) fn next(&mut self) -> u8 {
        loop {
            let failure = match self.data.fill_buf() {
                Ok([byte, ..]) => {
                    let byte = *byte;
                    self.data.consume(1);
                    self.taken += 1;
                    return byte;
                }
                Ok([]) => io::ErrorKind::UnexpectedEof.into(),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => error,
            };
            self.failure.get_or_insert(failure);
            return 0;
        }
    }

    /// Returns the error of [`Bytes::next`], if there was one.
    pub(super) fn failure(&mut self) -> Option<io::Error> {
        self.failure.take()
    }

    /// Reads some bytes.
    pub(super) fn array<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.data.read_exact(&mut bytes)?;
        self.taken += N as u64;
        Ok(bytes)
    }

    /// Reads at most as many bytes as the room has, and at least one.
    pub(super) fn some(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let read = self.data.read(room)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.taken += read as u64;
        Ok(read)
    }
}
