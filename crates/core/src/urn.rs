//! Names: `urn:`, a namespace identifier, a namespace specific string.

#[cfg(feature = "alloc")]
pub(crate) mod buf;
#[cfg(feature = "alloc")]
mod change;
mod components;
mod convert;
pub(crate) mod name;
mod nid;
mod query;

#[cfg(feature = "alloc")]
use buf::UrnBuf;
use name::Urn;
pub use nid::NidRule;
#[cfg(feature = "alloc")]
pub(crate) use query::directives;
pub use query::{Directive, QueryKeyword, Service, KEYWORDS, SERVICES};
