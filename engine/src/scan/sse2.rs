//! Masks by SSE2, which every x86-64 processor has, and every target but those of kernels.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::blocks::Half;
#[cfg(feature = "lines")]
use super::blocks::{Block, Long};
use super::sets::Run;
use super::{walk, Fast, Known};
use crate::Parts;

const WIDTH: usize = 16;

/// Where a byte stands in a block.
#[cfg(feature = "lines")]
#[inline(always)]
pub(crate) fn equal(block: &[u8; super::planes::BLOCK], byte: u8) -> u64 {
    Long::<Vectors>::at(block, 0).mask(|vector| vector.equal(byte))
}

/// Splits with SSE2 alone.
pub(crate) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    walk::split::<Vectors>(fast, input, parts)
}

// SAFETY of all intrinsics below: the target has SSE2, and all but `load` touch no memory.
#[derive(Clone, Copy)]
struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    fn load(input: &[u8], from: usize) -> Vector {
        let bytes = &input[from..from + WIDTH];
        // SAFETY: a slice of sixteen bytes, from which an unaligned load reads sixteen.
        Vector(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn words([low, high]: [u64; 2]) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_set_epi64x(high as i64, low as i64) })
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_cmpeq_epi8(self.0, _mm_set1_epi8(byte as i8)) })
    }

    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: see above.
        unsafe { _mm_movemask_epi8(self.0) as u32 as u64 }
    }

    #[inline(always)]
    fn or(self, other: Vector) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, other.0) })
    }

    /// With the bit that tells lower from upper case set.
    #[inline(always)]
    fn lower(self) -> Vector {
        // SAFETY: see above.
        Vector(unsafe { _mm_or_si128(self.0, _mm_set1_epi8(0x20)) })
    }

    /// Moved so that the last byte of the range is the greatest of signed ones.
    #[inline(always)]
    fn in_range(self, first: u8, last: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe {
            let moved = _mm_add_epi8(self.0, _mm_set1_epi8((127 - last) as i8));
            _mm_cmpgt_epi8(moved, _mm_set1_epi8((126 - (last - first)) as i8))
        })
    }

    #[inline(always)]
    fn in_run(self, run: &Run) -> Vector {
        // SAFETY: see above; the loads read the sixteen bytes of arrays.
        Vector(unsafe {
            let moved = _mm_add_epi8(self.0, _mm_loadu_si128(run.moved.as_ptr().cast()));
            let other = _mm_cmpeq_epi8(self.0, _mm_loadu_si128(run.other.as_ptr().cast()));
            _mm_or_si128(_mm_cmpgt_epi8(moved, _mm_loadu_si128(run.below.as_ptr().cast())), other)
        })
    }

    #[inline(always)]
    fn is_letter(self) -> Vector {
        self.lower().in_range(b'a', b'z')
    }
}

/// Two vectors.
#[derive(Clone, Copy)]
pub(super) struct Vectors([Vector; 2]);

impl Vectors {
    #[inline(always)]
    fn mask(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [low, high] = self.0;
        each(low).mask() | each(high).mask() << WIDTH
    }
}

impl Half for Vectors {
    #[inline(always)]
    fn load(input: &[u8], low: usize, high: usize) -> Vectors {
        Vectors([Vector::load(input, low), Vector::load(input, high)])
    }

    #[inline(always)]
    fn words([low, high]: [u64; 2]) -> Vectors {
        Vectors([Vector::words([low, high]), Vector::words([0, 0])])
    }

    #[inline(always)]
    fn usual(&self, run: &Run) -> u64 {
        self.mask(|vector| vector.is_letter().or(vector.in_run(run)))
    }

    #[inline(always)]
    fn name(&self) -> u64 {
        self.mask(|vector| vector.is_letter().or(vector.in_range(b'-', b'.')).or(vector.in_range(b'0', b'9')))
    }

    #[inline(always)]
    fn hex(&self) -> u64 {
        self.mask(|vector| vector.in_range(b'0', b'9').or(vector.lower().in_range(b'a', b'f')))
    }

    #[inline(always)]
    fn digits(&self) -> u64 {
        self.mask(|vector| vector.in_range(b'0', b'9'))
    }

    #[inline(always)]
    fn equal(&self, byte: u8) -> u64 {
        self.mask(|vector| vector.equal(byte))
    }
}
