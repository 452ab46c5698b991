//! A document's folder, or a single file of rules, as it is read.
//!
//! ```text
//! document.toml → facts   examples.toml → examples   sections.tsv → sections
//! printed.abnf, printed.pest, corrected.… → rules → comments, errata (the text alone)
//! RFCs and documents of libraries → imports     the base → base
//!         all of these → read (a Folder) → start (which rule it begins with)
//! Folder → document, meaning, components, cautions, markings: the facts as the engine has them
//! Folder → rows, section_uses: lines and sections for errors and reports
//! ```
//!
//! A [`Folder`] goes to `tables`, which proves its rules.

pub(crate) mod base;
pub(crate) mod cautions;
pub(crate) mod comments;
pub(crate) mod components;
pub(crate) mod document;
pub(crate) mod errata;
pub(crate) mod examples;
pub(crate) mod facts;
pub(crate) mod imports;
pub(crate) mod libraries;
pub(crate) mod markings;
pub(crate) mod meaning;
mod read;
pub(crate) mod rows;
pub(crate) mod rules;
pub(crate) mod section_uses;
pub(crate) mod sections;
mod start;

pub use read::Folder;
pub(crate) use read::{OtherStart, NARROWED, PRACTICES};
