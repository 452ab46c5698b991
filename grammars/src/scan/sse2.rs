//! Masks by SSE2, which every x86-64 processor has: comparisons with what a set leaves out.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::planes::{sixteen, Delimiters, Lanes, Names, Planes, BLOCK};
use super::{Fast, Set};

#[derive(Clone, Copy)]
pub(super) struct Sse2;

const WIDTH: usize = 16;

/// Splits with SSE2 alone.
pub(super) fn split(fast: &Fast, input: &[u8]) -> Result<crate::Parts, super::Known> {
    super::components::split(Sse2, fast, input)
}

impl Lanes for Sse2 {
    type Block = Four;

    const SCHEME: usize = WIDTH;

    #[inline(always)]
    fn head(self, input: &[u8]) -> Four {
        if input.len() >= BLOCK {
            return self.block(input, 0);
        }
        let mut padded = [0; BLOCK];
        let len = input.len();
        // Copies of fixed size that may overlap, instead of one of any size.
        if len >= 32 {
            padded[..32].copy_from_slice(&input[..32]);
            padded[len - 32..len].copy_from_slice(&input[len - 32..]);
        } else if len >= WIDTH {
            padded[..WIDTH].copy_from_slice(&input[..WIDTH]);
            padded[len - WIDTH..len].copy_from_slice(&input[len - WIDTH..]);
        } else {
            let [low, high] = sixteen(input);
            padded[..8].copy_from_slice(&low.to_le_bytes());
            padded[8..WIDTH].copy_from_slice(&high.to_le_bytes());
        }
        self.block(&padded, 0)
    }

    #[inline(always)]
    fn block(self, input: &[u8], base: usize) -> Four {
        let bytes = &input[base..base + BLOCK];
        Four([load(bytes, 0), load(bytes, 1), load(bytes, 2), load(bytes, 3)])
    }

    #[inline(always)]
    fn planes(self, block: Four, fast: &Fast) -> Planes {
        Planes {
            legal: block.within(&fast.legal),
            percent: block.equal(b'%'),
            question: block.equal(b'?'),
            hash: block.equal(b'#'),
        }
    }

    #[inline(always)]
    fn delimiters(self, block: Four) -> Delimiters {
        Delimiters { colon: block.equal(b':'), slash: block.equal(b'/'), at: block.equal(b'@') }
    }

    #[inline(always)]
    fn hex(self, block: Four) -> u64 {
        block.map(|vector| vector.in_range(b'0', 9).or(vector.lower().in_range(b'a', 5))).mask()
    }

    #[inline(always)]
    fn names(self, block: Four) -> Names {
        Names { byte: block.within(&Set::NAME), dot: block.equal(b'.'), hyphen: block.equal(b'-') }
    }

    #[inline(always)]
    fn scheme(self, block: Four, fast: &Fast) -> u64 {
        !block.0[0].outside(&fast.scheme).mask()
    }
}

/// A block in four vectors.
#[derive(Clone, Copy)]
pub(super) struct Four([Vector; 4]);

impl Four {
    #[inline(always)]
    fn map(self, each: impl Fn(Vector) -> Vector) -> Four {
        let [a, b, c, d] = self.0;
        Four([each(a), each(b), each(c), each(d)])
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        let [a, b, c, d] = self.0;
        (a.mask() | b.mask() << 16) | (c.mask() | d.mask() << 16) << 32
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        self.map(|vector| vector.equal(byte)).mask()
    }

    #[inline(always)]
    fn within(self, set: &Set) -> u64 {
        let [a, b, c, d] = self.0;
        let (mut p, mut q, mut r, mut s) = (a.beyond(set), b.beyond(set), c.beyond(set), d.beyond(set));
        for &byte in &set.without[..usize::from(set.singles)] {
            (p, q, r, s) = (p.or(a.equal(byte)), q.or(b.equal(byte)), r.or(c.equal(byte)), s.or(d.equal(byte)));
        }
        for &(first, last) in &set.gaps[..usize::from(set.ranges)] {
            let (low, high) = (Vector::all(first - 1), Vector::all(last + 1));
            p = p.or(a.between(low, high));
            q = q.or(b.between(low, high));
            r = r.or(c.between(low, high));
            s = s.or(d.between(low, high));
        }
        !Four([p, q, r, s]).mask()
    }
}

#[inline(always)]
fn load(bytes: &[u8], index: usize) -> Vector {
    let bytes = &bytes[index * WIDTH..][..WIDTH];
    // SAFETY: a slice of sixteen bytes, from which an unaligned load reads sixteen.
    Vector(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

// SAFETY of all intrinsics below: SSE2 is part of x86-64, and they touch no memory.
#[derive(Clone, Copy)]
struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    fn all(byte: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_set1_epi8(byte as i8) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(self.0) as u32 as u64 }
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_cmpeq_epi8(self.0, Vector::all(byte).0) })
    }

    /// Greater as signed numbers, so that bytes beyond US-ASCII are the least.
    #[inline(always)]
    fn above(self, other: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_cmpgt_epi8(self.0, other.0) })
    }

    #[inline(always)]
    fn or(self, other: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, other.0) })
    }

    #[inline(always)]
    fn between(self, low: Vector, high: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_and_si128(self.above(low).0, high.above(self).0) })
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

    /// Below the least of a set or above the greatest.
    #[inline(always)]
    fn beyond(self, set: &Set) -> Vector {
        Vector::all(set.least).above(self).or(self.above(Vector::all(set.greatest)))
    }

    #[inline(always)]
    fn outside(self, set: &Set) -> Vector {
        let mut all = self.beyond(set);
        for &byte in &set.without[..usize::from(set.singles)] {
            all = all.or(self.equal(byte));
        }
        for &(first, last) in &set.gaps[..usize::from(set.ranges)] {
            all = all.or(self.between(Vector::all(first - 1), Vector::all(last + 1)));
        }
        all
    }
}
