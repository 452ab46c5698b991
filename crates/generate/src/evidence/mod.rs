//! Checks of what a folder states about its document.
//!
//! ```text
//! Folder → check: sections that exist, comments and errata that say what the rules are
//!   quotations.tsv → quotations ← quoted (the words of each row)
//!   a document's text → text (letters without what copies change) → quotations
//!     → head (title, authors, date …), printed_rules (the rules in the text)
//! Folder, its definition → computed (feature `evidence`): verdicts, links, meaning …
//!         → a line for each contradiction
//! ```
//!
//! The lines go to `load`, `prove` and the generator, which refuse the folder.

mod check;
#[cfg(feature = "evidence")]
mod computed;
mod head;
mod printed_rules;
pub(crate) mod quotations;
mod quoted;
pub(crate) mod text;

#[cfg(feature = "evidence")]
pub(crate) use computed::contradictions;
#[cfg(feature = "evidence")]
pub use computed::{evidence_at, Evidence};
