//! The run-time of proved grammars: tables, the scanner, spans, errors and diagnoses.
//!
//! The engine knows no document. A grammar is a [`Definition`]: facts about a document and the
//! [`Table`]s that `urigram-generate` made of its rules, as `static` data. The package
//! `urigram-grammars` holds the definitions of the documents that defined URIs; any other grammar
//! is a definition as well. Recognition needs no heap and takes one step for each byte of the
//! input.
//!
//! ```text
//! facts        what a document states: rules, errata, constraints, meaning
//! dfa          automata as they are printed
//!   │
//! table        a rule's automaton with the facts that split and explain its inputs
//!   ├─ scan        most inputs need no automaton: bitmaps of 64 bytes at a time
//!   ├─ components  where each component is ─ resolution: a reference and its base
//!   ├─ errors      rejected: offset, expected characters, rule and section, diagnosis
//!   ├─ texts       verdicts, accepted inputs by component, types of anybody's texts
//!   └─ lines       many inputs at once, automata side by side
//! nested       recursive rules: no table, but machines with a stack, and trees
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The heap, for the macros of generated crates.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub extern crate alloc as __alloc;

mod byte_set;
mod components;
mod dfa;
mod errors;
mod facts;
#[cfg(feature = "lines")]
mod lines;
mod names;
#[cfg(feature = "nested")]
pub mod nested;
mod reading;
mod removed;
#[doc(hidden)]
pub mod resolution;
// A build has one engine or two, and each leaves some of what they share unused.
#[cfg_attr(
    not(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines"))),
    allow(dead_code, unused_imports)
)]
mod scan;
mod schemes;
mod span;
mod table;
mod texts;

pub use byte_set::ByteSet;
pub use components::component::Component;
pub use components::items::Items;
pub use components::parts::Parts;
#[doc(hidden)]
pub use components::search;
pub use components::shape::Shape;
pub use components::splitter::Places;
#[doc(hidden)]
pub use components::splitter::Splitter;
pub use dfa::automaton::Prefix;
pub use dfa::family::Family;
#[cfg(feature = "alloc")]
pub use errors::diagnosis::Diagnosis;
#[cfg(feature = "alloc")]
pub use errors::disagreement::Disagreement;
pub use errors::expected::Expected;
pub use errors::kind::SyntaxErrorKind;
#[doc(hidden)]
pub use errors::syntax_error::{article, Cause};
pub use errors::syntax_error::{Found, SyntaxError};
pub use facts::base_rules::{BaseHeader, BaseRules, RequestRule};
pub use facts::caution::{Caution, Finds};
pub use facts::constraint::{
    Constraint, ConstraintCheck, ConstraintTest, ProgramCheck, ProgramInput,
};
pub use facts::document::{
    Class, Commentary, ComponentName, Date, Document, Encoding, Form, InvalidDate, Part, Rule,
    Start, Takes,
};
pub use facts::erratum::{Erratum, ErratumExample};
pub use facts::key_changes::KeyChange;
pub use facts::marking_row::MarkingRow;
#[doc(hidden)]
pub use facts::meaning::{scheme_number, Summary};
pub use facts::meaning::{Change, Comparison, Equivalence, Level, Objective, Place, Resolution};
#[doc(hidden)]
pub use facts::programs;
pub use facts::rule_names::RuleNames;
pub use facts::section_ref::SectionRef;
#[cfg(feature = "lines")]
pub use lines::{FamilyLines, LineCount, LineTable};
pub use names::{same_name, UnknownName};
pub use reading::Reading;
pub use removed::Removed;
pub use resolution::Algorithm;
pub use scan::engine_name;
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
pub use scan::Engine;
pub use schemes::Schemes;
pub use span::Span;
pub use table::committed::Table;
pub use table::definition::{Definition, Programs, Sources};
#[doc(hidden)]
pub use table::marking::{MarkedComponent, Marking};
pub use table::sets::{ComponentSet, ComponentSets};
pub use table::tables::Tables;
#[cfg(feature = "theorems")]
#[doc(hidden)]
pub use table::theorems::excess;
pub use texts::accepted::{Components, SplitComponent};
pub use texts::inner::{InnerParts, SplitPart};
pub use texts::text_error::{TextError, Violation};
#[doc(hidden)]
pub use texts::text_type::TextType;

/// The types that generated modules are written in. Only the generator names them.
#[doc(hidden)]
pub mod generated {
    pub use crate::components::items::{List, ListForm};
    pub use crate::components::splitter::Splitter;
    pub use crate::dfa::automaton::Automaton;
    pub use crate::dfa::family::Group;
    pub use crate::dfa::rows::Rows;
    pub use crate::dfa::word::{run, within, word, HIGH};
    pub use crate::facts::checks::{Check, PlacedCheck};
    pub use crate::programs;
    pub use crate::table::marking::{MarkedComponent, Marking};
    pub use crate::texts::demands::Demand;
    pub use crate::texts::text_type::TextType;

    /// The facts of the scanner.
    pub mod scan {
        pub use crate::scan::{
            AfterDelimiter, AfterScheme, Following, Host, KnownState, NamedScheme, NamedSchemes,
            Net, Nid, Opaque, Pieces, ScanSpec, Set, Userinfo,
        };
    }

    /// Returns the bytes from `start` on, `len` of them, of a document's file of tables.
    ///
    /// # Panics
    /// While compiling, where the file is shorter.
    #[inline]
    pub const fn bytes(file: &'static [u8], start: usize, len: usize) -> &'static [u8] {
        file.split_at(start).1.split_at(len).0
    }

    /// Returns the column of each byte, at an offset of a document's file of tables.
    ///
    /// # Panics
    /// While compiling, where the file is shorter.
    #[inline]
    pub const fn columns(file: &'static [u8], start: usize) -> &'static [u8; 256] {
        match file.split_at(start).1.first_chunk() {
            Some(columns) => columns,
            None => panic!("the file of tables is shorter than its module says"),
        }
    }
}
