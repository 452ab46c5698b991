//! Masks by NEON, which every 64-bit ARM processor has. Kernels are compiled without it.
#![allow(unsafe_code)]

use core::arch::aarch64::*;

use super::backend::{Backend, HALF};
use super::{bitmap, Handover, ScanSpec, Set};
use crate::Parts;

/// Splits with NEON.
#[cfg_attr(debug_assertions, inline)] // Not compiled where nobody calls it.
pub(crate) fn split(spec: &ScanSpec, input: &[u8], parts: &mut Parts) -> Result<(), Handover> {
    bitmap::split(Neon, spec, input, parts)
}

/// NEON, which this module is compiled for only where the target has it.
#[derive(Clone, Copy)]
pub(super) struct Neon;

/// A comparison of sixteen bytes; each is all bits or none.
type Found = uint8x16_t;

/// Sixteen bytes four times.
#[derive(Clone, Copy)]
pub(super) struct Vectors([uint8x16_t; 4]);

impl Vectors {
    /// NEON has no instruction that gathers bits. Each byte keeps the bit of its place among eight,
    /// and three additions of neighbours bring the bits of eight bytes into one.
    #[inline(always)]
    fn mask(self, find: impl Fn(uint8x16_t) -> Found) -> u64 {
        const PLACES: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];
        let places = constant(&PLACES);
        let [a, b, c, d] = self.0;
        let (a, b, c, d) = (find(a), find(b), find(c), find(d));
        // SAFETY: the target has NEON, as the module's condition demands.
        unsafe {
            let low = vpaddq_u8(vandq_u8(a, places), vandq_u8(b, places));
            let high = vpaddq_u8(vandq_u8(c, places), vandq_u8(d, places));
            let fours = vpaddq_u8(low, high);
            vgetq_lane_u64::<0>(vreinterpretq_u64_u8(vpaddq_u8(fours, fours)))
        }
    }
}

#[inline(always)]
fn constant(bytes: &[u8; 16]) -> uint8x16_t {
    // SAFETY: the target has NEON; the load has no alignment and reads the sixteen bytes of the
    // array.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

#[inline(always)]
fn in_range(bytes: uint8x16_t, first: u8, last: u8) -> Found {
    // SAFETY: the target has NEON, as the module's condition demands.
    unsafe { vcleq_u8(vsubq_u8(bytes, vdupq_n_u8(first)), vdupq_n_u8(last - first)) }
}

/// Returns the members of a set. The low nibble of a byte selects the high nibbles that form
/// members with it. The high nibble selects its own bit, or none for a byte beyond US-ASCII.
#[inline(always)]
fn members(bytes: uint8x16_t, set: &Set) -> Found {
    const BITS: [u8; 16] = [1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0];
    // SAFETY: the target has NEON, as the module's condition demands.
    unsafe {
        let held = vqtbl1q_u8(constant(&set.nibbles), vandq_u8(bytes, vdupq_n_u8(15)));
        vtstq_u8(held, vqtbl1q_u8(constant(&BITS), vshrq_n_u8::<4>(bytes)))
    }
}

impl Backend for Neon {
    const NAME: &'static str = "NEON";
    type Halves = Vectors;

    const IS_EXACT: bool = true;

    #[inline(always)]
    fn load(self, low: &[u8; HALF], high: &[u8; HALF]) -> Vectors {
        let (low, high) = (low.as_ptr(), high.as_ptr());
        // SAFETY: the target has NEON; the loads have no alignment and read the 32 bytes of each
        // array, sixteen each.
        Vectors(unsafe {
            [vld1q_u8(low), vld1q_u8(low.add(16)), vld1q_u8(high), vld1q_u8(high.add(16))]
        })
    }

    #[inline(always)]
    fn load_words(self, [a, b, c, d]: [u64; 4]) -> Vectors {
        let two = |low: u64, high: u64| (u128::from(low) | u128::from(high) << 64).to_le_bytes();
        let (low, high) = (constant(&two(a, b)), constant(&two(c, d)));
        Vectors([low, high, low, high])
    }

    #[inline(always)]
    fn members(self, halves: Vectors, set: &Set) -> u64 {
        halves.mask(|bytes| members(bytes, set))
    }

    #[inline(always)]
    fn equal(self, halves: Vectors, byte: u8) -> u64 {
        // SAFETY: the target has NEON, as the module's condition demands.
        halves.mask(|bytes| unsafe { vceqq_u8(bytes, vdupq_n_u8(byte)) })
    }

    #[inline(always)]
    fn digits(self, halves: Vectors) -> u64 {
        halves.mask(|bytes| in_range(bytes, b'0', b'9'))
    }

    #[inline(always)]
    fn hex_digits(self, halves: Vectors) -> u64 {
        // SAFETY: the target has NEON, as the module's condition demands.
        let is_hex = |bytes| unsafe {
            let lower = vorrq_u8(bytes, vdupq_n_u8(0x20));
            vorrq_u8(in_range(bytes, b'0', b'9'), in_range(lower, b'a', b'f'))
        };
        halves.mask(is_hex)
    }
}
