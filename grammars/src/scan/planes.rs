//! Masks of a block of 64 bytes, and what makes them.

use super::Fast;

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

/// For each class a mask: bit i speaks of byte i of the block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Planes {
    /// What may stand in a path, but for the `%` of escapes. Bits beyond the input say nothing.
    pub(super) plain: u64,
    /// No bit beyond the input is set.
    pub(super) question: u64,
}

/// A way to classify bytes. All ways give the same masks for bytes within the input.
pub(super) trait Lanes: Copy {
    /// A block in registers.
    type Block<'b>: Copy;

    /// The first 64 bytes of an input, or all of a shorter one.
    fn head<'b>(self, input: &'b [u8]) -> Self::Block<'b>;

    /// The 64 bytes at `base`, all of them within the input.
    fn block<'b>(self, input: &'b [u8], base: usize) -> Self::Block<'b>;

    fn planes(self, block: Self::Block<'_>, fast: &Fast) -> Planes;

    /// Where a byte stands that is no zero and no letter: no bit beyond the input is set.
    fn equal(self, block: Self::Block<'_>, byte: u8) -> u64;

    fn hex(self, block: Self::Block<'_>) -> u64;

    /// Those of the first sixteen bytes, or of some more, that a scheme may hold; all bits behind are zero.
    fn scheme(self, block: Self::Block<'_>, fast: &Fast) -> u64;

    /// Those of the first `end` bytes that [`Fast::host`] has; other bits say nothing.
    fn host(self, block: Self::Block<'_>, planes: Planes, fast: &Fast, end: usize) -> u64;

    /// The dots and the hyphens of the first `end` bytes; other bits say nothing.
    fn signs(self, block: Self::Block<'_>, end: usize) -> Signs;
}

/// What stands between the letters of a server's name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs {
    pub(super) dot: u64,
    pub(super) hyphen: u64,
}

/// The bits from `count` on.
#[inline(always)]
pub(super) const fn from(count: usize) -> u64 {
    if count >= BLOCK {
        0
    } else {
        u64::MAX << count
    }
}

/// The same for a count below 64.
#[inline(always)]
pub(super) const fn above(count: usize) -> u64 {
    u64::MAX << (count & (BLOCK - 1))
}

/// The lowest bit that is set, alone.
#[inline(always)]
pub(super) const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// The bits below the lowest one that is set; all bits where none is.
#[inline(always)]
pub(super) const fn below_lowest(mask: u64) -> u64 {
    lowest(mask).wrapping_sub(1)
}

/// The bits that follow an escape's `%`, as far as they are in the block.
#[inline(always)]
pub(super) const fn after_percent(percent: u64) -> u64 {
    percent << 1 | percent << 2
}

/// Those that are in the next block.
#[inline(always)]
pub(super) const fn carried(percent: u64) -> u64 {
    percent >> 63 | percent >> 62
}

/// An input of less than sixteen bytes and zeros, as two words.
#[inline(always)]
pub(super) fn sixteen(input: &[u8]) -> [u64; 2] {
    let word = |at: usize| {
        let mut eight = [0; 8];
        eight.copy_from_slice(&input[at..at + 8]);
        u64::from_le_bytes(eight)
    };
    let len = input.len();
    if len >= 8 {
        // The last eight bytes, of which those that the first word has are shifted out.
        let beyond = 16 - len;
        let high = if beyond == 8 { 0 } else { word(len - 8) >> (8 * beyond) };
        return [word(0), high];
    }
    let low = input.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    [low, 0]
}
