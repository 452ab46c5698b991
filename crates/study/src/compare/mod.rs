//! Languages of several rules at once.
//!
//! [`proof`](urigram_core::proof) compares two rules. This module has [`Inclusion`], the order of
//! many languages by inclusion, and [`RuleUnion`], the union of the rules that a document has for
//! one component.

mod division;
mod inclusion;
mod union;

#[doc(hidden)]
pub use division::{divisions, Division};
pub use inclusion::Inclusion;
pub use union::RuleUnion;
