//! The documents that defined what a URI is, from 1993 on, as data and as automata.
//!
//! Each document is a [`Grammar`]; a grammar has two [`Reading`]s, what is printed and what is meant. Recognition needs
//! no heap and takes one step for each byte of the input.
//!
//! ```
//! use urigram_grammars::{Grammar, Reading};
//!
//! let table = Grammar::Url1993.table(Reading::Corrected, None).unwrap();
//! assert!(table.accepts(b"wais://quake.think.com/wais-discussion-archives?lynch"));
//! assert_eq!(table.check(b"http://a/b?x=y", Reading::Corrected).unwrap_err().offset(), 12);
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

mod byteset;
mod classify;
#[cfg(feature = "concepts")]
mod concepts;
mod document;
mod error;
mod expected;
mod list;
mod meaning;
mod names;
mod reading;
mod rows;
// A build has one engine or two, and what others use is there all the same.
#[cfg_attr(
    not(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines"))),
    allow(dead_code, unused_imports)
)]
mod scan;
mod split;
mod table;

#[cfg(feature = "compare")]
mod built;
#[cfg(feature = "alloc")]
mod diagnosis;
#[cfg(feature = "alloc")]
mod excerpt;
#[cfg(feature = "lines")]
mod lines;
#[cfg(feature = "compare")]
pub mod proof;
#[cfg(feature = "sources")]
mod sources;
#[cfg(feature = "tree")]
mod tree;

pub use byteset::ByteSet;
#[cfg(feature = "concepts")]
pub use concepts::Concept;
#[cfg(feature = "alloc")]
pub use diagnosis::Diagnosis;
pub use document::{Class, Component, Constraint, Date, Document, Encoding, Erratum, Form, Rule, Start};
pub use error::{Found, SyntaxError};
pub use expected::Expected;
#[cfg(feature = "lines")]
pub use lines::{LineClassifier, LineCount, LineTable};
pub use list::{Grammar, GrammarSet};
#[doc(hidden)]
pub use meaning::Summary;
pub use meaning::{Change, Comparison, Equivalence, Level, Objective, Place, Resolution};
pub use names::{same_name, UnknownName};
pub use reading::Reading;
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
pub use scan::Engine;
pub use split::{Parts, Shape, Span};
pub use table::{Prefix, Table, Tables};
#[cfg(feature = "tree")]
pub use tree::{Node, Tree, TreeError};
