//! Arithmetic on masks of 64 bits: bit `i` describes byte `i` of a block.

/// Bytes in a block, and bits in a mask.
pub(super) const BLOCK: usize = 64;

/// Returns the bits at `count` and higher; none if `count` is 64 or more.
#[inline(always)]
pub(super) const fn from(count: usize) -> u64 {
    if count >= BLOCK {
        0
    } else {
        u64::MAX << count
    }
}

/// Returns the bits at `count` and higher, for a `count` below 64. Costs one instruction less than
/// [`from`].
#[inline(always)]
pub(super) const fn above(count: usize) -> u64 {
    u64::MAX << (count & (BLOCK - 1))
}

/// Returns the lowest bit that is set, alone.
#[inline(always)]
pub(super) const fn lowest(mask: u64) -> u64 {
    mask & mask.wrapping_neg()
}

/// Returns the bits below the lowest set bit; all bits of zero.
#[inline(always)]
pub(super) const fn below_lowest(mask: u64) -> u64 {
    lowest(mask).wrapping_sub(1)
}

/// Returns true if at most one bit is set.
#[inline(always)]
pub(super) const fn at_most_one(mask: u64) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

/// Returns the places of the two digits after each `%`, as far as they are in the same block.
#[inline(always)]
pub(super) const fn digits_after(percent: u64) -> u64 {
    percent << 1 | percent << 2
}

/// Returns the places of those digits that are in the next block. With `%` at bit 63 both are (bits
/// 0 and 1), with `%` at bit 62 the second is (bit 0).
#[inline(always)]
pub(super) const fn digits_in_next(percent: u64) -> u64 {
    // Bit 63 moves to bits 0 and 1, bit 62 to bit 0.
    percent >> 63 | percent >> 62
}
