//! Languages of several rules at once.
//!
//! [`proof`](crate::proof) compares two rules. This module has [`Inclusion`], the order of many
//! languages by inclusion; [`RuleUnion`], the union of the rules that a document has for one
//! component; and [`divisions`], the shortest strings that distinguish languages.

mod division;
mod inclusion;
mod union;

pub use division::{divisions, Division};
pub use inclusion::Inclusion;
pub use union::RuleUnion;
