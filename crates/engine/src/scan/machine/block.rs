//! Blocks of 64 bytes of an input, without a read beyond the input's end.

use super::backend::{Backend, Classes, HALF};
use super::bits::BLOCK;
use super::{ScanSpec, Set};

/// 64 bytes of an input in two halves of 32, or all bytes of a shorter input. `SHORT` is for inputs
/// of less than 32 bytes, which have a low half only.
///
/// The halves of an input of 32 to 63 bytes overlap, so that no load reads beyond the end. For 40
/// bytes:
///
/// ```text
/// offset      0       8                      32      40
/// low half    |------------------------------|
/// high half           |------------------------------|      high_at = 8
/// mask        low mask | high mask << high_at
/// ```
///
/// Both masks say the same about the bytes 8 to 31, and so *or* joins them. Fewer than 32 bytes are
/// padded with zeros. No mask has a bit beyond the input, because no mask is asked for zeros.
#[derive(Clone, Copy)]
pub(super) struct Block<B: Backend, const SHORT: bool> {
    backend: B,
    halves: B::Halves,
    /// The offset of the high half in the block.
    high_at: usize,
}

/// An input, and the masks of its first block.
pub(super) struct Scan<'s, B: Backend, const SHORT: bool> {
    pub(super) backend: B,
    pub(super) spec: &'s ScanSpec,
    pub(super) input: &'s [u8],
    pub(super) head: Classes,
}

/// The bytes of a block that are not plain.
#[derive(Clone, Copy)]
pub(super) struct OddBytes {
    /// `%`, where escapes are legal.
    pub(super) percent: u64,
    /// `#`.
    pub(super) hash: u64,
    /// The others, which no part of an input may hold.
    pub(super) illegal: u64,
}

// No closures in what follows: a closure is a function of its own without the caller's target
// features, and is not inlined into a function that has them.
impl<B: Backend, const SHORT: bool> Block<B, SHORT> {
    /// Loads the first 64 bytes of an input, or all of a shorter one.
    #[inline(always)]
    pub(super) fn head(backend: B, input: &[u8]) -> Self {
        if SHORT {
            return Block { backend, halves: backend.load_words(padded(input)), high_at: HALF };
        }
        Block::again(backend, input)
    }

    /// Loads the first block once more. Kept in registers, it would take them from inputs that need
    /// it only once.
    #[inline(always)]
    pub(super) fn again(backend: B, input: &[u8]) -> Self {
        if SHORT {
            let words = padded_again(input);
            return Block { backend, halves: backend.load_words(words), high_at: HALF };
        }
        let high_at = HALF.min(input.len() - HALF);
        Block { backend, halves: backend.load(half(input, 0), half(input, high_at)), high_at }
    }

    /// Loads the 64 bytes at `base`, which must all be within the input.
    #[inline(always)]
    pub(super) fn at(backend: B, input: &[u8], base: usize) -> Self {
        let halves = backend.load(half(input, base), half(input, base + HALF));
        Block { backend, halves, high_at: HALF }
    }

    /// Loads the last 64 bytes of an input, or all of a shorter one; also returns the offset of the
    /// first of them.
    #[inline(always)]
    pub(super) fn tail(backend: B, input: &[u8]) -> (Self, usize) {
        let last = input.len() - HALF;
        let base = last.saturating_sub(HALF);
        let halves = backend.load(half(input, base), half(input, last));
        (Block { backend, halves, high_at: last - base }, base)
    }

    /// Moves the bits of the high half to where its bytes are in the block.
    #[inline(always)]
    fn join(self, mask: u64) -> u64 {
        let low = mask & u64::from(u32::MAX);
        if SHORT {
            low
        } else {
            low | mask >> HALF << self.high_at
        }
    }

    #[inline(always)]
    pub(super) fn classes(self, plain: &Set) -> Classes {
        let Classes { plain, question } = self.backend.classes(self.halves, plain);
        Classes { plain: self.join(plain), question: self.join(question) }
    }

    /// Returns a mask of the bytes equal to `byte`, which must not be zero.
    #[inline(always)]
    pub(super) fn equal(self, byte: u8) -> u64 {
        self.join(self.backend.equal(self.halves, byte))
    }

    #[inline(always)]
    pub(super) fn digits(self) -> u64 {
        self.join(self.backend.digits(self.halves))
    }

    #[inline(always)]
    pub(super) fn hex_digits(self) -> u64 {
        self.join(self.backend.hex_digits(self.halves))
    }

    /// Returns a mask of the members of [`Set::NAME`].
    #[inline(always)]
    pub(super) fn names(self) -> u64 {
        self.join(self.backend.names(self.halves))
    }

    /// Like [`Block::names`] for the first 32 bytes; all other bits are zero.
    #[inline(always)]
    pub(super) fn names_of_low_half(self) -> u64 {
        self.backend.names_of_low_half(self.halves)
    }

    /// Returns those of the bits `wanted` whose bytes are not in the set. `bytes` are the bytes of
    /// the block.
    #[inline(always)]
    pub(super) fn outside(self, set: &Set, bytes: &[u8], wanted: u64) -> u64 {
        if B::IS_EXACT {
            return wanted & !self.join(self.backend.members(self.halves, set));
        }
        let (mut rest, mut outside) = (wanted, 0);
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            rest &= rest - 1;
            outside |= u64::from(!set.bytes.contains(bytes[at])) << at;
        }
        outside
    }

    /// Classifies the bytes `odd` that [`Classes::plain`] does not contain. `bytes` are the bytes
    /// of the block.
    ///
    /// An exact backend compares the block with `%` and `#`. Any other one reads the bytes one by
    /// one, because some of them may be plain after all and because there are few of them.
    #[inline(always)]
    pub(super) fn odd_bytes(self, spec: &ScanSpec, bytes: &[u8], odd: u64) -> OddBytes {
        if B::IS_EXACT {
            let (percent, hash) = (odd & self.equal(b'%') & spec.escapes, odd & self.equal(b'#'));
            return OddBytes { percent, hash, illegal: odd & !percent & !hash };
        }
        let mut found = OddBytes { percent: 0, hash: 0, illegal: 0 };
        let mut rest = odd;
        while rest != 0 {
            let at = rest.trailing_zeros() as usize;
            let (byte, bit) = (bytes[at], 1 << at);
            rest ^= bit;
            found.percent |= if byte == b'%' { bit } else { 0 };
            found.hash |= if byte == b'#' { bit } else { 0 };
            found.illegal |= if spec.plain.bytes.contains(byte) { 0 } else { bit };
        }
        found.percent &= spec.escapes;
        found.illegal &= !(found.percent | found.hash);
        found
    }
}

/// Returns the 32 bytes at an offset.
#[inline(always)]
fn half(input: &[u8], offset: usize) -> &[u8; HALF] {
    match input[offset..].first_chunk() {
        Some(half) => half,
        None => panic!("a load beyond the input"),
    }
}

/// Like [`padded`], as one function for all who load a short input once more.
#[inline(never)]
fn padded_again(input: &[u8]) -> [u64; 4] {
    padded(input)
}

/// Returns an input of less than 32 bytes and zeros, as four words with the lowest byte of each
/// first.
#[inline(always)]
fn padded(input: &[u8]) -> [u64; 4] {
    let len = input.len();
    // The last bytes overlap the first, and are shifted out of the word that they are read to.
    if let (Some(first), Some(last)) = (input.first_chunk(), input.last_chunk()) {
        let (low, high) = (u128::from_le_bytes(*first), u128::from_le_bytes(*last));
        let high = high.checked_shr(8 * (HALF - len) as u32).unwrap_or(0);
        return [low as u64, (low >> BLOCK) as u64, high as u64, (high >> BLOCK) as u64];
    }
    if let (Some(first), Some(last)) = (input.first_chunk(), input.last_chunk()) {
        let high = u64::from_le_bytes(*last).checked_shr(8 * (HALF / 2 - len) as u32).unwrap_or(0);
        return [u64::from_le_bytes(*first), high, 0, 0];
    }
    let mut word = 0;
    for &byte in input.iter().rev() {
        word = word << 8 | u64::from(byte);
    }
    [word, 0, 0, 0]
}
