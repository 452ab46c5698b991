//! Compressed data made of members, each decoded in steps.

use std::io::{self, BufRead, Read};

use flate2::{Crc, Decompress, FlushDecompress};

use super::{invalid, CHECKSUM};

/// The bytes that are decoded at once, more than the 32 KiB that inflating holds back in an error.
const ROOM: usize = 64 * 1024;

/// The result of a step.
pub(super) struct Step {
    /// The number of bytes made. They are right even if the step fails.
    pub(super) made: usize,
    /// True at the end of the member.
    pub(super) result: io::Result<bool>,
}

/// The format of a member.
pub(super) trait Member<R: BufRead> {
    /// Begins the next member; returns false if there is none.
    fn begin(&mut self, data: &mut R, is_first: bool) -> io::Result<bool>;

    /// Decodes more of a member.
    fn step(&mut self, data: &mut R, room: &mut [u8]) -> Step;

    /// Ends a member.
    fn end(&mut self, data: &mut R) -> io::Result<()>;
}

#[derive(Clone, Copy)]
enum State {
    Between { is_first: bool },
    Inside,
    Over,
}

/// A reader of all members.
pub(super) struct Members<R, M> {
    data: R,
    member: M,
    state: State,
    /// The content that is decoded and not read.
    room: Box<[u8]>,
    at: usize,
    filled: usize,
    /// The error behind that content.
    failure: Option<io::Error>,
}

impl<R: BufRead, M: Member<R>> Members<R, M> {
    pub(super) fn new(data: R, member: M) -> Members<R, M> {
        let room = vec![0; ROOM].into_boxed_slice();
        let state = State::Between { is_first: true };
        Members { data, member, state, room, at: 0, filled: 0, failure: None }
    }

    /// Decodes more of a member.
    fn step(&mut self) -> io::Result<()> {
        let is_over = self.data.fill_buf()?.is_empty();
        let Step { made, result } = self.member.step(&mut self.data, &mut self.room);
        (self.at, self.filled) = (0, made);
        let ended = match result {
            Ok(true) => {
                self.state = State::Between { is_first: false };
                self.member.end(&mut self.data)
            }
            Ok(false) if is_over && made == 0 => Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(false) => Ok(()),
            Err(error) => Err(error),
        };
        if let Err(error) = ended {
            self.state = State::Over;
            self.failure = Some(error);
        }
        Ok(())
    }
}

impl<R: BufRead, M: Member<R>> Read for Members<R, M> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.at < self.filled {
                let read = (&self.room[self.at..self.filled]).read(room)?;
                self.at += read;
                return Ok(read);
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            match self.state {
                State::Between { is_first } => {
                    self.state = State::Over;
                    if self.member.begin(&mut self.data, is_first)? {
                        self.state = State::Inside;
                    }
                }
                State::Inside => self.step()?,
                State::Over => return Ok(0),
            }
        }
    }
}

/// A member of gzip (RFC 1952).
#[derive(Default)]
pub(super) struct Gzip {
    inflate: Option<Decompress>,
    crc: Crc,
}

/// The bits of a gzip header that say what follows it (RFC 1952, 2.3.1).
mod flag {
    pub(super) const CHECKSUM: u8 = 1 << 1;
    pub(super) const EXTRA: u8 = 1 << 2;
    pub(super) const NAME: u8 = 1 << 3;
    pub(super) const COMMENT: u8 = 1 << 4;
    pub(super) const RESERVED: u8 = 0xE0;
}

impl<R: BufRead> Member<R> for Gzip {
    fn begin(&mut self, data: &mut R, is_first: bool) -> io::Result<bool> {
        // Archives on tape are padded with zeros, which gzip ignores.
        let mut is_padded = false;
        while !is_first && data.fill_buf()?.first() == Some(&0) {
            is_padded = true;
            let zeros = data.fill_buf()?.iter().take_while(|byte| **byte == 0).count();
            data.consume(zeros);
        }
        if data.fill_buf()?.is_empty() {
            return Ok(false);
        }
        let header = bytes::<10>(data)?;
        let [0x1F, 0x8B, 8, flags, ..] = header else {
            return Err(invalid("other data follows"));
        };
        if is_padded || flags & flag::RESERVED != 0 {
            return Err(invalid("the header of a member is damaged"));
        }
        if flags & flag::EXTRA != 0 {
            let length = u16::from_le_bytes(bytes(data)?);
            let skipped = io::copy(&mut data.by_ref().take(length.into()), &mut io::sink())?;
            if skipped < length.into() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        for text in [flag::NAME, flag::COMMENT] {
            while flags & text != 0 && bytes::<1>(data)? != [0] {}
        }
        if flags & flag::CHECKSUM != 0 {
            bytes::<2>(data)?;
        }
        match &mut self.inflate {
            Some(inflate) => inflate.reset(false),
            None => self.inflate = Some(Decompress::new(false)),
        }
        self.crc.reset();
        Ok(true)
    }

    fn step(&mut self, data: &mut R, room: &mut [u8]) -> Step {
        let inflate = self.inflate.get_or_insert_with(|| Decompress::new(false));
        let before = (inflate.total_in(), inflate.total_out());
        let input = match data.fill_buf() {
            Ok(input) => input,
            Err(error) => return Step { made: 0, result: Err(error) },
        };
        let result = inflate.decompress(input, room, FlushDecompress::None);
        data.consume((inflate.total_in() - before.0) as usize);
        let made = (inflate.total_out() - before.1) as usize;
        self.crc.update(&room[..made]);
        let result = result.map(|status| status == flate2::Status::StreamEnd).map_err(invalid);
        Step { made, result }
    }

    fn end(&mut self, data: &mut R) -> io::Result<()> {
        let (sum, length) = (u32::from_le_bytes(bytes(data)?), u32::from_le_bytes(bytes(data)?));
        if (sum, length) == (self.crc.sum(), self.crc.amount()) {
            Ok(())
        } else {
            Err(invalid(CHECKSUM))
        }
    }
}

/// Reads some bytes.
fn bytes<const N: usize>(data: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    data.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// A stream of bzip2.
#[derive(Default)]
pub(super) struct Bzip2(Option<bzip2::Decompress>);

impl<R: BufRead> Member<R> for Bzip2 {
    fn begin(&mut self, data: &mut R, _: bool) -> io::Result<bool> {
        self.0 = Some(bzip2::Decompress::new(false));
        Ok(!data.fill_buf()?.is_empty())
    }

    fn step(&mut self, data: &mut R, room: &mut [u8]) -> Step {
        let stream = self.0.get_or_insert_with(|| bzip2::Decompress::new(false));
        let before = (stream.total_in(), stream.total_out());
        let input = match data.fill_buf() {
            Ok(input) => input,
            Err(error) => return Step { made: 0, result: Err(error) },
        };
        let result = stream.decompress(input, room);
        data.consume((stream.total_in() - before.0) as usize);
        let made = (stream.total_out() - before.1) as usize;
        let result = result.map(|status| status == bzip2::Status::StreamEnd).map_err(invalid);
        Step { made, result }
    }

    fn end(&mut self, _: &mut R) -> io::Result<()> {
        Ok(())
    }
}
