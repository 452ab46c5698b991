//! Components: where they are in an input.
//!
//! ```text
//! a document    shape ─────────────────────┐
//!               delimiters, in a constant ─┼─ parts
//!               the scanner ───────────────┘
//! another       splitter ── places of the rules that components name
//! grammar
//! ```
//!
//! The shape of a document gives the parts that all documents share. A grammar without a shape has
//! the places of its own rules. `component` has the names, `search` finds delimiters, and `items`
//! are those of a component that is a list.

pub(crate) mod component;
pub(crate) mod delimiters;
pub(crate) mod items;
pub(crate) mod parts;
pub mod search;
pub(crate) mod shape;
pub(crate) mod splitter;
