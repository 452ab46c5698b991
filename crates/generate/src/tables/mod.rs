//! From the rules of a folder to its definition: proved tables, with all that runs on them.
//!
//! ```text
//! Folder → builder (an automaton for a rule, once ABNF and PEG agree)
//!   → share (automata of several rules in the same columns)
//!   → fast (what the scanner may skip, guessed and proved)
//!   → marking, delimited (places of components, lists) → transcriptions (the PEG's places are
//!     the ABNF's)
//!   → demands, claims, repairs (what the folder says of its rules is so)
//!   → trees (the PEG as a program, or a copy of the ABNF when a tree is wanted)
//!   → definition (all of it, for `print` or for a running program)
//! Folder → other_start: the folder from another rule, where its own has no automaton
//! ```

pub(crate) mod builder;
mod claims;
pub(crate) mod definition;
pub(crate) mod delimited;
pub(crate) mod demands;
pub(crate) mod fast;
pub(crate) mod marking;
mod other_start;
pub(crate) mod repairs;
mod share;
pub(crate) mod transcriptions;
pub(crate) mod trees;
