//! Grammars as minimal automata. RFC 5234 ABNF has its unordered, fully backtracking meaning, and
//! `.pest` files have PEG's exact meaning. An algebra decides whether two grammars are the same
//! language.
//!
//! This package knows nothing of URIs. All automata run over bytes; code points are their UTF-8.

pub mod abnf;
mod brackets;
mod byte_set;
pub mod certificate;
mod classes;
mod components;
mod conformance;
mod copy;
mod dfa;
mod explore;
mod hashing;
pub mod marked;
mod minimize;
pub mod nested;
pub mod peg;
mod product;
mod questions;
mod random;
mod sample;
mod seen;
mod shortest;
pub mod synthesis;
mod tagged_union;
mod terminals;
mod utf8;
mod written;

pub use byte_set::ByteSet;
pub use classes::ByteClasses;
pub use conformance::Conformance;
pub use dfa::Dfa;
pub use explore::{build, Deterministic, Limits, Undecided};
pub use num_bigint::BigUint;
pub use product::{Comparison, Relation};
pub use random::Random;
pub use sample::Sampler;
pub use shortest::shortest;
pub use terminals::Terminals;

/// A state of a [`Dfa`]; the start state is 0.
pub type StateId = u32;
