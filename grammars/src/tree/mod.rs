//! Trees: the derivation of an input from a rule of a grammar.
//!
//! `machine` runs the grammar's PEG by the engine's machine, `names` says as which rule of the
//! document each rule of the PEG is shown, and `value` is the tree that comes of it.

mod machine;
mod names;
mod octets;
mod parse;
mod value;

pub use value::{Node, Tree, TreeError};

/// The pieces that `urigram-parsers` needs to make the same trees by pest.
#[doc(hidden)]
pub mod pieces {
    pub use super::names::{start, Names};
    pub use super::octets::Offsets;
    pub use super::parse::named;
    pub use super::value::{readable, Token};
}
