//! Citations: everything known of a resource, in angle brackets (urc-1993).
//!
//! The value is [`Urc`](urigram_core::Urc). Use the package `urigram`, which shows this as its
//! module `urc` with the feature `documents`.
//!
//! ```text
//! Urc ── elements ─┬─► value: special encodings, then a character set ──► text
//!                  ├─► check_structors: BEGIN and END in pairs
//!                  ├─► canonical: each element on a line of its own
//!                  └─► key, compare: what the document makes equivalent
//! UrcWriter ── elements become the text of a citation, which is checked
//! ```
//!
//! ```
//! use urigram::urc::{elements, Kind};
//! use urigram::Urc;
//!
//! let urc = Urc::parse(b"<URN:IANA:0::drafts:1204;\nTitle.sv/Text/Plain/charset:utf-8=Urs;>")?;
//! let mut elements = elements(urc);
//! assert!(matches!(elements.next().unwrap().kind, Kind::Urn(_)));
//! let Some(Kind::Urd(title)) = elements.next().map(|element| element.kind) else { panic!() };
//! assert_eq!(title.language.unwrap().as_str(), "sv");
//! assert_eq!(title.value.text(title.charset())?, "Urs");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]

mod canonical;
mod charset;
mod element;
mod key;
mod structors;
mod tag;
#[cfg(test)]
mod tests;
mod value;
mod writer;

pub use canonical::{canonical, with_brackets};
pub use charset::{keeps_ascii, CharsetError};
pub use element::{elements, Descriptor, Element, Keyword, Kind, Locator, Structor};
pub use key::{compare, key};
pub use structors::{check_structors, StructorError};
pub use tag::{LanguageTag, Representation};
pub use value::{Value, ValueError};
pub use writer::{UrcWriter, WriteError};
