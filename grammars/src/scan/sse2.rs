//! Masks by SSE2, which every x86-64 processor has: comparisons for delimiters, look-ups for what is legal.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::planes::{Lanes, Planes, Signs, BLOCK};
use super::{Fast, Known};
use crate::Parts;

#[derive(Clone, Copy)]
pub(super) struct Sse2;

const WIDTH: usize = 16;

/// Splits with SSE2 alone.
pub(super) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    super::components::split(Sse2, fast, input, parts)
}

impl Lanes for Sse2 {
    type Block<'b> = Four<'b>;

    #[inline(always)]
    fn head<'b>(self, input: &'b [u8]) -> Four<'b> {
        let len = input.len();
        if len >= BLOCK {
            return self.block(input, 0);
        }
        let mut padded = [b'a'; BLOCK];
        // Copies of fixed size that may overlap, instead of one of any size.
        if len >= 32 {
            padded[..32].copy_from_slice(&input[..32]);
            padded[len - 32..len].copy_from_slice(&input[len - 32..]);
        } else if len >= WIDTH {
            padded[..WIDTH].copy_from_slice(&input[..WIDTH]);
            padded[len - WIDTH..len].copy_from_slice(&input[len - WIDTH..]);
        } else {
            padded[..len].copy_from_slice(input);
        }
        Four::load(&padded, input)
    }

    #[inline(always)]
    fn block<'b>(self, input: &'b [u8], base: usize) -> Four<'b> {
        let bytes = &input[base..base + BLOCK];
        Four::load(bytes, bytes)
    }

    #[inline(always)]
    fn planes(self, block: Four<'_>, fast: &Fast) -> Planes {
        if !fast.legal.usual {
            let plain = fast.plain_among(block.bytes);
            return Planes { plain, question: block.equal(b'?') };
        }
        // Few bytes are not among those that are legal anyway; they are looked at one by one.
        let mut rest = !block.mask(Vector::is_usual);
        let mut planes = Planes { plain: u64::MAX, question: 0 };
        while rest != 0 {
            let at = rest.trailing_zeros();
            let byte = block.bytes[at as usize];
            planes.question |= u64::from(byte == b'?') << at;
            planes.plain ^= u64::from(!fast.plain.bytes.contains(byte)) << at;
            rest &= rest - 1;
        }
        planes
    }

    #[inline(always)]
    fn equal(self, block: Four<'_>, byte: u8) -> u64 {
        block.equal(byte)
    }

    #[inline(always)]
    fn hex(self, block: Four<'_>) -> u64 {
        block.mask(|vector| vector.in_range(b'0', 9).or(vector.lower().in_range(b'a', 5)))
    }

    #[inline(always)]
    fn scheme(self, block: Four<'_>, fast: &Fast) -> u64 {
        if fast.scheme.is_rfc {
            return block.vectors[0].is_rfc_scheme().mask();
        }
        let first = block.bytes.iter().take(WIDTH).enumerate();
        first.fold(0, |mask, (at, &byte)| mask | u64::from(fast.scheme.bytes.contains(byte)) << at)
    }

    #[inline(always)]
    fn host(self, block: Four<'_>, planes: Planes, fast: &Fast, _: usize) -> u64 {
        if fast.has_servers {
            return block.mask(Vector::is_name);
        }
        planes.plain & !(block.equal(b':') | block.equal(b'@'))
    }

    #[inline(always)]
    fn signs(self, block: Four<'_>, _: usize) -> Signs {
        Signs { dot: block.equal(b'.'), hyphen: block.equal(b'-') }
    }
}

/// A block, as far as the input goes, and all of it in four vectors.
#[derive(Clone, Copy)]
pub(super) struct Four<'b> {
    bytes: &'b [u8],
    vectors: [Vector; 4],
}

impl<'b> Four<'b> {
    #[inline(always)]
    fn load(block: &[u8], bytes: &'b [u8]) -> Four<'b> {
        let at = |from: usize| Vector::load(&block[from..from + WIDTH]);
        Four { vectors: [at(0), at(WIDTH), at(2 * WIDTH), at(3 * WIDTH)], bytes }
    }

    #[inline(always)]
    fn mask(self, each: impl Fn(Vector) -> Vector) -> u64 {
        let [a, b, c, d] = self.vectors.map(|vector| each(vector).mask());
        (a | b << 16) | (c | d << 16) << 32
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        self.mask(|vector| vector.equal(byte))
    }
}

// SAFETY of all intrinsics below: SSE2 is part of x86-64, and they touch no memory.
#[derive(Clone, Copy)]
struct Vector(__m128i);

impl Vector {
    #[inline(always)]
    fn load(bytes: &[u8]) -> Vector {
        let bytes = &bytes[..WIDTH];
        // SAFETY: a slice of sixteen bytes, from which an unaligned load reads sixteen.
        Vector(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
    }

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

    /// From `first` to `first + more`.
    #[inline(always)]
    fn in_range(self, first: u8, more: u8) -> Vector {
        // SAFETY: see above.
        Vector(unsafe {
            let moved = _mm_sub_epi8(self.0, _mm_set1_epi8(first as i8));
            _mm_cmpeq_epi8(_mm_min_epu8(moved, _mm_set1_epi8(more as i8)), moved)
        })
    }

    /// The bytes of [`Set::USUAL`].
    #[inline(always)]
    fn is_usual(self) -> Vector {
        let letter = self.lower().in_range(b'a', 25);
        letter.or(self.in_range(b'&', b';' - b'&')).or(self.equal(b'='))
    }

    /// The bytes of [`Set::NAME`].
    #[inline(always)]
    fn is_name(self) -> Vector {
        let letter = self.lower().in_range(b'a', 25);
        letter.or(self.in_range(b'0', 9)).or(self.in_range(b'-', 1))
    }

    /// The bytes of [`Set::SCHEME`].
    #[inline(always)]
    fn is_rfc_scheme(self) -> Vector {
        let letter = self.lower().in_range(b'a', 25);
        letter.or(self.in_range(b'0', 9)).or(self.equal(b'+')).or(self.in_range(b'-', 1))
    }
}
