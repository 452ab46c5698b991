//! How the syntax changed: a rule, or a string, through all documents in order of date.
//!
//! Nothing here is written by hand but the names that documents give to the same thing
//! ([`Concept`](urigram_grammars::Concept)): what changed is decided by the documents' automata.

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
pub use string::{Period, StringHistory, Verdict};
