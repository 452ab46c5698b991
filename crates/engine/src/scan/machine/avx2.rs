//! Masks by AVX2, where the processor has it.
#![allow(unsafe_code)]

use core::arch::x86_64::*;

use super::backend::{Backend, HALF};
use super::{bitmap, Handover, ScanSpec, Set};
use crate::Parts;

/// The proof that the processor has AVX2, BMI1, BMI2 and LZCNT: Only [`Avx2::detect`] makes a
/// value.
#[derive(Clone, Copy)]
pub(super) struct Avx2(());

/// 32 bytes, made only of an [`Avx2`].
#[derive(Clone, Copy)]
pub(super) struct Vector(__m256i);

/// Both halves of a block.
#[derive(Clone, Copy)]
pub(super) struct Vectors {
    low: Vector,
    high: Vector,
}

impl Avx2 {
    /// Detects the processor's features, once. Without `std`, reports the features that the
    /// compiler may assume.
    #[inline(always)]
    pub(super) fn detect() -> Option<Avx2> {
        #[cfg(any(feature = "std", test))]
        let has_features = {
            use core::sync::atomic::{AtomicU8, Ordering::Relaxed};
            const UNKNOWN: u8 = 2;
            /// 0, 1, or unknown. One load, where the standard library's own detection takes one for
            /// each feature.
            static KNOWN: AtomicU8 = AtomicU8::new(UNKNOWN);
            let mut known = KNOWN.load(Relaxed);
            if known == UNKNOWN {
                known = u8::from(ask());
                KNOWN.store(known, Relaxed);
            }
            known == 1
        };
        #[cfg(not(any(feature = "std", test)))]
        let has_features = cfg!(all(
            target_feature = "avx2",
            target_feature = "bmi1",
            target_feature = "bmi2",
            target_feature = "lzcnt"
        ));
        has_features.then_some(Avx2(()))
    }

    /// Splits with AVX2.
    #[inline(always)]
    pub(super) fn split(
        self,
        spec: &ScanSpec,
        input: &[u8],
        parts: &mut Parts,
    ) -> Result<(), Handover> {
        // SAFETY: the processor has the features, since `self` exists.
        unsafe { split(self, spec, input, parts) }
    }
}

#[cfg(any(feature = "std", test))]
#[cold]
fn ask() -> bool {
    use std::arch::is_x86_feature_detected as has;
    has!("avx2") && has!("bmi1") && has!("bmi2") && has!("lzcnt")
}

/// Splits with AVX2.
///
/// # Safety
/// The processor must have AVX2, BMI1, BMI2 and LZCNT.
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt")]
unsafe fn split(
    avx2: Avx2,
    spec: &ScanSpec,
    input: &[u8],
    parts: &mut Parts,
) -> Result<(), Handover> {
    bitmap::split(avx2, spec, input, parts)
}

impl Vector {
    #[inline(always)]
    fn mask(self) -> u64 {
        // SAFETY: the processor has AVX2, since a vector was made of an `Avx2`.
        u64::from(unsafe { _mm256_movemask_epi8(self.0) } as u32)
    }

    #[inline(always)]
    fn equal(self, byte: u8) -> Vector {
        // SAFETY: the processor has AVX2, since a vector was made of an `Avx2`.
        Vector(unsafe { _mm256_cmpeq_epi8(self.0, _mm256_set1_epi8(byte as i8)) })
    }

    /// Compares with the bytes from `first` to `last`.
    #[inline(always)]
    fn in_range(self, first: u8, last: u8) -> Vector {
        // SAFETY: the processor has AVX2, since a vector was made of an `Avx2`.
        Vector(unsafe {
            let moved = _mm256_sub_epi8(self.0, _mm256_set1_epi8(first as i8));
            _mm256_cmpeq_epi8(_mm256_min_epu8(moved, _mm256_set1_epi8((last - first) as i8)), moved)
        })
    }

    #[inline(always)]
    fn hex_digits(self) -> Vector {
        // SAFETY: the processor has AVX2, since a vector was made of an `Avx2`.
        Vector(unsafe {
            let lower = Vector(_mm256_or_si256(self.0, _mm256_set1_epi8(0x20)));
            _mm256_or_si256(self.in_range(b'0', b'9').0, lower.in_range(b'a', b'f').0)
        })
    }

    /// The low nibble of a byte looks up the high nibbles that make members with it, and the high
    /// nibble its own bit among them. For a byte beyond US-ASCII the first look-up gives no bit
    /// and the second all bits, so that they differ.
    #[inline(always)]
    fn members(self, set: &Set) -> Vector {
        // SAFETY: the processor has AVX2, since a vector was made of an `Avx2`; the load has no
        // alignment and reads the sixteen bytes of an array.
        Vector(unsafe {
            let nibbles = _mm256_broadcastsi128_si256(_mm_loadu_si128(set.nibbles.as_ptr().cast()));
            let bits = _mm256_setr_epi8(
                1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1, //
                1, 2, 4, 8, 16, 32, 64, -128, -1, -1, -1, -1, -1, -1, -1, -1,
            );
            let high = _mm256_and_si256(_mm256_srli_epi16(self.0, 4), _mm256_set1_epi8(15));
            let bit = _mm256_shuffle_epi8(bits, high);
            let held = _mm256_and_si256(_mm256_shuffle_epi8(nibbles, self.0), bit);
            _mm256_cmpeq_epi8(held, bit)
        })
    }
}

#[inline(always)]
fn join(low: Vector, high: Vector) -> u64 {
    low.mask() | high.mask() << HALF
}

// No closures: they would be functions without the features.
impl Backend for Avx2 {
    const NAME: &'static str = "AVX2";
    type Halves = Vectors;

    const IS_EXACT: bool = true;

    #[inline(always)]
    fn load(self, low: &[u8; HALF], high: &[u8; HALF]) -> Vectors {
        // SAFETY: the processor has AVX2, since `self` exists; the loads have no alignment and read
        // 32 bytes of arrays.
        let (low, high) = unsafe {
            (_mm256_loadu_si256(low.as_ptr().cast()), _mm256_loadu_si256(high.as_ptr().cast()))
        };
        Vectors { low: Vector(low), high: Vector(high) }
    }

    #[inline(always)]
    fn load_words(self, [a, b, c, d]: [u64; 4]) -> Vectors {
        // SAFETY: the processor has AVX2, since `self` exists.
        let low = Vector(unsafe { _mm256_set_epi64x(d as i64, c as i64, b as i64, a as i64) });
        Vectors { low, high: low }
    }

    #[inline(always)]
    fn members(self, Vectors { low, high }: Vectors, set: &Set) -> u64 {
        join(low.members(set), high.members(set))
    }

    #[inline(always)]
    fn names_of_low_half(self, Vectors { low, .. }: Vectors) -> u64 {
        low.members(&Set::NAME).mask()
    }

    #[inline(always)]
    fn equal(self, Vectors { low, high }: Vectors, byte: u8) -> u64 {
        join(low.equal(byte), high.equal(byte))
    }

    #[inline(always)]
    fn digits(self, Vectors { low, high }: Vectors) -> u64 {
        join(low.in_range(b'0', b'9'), high.in_range(b'0', b'9'))
    }

    #[inline(always)]
    fn hex_digits(self, Vectors { low, high }: Vectors) -> u64 {
        join(low.hex_digits(), high.hex_digits())
    }
}
