//! Masks of a block of 64 bytes.

/// Bytes in a block.
pub(super) const BLOCK: usize = 64;

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
