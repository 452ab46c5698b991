//! A pipe or a terminal, read by a thread of its own.
//!
//! A read of a pipe waits for the writer, for hours if need be. The thread tells whether it would,
//! so that what was written is answered before:
//!
//! ```text
//! tail -f log │ reading thread ──chunks──▸ Stream::read ──▸ blocks, decoders
//!             │   waits here                 Pending: is a chunk there?
//! ```

use std::collections::VecDeque;
use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{sync_channel, Receiver};
use std::sync::Arc;
use std::thread;

/// The bytes of a chunk: as many as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// The number of chunks that are read ahead.
const AHEAD: usize = 4;

/// The number of chunks that were read and not given away, the end of the stream included. If there
/// isn't one, the next read waits for the writer.
#[derive(Clone, Debug, Default)]
pub(super) struct Pending(Arc<AtomicUsize>);

impl Pending {
    /// Returns true if a read gives something without waiting.
    pub(super) fn is_any(&self) -> bool {
        self.0.load(Ordering::Acquire) > 0
    }

    fn add(&self) {
        self.0.fetch_add(1, Ordering::Release);
    }

    fn remove(&self) {
        self.0.fetch_sub(1, Ordering::Release);
    }
}

/// A stream that a thread reads ahead.
pub(super) struct Stream {
    chunks: Receiver<io::Result<Vec<u8>>>,
    pending: Pending,
    /// The bytes of a chunk that are not given away.
    chunk: VecDeque<u8>,
}

impl Stream {
    pub(super) fn new(mut reader: impl Read + Send + 'static) -> Stream {
        let (full, chunks) = sync_channel(AHEAD);
        let pending = Pending::default();
        let read = pending.clone();
        thread::spawn(move || loop {
            let chunk = chunk(&mut reader);
            let goes_on = chunk.as_ref().is_ok_and(|chunk| !chunk.is_empty());
            read.add();
            if full.send(chunk).is_err() || !goes_on {
                return;
            }
        });
        Stream { chunks, pending, chunk: VecDeque::new() }
    }

    /// Returns a count of what can be read without waiting, which follows the stream.
    pub(super) fn pending(&self) -> Pending {
        self.pending.clone()
    }
}

/// Reads a chunk, which is empty at the end.
fn chunk(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut room = vec![0; CHUNK];
    loop {
        match reader.read(&mut room) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            read => {
                room.truncate(read?);
                return Ok(room);
            }
        }
    }
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        if self.chunk.is_empty() {
            // The thread has ended after the end or an error.
            let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
            self.chunk = chunk?.into();
            if self.chunk.is_empty() {
                return Ok(0);
            }
        }
        let read = self.chunk.read(room)?;
        if self.chunk.is_empty() {
            self.pending.remove();
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    #[test]
    fn a_stream_is_its_reader() {
        let bytes: Vec<u8> = (0..1_000_003u32).map(|n| (n % 251) as u8).collect();
        for most in [1000, CHUNK, 300_000] {
            let mut stream = Stream::new(io::Cursor::new(bytes.clone()));
            let (mut found, mut room) = (Vec::new(), vec![0; most]);
            loop {
                let read = stream.read(&mut room).unwrap();
                if read == 0 {
                    break;
                }
                found.extend_from_slice(&room[..read]);
            }
            assert!(found == bytes, "{most}");
            assert_eq!(stream.read(&mut room).unwrap(), 0, "the end stays the end");
        }
    }

    /// A read that follows a true answer does not wait, and all that was written is answered so
    /// before a false one.
    #[test]
    fn pending_tells_whether_a_read_waits() {
        struct Pipe(Receiver<u8>);
        impl Read for Pipe {
            fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
                let Ok(byte) = self.0.recv() else { return Ok(0) };
                room[0] = byte;
                Ok(1)
            }
        }
        let (writer, pipe) = channel();
        let mut stream = Stream::new(Pipe(pipe));
        let pending = stream.pending();
        assert!(!pending.is_any());
        let mut room = [0; 9];
        for byte in [1, 2] {
            writer.send(byte).unwrap();
            assert_eq!((stream.read(&mut room).unwrap(), room[0]), (1, byte));
            assert!(!pending.is_any(), "what was written is given away");
        }
        drop(writer);
        assert_eq!(stream.read(&mut room).unwrap(), 0);
        assert!(pending.is_any(), "the end does not wait");
    }

    #[test]
    fn an_error_of_the_reader_is_the_stream_s() {
        struct Broken(bool);
        impl Read for Broken {
            fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
                if std::mem::replace(&mut self.0, true) {
                    return Err(io::Error::other("broken"));
                }
                room[0] = b'a';
                Ok(1)
            }
        }
        let mut stream = Stream::new(Broken(false));
        let mut room = [0; 9];
        assert_eq!(stream.read(&mut room).unwrap(), 1);
        assert_eq!(stream.read(&mut room).unwrap_err().to_string(), "broken");
    }
}
