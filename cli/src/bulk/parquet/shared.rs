//! A file that several readers read, each from a place of its own.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::ParquetMetaData;
use parquet::file::reader::{ChunkReader, Length};

/// A file whose clones share one position: rows are read while columns are copied, so each read
/// seeks first.
#[derive(Clone)]
pub(super) struct Shared {
    file: Arc<Mutex<File>>,
    length: u64,
}

impl Shared {
    pub(super) fn new(file: File) -> io::Result<Shared> {
        let length = file.metadata()?.len();
        Ok(Shared { file: Arc::new(Mutex::new(file)), length })
    }
}

/// A place in a shared file.
pub(super) struct Place {
    shared: Shared,
    at: u64,
}

impl Read for Place {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        let mut file = self.shared.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(room)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Length for Shared {
    fn len(&self) -> u64 {
        self.length
    }
}

impl ChunkReader for Shared {
    type T = BufReader<Place>;

    fn get_read(&self, start: u64) -> Result<Self::T> {
        Ok(BufReader::new(Place { shared: self.clone(), at: start }))
    }

    fn get_bytes(&self, start: u64, length: usize) -> Result<Bytes> {
        let mut bytes = Vec::new();
        self.get_read(start)?.take(length as u64).read_to_end(&mut bytes)?;
        if bytes.len() == length {
            Ok(bytes.into())
        } else {
            Err(ParquetError::EOF(format!("{length} bytes from {start} on are not there")))
        }
    }
}

/// A file that is read, for a copy of its columns.
pub(crate) struct Origin {
    pub(super) file: Shared,
    pub(super) metadata: ParquetMetaData,
}
