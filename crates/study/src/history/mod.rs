//! The history of the syntax: a rule, or a string, through all documents in order of date.
//!
//! The documents' automata decide every change. Only the names that documents give to the same
//! thing are written by hand ([`Concept`]).

#[cfg(feature = "compare")]
mod characters;
mod lineage;
#[cfg(feature = "compare")]
mod rule;
mod string;

#[cfg(feature = "compare")]
pub use characters::{Column, Grid};
pub use lineage::Lineage;
#[cfg(feature = "compare")]
pub use rule::{Change, Definition, Entry, HistoryError, RuleHistory};
pub use string::{Acceptance, Period, StringHistory, Verdict};
pub use urigram_grammars::Concept;
