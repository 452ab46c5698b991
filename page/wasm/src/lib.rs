//! The answers of the teaching page, called from JavaScript.
//!
//! JavaScript writes a question as a path with a query, `string?input=http://a/`, into the memory
//! that [`exports`] gives it, and reads the reply there. [`Exchange`] holds both.

mod exchange;
pub mod exports;

pub use exchange::Exchange;
