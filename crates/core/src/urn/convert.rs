//! Conversions between names and URIs. A name is a URI; of a URI its text decides.

use urigram_grammars::{Form, SyntaxError};

use super::Urn;
#[cfg(feature = "alloc")]
use super::UrnBuf;
use crate::{Iri, IriRef, Rejected, Uri, UriRef};
#[cfg(feature = "alloc")]
use crate::{IriBuf, IriRefBuf, UriBuf, UriRefBuf};

impl<'a> Urn<'a> {
    /// Returns the name that a URI is: by its own grammar, or by [`Urn::GRAMMAR`] if that defines
    /// no names.
    #[inline]
    pub(crate) fn of(uri: Uri<'a>) -> Result<Urn<'a>, SyntaxError> {
        let is_name = uri.grammar().document().form == Form::Urn;
        let grammar = if is_name { uri.grammar() } else { Urn::GRAMMAR };
        Urn::parse_by(grammar, uri.reading(), uri.as_str())
    }
}

crate::value::convert::widened! {
    Urn, UrnBuf => Uri, UriBuf; UriRef, UriRefBuf; Iri, IriBuf; IriRef, IriRefBuf,
        |value| value.as_uri().0, value.owned;
}

/// Parses by the URI's own grammar if that defines names, and by [`Urn::GRAMMAR`] if not.
impl<'a> TryFrom<Uri<'a>> for Urn<'a> {
    type Error = Rejected<Uri<'a>>;

    #[inline]
    fn try_from(uri: Uri<'a>) -> Result<Urn<'a>, Rejected<Uri<'a>>> {
        Urn::of(uri).map_err(|error| Rejected::new(uri, error.into()))
    }
}

/// Parses by the URI's own grammar if that defines names, and by [`Urn::GRAMMAR`] if not.
#[cfg(feature = "alloc")]
impl TryFrom<UriBuf> for UrnBuf {
    type Error = Rejected<UriBuf>;

    #[inline]
    fn try_from(uri: UriBuf) -> Result<UrnBuf, Rejected<UriBuf>> {
        match Urn::of(uri.as_uri()).map(|urn| UrnBuf::spans_of(&urn)) {
            Ok(spans) => Ok(UrnBuf::with_spans(uri.into_string(), spans)),
            Err(error) => Err(Rejected::new(uri, error.into())),
        }
    }
}
