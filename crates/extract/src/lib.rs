//! Identifiers in running text, and the sort-friendly form by which web archives index them.
//!
//! Use the package `urigram`, which re-exports both with the feature `documents`.
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod extract;
#[cfg(feature = "idna")]
pub mod surt;
