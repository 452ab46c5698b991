//! Components by bit planes: the bytes of a block are classified all at once, and delimiters are found by arithmetic on
//! the resulting masks.
//!
//! What the splitter knows of a rule is [`Fast`], which the generator derives from the rule's automaton and writes only
//! after it has proved that every input that the splitter can accept is one that the rule accepts, and that the other
//! tables that [`Shape::split`](crate::Shape) asks would agree. Whatever the splitter does not know, it leaves to the
//! table, which stays the truth: an error here is a verdict only where that was proved too ([`Due::Nothing`]).

mod authority;
mod blocks;
mod components;
mod facts;
mod lanes;
mod literal;
mod masks;
mod nid;
mod planes;
mod portable;
mod sets;
mod walk;

// Every x86-64 has SSE2, but a kernel is compiled without it: its registers are not the kernel's to use.

// Not in a user's debug build: it takes long to compile, and is not faster where nothing is optimized.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines", not(debug_assertions))))]
mod avx2;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines", not(debug_assertions))))]
mod avx512;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines", not(debug_assertions))))]
mod detect;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;

#[cfg(any())]
mod tests;

pub use facts::{
    After, Due, Fast, Following, Form, Host, Known, Named, Net, Nid, Opaque, Pieces, Place, Userinfo,
};
use facts::{Part, Scheme};
pub use sets::Set;

use crate::Parts;

/// Splits an input that the fast splitter knows to be right, to where the parts are wanted.
///
/// # Errors
/// An input that is left to the table, with where the table may begin.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines", not(debug_assertions))))]
#[inline(always)]
pub(crate) fn split(fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
    // For what is short, AVX2 has a way of its own, and is sooner ready.
    if let Some(lanes) = avx512::Avx512::detect().filter(|_| !fast.is_short) {
        return lanes.split(fast, input, parts);
    }
    match avx2::Avx2::detect() {
        Some(lanes) => lanes.split(fast, input, parts),
        None => sse2::split(fast, input, parts),
    }
}

#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(any(test, feature = "engines", not(debug_assertions)))
))]
pub(crate) use sse2::split;

#[cfg(not(all(target_arch = "x86_64", target_feature = "sse2")))]
pub(crate) use portable::split;

/// Where a byte stands in a block, as bits.
#[cfg(all(feature = "lines", target_arch = "x86_64", target_feature = "sse2"))]
pub(crate) use sse2::equal;

#[cfg(all(feature = "lines", not(all(target_arch = "x86_64", target_feature = "sse2"))))]
pub(crate) use portable::find as equal;

/// A way to split, by name, for benchmarks. One that the processor does not have is the next slower one.
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    Avx512,
    Avx2,
    Sse2,
    Portable,
    Table,
}

#[cfg(any(test, feature = "engines"))]
impl Engine {
    pub(crate) fn split(self, fast: &Fast, input: &[u8], parts: &mut Parts) -> Result<(), Known> {
        match self {
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Engine::Avx512 => match avx512::Avx512::detect() {
                Some(lanes) => lanes.split(fast, input, parts),
                None => split(fast, input, parts),
            },
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Engine::Avx2 => match avx2::Avx2::detect() {
                Some(lanes) => lanes.split(fast, input, parts),
                None => sse2::split(fast, input, parts),
            },
            #[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
            Engine::Sse2 => sse2::split(fast, input, parts),
            Engine::Table => Err(Known::NOTHING),
            _ => portable::split(fast, input, parts),
        }
    }
}
