//! The interface between the algorithm and the instructions that make masks.

use super::Set;

/// Bytes in half a block.
pub(super) const HALF: usize = 32;

/// The masks that every block has.
#[derive(Clone, Copy)]
pub(super) struct Classes {
    /// Members of [`ScanSpec::plain`](super::ScanSpec::plain): all of them, or at least
    /// [`Set::usual`] where the backend is not exact.
    pub(super) plain: u64,
    pub(super) question: u64,
}

/// A way to make masks of two halves of 32 bytes, which need not be next to each other in the
/// input. Bit `i` is for byte `i` of the low half, bit `32 + i` for byte `i` of the high half. All
/// ways give the same masks, except for [`Classes::plain`].
///
/// A value of a backend is a proof that the processor has its instructions, so that all methods are
/// safe to call.
pub(super) trait Backend: Copy {
    /// The name that users see.
    const NAME: &'static str;

    /// Two halves, in registers if they fit.
    type Halves: Copy;

    /// Whether [`Backend::members`] finds every member of a set.
    const IS_EXACT: bool;

    /// Loads two halves.
    fn load(self, low: &[u8; HALF], high: &[u8; HALF]) -> Self::Halves;

    /// Loads the bytes of four words to the low half, the lowest byte of each first. The high half
    /// is anything.
    fn load_words(self, words: [u64; 4]) -> Self::Halves;

    /// Returns a mask of members of the set: all of them where [`Backend::IS_EXACT`], else at least
    /// [`Set::usual`].
    fn members(self, halves: Self::Halves, set: &Set) -> u64;

    /// Returns the members of the set `plain` and the question marks.
    #[inline(always)]
    fn classes(self, halves: Self::Halves, plain: &Set) -> Classes {
        Classes { plain: self.members(halves, plain), question: self.equal(halves, b'?') }
    }

    /// Returns a mask of the members of [`Set::NAME`]. An inexact backend has its own method,
    /// because this mask must be exact.
    #[inline(always)]
    fn names(self, halves: Self::Halves) -> u64 {
        self.members(halves, &Set::NAME)
    }

    /// Like [`Backend::names`] for the low half alone; all other bits are zero.
    #[inline(always)]
    fn names_of_low_half(self, halves: Self::Halves) -> u64 {
        self.names(halves) & u64::from(u32::MAX)
    }

    /// Returns a mask of the bytes equal to `byte`.
    fn equal(self, halves: Self::Halves, byte: u8) -> u64;

    /// Returns a mask of the decimal digits.
    fn digits(self, halves: Self::Halves) -> u64;

    /// Returns a mask of the hexadecimal digits of both cases.
    fn hex_digits(self, halves: Self::Halves) -> u64;
}
