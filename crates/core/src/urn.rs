//! Names: `urn:`, a namespace identifier, a namespace specific string.

#[cfg(feature = "alloc")]
mod change;
mod components;
mod name;
mod nid;
mod query;

pub use nid::NidRule;
#[cfg(feature = "alloc")]
pub(crate) use query::directives;
pub use query::{Directive, QueryKeyword, Service, KEYWORDS, SERVICES};
