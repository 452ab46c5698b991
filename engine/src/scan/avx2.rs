//! Masks by AVX2, where the processor has it: sets by two look-ups of nibbles.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::detect::Level;
use super::lanes::{Lanes, Planes};
use super::planes::{sixteen, Signs};
use super::{Fast, Known, Set};
use crate::Parts;

/// That the processor has [`Level::Avx2`].
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

const WIDTH: usize = 32;

impl Avx2 {
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx2> {
        (Level::detect() >= Level::Avx2).then_some(Avx2(()))
    }

    #[inline(always)]
    pub(super) fn split(self, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
        // SAFETY: the value exists only where the processor has the features.
        unsafe { split(self, fast, input, parts) }
    }
}

#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
unsafe fn split(lanes: Avx2, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    if input.len() < WIDTH {
        return super::lanes::split(Half(lanes), fast, input, parts);
    }
    super::lanes::split(lanes, fast, input, parts)
}

/// For inputs of less than 32 bytes, which one vector holds.
#[derive(Clone, Copy)]
struct Half(Avx2);

impl Lanes for Half {
    type Block = Vector;

    #[inline(always)]
    fn head(self, input: &[u8]) -> Vector {
        Vector::short(self.0, input)
    }

    /// There is no second block.
    #[inline(always)]
    fn block(self, input: &[u8], _: usize) -> Vector {
        self.head(input)
    }

    #[inline(always)]
    fn tail(self, input: &[u8]) -> (Vector, usize) {
        (self.head(input), 0)
    }

    #[inline(always)]
    fn planes(self, vector: Vector, fast: &Fast) -> Planes {
        Planes { plain: vector.within(&fast.plain).mask(), question: vector.equal(b'?').mask() }
    }

    #[inline(always)]
    fn equal(self, vector: Vector, byte: u8) -> u64 {
        vector.equal(byte).mask()
    }

    #[inline(always)]
    fn hex(self, vector: Vector) -> u64 {
        vector.hex().mask()
    }

    #[inline(always)]
    fn digits(self, vector: Vector) -> u64 {
        vector.in_range(b'0', 9).mask()
    }

    #[inline(always)]
    fn scheme(self, vector: Vector, fast: &Fast) -> u64 {
        vector.within(&fast.scheme).mask()
    }

    #[inline(always)]
    fn host(self, vector: Vector, fast: &Fast, _: usize) -> u64 {
        vector.within(&fast.host).mask()
    }

    #[inline(always)]
    fn signs(self, vector: Vector, _: usize) -> Signs {
        Signs { dot: vector.equal(b'.').mask(), hyphen: vector.equal(b'-').mask() }
    }
}

impl Lanes for Avx2 {
    type Block = Pair;

    #[inline(always)]
    fn head(self, input: &[u8]) -> Pair {
        let Some(last) = input.len().checked_sub(WIDTH) else {
            return Pair { low: Vector::short(self, input), high: Vector::short(self, &[]), high_at: 0 };
        };
        let high_at = WIDTH.min(last);
        Pair { low: Vector::load(self, input, 0), high: Vector::load(self, input, high_at), high_at }
    }

    #[inline(always)]
    fn block(self, input: &[u8], base: usize) -> Pair {
        let (low, high) = (Vector::load(self, input, base), Vector::load(self, input, base + WIDTH));
        Pair { low, high, high_at: WIDTH }
    }

    #[inline(always)]
    fn tail(self, input: &[u8]) -> (Pair, usize) {
        let Some(last) = input.len().checked_sub(WIDTH) else { return (self.head(input), 0) };
        let base = last.saturating_sub(WIDTH);
        let (low, high) = (Vector::load(self, input, base), Vector::load(self, input, last));
        (Pair { low, high, high_at: last - base }, base)
    }

    #[inline(always)]
    fn planes(self, pair: Pair, fast: &Fast) -> Planes {
        let plain = pair.join(pair.low.within(&fast.plain), pair.high.within(&fast.plain));
        Planes { plain, question: pair.equal(b'?') }
    }

    #[inline(always)]
    fn equal(self, pair: Pair, byte: u8) -> u64 {
        pair.equal(byte)
    }

    #[inline(always)]
    fn hex(self, pair: Pair) -> u64 {
        pair.join(pair.low.hex(), pair.high.hex())
    }

    #[inline(always)]
    fn digits(self, pair: Pair) -> u64 {
        pair.join(pair.low.in_range(b'0', 9), pair.high.in_range(b'0', 9))
    }

    #[inline(always)]
    fn scheme(self, pair: Pair, fast: &Fast) -> u64 {
        pair.low.within(&fast.scheme).mask()
    }

    #[inline(always)]
    fn host(self, pair: Pair, fast: &Fast, end: usize) -> u64 {
        if end <= WIDTH {
            return pair.low.within(&fast.host).mask();
        }
        pair.join(pair.low.within(&fast.host), pair.high.within(&fast.host))
    }

    #[inline(always)]
    fn signs(self, pair: Pair, end: usize) -> Signs {
        if end <= WIDTH {
            return Signs { dot: pair.low.equal(b'.').mask(), hyphen: pair.low.equal(b'-').mask() };
        }
        Signs { dot: pair.equal(b'.'), hyphen: pair.equal(b'-') }
    }
}

/// A block in two vectors, the second of which may overlap the first.
#[derive(Clone, Copy)]
pub(super) struct Pair {
    low: Vector,
    high: Vector,
    /// Where the second one begins, in bytes after the first.
    high_at: usize,
}

impl Pair {
    // No closures here: a closure is a function of its own, without the features, and would not be inlined.

    #[inline(always)]
    fn join(self, low: Vector, high: Vector) -> u64 {
        low.mask() | high.mask() << self.high_at
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> u64 {
        self.join(self.low.equal(byte), self.high.equal(byte))
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

    /// An input of less than 32 bytes, and zeros.
    #[inline(always)]
    fn short(_: Avx2, input: &[u8]) -> Vector {
        let len = input.len();
        if len < 16 {
            let [low, high] = sixteen(input);
            // SAFETY: see above.
            return Vector(unsafe { _mm256_set_epi64x(0, 0, high as i64, low as i64) });
        }
        // Where the last sixteen bytes overlap the first, they are shifted out.
        const SHIFT: [u8; 32] = {
            let mut shift = [0x80; 32];
            let mut at = 0;
            while at < 16 {
                shift[at] = at as u8;
                at += 1;
            }
            shift
        };
        let (first, last, shift) = (&input[..16], &input[len - 16..], &SHIFT[32 - len..][..16]);
        // SAFETY: see above; slices of sixteen bytes, from which unaligned loads read sixteen.
        Vector(unsafe {
            let last = _mm_loadu_si128(last.as_ptr().cast());
            let high = _mm_shuffle_epi8(last, _mm_loadu_si128(shift.as_ptr().cast()));
            _mm256_set_m128i(high, _mm_loadu_si128(first.as_ptr().cast()))
        })
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
