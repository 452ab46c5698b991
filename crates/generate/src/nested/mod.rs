//! Recursive rules, which have no table.
//!
//! ```text
//! PEG → program (of the engine's machine that keeps results)
//! ABNF, or a PEG whose calls are letters → pushdown (an automaton with a stack)
//! Folder, file or grammar → rule: both of these, and it runs the best one;
//! words (texts at random) → questions: samples, and whether two rules are equal
//! ```
//!
//! `program` goes to `tables` for definitions, and a `NestedRule` to `package` and to callers.

pub(crate) mod program;
pub(crate) mod pushdown;
pub(crate) mod questions;
pub(crate) mod rule;
pub(crate) mod words;

pub use program::program;
pub use urigram_engine::nested::{Error, Limits, Node, Nodes, Open, Program, Tree};
