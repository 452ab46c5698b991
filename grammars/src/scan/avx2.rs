//! Masks by AVX2, where the processor has it: sets by two look-ups of nibbles.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::planes::{Lanes, Names, Planes};
use super::{Fast, Known, Set};
use crate::Parts;

/// That the processor has AVX2, BMI1, BMI2 and LZCNT.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

const WIDTH: usize = 32;

impl Avx2 {
    /// Without `std`, what the compiler was told to expect.
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx2> {
        #[cfg(any(feature = "std", test))]
        let has = {
            use std::arch::is_x86_feature_detected as has;
            has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt")
        };
        #[cfg(not(any(feature = "std", test)))]
        let has = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt"
        ));
        if has {
            Some(Avx2(()))
        } else {
            None
        }
    }

    #[inline(always)]
    pub(super) fn split(self, fast: &Fast, input: &[u8]) -> Result<Parts, Known> {
        // SAFETY: the value exists only where the processor has the features.
        unsafe { split(self, fast, input) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
unsafe fn split(lanes: Avx2, fast: &Fast, input: &[u8]) -> Result<Parts, Known> {
    super::components::split(lanes, fast, input)
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn planes(self, input: &[u8], base: usize, fast: &Fast) -> Planes {
        let pair = Pair::load(self, input, base);
        Planes {
            legal: pair.within(&fast.legal),
            hex: pair.hex(),
            percent: pair.equal(b'%'),
            colon: pair.equal(b':'),
            slash: pair.equal(b'/'),
            question: pair.equal(b'?'),
            hash: pair.equal(b'#'),
            at: pair.equal(b'@'),
        }
    }

    #[inline(always)]
    fn scheme(self, input: &[u8], fast: &Fast) -> u64 {
        Pair::load(self, input, 0).within(&fast.scheme)
    }

    #[inline(always)]
    fn names(self, input: &[u8]) -> Names {
        let pair = Pair::load(self, input, 0);
        Names { alpha: pair.alpha(), digit: pair.digit(), dot: pair.equal(b'.'), hyphen: pair.equal(b'-') }
    }

    #[inline(always)]
    fn digits(self, input: &[u8]) -> u64 {
        Pair::load(self, input, 0).digit()
    }
}

/// A block. Where the input ends before a vector does, the vector is the input's last 32 bytes, of which those that
/// come earlier are skipped.
#[derive(Clone, Copy)]
struct Pair {
    low: Vector,
    high: Vector,
    skip: (usize, usize),
}

impl Pair {
    #[inline(always)]
    fn load(lanes: Avx2, input: &[u8], base: usize) -> Pair {
        let last = input.len() - WIDTH;
        let (low, high) = (base, base + WIDTH);
        Pair {
            low: Vector::load(lanes, input, low.min(last)),
            high: Vector::load(lanes, input, high.min(last)),
            skip: (low.saturating_sub(last), high.saturating_sub(last)),
        }
    }

    // No closures here: a closure is a function of its own, without the features, and would not be inlined.

    #[inline(always)]
    fn join(self, low: Vector, high: Vector) -> u64 {
        low.mask() >> self.skip.0 | (high.mask() >> self.skip.1) << WIDTH
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        self.join(self.low.equal(byte), self.high.equal(byte))
    }

    #[inline(always)]
    fn within(self, set: &Set) -> u64 {
        self.join(self.low.within(set), self.high.within(set))
    }

    #[inline(always)]
    fn hex(self) -> u64 {
        self.join(self.low.hex(), self.high.hex())
    }

    #[inline(always)]
    fn digit(self) -> u64 {
        self.join(self.low.in_range(b'0', 9), self.high.in_range(b'0', 9))
    }

    #[inline(always)]
    fn alpha(self) -> u64 {
        self.join(self.low.lower().in_range(b'a', 25), self.high.lower().in_range(b'a', 25))
    }
}

// SAFETY of all intrinsics below: a vector is made only where there is an `Avx2`, and all but `load` touch no memory.
#[derive(Clone, Copy)]
struct Vector(__m256i);

impl Vector {
    #[inline(always)]
    fn load(_: Avx2, input: &[u8], from: usize) -> Vector {
        let bytes = &input[from..from + WIDTH];
        // SAFETY: a slice of 32 bytes, from which an unaligned load reads 32.
        Vector(unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm256_movemask_epi8(self.0) as u32 as u64 }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(byte as i8)) })
    }

    /// With the bit that tells lower from upper case set.
    #[inline(always)]
    fn lower(self) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm256_or_si256(self.0, _mm256_set1_epi8(0x20)) })
    }

    /// From `first` to `first + more`.
    #[inline(always)]
    fn in_range(self, first: u8, more: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe {
            let moved = _mm256_sub_epi8(self.0, _mm256_set1_epi8(first as i8));
            _mm256_cmpeq_epi8(_mm256_min_epu8(moved, _mm256_set1_epi8(more as i8)), moved)
        })
    }

    #[inline(always)]
    fn hex(self) -> Vector {
        let (digit, letter) = (self.in_range(b'0', 9), self.lower().in_range(b'a', 5));
        // SAFETY: see above.
        Vector(unsafe { _mm256_or_si256(digit.0, letter.0) })
    }

    /// The low nibble gives the high nibbles that it has in the set, the high nibble gives its bit among them. For a
    /// byte beyond US-ASCII the first look-up gives nothing and the second gives all bits, so they differ.
    #[inline(always)]
    fn within(self, set: &Set) -> Vector {
        // SAFETY: see above; the load reads the sixteen bytes of an array.
        unsafe {
            let nibbles = _mm256_broadcastsi128_si256(_mm_loadu_si128(set.nibbles.as_ptr().cast()));
            let bits = _mm256_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1, //
                1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1,
            );
            let high = _mm256_and_si256(_mm256_srli_epi16(self.0, 4), _mm256_set1_epi8(15));
            let bit = _mm256_shuffle_epi8(bits, high);
            let held = _mm256_and_si256(_mm256_shuffle_epi8(nibbles, self.0), bit);
            Vector(_mm256_cmpeq_epi8(held, bit))
        }
    }
}
