//! The documents held against each other: what each demands beyond its rules, how a string or a
//! rule fared through them, and where two of them differ, for one string or for all.
//!
//! Use the package `urigram`, which re-exports all of this with the features `documents` and
//! `compare`. This package is separate because a program that reads identifiers needs none of it.
//!
//! ```text
//! one string   constraints, cautions    what a document forbids or advises against, beyond rules
//!              history                  the string by every document in order of date
//!              migrate                  the same string by two documents: what changes, and why
//!              base                     the places that the base of a reference can come from
//!              disagreement             a verdict that the two readings of a document do not share
//! all strings  agreement                a component by two grammars: equal, or a shortest string
//!              compare                  the languages of several rules, in order of inclusion
//!              history (of a rule)      what each document added to a rule, and took away
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "compare")]
pub mod agreement;
pub mod base;
pub mod cautions;
// Languages of several rules, which this project's own tools need.
#[cfg(feature = "compare")]
#[doc(hidden)]
pub mod compare;
pub mod constraints;
mod disagreement;
pub mod history;
pub mod migrate;

pub use disagreement::{disagreement, disagreement_between};
