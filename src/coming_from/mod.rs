//! Pages for those who come from another package: its line, and the one of this package.
//!
//! The examples run, so both lines do the same.

#[doc = include_str!("fluent_uri.md")]
pub mod fluent_uri {}

#[doc = include_str!("http.md")]
pub mod http {}

#[doc = include_str!("iref.md")]
pub mod iref {}

#[doc = include_str!("iri_string.md")]
pub mod iri_string {}

#[doc = include_str!("url.md")]
pub mod url {}
