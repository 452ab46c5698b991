//! Languages of several rules at once.
//!
//! [`proof`](crate::proof) compares two rules. Here are [`Inclusion`], the order of many languages
//! by inclusion; [`RuleUnion`], the rules that a document has for one component, taken together;
//! and [`divisions`], the shortest strings that tell languages apart.

mod division;
mod inclusion;
mod union;

pub use division::{divisions, Division};
pub use inclusion::Inclusion;
pub use union::RuleUnion;
