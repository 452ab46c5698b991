//! What `urigram` is made of: checked values, selection, and what each document says that they mean.
//!
//! Use the package `urigram`, which re-exports all of this and adds the macros. This package stands apart only so that a
//! build compiles it beside the macros instead of after them.
#![cfg_attr(not(any(feature = "std", test)), no_std)]

#[cfg(feature = "alloc")]
extern crate alloc;

pub mod agreement;
#[cfg(feature = "alloc")]
mod builder;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "constraints")]
pub mod constraints;
#[cfg(feature = "extract")]
pub mod extract;
mod form_error;
#[cfg(feature = "history")]
pub mod history;
mod host;
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
#[cfg(feature = "alloc")]
mod resolve;
#[cfg(feature = "alloc")]
mod search;
#[cfg(feature = "alloc")]
mod select;
#[cfg(feature = "serde")]
mod serde;
pub mod urc;
pub mod urn;
mod value;

#[cfg(feature = "alloc")]
pub use builder::{BuildError, Builder};
pub use form_error::FormError;
pub use host::Host;
#[cfg(feature = "idna")]
pub use idna::{iri_to_uri_by_idna, uri_to_iri_by_idna, IdnaError};
#[cfg(feature = "alloc")]
pub use iri::{iri_to_uri, uri_to_iri, MappingError};
#[cfg(feature = "alloc")]
pub use normalize::{Compared, KnownScheme, NormalizeError, Normalizer};
#[cfg(feature = "alloc")]
pub use percent::{Decoded, PercentEncoding, PercentError};
#[cfg(feature = "alloc")]
pub use resolve::{ExcessParents, ResolveError, Resolver, Step, Target};
#[cfg(feature = "alloc")]
pub use select::{accepting, Reason, Select, Selection};
pub use urc::Urc;
pub use urn::Urn;
#[cfg(feature = "alloc")]
pub use urn::UrnBuf;
pub use value::{Iri, IriRef, Uri, UriRef};
#[cfg(feature = "alloc")]
pub use value::{IriBuf, IriRefBuf, UriBuf, UriRefBuf};

#[cfg(feature = "compare")]
pub use urigram_grammars::proof;
#[cfg(feature = "history")]
pub use urigram_grammars::Concept;
pub use urigram_grammars::{
    same_name, ByteSet, Change, Class, Comparison, Component, ComponentName, Components,
    Constraint, Date, Document, Encoding, Equivalence, Erratum, Expected, Form, Found, Grammar,
    GrammarSet, InnerParts, Level, Objective, Part, Parts, Place, Reading, Resolution, Rule,
    Schemes, Span, SplitComponent, SplitPart, SyntaxError, Table, Tables, Takes, UnknownName,
};
#[cfg(feature = "alloc")]
pub use urigram_grammars::{Diagnosis, Disagreement};
#[cfg(feature = "lines")]
pub use urigram_grammars::{LineClassifier, LineCount, LineTable};
#[cfg(feature = "tree")]
pub use urigram_grammars::{Node, Tree, TreeError};
