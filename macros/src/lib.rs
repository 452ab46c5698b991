//! `uri!`, `uri_ref!`, `iri!`, `iri_ref!`, `urn!` and `urc!`: literals that are checked while
//! compiling.
//!
//! A shim: urigram-grammars decides whether a text is right. This package reads the arguments,
//! shows refusals, and writes down the value; urigram-literals shares that with the macros of
//! generated packages. Users name the macros through `urigram`, whose wrappers pass the path of
//! that crate in front:
//! `[$crate] …`.
//!
//! ```text
//! tokens ── arguments (names, kind) ──► grammar, reading, text
//! text ── the grammar's table ─┬─ right ── expand: a constant expression
//!                              └─ wrong ── refuse: the diagnosis, with help
//! ```

mod arguments;
mod expand;
mod help;
mod kind;
mod names;
mod refuse;

#[cfg(test)]
mod tests;

use proc_macro::TokenStream;

use crate::kind::Kind;

macro_rules! entries {
    ($($(#[$doc:meta])* $name:ident = $kind:ident,)*) => {
        $(
            $(#[$doc])*
            #[proc_macro]
            pub fn $name(input: TokenStream) -> TokenStream {
                expand::expand(&Kind::$kind, input.into()).into()
            }
        )*
    };
}

entries! {
    /// A `Uri`.
    uri = URI,
    /// A `UriRef`.
    uri_ref = URI_REF,
    /// A `Urn`.
    urn = URN,
    /// An `Iri`.
    iri = IRI,
    /// An `IriRef`.
    iri_ref = IRI_REF,
    /// A `Urc`.
    urc = URC,
}
