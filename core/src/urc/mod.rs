//! Citations: everything known of a resource, in angle brackets (urc-1993).

#[cfg(feature = "alloc")]
pub(crate) mod buf;
#[cfg(feature = "citations")]
mod canonical;
#[cfg(feature = "citations")]
mod charset;
pub(crate) mod citation;
#[cfg(feature = "citations")]
mod element;
#[cfg(feature = "citations")]
mod iso_8859;
#[cfg(feature = "citations")]
mod key;
#[cfg(feature = "citations")]
mod outline;
#[cfg(feature = "citations")]
mod tag;
#[cfg(all(test, feature = "citations"))]
mod tests;
#[cfg(feature = "citations")]
mod value;
#[cfg(feature = "citations")]
mod writer;

#[cfg(feature = "citations")]
use citation::Urc;

#[cfg(feature = "citations")]
pub use canonical::with_brackets;
#[cfg(feature = "citations")]
pub use charset::{Charset, CharsetError, National};
#[cfg(feature = "citations")]
pub use element::{Descriptor, Element, Elements, Keyword, Kind, Locator, Structor};
#[cfg(feature = "citations")]
pub use outline::{Outline, StructorError};
#[cfg(feature = "citations")]
pub use tag::{LanguageTag, Representation, Variant};
#[cfg(feature = "citations")]
pub use value::{encode_value, Value, ValueError};
#[cfg(feature = "citations")]
pub use writer::{UrcWriter, WriteError};
