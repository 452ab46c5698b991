//! Masks in safe code for any processor, in loops that compilers make vector instructions of.

use super::backend::{Backend, Classes, HALF};
use super::bits::BLOCK;
use super::{bitmap, Handover, ScanSpec, Set};
use crate::Parts;

/// Splits without vector instructions by name.
#[cfg_attr(debug_assertions, inline)] // Not compiled where nobody calls it.
pub(crate) fn split(spec: &ScanSpec, input: &[u8], parts: &mut Parts) -> Result<(), Handover> {
    bitmap::split(Portable, spec, input, parts)
}

#[derive(Clone, Copy)]
pub(super) struct Portable;

type Bytes = [u8; BLOCK];

/// Returns a mask of the bytes whose lowest bit is set.
#[inline(always)]
fn gathered(bytes: &[u8]) -> u64 {
    const ONES: u64 = u64::from_le_bytes([1; 8]);
    let mut mask = 0;
    for (at, eight) in bytes.chunks_exact(8).enumerate() {
        let mut word = [0; 8];
        word.copy_from_slice(eight);
        // The product has the eight bits in its highest byte.
        mask |=
            (u64::from_le_bytes(word) & ONES).wrapping_mul(0x0102_0408_1020_4080) >> 56 << (8 * at);
    }
    mask
}

/// Returns a mask of the bytes for which `is` returns 1 and not 0.
#[inline(always)]
fn mask<const N: usize>(bytes: &[u8; N], is: impl Fn(u8) -> u8) -> u64 {
    let mut found = [0; N];
    found.iter_mut().zip(bytes).for_each(|(found, &byte)| *found = is(byte));
    gathered(&found)
}

#[inline(always)]
fn in_range(byte: u8, first: u8, last: u8) -> u8 {
    u8::from(byte.wrapping_sub(first) <= last - first)
}

#[inline(always)]
fn is_name(byte: u8) -> u8 {
    in_range(byte | 0x20, b'a', b'z') | in_range(byte, b'-', b'.') | in_range(byte, b'0', b'9')
}

// Functions of their own, and no branch in them: elsewhere, compilers make no vectors of the loops.

#[inline(never)]
fn classes(bytes: &Bytes, set: &Set) -> Classes {
    let [a, b, c] = &set.usual.ranges;
    let [d, e] = &set.usual.singles;
    let mut found = [0; BLOCK];
    for (found, bytes) in found.chunks_exact_mut(16).zip(bytes.chunks_exact(16)) {
        for at in 0..16 {
            let byte = bytes[at];
            let is_usual = u8::from(byte.wrapping_add(a.moved[at]) as i8 > a.below[at] as i8)
                | u8::from(byte.wrapping_add(b.moved[at]) as i8 > b.below[at] as i8)
                | u8::from(byte.wrapping_add(c.moved[at]) as i8 > c.below[at] as i8)
                | u8::from(byte == d[at])
                | u8::from(byte == e[at]);
            found[at] = is_usual | u8::from(byte == b'?') << 1;
        }
    }
    let plain = gathered(&found);
    found.iter_mut().for_each(|found| *found >>= 1);
    Classes { plain, question: gathered(&found) }
}

#[inline(never)]
fn names(bytes: &Bytes) -> u64 {
    mask(bytes, is_name)
}

#[inline(never)]
fn names_of_half(bytes: &[u8; HALF]) -> u64 {
    mask(bytes, is_name)
}

#[inline(never)]
fn hex_digits(bytes: &Bytes) -> u64 {
    mask(bytes, |byte| in_range(byte | 0x20, b'a', b'f') | in_range(byte, b'0', b'9'))
}

#[inline(never)]
fn digits(bytes: &Bytes) -> u64 {
    mask(bytes, |byte| in_range(byte, b'0', b'9'))
}

#[inline(never)]
fn equal(bytes: &Bytes, other: u8) -> u64 {
    mask(bytes, |byte| u8::from(byte == other))
}

impl Backend for Portable {
    const NAME: &'static str = "portable";
    type Halves = Bytes;

    const IS_EXACT: bool = false;

    #[inline(always)]
    fn load(self, low: &[u8; HALF], high: &[u8; HALF]) -> Bytes {
        let mut bytes = [0; BLOCK];
        bytes[..HALF].copy_from_slice(low);
        bytes[HALF..].copy_from_slice(high);
        bytes
    }

    #[inline(always)]
    fn load_words(self, words: [u64; 4]) -> Bytes {
        let mut bytes = [0; BLOCK];
        bytes[..HALF].copy_from_slice(words.map(u64::to_le_bytes).as_flattened());
        bytes
    }

    #[inline(always)]
    fn members(self, bytes: Bytes, set: &Set) -> u64 {
        classes(&bytes, set).plain
    }

    #[inline(always)]
    fn classes(self, bytes: Bytes, plain: &Set) -> Classes {
        classes(&bytes, plain)
    }

    #[inline(always)]
    fn names(self, bytes: Bytes) -> u64 {
        names(&bytes)
    }

    #[inline(always)]
    fn names_of_low_half(self, bytes: Bytes) -> u64 {
        bytes.first_chunk().map_or(0, names_of_half)
    }

    #[inline(always)]
    fn equal(self, bytes: Bytes, byte: u8) -> u64 {
        equal(&bytes, byte)
    }

    #[inline(always)]
    fn digits(self, bytes: Bytes) -> u64 {
        digits(&bytes)
    }

    #[inline(always)]
    fn hex_digits(self, bytes: Bytes) -> u64 {
        hex_digits(&bytes)
    }
}
