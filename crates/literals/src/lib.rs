//! The shim of macros whose literals are checked while compiling, by the table of a grammar.
//!
//! `urigram-macros` and the macros of generated packages share it: [`term`] reads the pieces of a
//! text (literals, `concat!`, `env!`, `include_str!`), [`refusal`] puts a diagnosis under the piece
//! that is wrong, and [`in_constant`] writes the value down. [`Literal`] is the whole macro of a
//! generated type. Packages of macros cannot export functions, so this is a library.
//!
//! ```text
//! tokens ── evaluate (files, path) ──► text: one string, in pieces with their places
//! text ── check by a table ─┬─ right ── expand: a constant, which checks itself once more
//!                           └─ wrong ── escapes: the byte's character in the source
//!                                         └─► expand: the diagnosis under that piece
//! ```

mod escapes;
mod evaluate;
mod expand;
mod files;
mod literal;
mod path;
mod piece;
mod subject;

pub use evaluate::{term, unwrap_groups};
pub use expand::{in_constant, pieces, refusal, text_tokens};
pub use literal::Literal;
pub use path::{constant_help, named_constant, Path};
pub use piece::{Origin, Piece, Place, Text};
pub use subject::Subject;
