//! A pipe or a terminal, read by a thread of its own.
//!
//! A read of a pipe waits for the writer, for hours if need be. The thread that waits is not the
//! one that counts, so Ctrl-C ends the stream with an error and the command shows its totals:
//!
//! ```text
//! tail -f log │ reading thread ──chunks──▸ Stream::read ──▸ blocks, decoders, totals
//!             │   waits here                looks for Ctrl-C while no chunk is there
//! ```

use std::io::{self, Read};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{channel, sync_channel, Receiver, RecvTimeoutError, Sender};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use super::interrupt;

/// The bytes of a chunk: as many as a pipe holds.
const CHUNK: usize = 64 * 1024;

/// The number of chunks that are read ahead.
const AHEAD: usize = 4;

/// The time between two looks for Ctrl-C.
const PAUSE: Duration = Duration::from_millis(50);

/// A buffer, and the number of its bytes that were read.
type Chunk = (Vec<u8>, usize);

/// The number of chunks that were read and not given away, the end of the stream included. If there
/// is none, the next read waits for the writer.
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

/// A stream that Ctrl-C ends with an error.
pub(super) struct Stream {
    chunks: Receiver<io::Result<Chunk>>,
    pending: Pending,
    /// Takes buffers back, to be filled again.
    empty: Sender<Vec<u8>>,
    chunk: Chunk,
    /// The number of bytes of the chunk that were given away.
    at: usize,
}

impl Stream {
    pub(super) fn new(reader: impl Read + Send + 'static) -> Stream {
        let (full, chunks) = sync_channel(AHEAD);
        let (empty, rooms) = channel();
        let pending = Pending::default();
        let read = pending.clone();
        thread::spawn(move || {
            fill(reader, &rooms, |chunk| {
                read.add();
                full.send(chunk).is_ok()
            });
        });
        Stream { chunks, pending, empty, chunk: (Vec::new(), 0), at: 0 }
    }

    /// Returns a count of what can be read without waiting, which follows the stream.
    pub(super) fn pending(&self) -> Pending {
        self.pending.clone()
    }
}

/// Reads chunks until the end, an error, or a `send` that returns false.
fn fill(
    mut reader: impl Read,
    rooms: &Receiver<Vec<u8>>,
    send: impl Fn(io::Result<Chunk>) -> bool,
) {
    loop {
        let mut room = rooms.try_recv().unwrap_or_else(|_| vec![0; CHUNK]);
        let read = loop {
            match reader.read(&mut room) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let goes_on = read.as_ref().is_ok_and(|&read| read > 0);
        if !send(read.map(|read| (room, read))) || !goes_on {
            return;
        }
    }
}

impl Read for Stream {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        while self.at == self.chunk.1 {
            let next = match self.chunks.recv_timeout(PAUSE) {
                Ok(next) => next?,
                Err(RecvTimeoutError::Timeout) if interrupt::is_asked() => {
                    return Err(io::Error::other("ended by Ctrl-C"));
                }
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            };
            let (used, _) = std::mem::replace(&mut self.chunk, next);
            self.at = 0;
            // The first buffer is none yet. The thread has ended if it does not take one.
            if !used.is_empty() {
                let _ = self.empty.send(used);
            }
            if self.chunk.1 == 0 {
                return Ok(0);
            }
        }
        let count = room.len().min(self.chunk.1 - self.at);
        room[..count].copy_from_slice(&self.chunk.0[self.at..self.at + count]);
        self.at += count;
        if self.at == self.chunk.1 {
            self.pending.remove();
        }
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
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
