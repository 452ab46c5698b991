//! The scanner itself: what reads an input by the facts of a [`ScanSpec`].

mod authority;
mod backend;
mod bitmap;
mod bits;
mod block;
mod engine;
mod finish;
mod literal;
mod nid;
mod portable;

#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

use super::{spec::Region, *};

pub use engine::*;

#[cfg(test)]
#[path = "../../../tests/unit/masks.rs"]
mod tests;
