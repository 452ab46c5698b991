//! Masks by AVX-512, where the processor has it: all sets by one look-up, and a load that ends where the input does.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::detect::Level;
use super::lanes::{Lanes, Planes};
use super::planes::{from, Signs, BLOCK};
use super::{Fast, Known, Set};
use crate::Parts;

/// That the processor has [`Level::Avx512`].
#[derive(Clone, Copy)]
pub(super) struct Avx512(());

impl Avx512 {
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx512> {
        (Level::detect() >= Level::Avx512).then_some(Avx512(()))
    }

    #[inline(always)]
    pub(super) fn split(self, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
        // SAFETY: the value exists only where the processor has the features.
        unsafe { split(self, fast, input, parts) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx2,bmi1,bmi2,lzcnt,popcnt")]
unsafe fn split(lanes: Avx512, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    super::lanes::split(lanes, fast, input, parts)
}

// SAFETY of all intrinsics below: a vector is made only where there is an `Avx512`, and all but `load` touch no memory.
#[derive(Clone, Copy)]
pub(super) struct Vector(__m512i);

impl Vector {
    /// The bytes from `base` on, 64 or as many as there are in a shorter input, and zeros.
    #[inline(always)]
    fn load(_: Avx512, input: &[u8], base: usize) -> Vector {
        let (bytes, len) = (&input[base..], input.len().min(BLOCK));
        assert!(bytes.len() >= len);
        // SAFETY: of the slice, the first `len` bytes are read, of which it has at least as many.
        Vector(unsafe { _mm512_maskz_loadu_epi8(!from(len), bytes.as_ptr().cast()) })
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        // SAFETY: see above.
        unsafe { _mm512_cmpeq_epi8_mask(self.0, _mm512_set1_epi8(byte as i8)) }
    }

    /// From `first` to `first + more`.
    #[inline(always)]
    fn in_range(self, first: u8, more: u8) -> u64 {
        // SAFETY: see above.
        unsafe {
            let moved = _mm512_sub_epi8(self.0, _mm512_set1_epi8(first as i8));
            _mm512_cmple_epu8_mask(moved, _mm512_set1_epi8(more as i8))
        }
    }

    /// The low nibble gives the high nibbles that it has in the set, the high nibble gives its bit among them; for a byte
    /// beyond US-ASCII the first look-up gives nothing.
    #[inline(always)]
    fn within(self, set: &Set) -> u64 {
        // SAFETY: see above; the load reads the sixteen bytes of an array.
        unsafe {
            let nibbles = _mm512_broadcast_i32x4(_mm_loadu_si128(set.nibbles.as_ptr().cast()));
            let bits = _mm512_broadcast_i32x4(_mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
            let high = _mm512_and_si512(_mm512_srli_epi16::<4>(self.0), _mm512_set1_epi8(15));
            _mm512_test_epi8_mask(_mm512_shuffle_epi8(nibbles, self.0), _mm512_shuffle_epi8(bits, high))
        }
    }
}

impl Lanes for Avx512 {
    type Block = Vector;

    #[inline(always)]
    fn head(self, input: &[u8]) -> Vector {
        Vector::load(self, input, 0)
    }

    #[inline(always)]
    fn block(self, input: &[u8], base: usize) -> Vector {
        Vector::load(self, input, base)
    }

    #[inline(always)]
    fn tail(self, input: &[u8]) -> (Vector, usize) {
        let base = input.len().saturating_sub(BLOCK);
        (Vector::load(self, input, base), base)
    }

    #[inline(always)]
    fn planes(self, block: Vector, fast: &Fast) -> Planes {
        Planes { plain: block.within(&fast.plain), question: block.equal(b'?') }
    }

    #[inline(always)]
    fn equal(self, block: Vector, byte: u8) -> u64 {
        block.equal(byte)
    }

    #[inline(always)]
    fn hex(self, block: Vector) -> u64 {
        // SAFETY: see above.
        let lower = Vector(unsafe { _mm512_or_si512(block.0, _mm512_set1_epi8(0x20)) });
        block.in_range(b'0', 9) | lower.in_range(b'a', 5)
    }

    #[inline(always)]
    fn digits(self, block: Vector) -> u64 {
        block.in_range(b'0', 9)
    }

    #[inline(always)]
    fn scheme(self, block: Vector, fast: &Fast) -> u64 {
        u64::from(block.within(&fast.scheme) as u32)
    }

    #[inline(always)]
    fn host(self, block: Vector, fast: &Fast, _: usize) -> u64 {
        block.within(&fast.host)
    }

    #[inline(always)]
    fn signs(self, block: Vector, _: usize) -> Signs {
        Signs { dot: block.equal(b'.'), hyphen: block.equal(b'-') }
    }
}
