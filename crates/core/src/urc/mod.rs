//! Citations: everything known of a resource, in angle brackets (urc-1993).

#[cfg(feature = "alloc")]
pub(crate) mod buf;
#[cfg(feature = "documents")]
mod canonical;
#[cfg(feature = "documents")]
mod charset;
pub(crate) mod citation;
#[cfg(feature = "documents")]
mod element;
#[cfg(feature = "documents")]
mod key;
#[cfg(feature = "documents")]
mod structors;
#[cfg(feature = "documents")]
mod tag;
#[cfg(all(test, feature = "documents"))]
mod tests;
#[cfg(feature = "documents")]
mod value;
#[cfg(feature = "documents")]
mod writer;

#[cfg(feature = "documents")]
use citation::Urc;

#[cfg(feature = "documents")]
pub use canonical::with_brackets;
#[cfg(feature = "documents")]
pub use charset::{Charset, CharsetError, National};
#[cfg(feature = "documents")]
pub use element::{Descriptor, Element, Elements, Keyword, Kind, Locator, Structor};
#[cfg(feature = "documents")]
pub use structors::StructorError;
#[cfg(feature = "documents")]
pub use tag::{LanguageTag, Representation, Variant};
#[cfg(feature = "documents")]
pub use value::{encode_value, Value, ValueError};
#[cfg(feature = "documents")]
pub use writer::{UrcWriter, WriteError};
