//! The history of the syntax: a rule, or a string, through all documents in order of date.
//!
//! The documents' automata decide every change. Only the names that documents give to the same
//! thing are written by hand ([`Concept`]).
//!
//! ```text
//! http://a/~b        url-1993, rfc1630, rfc1738, rfc1808    rejected: `~` at byte 9
//! (identifiers)      url-1997 … rfc6874                     accepted
//!                    periods: 1993-07-14 to 1997-05-02, and from then on
//! fragment           rfc1630 after url-1993: `+` is new, `:` is gone. rfc1738 has no fragment
//! (a rule)           rfc1808 after rfc1630: `/` is new, `"` is gone. Each is a shortest string
//! ```

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
