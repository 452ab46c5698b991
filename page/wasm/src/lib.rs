//! The answers of the teaching page, called from JavaScript.
//!
//! JavaScript writes a question as a path with a query, `string?input=http://a/`, into the memory
//! that [`exports`] gives it, and reads the reply there. [`Exchange`] holds both. With the feature
//! `unpack` this is what unpacks the other packs, and nothing else.

#[cfg(not(feature = "unpack"))]
mod exchange;
#[cfg(not(feature = "unpack"))]
pub mod exports;
#[cfg(feature = "unpack")]
pub mod unpack;

#[cfg(not(feature = "unpack"))]
pub use exchange::Exchange;
