//! The expansion draws no warning, and no import of what it names counts as unused.
#![deny(warnings, unused_qualifications, clippy::all, clippy::pedantic)]
#![forbid(unsafe_code)]
#![no_implicit_prelude]

use ::urigram::{uri, urn, Grammar, Reading, Uri, Urn};

const BASE: Uri<'static> = uri!(Grammar::Uri2003, Reading::Printed, "http://a/");
static NAME: Urn<'static> = urn!("urn:example:a");

#[allow(non_camel_case_types)]
mod str {}
mod core {}
mod urigram {}

fn main() {
    let _ = (BASE, NAME.nid(), uri!("http://b/" env!("CARGO_PKG_NAME")));
}
