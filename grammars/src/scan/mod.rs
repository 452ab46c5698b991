//! Components by bitmaps.

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
mod sets;
mod spec;

// Left out of a user's debug build: it takes long to compile, and is not faster where nothing is optimized.
#[cfg(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines", not(debug_assertions))))]
mod avx2;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
mod neon;
#[cfg(all(target_arch = "x86_64", target_feature = "sse2"))]
mod sse2;


#[cfg(any(test, feature = "engines"))]
pub use engine::Engine;
#[cfg(feature = "lines")]
pub(crate) use engine::find;
pub(crate) use engine::split;
pub(crate) use sets::Set;
pub(crate) use spec::{
    AfterDelimiter, AfterScheme, Following, Handover, Host, KnownState, NamedScheme, NamedSchemes, Net, Nid, Opaque,
    Pieces, Region, Remaining, ScanSpec, Userinfo,
};

#[cfg(test)]
mod tests;
