//! The documents that defined what a URI is, from 1993 on, as data and as automata.
//!
//! Each document is a [`Grammar`]; a grammar has two [`Reading`]s, `Corrected` and `Printed`.
//! Recognition needs no heap and takes one step for each byte of the input.
//!
//! ```
//! use urigram_grammars::{Grammar, Reading};
//!
//! let table = Grammar::Url1993.table(Reading::Corrected, None).unwrap();
//! assert!(table.accepts(b"wais://quake.think.com/wais-discussion-archives?lynch"));
//! assert_eq!(table.check(b"http://a/b?x=y", Reading::Corrected).unwrap_err().offset(), 12);
//! ```
//!
//! ```text
//! generated    a definition for each folder: facts and tables, by urigram-generate
//! grammar      a handle on a definition; lists of them: grammar_set, newest, start_rule
//! input ── given: without what a practice removes ──► table (engine) ──► verdict
//!   accepted ── refusal: does the program of a practice refuse it? ──► components
//!   rejected ── the byte, or by objected the character; mistakes: a sentence and a suggestion
//! lines        the same for many inputs at once
//! tree, built  trees, and rules without a committed table
//! proof        automata of every rule: both notations, splitting, comparison
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

/// A file of a document's folder as text; empty without the feature `records`.
#[cfg(feature = "records")]
#[cfg_attr(urigram_without_sources, allow(unused_macros))]
macro_rules! record {
    ($path:literal) => {
        include_str!($path)
    };
}
#[cfg(all(feature = "sources", not(feature = "records")))]
#[cfg_attr(urigram_without_sources, allow(unused_macros))]
macro_rules! record {
    ($path:literal) => {
        ""
    };
}

/// The PEGs of a document as programs that build trees, corrected and printed.
#[cfg(feature = "trees")]
macro_rules! programs {
    ($corrected:literal, $printed:literal) => {
        Some(&[include_bytes!($corrected) as &[u8], include_bytes!($printed)])
    };
}
#[cfg(not(feature = "trees"))]
macro_rules! programs {
    ($corrected:literal, $printed:literal) => {
        None
    };
}

#[cfg(feature = "concepts")]
mod concepts;
mod grammar;
mod grammar_set;
mod newest;
#[cfg(feature = "alloc")]
mod objected;
mod refusal;
mod start_rule;
#[cfg(feature = "alloc")]
mod stripped;
#[cfg(feature = "alloc")]
mod verdict;

#[cfg(feature = "compare")]
mod built;
#[cfg(feature = "lines")]
mod lines;
#[cfg(feature = "whatwg")]
mod mistakes;
#[cfg(feature = "compare")]
pub mod proof;
#[cfg(feature = "sources")]
mod sources;
#[cfg(feature = "trees")]
pub mod tree;
/// The URL Standard, to check suggestions in builds without the other practices.
#[cfg(all(feature = "whatwg", not(feature = "practices")))]
#[rustfmt::skip]
#[path = "generated/whatwg.rs"]
mod whatwg;

#[cfg(feature = "concepts")]
pub use concepts::Concept;
pub use grammar::{Grammar, GrammarId};
pub use grammar_set::GrammarSet;
#[cfg(feature = "lines")]
pub use lines::LineClassifier;
#[cfg(feature = "alloc")]
pub use objected::Objected;
pub use refusal::refuses_more;
#[cfg(feature = "alloc")]
pub use refusal::Violation;
#[doc(hidden)]
pub use refusal::{refused, Accepted, Refused};
#[doc(hidden)]
pub use start_rule::StartRule;
#[cfg(feature = "alloc")]
pub use stripped::Stripped;
#[cfg(feature = "alloc")]
pub use verdict::{Objection, Verdict};

#[cfg(feature = "whatwg")]
#[doc(hidden)]
pub use mistakes::keeps_meaning;
#[cfg(feature = "whatwg")]
pub use mistakes::{explain, mistake, Mistake};
#[cfg(feature = "trees")]
#[doc(hidden)]
pub use urigram_engine::nested;
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
pub use urigram_engine::Engine;
#[doc(hidden)]
pub use urigram_engine::{
    __borrowed_text, __equal_text, __owned_text, resolution, scheme_number, search, Cause, Summary,
};
pub use urigram_engine::{engine_name, programs};
pub use urigram_engine::{
    same_name, Algorithm, BaseHeader, BaseRules, ByteSet, Caution, Change, Class, Commentary,
    Comparison, Component, ComponentName, ComponentSet, ComponentSets, Components, Constraint,
    ConstraintCheck, ConstraintTest, Date, Definition, Document, Encoding, Equivalence, Erratum,
    ErratumExample, Expected, Finds, Form, Found, InnerParts, InvalidDate, KeyChange, Level,
    MarkingRow, Objective, Part, Parts, Place, Prefix, ProgramInput, Reading, Removed, RequestRule,
    Resolution, Rule, Schemes, SectionRef, Shape, Span, SplitComponent, SplitPart, Start,
    SyntaxError, SyntaxErrorKind, Table, Tables, Takes, UnknownName,
};
#[cfg(feature = "alloc")]
pub use urigram_engine::{Diagnosis, Disagreement};
#[cfg(feature = "lines")]
pub use urigram_engine::{LineCount, LineTable};
