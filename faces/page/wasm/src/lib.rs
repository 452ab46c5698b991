//! The answers of the teaching page, called from JavaScript.
//!
//! JavaScript writes a question as a path with a query, `string?input=http://a/`, into the memory
//! that `exports` gives it, and reads the reply there. [`Exchange`] holds both.
//!
//! The library is compiled once and linked once for each pack, which keeps what its own functions
//! need: `.ci/page` names them. `unpack` is also linked as a WebAssembly of its own.

mod exchange;
pub mod exports;
pub mod unpack;

pub use exchange::Exchange;
