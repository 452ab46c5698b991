//! Streams of xz data: blocks of chunks, and an index that repeats their sizes.
//!
//! ```text
//! stream   header, block…, index, footer
//! block    header, chunk…, 0, padding, check of the content
//! chunk    sizes, then LZMA or plain bytes; it may forget the content or the chances before
//! ```
//!
//! The decoder is written here because those for Rust give up what was decoded in the step that
//! fails; of truncated data up to the symbols of 20 bytes, which can be lines by the hundred.

mod bytes;
mod lzma;

use std::io::{self, BufRead};

use flate2::Crc;
use sha2::{Digest, Sha256};

use super::members::{Member, Step};
use super::{invalid, CHECKSUM};
use bytes::Bytes;
use lzma::{Lzma, Window};

const MAGIC: &[u8; 6] = b"\xFD7zXZ\0";

/// The largest window, in bytes: more than `xz -9` needs.
const LARGEST: usize = 96 << 20;

/// The stream that is read.
#[derive(Default)]
pub(super) struct Xz {
    flags: [u8; 2],
    /// The sizes of the blocks so far, as the index repeats them, and their number.
    records: Vec<u8>,
    blocks: u64,
    block: Option<Block>,
}

impl<R: BufRead> Member<R> for Xz {
    fn begin(&mut self, data: &mut R, is_first: bool) -> io::Result<bool> {
        let mut padding = 0;
        while !is_first && data.fill_buf()?.first() == Some(&0) {
            data.consume(1);
            padding += 1;
        }
        if padding % 4 != 0 {
            return Err(invalid("the number of zeros after a stream is not a multiple of four"));
        }
        if data.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let header = Bytes::new(data).array::<12>()?;
        if !header.starts_with(MAGIC) {
            return Err(invalid("other data follows"));
        }
        let flags = [header[6], header[7]];
        if header[8..] != crc32(&flags).to_le_bytes() || flags[0] != 0 || flags[1] > 15 {
            return Err(invalid("the header of a stream is damaged"));
        }
        *self = Xz { flags, ..Xz::default() };
        Ok(true)
    }

    fn step(&mut self, data: &mut R, room: &mut [u8]) -> Step {
        let mut made = 0;
        let result = self.decode(data, room, &mut made);
        Step { made, result }
    }

    /// Compares the index and the footer with those that the blocks ask for.
    fn end(&mut self, data: &mut R) -> io::Result<()> {
        let mut index = vec![0];
        number(&mut index, self.blocks);
        index.append(&mut self.records);
        index.resize(index.len().next_multiple_of(4), 0);
        let sum = crc32(&index);
        index.extend_from_slice(&sum.to_le_bytes());
        let size = (index.len() / 4 - 1) as u32;
        let footer = [&size.to_le_bytes()[..], &self.flags].concat();
        let expected = [&index[1..], &crc32(&footer).to_le_bytes(), &footer, b"YZ"].concat();
        let mut found = vec![0; expected.len()];
        data.read_exact(&mut found)?;
        if found == expected {
            Ok(())
        } else {
            Err(invalid("the index does not match the content"))
        }
    }
}

impl Xz {
    /// Decodes more of the blocks; returns true behind the last one.
    fn decode(
        &mut self,
        data: &mut impl BufRead,
        room: &mut [u8],
        made: &mut usize,
    ) -> io::Result<bool> {
        while *made < room.len() {
            let mut bytes = Bytes::new(data);
            let Some(block) = &mut self.block else {
                let [size] = bytes.array()?;
                if size == 0 {
                    return Ok(true);
                }
                self.block = Some(Block::begin(&mut bytes, size, self.flags[1])?);
                continue;
            };
            let first = *made;
            let result = block.chunks.decode(&mut bytes, room, made);
            block.packed += bytes.taken;
            block.content += (*made - first) as u64;
            block.check.update(&room[first..*made]);
            if !result? {
                return Ok(false);
            }
            for size in block.end(&mut bytes)? {
                number(&mut self.records, size);
            }
            self.blocks += 1;
            self.block = None;
        }
        Ok(false)
    }
}

/// Writes a number in groups of seven bits, the lowest first.
fn number(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number.
fn read_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for place in 0..9 {
        let (byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << (7 * place);
        if *byte < 0x80 {
            return (place == 0 || *byte > 0).then_some(number);
        }
    }
    None
}

/// A block.
struct Block {
    chunks: Chunks,
    /// The length of the header.
    header: u64,
    /// The lengths of the chunks and of the content that the header tells.
    told: [Option<u64>; 2],
    packed: u64,
    content: u64,
    check: Check,
}

/// The filter of the last step, which all data has.
const LZMA2: u64 = 0x21;

impl Block {
    fn begin(data: &mut Bytes<'_, impl BufRead>, size: u8, check: u8) -> io::Result<Block> {
        let damaged = || invalid("the header of a block is damaged");
        let mut header = vec![size];
        while header.len() < 4 * (usize::from(size) + 1) {
            header.extend_from_slice(&data.array::<1>()?);
        }
        let (mut fields, sum) = header.split_at(header.len() - 4);
        if sum != crc32(fields).to_le_bytes() {
            return Err(damaged());
        }
        let flags = fields[1];
        fields = &fields[2..];
        let mut told = [None; 2];
        for (place, told) in told.iter_mut().enumerate() {
            if flags & 0x40 << place != 0 {
                *told = Some(read_number(&mut fields).ok_or_else(damaged)?);
            }
        }
        let filter = read_number(&mut fields).ok_or_else(damaged)?;
        if flags & 3 != 0 || filter != LZMA2 {
            return Err(invalid("it has a filter for programs or samples: decompress it first"));
        }
        let [1, bits, padding @ ..] = fields else { return Err(damaged()) };
        if flags & 0x3C != 0 || *bits > 40 || padding.iter().any(|&byte| byte != 0) {
            return Err(damaged());
        }
        let size = (2 | usize::from(bits & 1)) << (bits / 2 + 11);
        if size > LARGEST {
            return Err(invalid(format!("it needs {} MiB of memory", size >> 20)));
        }
        let (chunks, check) = (Chunks::new(size), Check::of(check));
        Ok(Block { chunks, header: header.len() as u64, told, packed: 0, content: 0, check })
    }

    /// Checks what follows the chunks, and returns the sizes for the index.
    fn end(&mut self, data: &mut Bytes<'_, impl BufRead>) -> io::Result<[u64; 2]> {
        let sizes = [self.packed, self.content];
        let fits = |(told, size): (Option<u64>, u64)| told.is_none_or(|told| told == size);
        if !self.told.into_iter().zip(sizes).all(fits) {
            return Err(invalid("the length of a block differs from its header"));
        }
        for _ in 0..self.packed.wrapping_neg() % 4 {
            if data.array()? != [0] {
                return Err(invalid("the padding of a block is damaged"));
            }
        }
        let sum = self.check.sum();
        for expected in &sum {
            let [found] = data.array()?;
            if expected.is_some_and(|expected| expected != found) {
                return Err(invalid(CHECKSUM));
            }
        }
        Ok([self.header + self.packed + sum.len() as u64, self.content])
    }
}

/// The check of the content of a block.
enum Check {
    Crc32(Crc),
    Crc64(u64),
    Sha256(Box<Sha256>),
    /// None, or one of so many bytes that nobody has defined.
    Other(usize),
}

impl Check {
    fn of(id: u8) -> Check {
        match id {
            1 => Check::Crc32(Crc::new()),
            4 => Check::Crc64(!0),
            10 => Check::Sha256(Box::default()),
            0 => Check::Other(0),
            id => Check::Other(4 << ((id - 1) / 3)),
        }
    }

    fn update(&mut self, content: &[u8]) {
        match self {
            Check::Crc32(crc) => crc.update(content),
            Check::Crc64(crc) => {
                for &byte in content {
                    *crc = CRC64[usize::from(*crc as u8 ^ byte)] ^ *crc >> 8;
                }
            }
            Check::Sha256(sha) => sha.update(content),
            Check::Other(_) => {}
        }
    }

    /// Returns the bytes of the check, as far as they are known.
    fn sum(&self) -> Vec<Option<u8>> {
        match self {
            Check::Crc32(crc) => crc.sum().to_le_bytes().map(Some).to_vec(),
            Check::Crc64(crc) => (!crc).to_le_bytes().map(Some).to_vec(),
            Check::Sha256(sha) => {
                sha.as_ref().clone().finalize().iter().copied().map(Some).collect()
            }
            Check::Other(length) => vec![None; *length],
        }
    }
}

/// The steps of the CRC of ECMA-182, for each byte.
const CRC64: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let (mut crc, mut bit) = (byte as u64, 0);
        while bit < 8 {
            crc = crc >> 1 ^ if crc & 1 == 1 { 0xC96C_5795_D787_0F42 } else { 0 };
            bit += 1;
        }
        table[byte] = crc;
        byte += 1;
    }
    table
};

fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// The chunks of a block.
struct Chunks {
    window: Window,
    lzma: Option<Lzma>,
    /// Only a chunk that forgets the content before may be next.
    needs_reset: bool,
    /// True if the chunk that is read is plain bytes.
    is_plain: bool,
    /// The bytes of content that the chunk still gives.
    left: usize,
    /// The bytes that it still has, fewer than none if it took some of the next chunk.
    packed: i64,
}

impl Chunks {
    fn new(size: usize) -> Chunks {
        let window = Window::new(size);
        Chunks { window, lzma: None, needs_reset: true, is_plain: true, left: 0, packed: 0 }
    }

    /// Decodes more chunks; returns true behind the last one.
    fn decode(
        &mut self,
        data: &mut Bytes<'_, impl BufRead>,
        room: &mut [u8],
        made: &mut usize,
    ) -> io::Result<bool> {
        while *made < room.len() && !(data.would_wait() && *made > 0) {
            if self.left == 0 {
                if !self.begin(data)? {
                    return Ok(true);
                }
                continue;
            }
            let before = data.taken;
            let free = self.window.room(self.left.min(room.len() - *made));
            let result = match &mut self.lzma {
                Some(lzma) if !self.is_plain => {
                    let most = free.len();
                    lzma.run(data, &mut self.window, most)
                }
                _ => data.some(free).map(|read| self.window.add(read)),
            };
            let count = self.window.take(&mut room[*made..]);
            *made += count;
            self.left -= count;
            result?;
            if let Some(lzma) = &mut self.lzma
                && !self.is_plain
            {
                let is_ended = self.left > 0 || lzma.is_ended(data)?;
                self.packed -= (data.taken - before) as i64;
                // Bytes beyond the chunk count as damage at its end, as they do for xz.
                if self.left == 0 && (self.packed != 0 || !is_ended) {
                    return Err(invalid("the length of a chunk differs from its header"));
                }
            }
        }
        Ok(false)
    }

    /// Begins the next chunk; returns false if there is none.
    fn begin(&mut self, data: &mut Bytes<'_, impl BufRead>) -> io::Result<bool> {
        let [control] = data.array()?;
        let damaged = || invalid("the header of a chunk is damaged");
        match control {
            0 => return Ok(false),
            1 | 0xE0.. => {
                self.window.reset();
                self.needs_reset = false;
                // The next chunk of LZMA brings its properties.
                self.lzma = None;
            }
            _ if self.needs_reset => return Err(damaged()),
            _ => {}
        }
        self.is_plain = control < 0x80;
        let low = usize::from(u16::from_be_bytes(data.array()?));
        if self.is_plain {
            if control > 2 {
                return Err(damaged());
            }
            self.left = low + 1;
            return Ok(true);
        }
        let left = (usize::from(control & 0x1F) << 16) + low + 1;
        self.packed = i64::from(u16::from_be_bytes(data.array()?)) + 1 - 5;
        if control >= 0xC0 {
            let [properties] = data.array()?;
            self.lzma = Some(Lzma::new(properties).ok_or_else(damaged)?);
        }
        let lzma = self.lzma.as_mut().ok_or_else(damaged)?;
        if control >= 0xA0 {
            lzma.reset();
        }
        lzma.begin(data)?;
        self.left = left;
        Ok(true)
    }
}

#[cfg(test)]
mod tests;
