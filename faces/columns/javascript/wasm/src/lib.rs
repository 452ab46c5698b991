//! urigram for JavaScript: one function that takes texts and writes an answer.
//!
//! JavaScript writes the texts of a [`Call`] one after another into memory that [`exports`] gives
//! it, gives the question, the grammar and the lengths of the texts, and reads the answer there.

mod answers;
mod call;
pub mod exports;

pub use answers::Question;
pub use call::Call;
