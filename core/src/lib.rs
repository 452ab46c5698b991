//! The library behind `urigram`: checked values, selection of grammars, and the meaning that each
//! document gives to identifiers.
//!
//! Use the package `urigram`, which re-exports all of this and adds the macros. This package is
//! separate so that a build compiles it in parallel with the macros.
#![cfg_attr(not(any(feature = "std", test)), no_std)]
#![cfg_attr(docsrs, feature(doc_cfg))]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod agreement;
#[cfg(feature = "alloc")]
mod build_error;
#[cfg(feature = "alloc")]
mod builder;
#[cfg(feature = "constraints")]
pub mod cautions;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "alloc")]
mod compared;
#[cfg(feature = "constraints")]
pub mod constraints;
#[cfg(feature = "alloc")]
mod disagreement;
#[cfg(feature = "extract")]
pub mod extract;
#[cfg(feature = "alloc")]
mod file_path;
#[cfg(any(feature = "http", feature = "url"))]
mod foreign;
mod form_error;
#[cfg(feature = "alloc")]
mod given;
#[cfg(feature = "history")]
pub mod history;
mod host;
#[cfg(feature = "url")]
mod href;
#[cfg(feature = "idna")]
mod idna;
#[cfg(feature = "alloc")]
mod iri;
#[cfg(feature = "history")]
pub mod migrate;
#[cfg(feature = "alloc")]
mod normalize;
#[cfg(feature = "alloc")]
mod percent;
mod refusal;
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "alloc")]
mod rewrite;
#[cfg(feature = "alloc")]
mod select;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "surt")]
pub mod surt;
mod ucs;
pub mod urc;
pub mod urn;
mod value;

#[cfg(feature = "alloc")]
pub use build_error::BuildError;
#[cfg(feature = "alloc")]
pub use builder::Builder;
#[cfg(feature = "alloc")]
pub use compared::Compared;
#[cfg(feature = "alloc")]
pub use file_path::{FilePathError, PathStyle};
#[cfg(any(feature = "http", feature = "url"))]
pub use foreign::ForeignError;
pub use form_error::{FormError, Rejected};
#[cfg(feature = "alloc")]
pub use given::Given;
pub use host::Host;
#[cfg(feature = "alloc")]
pub use host::HostText;
#[cfg(feature = "url")]
pub use href::Href;
#[cfg(feature = "idna")]
pub use idna::{iri_to_uri_by_idna, uri_to_iri_by_idna, IdnaError};
#[cfg(feature = "alloc")]
pub use iri::{iri_to_uri, uri_to_iri, MappingError};
#[cfg(feature = "alloc")]
pub use normalize::{KnownScheme, NormalizeError, Normalizer};
#[cfg(feature = "alloc")]
pub use percent::{Decoded, Encoded, PercentEncoding, PercentError};
pub use refusal::refuses_more;
#[cfg(feature = "alloc")]
pub use resolve::{Base, BaseCandidates, BaseError, BaseSource};
#[cfg(feature = "alloc")]
pub use resolve::{ExcessParents, ResolveError, Resolver, Step, Target};
#[cfg(feature = "alloc")]
pub use select::{accepting, Reason, Select, Selection, Selector, UnknownSelect};
pub use urc::Urc;
#[cfg(feature = "alloc")]
pub use urc::UrcBuf;
pub use urn::Urn;
#[cfg(feature = "alloc")]
pub use urn::UrnBuf;
#[doc(hidden)]
pub use value::pairs::pairs_of_iris_and_uris;
pub use value::{Iri, IriRef, PathSegments, Positions, QueryPairs, Uri, UriRef};
#[cfg(feature = "alloc")]
pub use value::{IriBuf, IriRefBuf, UriBuf, UriRefBuf};

#[cfg(feature = "alloc")]
pub use disagreement::{disagreement, disagreement_between};
#[cfg(feature = "compare")]
pub use urigram_grammars::proof;
#[cfg(feature = "history")]
pub use urigram_grammars::Concept;
/// The facts of documents are shown in the module [`documents`].
#[doc(hidden)]
pub use urigram_grammars::{
    engine_name, same_name, Algorithm, BaseHeader, BaseRules, Caution, Change, Class, Commentary,
    Comparison, ComponentName, ComponentSet, ComponentSets, Constraint, ConstraintCheck,
    ConstraintTest, Definition, Document, Encoding, Equivalence, Erratum, Finds, Part, Place,
    Removed, RequestRule, Resolution, Rule, Schemes, SectionRef, Table, Tables, Takes,
};
pub use urigram_grammars::{
    ByteSet, Component, Components, Date, Expected, Form, Found, Grammar, GrammarId, GrammarSet,
    InnerParts, Level, Objective, Parts, Reading, Span, SplitComponent, SplitPart, SyntaxError,
    UnknownName,
};
#[cfg(feature = "alloc")]
pub use urigram_grammars::{Diagnosis, Disagreement};
#[cfg(feature = "lines")]
pub use urigram_grammars::{LineClassifier, LineCount, LineTable};
#[cfg(feature = "tree")]
pub use urigram_parsers::TreeError;

/// The derivation of an input from a rule of a grammar that is chosen at run time.
#[cfg(feature = "tree")]
pub type Tree<'i> = urigram_parsers::Tree<'i, &'static Rule>;
/// A rule of a [`Tree`] that matched some part of the input.
#[cfg(feature = "tree")]
pub type Node<'t> = urigram_parsers::Node<'t, &'static Rule>;

/// Documents as data: their facts, rules, errata, constraints, equivalences and tables, as
/// [`Grammar::document`] and [`Grammar::tables`] give them.
pub mod documents {
    #[doc(inline)]
    pub use urigram_grammars::{
        same_name, BaseHeader, BaseRules, Caution, Change, Class, Commentary, Comparison,
        ComponentName, ComponentSet, ComponentSets, Constraint, ConstraintCheck, ConstraintTest,
        Definition, Document, Encoding, Equivalence, Erratum, Finds, Part, Place, Removed,
        RequestRule, Resolution, Rule, Schemes, SectionRef, Table, Tables, Takes,
    };
}
