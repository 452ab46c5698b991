//! Masks of a block of 64 bytes, and what makes them.

use super::Fast;

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// The shortest input that can be classified; shorter ones are padded.
pub(super) const SHORTEST: usize = 32;

/// For each class a mask: bit i speaks of byte i of the block. Bits beyond the input say nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Planes {
    pub(super) legal: u64,
    pub(super) hex: u64,
    pub(super) percent: u64,
    pub(super) colon: u64,
    pub(super) slash: u64,
    pub(super) question: u64,
    pub(super) hash: u64,
    pub(super) at: u64,
}

/// Masks of the first block for a server's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    pub(super) alpha: u64,
    pub(super) digit: u64,
    pub(super) dot: u64,
    pub(super) hyphen: u64,
}

/// A way to classify bytes. All ways give the same masks for bytes within the input.
pub(super) trait Lanes: Copy {
    /// The block that begins at `base`, a multiple of 64 below the length. The input has at least 32 bytes.
    fn planes(self, input: &[u8], base: usize, fast: &Fast) -> Planes;

    /// In the first block, the bytes that a scheme may hold.
    fn scheme(self, input: &[u8], fast: &Fast) -> u64;

    /// In the first block, the bytes of names.
    fn names(self, input: &[u8]) -> Names;

    /// In the first block, the digits.
    fn digits(self, input: &[u8]) -> u64;
}

/// The lowest `count` bits.
#[inline(always)]
pub(super) const fn below(count: usize) -> u64 {
    if count >= BLOCK {
        u64::MAX
    } else {
        !(u64::MAX << count)
    }
}

/// The lowest bit that is set, alone.
#[inline(always)]
pub(super) const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}
