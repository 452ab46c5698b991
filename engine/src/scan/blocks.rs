//! Inputs and their blocks in halves of 32 bytes.

use super::planes::{from, sixteen};
use super::sets::Run;

/// Bytes in half a block.
pub(super) const HALF: usize = 32;

/// Sixteen bytes and sixteen more; of each kind of bytes a mask.
pub(super) trait Half: Copy {
    /// The sixteen bytes of the input at each place.
    fn load(input: &[u8], low: usize, high: usize) -> Self;

    /// The bytes of two words, the lowest first, and zeros.
    fn words(words: [u64; 2]) -> Self;

    /// Letters, and the bytes of a run.
    fn usual(&self, run: &Run) -> u64;

    /// Letters, digits, dots and hyphens.
    fn name(&self) -> u64;

    /// Hexadecimal digits.
    fn hex(&self) -> u64;

    /// Decimal digits.
    fn digits(&self) -> u64;

    fn equal(&self, byte: u8) -> u64;
}

/// The first 64 bytes of an input, or all of a shorter one.
pub(super) trait Block: Copy {
    type Half: Half;

    /// Whether there can be more than a block.
    const MORE: bool;

    /// Of an input of a length that it is made for.
    fn head(input: &[u8]) -> Self;

    /// The bytes of a kind that zero is not of; no bit is beyond the input.
    fn mask(&self, each: impl Fn(&Self::Half) -> u64) -> u64;

    /// All other bytes; no bit is beyond the input.
    fn others(&self, each: impl Fn(&Self::Half) -> u64) -> u64;

    /// The same as [`Block::mask`] of the first 32 bytes alone.
    fn first(&self, each: impl Fn(&Self::Half) -> u64) -> u64;
}

/// An input of less than 32 bytes: its first sixteen and its last sixteen.
#[derive(Clone, Copy)]
pub(super) struct Short<H> {
    half: H,
    /// Where the last sixteen begin.
    last: usize,
    len: usize,
}

impl<H: Half> Block for Short<H> {
    type Half = H;

    const MORE: bool = false;

    #[inline(always)]
    fn head(input: &[u8]) -> Short<H> {
        let len = input.len();
        match len.checked_sub(HALF / 2) {
            Some(last) => Short { half: H::load(input, 0, last), last, len },
            None => Short { half: H::words(sixteen(input)), last: HALF / 2, len },
        }
    }

    #[inline(always)]
    fn mask(&self, each: impl Fn(&H) -> u64) -> u64 {
        let both = each(&self.half);
        both & 0xFFFF | both >> (HALF / 2) << self.last
    }

    #[inline(always)]
    fn others(&self, each: impl Fn(&H) -> u64) -> u64 {
        !self.mask(each) & !from(self.len)
    }

    #[inline(always)]
    fn first(&self, each: impl Fn(&H) -> u64) -> u64 {
        self.mask(each)
    }
}

/// A block of an input of at least 32 bytes, whose halves overlap where it is shorter than a block.
#[derive(Clone, Copy)]
pub(super) struct Long<H> {
    low: H,
    high: H,
    /// Where the second half begins.
    high_at: usize,
}

impl<H: Half> Long<H> {
    /// The 64 bytes at `base`, all of them within the input.
    #[inline(always)]
    pub(super) fn at(input: &[u8], base: usize) -> Long<H> {
        Long::load(input, base, HALF)
    }

    #[inline(always)]
    fn load(input: &[u8], base: usize, high_at: usize) -> Long<H> {
        let half = |at: usize| H::load(input, at, at + HALF / 2);
        Long { low: half(base), high: half(base + high_at), high_at }
    }
}

impl<H: Half> Block for Long<H> {
    type Half = H;

    const MORE: bool = true;

    #[inline(always)]
    fn head(input: &[u8]) -> Long<H> {
        Long::load(input, 0, HALF.min(input.len() - HALF))
    }

    #[inline(always)]
    fn mask(&self, each: impl Fn(&H) -> u64) -> u64 {
        each(&self.low) | each(&self.high) << self.high_at
    }

    #[inline(always)]
    fn others(&self, each: impl Fn(&H) -> u64) -> u64 {
        let other = |half: &H| each(half) ^ u64::from(u32::MAX);
        other(&self.low) | other(&self.high) << self.high_at
    }

    #[inline(always)]
    fn first(&self, each: impl Fn(&H) -> u64) -> u64 {
        each(&self.low)
    }
}

#[cfg(any())]
mod tests {
    use super::super::planes::BLOCK;
    use super::super::portable::Bytes;
    use super::{Block, Half, Long, Short};
    use crate::{Grammar, Reading};

    /// The bits of the bytes that are among those that are wanted.
    fn slow(bytes: &[u8], is: impl Fn(u8) -> bool) -> u64 {
        bytes.iter().enumerate().fold(0, |mask, (at, &byte)| mask | u64::from(is(byte)) << at)
    }

    fn check<B: Block>(head: B, bytes: &[u8]) {
        let is_within = u64::MAX >> (BLOCK - bytes.len());
        let all = Grammar::ALL.iter().flat_map(|grammar| Reading::ALL.map(|reading| grammar.tables(reading).start()));
        for fast in all.filter_map(|table| table.fast).filter(|fast| fast.legal.usual) {
            let usual = head.mask(|half| half.usual(&fast.legal.run)) & is_within;
            let plain = |byte| fast.legal.bytes.contains(byte) && byte != b'%' && byte != b'?';
            assert_eq!(usual & !slow(bytes, plain), 0, "{}", bytes.escape_ascii());
            let least = |byte: u8| byte.is_ascii_alphanumeric() || byte == fast.legal.run.other[0];
            assert_eq!(slow(bytes, least) & !usual, 0, "{}", bytes.escape_ascii());
        }
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        let hex = head.mask(Half::hex);
        let name = head.mask(Half::name);
        let others = head.others(Half::name);
        assert_eq!(hex, slow(bytes, |byte| byte.is_ascii_hexdigit()), "{}", bytes.escape_ascii());
        assert_eq!(name, slow(bytes, is_name), "{}", bytes.escape_ascii());
        assert_eq!(name ^ others, is_within, "{}", bytes.escape_ascii());
        for byte in *b"/:%." {
            assert_eq!(head.mask(|half| half.equal(byte)), slow(bytes, |other| other == byte));
        }
        assert_eq!(head.first(Half::hex), hex & 0xFFFF_FFFF, "{}", bytes.escape_ascii());
    }

    /// Every byte at every place of every length.
    fn check_all<H: Half>() {
        let bytes: Vec<u8> = (0..=255).cycle().take(256 + BLOCK).collect();
        for (from, len) in (0..=255).flat_map(|from| (1..=BLOCK).map(move |len| (from, len))) {
            let input = &bytes[from..from + len];
            if len < 32 {
                check(Short::<H>::head(input), input);
            } else {
                check(Long::<H>::head(input), input);
            }
            if len == BLOCK {
                check(Long::<H>::at(&bytes, from), input);
            }
        }
    }

    #[test]
    fn masks_are_what_the_bytes_are() {
        check_all::<Bytes>();
        #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
        check_all::<super::super::sse2::Vectors>();
    }
}
