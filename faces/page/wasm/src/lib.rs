//! The answers of the teaching page, called from JavaScript.
//!
//! JavaScript writes a question as a path with a query, `string?input=http://a/`, into the memory
//! that `exports` gives it, and reads the reply there. [`Exchange`] holds both. With the feature
//! `unpack` the WebAssembly is what unpacks the other packs, and nothing else.

mod exchange;
#[cfg(not(all(feature = "unpack", target_family = "wasm")))]
pub mod exports;
#[cfg(feature = "unpack")]
pub mod unpack;

pub use exchange::Exchange;
