//! The choice of a backend.

use super::backend::Backend;
#[cfg(feature = "lines")]
use super::{bits::BLOCK, block::Block};
use super::{Handover, ScanSpec};
use crate::Parts;

#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
use super::neon::{split as split_by_target, Neon as Target};
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon", target_endian = "little")
)))]
use super::portable::{split as split_by_target, Portable as Target};
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
use super::sse2::{split as split_by_target, Sse2 as Target};

/// Whether inputs are scanned. A user's debug build leaves them to the table: where nothing is
/// optimized the table is two to nine times as fast, and compiling the scanner takes long.
const SCANS: bool = cfg!(any(test, feature = "engines", not(debug_assertions)));

/// Splits an input that the scanner recognizes as valid, and writes its components.
///
/// # Errors
/// A handover for an input that is left to the table.
#[inline(always)]
pub(crate) fn split(spec: &ScanSpec, input: &[u8], parts: &mut Parts) -> Result<(), Handover> {
    if !SCANS {
        return Err(Handover::NOTHING);
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    if let Some(avx2) = super::avx2::Avx2::detect() {
        return avx2.split(spec, input, parts);
    }
    split_by_target(spec, input, parts)
}

/// Returns the name of the engine that scans inputs on this machine: `"AVX2"`, `"SSE2"`, `"NEON"`
/// or `"portable"`; `"table"` in a debug build, which does not scan.
pub fn engine_name() -> &'static str {
    if !SCANS {
        return "table";
    }
    #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
    if super::avx2::Avx2::detect().is_some() {
        return super::avx2::Avx2::NAME;
    }
    Target::NAME
}

/// Returns a mask of the bytes of a block that are equal to `byte`.
#[cfg(feature = "lines")]
#[inline(always)]
pub(crate) fn find(block: &[u8; BLOCK], byte: u8) -> u64 {
    Block::<Target, false>::at(Target, block, 0).equal(byte)
}

/// An engine by name, for tests and benchmarks. One that the processor does not have is replaced by
/// the next slower one.
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Avx2,
    Sse2,
    Neon,
    Portable,
    Table,
}

#[cfg(any(test, feature = "engines"))]
impl Engine {
    /// Every engine, the fastest first.
    pub const ALL: [Engine; 5] =
        [Engine::Avx2, Engine::Sse2, Engine::Neon, Engine::Portable, Engine::Table];

    /// Returns true if this machine has the engine.
    pub fn is_present(self) -> bool {
        match self {
            Engine::Avx2 => engine_name() == "AVX2",
            Engine::Sse2 => Target::NAME == "SSE2",
            Engine::Neon => Target::NAME == "NEON",
            Engine::Portable | Engine::Table => true,
        }
    }

    /// Returns [`split`] by this engine.
    #[inline(always)]
    pub(crate) fn splitter(
        self,
    ) -> impl FnOnce(&ScanSpec, &[u8], &mut Parts) -> Result<(), Handover> {
        move |spec, input, parts| match self {
            Engine::Avx2 => split(spec, input, parts),
            Engine::Sse2 | Engine::Neon => split_by_target(spec, input, parts),
            Engine::Portable => super::portable::split(spec, input, parts),
            Engine::Table => Err(Handover::NOTHING),
        }
    }
}
