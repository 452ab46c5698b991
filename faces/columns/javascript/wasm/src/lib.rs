//! urigram for JavaScript: one function that takes texts and writes an answer.
//!
//! JavaScript writes the texts of a [`Call`] one after another into memory that [`exports`] gives
//! it, says what is asked, by which grammar and how long the texts are, and reads the answer there.

mod answers;
mod call;
pub mod exports;

pub use call::{Call, Question};
