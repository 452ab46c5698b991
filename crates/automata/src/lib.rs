//! Grammars as minimal automata. RFC 5234 ABNF has its unordered, fully backtracking meaning, and
//! `.pest` files have PEG's exact meaning. An algebra decides whether two grammars are the same
//! language.
//!
//! This package knows nothing of URIs. All automata run over bytes; code points are their UTF-8.
//!
//! ```text
//! ABNF ── abnf: nodes, sets of them ────────────────┐
//! PEG ─── peg: formulas over what remains to match ─┴► explore ── minimize ──► Dfa
//! Dfa ─┬─ product, shortest   equal, or a shortest string that only one accepts
//!      ├─ sample, conformance random strings, and a suite of test words
//!      └─ marked              the places of a component in every string
//! recursive rules ── brackets, nested: automata with a stack
//! ABNF ── synthesis: a PEG that is proved equal
//! ABNF, PEG, Dfa ── certificate: a proof that another program can check
//! ```
//!
//! ```
//! use urigram_automata::{abnf, peg, Limits, Relation, Terminals};
//!
//! let rules = abnf::Grammar::parse("octet = digit / %x31-39 digit\ndigit = %x30-39\n")?;
//! let copy = peg::Grammar::parse(r#"octet = { '0'..'9' | '1'..'9' ~ '0'..'9' }"#)?;
//! let limits = Limits::default();
//! let rules = rules.dfa("octet", Terminals::CodePoints, limits)?;
//! let copy = copy.dfa("octet", peg::Which::Raw, Terminals::CodePoints, limits)?;
//! // A PEG takes the first alternative that matches, so the copy never sees a second digit.
//! let found = rules.compare(&copy, limits)?;
//! assert_eq!((found.relation, found.only_a.as_deref()), (Relation::Superset, Some(&b"10"[..])));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod abnf;
mod brackets;
mod byte_set;
pub mod certificate;
mod char_set;
mod classes;
mod components;
mod conformance;
mod copy;
mod dfa;
mod explore;
mod expr;
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
mod single;
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
