//! Masks in safe code for any processor, written so that compilers make vector instructions of it.

use super::blocks::{Half, HALF};
use super::sets::Run;
use super::{walk, Fast, Known};
use crate::Parts;

/// Splits without vector instructions by name.
pub(crate) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    walk::split::<Bytes>(fast, input, parts)
}

/// Where a byte stands in a block.
#[cfg(feature = "lines")]
#[cfg_attr(all(target_arch = "x86_64", target_feature = "sse2", not(test)), allow(dead_code))]
pub(crate) fn find(block: &[u8; 2 * HALF], byte: u8) -> u64 {
    let of = |half: &[u8]| half.first_chunk().map_or(0, |half| equal(half, byte));
    of(&block[..HALF]) | of(&block[HALF..]) << HALF
}

#[derive(Clone, Copy)]
pub(super) struct Bytes([u8; HALF]);

/// Where bytes are of a kind: 1, and 0 elsewhere.
#[inline(always)]
fn mask(bytes: &[u8; HALF], is: impl Fn(u8) -> u8) -> u64 {
    let mut found = [0; HALF];
    for (found, &byte) in found.iter_mut().zip(bytes) {
        *found = is(byte);
    }
    gathered(&found, |word| word)
}

/// The lowest bits of the bytes of all words, one beside the other.
#[inline(always)]
fn gathered(bytes: &[u8; HALF], each: impl Fn(u64) -> u64) -> u64 {
    let mut mask = 0;
    for (at, eight) in bytes.chunks_exact(8).enumerate() {
        let mut word = [0; 8];
        word.copy_from_slice(eight);
        // The product has them all in its highest byte.
        mask |= each(u64::from_le_bytes(word)).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * at);
    }
    mask
}

/// Whether a byte is from the first to so many more.
#[inline(always)]
fn within(byte: u8, first: u8, more: u8) -> u8 {
    u8::from(byte.wrapping_sub(first) <= more)
}

#[inline(always)]
fn is_letter(byte: u8) -> u8 {
    within(byte | 0x20, b'a', 25)
}

// Functions of their own, and no branch in a sum of kinds: elsewhere, no vectors come of it.

#[inline(never)]
fn usual(bytes: &[u8; HALF], first: u8, more: u8, other: u8) -> u64 {
    mask(bytes, |byte| is_letter(byte) | within(byte, first, more) | u8::from(byte == other))
}

#[inline(never)]
fn name(bytes: &[u8; HALF]) -> u64 {
    mask(bytes, |byte| is_letter(byte) | within(byte, b'-', 1) | within(byte, b'0', 9))
}

#[inline(never)]
fn hex(bytes: &[u8; HALF]) -> u64 {
    mask(bytes, |byte| within(byte | 0x20, b'a', 5) | within(byte, b'0', 9))
}

#[inline(never)]
fn digits(bytes: &[u8; HALF]) -> u64 {
    mask(bytes, |byte| within(byte, b'0', 9))
}

/// By words, as one comparison makes no vectors.
#[inline(never)]
fn equal(bytes: &[u8; HALF], byte: u8) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    gathered(bytes, |word| {
        let other = word ^ (ONES * u64::from(byte));
        // The highest bit of each byte that is not zero.
        let differs = ((other & (ONES * 0x7F)) + ONES * 0x7F) | other;
        !differs >> 7 & ONES
    })
}

impl Half for Bytes {
    #[inline(always)]
    fn load(input: &[u8], low: usize, high: usize) -> Bytes {
        let mut bytes = [0; HALF];
        bytes[..16].copy_from_slice(&input[low..low + 16]);
        bytes[16..].copy_from_slice(&input[high..high + 16]);
        Bytes(bytes)
    }

    #[inline(always)]
    fn words([low, high]: [u64; 2]) -> Bytes {
        let mut bytes = [0; HALF];
        bytes[..8].copy_from_slice(&low.to_le_bytes());
        bytes[8..16].copy_from_slice(&high.to_le_bytes());
        Bytes(bytes)
    }

    #[inline(always)]
    fn usual(&self, run: &Run) -> u64 {
        usual(&self.0, run.first, run.last - run.first, run.other[0])
    }

    #[inline(always)]
    fn name(&self) -> u64 {
        name(&self.0)
    }

    #[inline(always)]
    fn hex(&self) -> u64 {
        hex(&self.0)
    }

    #[inline(always)]
    fn digits(&self) -> u64 {
        digits(&self.0)
    }

    #[inline(always)]
    fn equal(&self, byte: u8) -> u64 {
        equal(&self.0, byte)
    }
}
