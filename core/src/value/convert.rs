//! Conversions between the types of identifiers.
//!
//! `From` is a conversion that every value survives: a URI is an IRI, an identifier is a reference.
//! `tests/subsets.rs` decides on automata that it is so.

use urigram_grammars::{Form, Grammar};

use super::{Checked, Iri, IriRef, Uri, UriRef};
#[cfg(feature = "alloc")]
use super::{IriBuf, IriRefBuf, UriBuf, UriRefBuf};

/// Returns the value as one in US-ASCII, if it is.
///
/// The IRIs of RFC 3987 in US-ASCII are the URIs of RFC 3986, with the same components.
const fn in_ascii(checked: Checked<'_>) -> Option<Checked<'_>> {
    if !checked.text.is_ascii() {
        return None;
    }
    let Checked { text, parts, grammar, reading } = checked;
    match grammar.document().form {
        Form::Iri => Some(Checked { text, parts, grammar: Grammar::Rfc3986, reading }),
        _ => Some(checked),
    }
}

impl<'a> Iri<'a> {
    /// Returns the same text as a URI, if it is in US-ASCII.
    pub const fn as_uri(&self) -> Option<Uri<'a>> {
        match in_ascii(self.0) {
            Some(checked) => Some(Uri(checked)),
            None => None,
        }
    }
}

impl<'a> IriRef<'a> {
    /// Returns the same text as a URI reference, if it is in US-ASCII.
    pub const fn as_uri_reference(&self) -> Option<UriRef<'a>> {
        match in_ascii(self.0) {
            Some(checked) => Some(UriRef(checked)),
            None => None,
        }
    }
}

macro_rules! borrowed {
    ($($from:ident => $to:ident,)*) => {
        $(
            impl<'a> From<$from<'a>> for $to<'a> {
                fn from(value: $from<'a>) -> $to<'a> {
                    $to(value.0)
                }
            }
        )*
    };
}

borrowed! {
    Uri => UriRef,
    Uri => Iri,
    Uri => IriRef,
    UriRef => IriRef,
    Iri => IriRef,
}

#[cfg(feature = "alloc")]
macro_rules! owned {
    ($($from:ident => $to:ident,)*) => {
        $(
            impl From<$from> for $to {
                fn from(value: $from) -> $to {
                    $to(value.0)
                }
            }
        )*
    };
}

#[cfg(feature = "alloc")]
owned! {
    UriBuf => UriRefBuf,
    UriBuf => IriBuf,
    UriBuf => IriRefBuf,
    UriRefBuf => IriRefBuf,
    IriBuf => IriRefBuf,
}

#[cfg(feature = "alloc")]
macro_rules! narrowed {
    ($($from:ident => $to:ident, $as_borrowed:ident;)*) => {
        $(
            /// Fails with the value itself where it holds a character beyond US-ASCII.
            impl TryFrom<$from> for $to {
                type Error = $from;

                fn try_from(value: $from) -> Result<$to, $from> {
                    match in_ascii(value.$as_borrowed().0) {
                        Some(Checked { grammar, .. }) => {
                            let mut owned = value.0;
                            owned.grammar = grammar;
                            Ok($to(owned))
                        }
                        None => Err(value),
                    }
                }
            }
        )*
    };
}

#[cfg(feature = "alloc")]
narrowed! {
    IriBuf => UriBuf, as_iri;
    IriRefBuf => UriRefBuf, as_reference;
}
