//! The library behind `urigram`: checked values, selection of grammars, and the meaning that each
//! document gives to identifiers.
//!
//! Use the package `urigram`, which re-exports all of this and adds the macros. This package is
//! separate so that a build compiles it in parallel with the macros.
//!
//! ```text
//! text ── select: a grammar, unless one is named ──► value: text, spans, tables
//! value ─┬─ resolve       by the algorithm of its document
//!        ├─ normalize     normal forms and keys, by the document's equivalences
//!        ├─ builder       components become a text, which is checked; also changes of a value
//!        ├─ mapping       IRIs and URIs: percent, idna, ucs
//!        ├─ host, file_path, foreign      types of the standard library, `url` and `http`
//!        └─ agreement     one string by several grammars, and lists of hosts
//! urn           the parts of names
//! ```
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod agreement;
#[cfg(feature = "alloc")]
mod any;
#[cfg(feature = "alloc")]
mod build_error;
#[cfg(feature = "alloc")]
mod builder;
#[cfg(feature = "alloc")]
mod compared;
#[cfg(feature = "alloc")]
mod file_path;
#[cfg(any(feature = "http", feature = "url"))]
mod foreign;
#[cfg(any(feature = "http", feature = "url"))]
mod foreign_error;
mod form_error;
mod host;
#[cfg(feature = "url")]
mod href;
#[cfg(feature = "idna")]
mod idna;
#[cfg(feature = "alloc")]
mod mapping;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod percent;
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "alloc")]
mod rewrite;
#[cfg(feature = "alloc")]
mod select;
#[cfg(feature = "serde")]
mod serde;
mod ucs;
mod urc;
pub mod urn;
mod value;

#[cfg(feature = "alloc")]
pub use build_error::BuildError;
#[cfg(feature = "alloc")]
pub use builder::Builder;
#[cfg(feature = "alloc")]
pub use file_path::PathStyle;
pub use form_error::{FormError, Rejected};
pub use host::Host;
#[cfg(feature = "alloc")]
pub use normalize::Normalizer;
#[cfg(feature = "alloc")]
pub use percent::PercentEncoding;
#[cfg(feature = "alloc")]
pub use resolve::{ResolveError, Resolver};
#[cfg(feature = "alloc")]
pub use select::Select;
#[cfg(feature = "alloc")]
pub use urc::buf::UrcBuf;
pub use urc::Urc;
#[cfg(feature = "alloc")]
pub use urigram_grammars::Verdict;
pub use urigram_grammars::{Component, Grammar, GrammarId, Reading, SyntaxError};
pub use value::{Iri, IriRef, Uri, UriRef, Urn};
#[cfg(feature = "alloc")]
pub use value::{IriBuf, IriRefBuf, UriBuf, UriRefBuf, UrnBuf};

/// Documents as data: their facts, rules, errata, constraints, equivalences and tables, as
/// [`Grammar::document`] and [`Grammar::tables`] give them.
pub mod documents {
    #[cfg(feature = "alloc")]
    pub use urigram_grammars::Disagreement;
    #[doc(inline)]
    pub use urigram_grammars::{
        same_name, Algorithm, BaseHeader, BaseRules, Caution, Change, Commentary, Comparison,
        ComponentSet, ComponentSets, Constraint, Date, Definition, Document, Equivalence, Erratum,
        Finds, Form, Part, Place, Removed, RequestRule, Resolution, Rule, Schemes, SectionRef,
        Table, Tables, Takes,
    };
    // Rows that no method returns.
    #[doc(hidden)]
    pub use urigram_grammars::{
        Class, ComponentName, ConstraintCheck, ConstraintTest, Encoding, KeyChange,
    };
}

/// Sets of bytes, and the results of [`PercentEncoding`].
pub mod encoding {
    #[cfg(feature = "alloc")]
    pub use crate::percent::{Decoded, Encoded};
    pub use urigram_grammars::ByteSet;
}

/// Errors of single functions, and the parts of errors.
pub mod errors {
    #[cfg(any(feature = "http", feature = "url"))]
    pub use crate::foreign_error::ForeignError;
    #[cfg(feature = "idna")]
    pub use crate::idna::IdnaError;
    #[cfg(feature = "alloc")]
    pub use crate::{
        file_path::FilePathError, mapping::MappingError, normalize::NormalizeError,
        percent::PercentError, select::UnknownSelect,
    };
    #[cfg(feature = "alloc")]
    #[doc(no_inline)]
    pub use urigram_grammars::Violation;
    #[cfg(feature = "std")]
    pub use urigram_grammars::{explain, mistake, Mistake};
    #[cfg(feature = "alloc")]
    pub use urigram_grammars::{Diagnosis, Objected, Objection};
    pub use urigram_grammars::{Expected, Found, InvalidDate, SyntaxErrorKind, UnknownName};
}

/// The mapping between IRIs and URIs, on texts. [`Iri::to_uri`] and [`Uri::to_iri`] map values.
#[cfg(feature = "alloc")]
pub mod iri {
    #[cfg(feature = "idna")]
    pub use crate::idna::{iri_to_uri_by_idna, uri_to_iri_by_idna};
    pub use crate::mapping::{iri_to_uri, uri_to_iri};
}

/// The serializer and the parser of queries as HTML forms write them, of the crate
/// `form_urlencoded`: [`Uri::query_form`] and [`UriBuf::extend_query_form`] use them.
#[cfg(feature = "url")]
pub mod form {
    #[doc(no_inline)]
    pub use form_urlencoded::{byte_serialize, parse, Parse, Serializer};
}

/// Newline-separated input in bulk.
#[cfg(feature = "lines")]
pub mod lines {
    pub use urigram_grammars::{LineClassifier, LineCount, LineTable};
}

/// The type that all identifiers are, and its kinds: four with the components of URIs, and names.
pub mod kinds {
    pub use crate::value::kind::{IriKind, IriRefKind, Kind, UriKind, UriRefKind, UrnKind};
    pub use crate::value::Identifier;
}

/// The levels of [`Normalizer`], and the results of comparisons.
pub mod normalization {
    #[cfg(feature = "alloc")]
    pub use crate::{compared::Compared, normalize::KnownScheme};
    pub use urigram_grammars::{Level, Objective};
}

/// The parts of identifiers: spans of components, segments of paths, pairs of queries.
pub mod parts {
    pub use crate::value::{PathSegments, Positions, RawQueryPairs};
    #[cfg(feature = "alloc")]
    pub use crate::{host::HostText, value::QueryPairs};
    pub use urigram_grammars::{Components, InnerParts, Parts, Span, SplitComponent, SplitPart};
}

/// Practices, which software follows and no document prints: the characters that they remove, and
/// the steps that they take after the rules.
pub mod practices {
    #[cfg(feature = "url")]
    pub use crate::href::Href;
    pub use urigram_grammars::refuses_more;
    #[cfg(feature = "alloc")]
    pub use urigram_grammars::Stripped;
}

/// The proof that both transcriptions of a rule are one language, and exact comparison of two
/// rules.
#[cfg(feature = "compare")]
pub mod proof {
    // Automata and their notations, which this project's own tools need. No promise is made about
    // them.
    #[doc(hidden)]
    pub use urigram_grammars::proof::*;
    pub use urigram_grammars::proof::{
        compare, Comparison, NoRulePlaces, Proof, ProofError, Relation, RulePlaces, Side,
        Transcriptions, Undecided,
    };
}

/// The options, the steps and the results of a [`Resolver`].
#[cfg(feature = "alloc")]
pub mod resolution {
    pub use crate::resolve::{ExcessParents, Step, Target};
}

/// The results of a [`Select`], and the set of all grammars that accept an input.
pub mod selection {
    #[cfg(feature = "alloc")]
    pub use crate::any::Any;
    #[cfg(feature = "alloc")]
    pub use crate::select::{accepting, Reason, Selection, Selector};
    pub use urigram_grammars::GrammarSet;
}

/// Parse trees by a grammar that is chosen at run time.
#[cfg(feature = "documents")]
pub mod tree {
    pub use urigram_grammars::tree::TreeError;
    use urigram_grammars::{tree, Rule};

    /// The derivation of an input from a rule of a grammar that is chosen at run time.
    pub type Tree<'i> = tree::Tree<'i, &'static Rule>;
    /// A rule of a [`Tree`] that matched some part of the input.
    pub type Node<'t> = tree::Node<'t, &'static Rule>;
}

/// Names that this project's own packages and tests need. No promise is made about them.
#[doc(hidden)]
pub mod internal {
    pub use crate::value::pairs::pairs_of_iris_and_uris;
    #[cfg(feature = "documents")]
    pub use crate::{
        normalize::Difference,
        rewrite::{octet, triplet},
        select::form_of,
    };
    pub use urigram_grammars::engine_name;
}
