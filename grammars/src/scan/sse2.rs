//! Masks by SSE2, which every x86-64 processor has: comparisons with ranges.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::planes::{Lanes, Names, Planes, BLOCK};
use super::{Fast, Set};

#[derive(Clone, Copy)]
pub(super) struct Sse2;

const WIDTH: usize = 16;

/// Splits with SSE2 alone.
pub(super) fn split(fast: &Fast, input: &[u8]) -> Result<crate::Parts, super::Known> {
    super::components::split(Sse2, fast, input)
}

impl Lanes for Sse2 {
    #[inline(always)]
    fn planes(self, input: &[u8], base: usize, fast: &Fast) -> Planes {
        let mut planes = Planes::default();
        for index in 0..BLOCK / WIDTH {
            let (vector, place) = load(input, base, index);
            let put = |mask: u64| place.put(mask);
            planes.legal |= put(vector.within(&fast.legal));
            planes.hex |= put(vector.hex());
            planes.percent |= put(vector.equal(b'%'));
            planes.colon |= put(vector.equal(b':'));
            planes.slash |= put(vector.equal(b'/'));
            planes.question |= put(vector.equal(b'?'));
            planes.hash |= put(vector.equal(b'#'));
            planes.at |= put(vector.equal(b'@'));
        }
        planes
    }

    #[inline(always)]
    fn scheme(self, input: &[u8], fast: &Fast) -> u64 {
        first_block(input, |vector| vector.within(&fast.scheme))
    }

    #[inline(always)]
    fn names(self, input: &[u8]) -> Names {
        Names {
            alpha: first_block(input, |vector| vector.lower().range(b'a', 25)),
            digit: self.digits(input),
            dot: first_block(input, |vector| vector.equal(b'.')),
            hyphen: first_block(input, |vector| vector.equal(b'-')),
        }
    }

    #[inline(always)]
    fn digits(self, input: &[u8]) -> u64 {
        first_block(input, |vector| vector.range(b'0', 9))
    }
}

#[inline(always)]
fn first_block(input: &[u8], mask: impl Fn(Vector) -> u64) -> u64 {
    (0..BLOCK / WIDTH).fold(0, |all, index| {
        let (vector, place) = load(input, 0, index);
        all | place.put(mask(vector))
    })
}

/// Where the bits of a vector belong in the block's mask.
#[derive(Clone, Copy)]
struct Place {
    skip: usize,
    at: usize,
}

impl Place {
    #[inline(always)]
    fn put(self, mask: u64) -> u64 {
        (mask >> self.skip) << self.at
    }
}

/// The vector of a block. Where the input ends before it does, it is the input's last sixteen bytes, of which those
/// that come earlier are skipped.
#[inline(always)]
fn load(input: &[u8], base: usize, index: usize) -> (Vector, Place) {
    let wanted = base + index * WIDTH;
    let from = wanted.min(input.len() - WIDTH);
    let mut bytes = [0; WIDTH];
    bytes.copy_from_slice(&input[from..from + WIDTH]);
    // More than a vector is skipped where nothing of it is left.
    let skip = (wanted - from).min(WIDTH);
    // SAFETY: an array of sixteen bytes, from which an unaligned load reads sixteen.
    let vector = unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) };
    (Vector(vector), Place { skip, at: index * WIDTH })
}

// SAFETY of all intrinsics below: SSE2 is part of x86-64, and they touch no memory.
#[derive(Clone, Copy)]
struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(self.0) as u32 as u64 }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        // SAFETY: see above.
        Vector(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8)) }).mask()
    }

    /// With the bit that tells lower from upper case set.
    #[inline(always)]
    fn lower(self) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) })
    }

    /// From `first` to `first + more`.
    #[inline(always)]
    fn in_range(self, first: u8, more: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe {
            let moved = _mm_sub_epi8(self.0, _mm_set1_epi8(first as i8));
            _mm_cmpeq_epi8(_mm_min_epu8(moved, _mm_set1_epi8(more as i8)), moved)
        })
    }

    #[inline(always)]
    fn range(self, first: u8, more: u8) -> u64 {
        self.in_range(first, more).mask()
    }

    #[inline(always)]
    fn or(self, other: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn hex(self) -> u64 {
        self.in_range(b'0', 9).or(self.lower().in_range(b'a', 5)).mask()
    }

    #[inline(always)]
    fn within(self, set: &Set) -> u64 {
        let mut all = self.in_range(set.ranges[0].0, set.ranges[0].1);
        for &(first, more) in &set.ranges[1..] {
            all = all.or(self.in_range(first, more));
        }
        all.mask()
    }
}
