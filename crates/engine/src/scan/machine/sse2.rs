//! Masks by SSE2, which every x86-64 processor has. Kernels are compiled without it, because its
//! registers are not theirs to use.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::backend::{Backend, HALF};
use super::{bitmap, Handover, ScanSpec, Set};
use crate::Parts;

/// Splits with SSE2.
#[cfg_attr(debug_assertions, inline)] // Not compiled where nobody calls it.
pub(crate) fn split(spec: &ScanSpec, input: &[u8], parts: &mut Parts) -> Result<(), Handover> {
    bitmap::split(Sse2, spec, input, parts)
}

/// SSE2, which this module is compiled for only where the target has it.
#[derive(Clone, Copy)]
pub(super) struct Sse2;

/// A comparison of sixteen bytes; each is all bits or none.
type Found = __m128i;

/// Sixteen bytes four times.
#[derive(Clone, Copy)]
pub(super) struct Vectors([__m128i; 4]);

#[inline(always)]
fn mask(found: Found) -> u64 {
    // SAFETY: the target has SSE2, as the module's condition demands.
    u64::from(unsafe { _mm_movemask_epi8(found) } as u32)
}

impl Vectors {
    #[inline(always)]
    fn mask(self, find: impl Fn(__m128i) -> Found) -> u64 {
        let [a, b, c, d] = self.0;
        mask(find(a)) | mask(find(b)) << 16 | mask(find(c)) << 32 | mask(find(d)) << 48
    }
}

#[inline(always)]
fn is_name(bytes: __m128i) -> Found {
    or(in_letters(bytes, b'a', b'z'), or(in_range(bytes, b'-', b'.'), in_range(bytes, b'0', b'9')))
}

#[inline(always)]
fn equal(bytes: __m128i, byte: u8) -> Found {
    // SAFETY: the target has SSE2, as the module's condition demands.
    unsafe { _mm_cmpeq_epi8(bytes, _mm_set1_epi8(byte as i8)) }
}

#[inline(always)]
fn in_range(bytes: __m128i, first: u8, last: u8) -> Found {
    // SSE2 compares signed numbers: the addition makes `last` the greatest one.
    // SAFETY: the target has SSE2, as the module's condition demands.
    unsafe {
        let moved = _mm_add_epi8(bytes, _mm_set1_epi8((127 - last) as i8));
        _mm_cmpgt_epi8(moved, _mm_set1_epi8((126 - (last - first)) as i8))
    }
}

#[inline(always)]
fn in_letters(bytes: __m128i, first: u8, last: u8) -> Found {
    // SAFETY: the target has SSE2, as the module's condition demands.
    in_range(unsafe { _mm_or_si128(bytes, _mm_set1_epi8(0x20)) }, first, last)
}

#[inline(always)]
fn or(a: Found, b: Found) -> Found {
    // SAFETY: the target has SSE2, as the module's condition demands.
    unsafe { _mm_or_si128(a, b) }
}

#[inline(always)]
fn constant(bytes: &[u8; 16]) -> __m128i {
    // SAFETY: the target has SSE2; the load has no alignment and reads the sixteen bytes of the
    // array.
    unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) }
}

#[inline(always)]
fn usual(bytes: __m128i, set: &Set) -> Found {
    let [a, b, c] = &set.usual.ranges;
    let [d, e] = &set.usual.singles;
    // SAFETY: the target has SSE2, as the module's condition demands.
    unsafe {
        let a = _mm_cmpgt_epi8(_mm_add_epi8(bytes, constant(&a.moved)), constant(&a.below));
        let b = _mm_cmpgt_epi8(_mm_add_epi8(bytes, constant(&b.moved)), constant(&b.below));
        let c = _mm_cmpgt_epi8(_mm_add_epi8(bytes, constant(&c.moved)), constant(&c.below));
        let (d, e) = (_mm_cmpeq_epi8(bytes, constant(d)), _mm_cmpeq_epi8(bytes, constant(e)));
        or(or(a, b), or(c, or(d, e)))
    }
}

impl Backend for Sse2 {
    const NAME: &'static str = "SSE2";
    type Halves = Vectors;

    const IS_EXACT: bool = false;

    #[inline(always)]
    fn load(self, low: &[u8; HALF], high: &[u8; HALF]) -> Vectors {
        let (low, high) = (low.as_ptr().cast::<__m128i>(), high.as_ptr().cast::<__m128i>());
        // SAFETY: the target has SSE2; the loads have no alignment and read the 32 bytes of each
        // array, sixteen each.
        Vectors(unsafe {
            let (a, b) = (_mm_loadu_si128(low), _mm_loadu_si128(low.add(1)));
            [a, b, _mm_loadu_si128(high), _mm_loadu_si128(high.add(1))]
        })
    }

    #[inline(always)]
    fn load_words(self, [a, b, c, d]: [u64; 4]) -> Vectors {
        // SAFETY: the target has SSE2, as the module's condition demands.
        let (low, high) =
            unsafe { (_mm_set_epi64x(b as i64, a as i64), _mm_set_epi64x(d as i64, c as i64)) };
        Vectors([low, high, low, high])
    }

    #[inline(always)]
    fn members(self, halves: Vectors, set: &Set) -> u64 {
        halves.mask(|bytes| usual(bytes, set))
    }

    #[inline(always)]
    fn names(self, halves: Vectors) -> u64 {
        halves.mask(is_name)
    }

    #[inline(always)]
    fn names_of_low_half(self, Vectors([a, b, ..]): Vectors) -> u64 {
        mask(is_name(a)) | mask(is_name(b)) << 16
    }

    #[inline(always)]
    fn equal(self, halves: Vectors, byte: u8) -> u64 {
        halves.mask(|bytes| equal(bytes, byte))
    }

    #[inline(always)]
    fn digits(self, halves: Vectors) -> u64 {
        halves.mask(|bytes| in_range(bytes, b'0', b'9'))
    }

    #[inline(always)]
    fn hex_digits(self, halves: Vectors) -> u64 {
        halves.mask(|bytes| or(in_range(bytes, b'0', b'9'), in_letters(bytes, b'a', b'f')))
    }
}
