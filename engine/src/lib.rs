//! The run-time of proved grammars: tables, the scanner, spans, errors and diagnoses.
//!
//! The engine knows no document. A grammar is a [`Definition`]: facts about a document and the
//! [`Table`]s that `urigram-generate` made of its rules, as `static` data. The package
//! `urigram-grammars` holds the definitions of the documents that defined URIs; anybody's own
//! grammar is a definition as well. Recognition needs no heap and takes one step for each byte of
//! the input.
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

/// The heap, for the macros of generated crates.
#[cfg(feature = "alloc")]
#[doc(hidden)]
pub extern crate alloc as __alloc;

mod automaton;
mod base_rules;
mod byte_set;
mod caution;
mod checks;
mod component;
mod component_sets;
mod components;
mod constraint;
mod definition;
mod delimiters;
mod demands;
#[cfg(feature = "alloc")]
mod diagnosis;
#[cfg(feature = "alloc")]
mod disagreement;
mod document;
mod erratum;
mod error;
#[cfg(feature = "alloc")]
mod excerpt;
mod expected;
mod family;
mod inner;
mod items;
mod key_changes;
#[cfg(feature = "commentary")]
mod letter_case;
#[cfg(feature = "lines")]
mod lines;
mod marking;
mod marking_row;
mod meaning;
mod names;
#[cfg(feature = "nested")]
pub mod nested;
mod parts;
#[doc(hidden)]
pub mod programs;
mod reading;
mod removed;
#[doc(hidden)]
pub mod resolution;
mod rows;
mod rule_names;
// A build has one engine or two, and each leaves some of what they share unused.
#[cfg_attr(
    not(all(target_arch = "x86_64", target_feature = "sse2", any(test, feature = "engines"))),
    allow(dead_code, unused_imports)
)]
mod scan;
mod schemes;
#[doc(hidden)]
pub mod search;
mod section_ref;
mod shape;
mod span;
mod splitter;
mod table;
mod tables;
mod text_error;
mod text_traits;
mod text_type;
#[cfg(feature = "theorems")]
mod theorems;
mod verdict;
mod word;

pub use automaton::Prefix;
pub use base_rules::{BaseHeader, BaseRules, RequestRule};
pub use byte_set::ByteSet;
pub use caution::{Caution, Finds};
pub use component::Component;
pub use component_sets::{ComponentSet, ComponentSets};
pub use components::{Components, SplitComponent};
pub use constraint::{Constraint, ConstraintCheck, ConstraintTest, ProgramCheck, ProgramInput};
pub use definition::{Definition, Sources};
#[cfg(feature = "alloc")]
pub use diagnosis::Diagnosis;
#[cfg(feature = "alloc")]
pub use disagreement::Disagreement;
pub use document::{
    Class, Commentary, ComponentName, Date, Document, Encoding, Form, Part, Rule, Start, Takes,
};
pub use erratum::{Erratum, ErratumExample};
#[doc(hidden)]
pub use error::article;
pub use error::{Found, SyntaxError};
pub use expected::Expected;
pub use family::Family;
pub use inner::{InnerParts, SplitPart};
pub use items::Items;
pub use key_changes::KeyChange;
#[cfg(feature = "lines")]
pub use lines::{FamilyLines, LineCount, LineTable};
#[doc(hidden)]
pub use marking::{MarkedComponent, Marking, Prefer};
pub use marking_row::MarkingRow;
#[doc(hidden)]
pub use meaning::{scheme_number, Summary};
pub use meaning::{Change, Comparison, Equivalence, Level, Objective, Place, Resolution};
pub use names::{same_name, UnknownName};
pub use parts::Parts;
pub use reading::Reading;
pub use removed::Removed;
pub use resolution::Algorithm;
pub use rule_names::RuleNames;
pub use scan::engine_name;
#[cfg(any(test, feature = "engines"))]
#[doc(hidden)]
pub use scan::Engine;
pub use schemes::Schemes;
pub use section_ref::SectionRef;
pub use shape::Shape;
pub use span::Span;
pub use splitter::Places;
#[doc(hidden)]
pub use splitter::Splitter;
pub use table::Table;
pub use tables::Tables;
pub use text_error::{TextError, Violation};
#[doc(hidden)]
pub use text_type::TextType;
#[cfg(feature = "theorems")]
#[doc(hidden)]
pub use theorems::excess;

/// The types that generated modules are written in. Only the generator names them.
#[doc(hidden)]
pub mod generated {
    pub use crate::automaton::Automaton;
    pub use crate::checks::{Check, PlacedCheck};
    pub use crate::demands::Demand;
    pub use crate::family::Group;
    pub use crate::items::{List, ListForm};
    pub use crate::marking::{MarkedComponent, Marking, Prefer};
    pub use crate::programs;
    pub use crate::rows::Rows;
    pub use crate::splitter::Splitter;
    pub use crate::text_type::TextType;
    pub use crate::word::{run, within, word, HIGH};

    /// The facts of the scanner.
    pub mod scan {
        pub use crate::scan::{
            AfterDelimiter, AfterScheme, Following, Host, KnownState, NamedScheme, NamedSchemes,
            Net, Nid, Opaque, Pieces, ScanSpec, Set, Userinfo,
        };
    }

    /// Returns a rule that is named as its document prints it, without a remark.
    #[inline]
    pub const fn rule(name: &'static str, section: &'static str) -> crate::Rule {
        crate::Rule { name, id: name, section, imported: None, note: None }
    }

    /// Returns a rule with a note.
    #[inline]
    pub const fn noted(
        name: &'static str,
        section: &'static str,
        note: &'static str,
    ) -> crate::Rule {
        crate::Rule { name, id: name, section, imported: None, note: Some(note) }
    }

    /// Returns a rule that a document imports from a section of another one.
    #[inline]
    pub const fn imported(
        name: &'static str,
        section: &'static str,
        from: &'static str,
    ) -> crate::Rule {
        crate::Rule { name, id: name, section, imported: Some(from), note: None }
    }

    /// Returns the row of a component that is named alike in all schemes.
    #[inline]
    pub const fn named(component: crate::Component) -> crate::ComponentName {
        let schemes = crate::Schemes::All;
        crate::ComponentName {
            component,
            rule: None,
            schemes,
            with: None,
            begins: None,
            empty: false,
        }
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
