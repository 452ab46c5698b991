//! Identifiers in running text, and the sort-friendly form by which web archives index them.
//!
//! Use the package `urigram`, which re-exports both with the feature `documents`.
//!
//! ```text
//! text or stream ── prefilter: colon to colon ──► finder: wrapper, scheme, end ──► an identifier
//!                                                   └ words, ends: what punctuation belongs to it
//! URL ── surt: host, escapes, path and query by eight rules ──► the key of a web archive
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

pub mod extract;
#[cfg(feature = "idna")]
pub mod surt;
