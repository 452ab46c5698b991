//! RFC 6570's rules for URI templates: the module that the generator makes of `specs/uri-template`.
//!
//! A template is no identifier, so that its grammar is none of [`Grammar`](crate::Grammar)'s.

#[allow(dead_code)]
#[rustfmt::skip]
mod definition;

pub use definition::{EXPRESSION, URI_TEMPLATE, VARSPEC};
