//! Conversions between the types of identifiers.
//!
//! `From` converts what cannot fail: a URI is an IRI, an identifier is a reference, a name is a
//! URI. `tests/values/subsets.rs` proves this by automata, and the generator refuses a folder whose
//! rule for references rejects an identifier. Every other conversion is `TryFrom`, whose error
//! gives the value back.

#[cfg(feature = "alloc")]
use urigram_grammars::Grammar;
use urigram_grammars::{Form, StartRule};

use super::narrow::{as_name, with_scheme};
#[cfg(feature = "alloc")]
use super::pairs::iris_of;
use super::pairs::uris_of;
use super::{has_form, Checked, Iri, IriRef, Uri, UriRef, Urn};
#[cfg(feature = "alloc")]
use super::{IriBuf, IriRefBuf, Owned, UriBuf, UriRefBuf, UrnBuf};
use crate::form_error::check_form;
use crate::{FormError, Rejected};

/// Returns the value as one in US-ASCII, if it is.
///
/// An IRI becomes a URI by a recorded pair of definitions ([`super::pairs`]). For other grammars of
/// IRIs no such pair is known.
fn in_ascii(checked: Checked<'_>) -> Result<Checked<'_>, FormError> {
    let grammar = checked.grammar;
    if !has_form(grammar.document().form, &[Form::Iri]) {
        return Ok(checked);
    }
    if let Some(offset) = checked.text.bytes().position(|byte| !byte.is_ascii()) {
        return Err(FormError::BeyondAscii { offset });
    }
    if let Some(grammar) = uris_of(grammar) {
        return Ok(Checked { grammar, ..checked });
    }
    check_form(grammar, checked.reading, StartRule::URI_FORMS, Form::Generic)?;
    Ok(checked)
}

/// Conversions that cost nothing, by the types with their owned forms.
macro_rules! widened {
    (
        $($from:ident, $from_buf:ident => $($to:ident, $to_buf:ident),+;)*
    ) => {
        $($(
            /// No cost.
            impl<'a> From<$from<'a>> for $to<'a> {
                #[inline]
                fn from(value: $from<'a>) -> $to<'a> {
                    $to::of(value.0)
                }
            }

            /// No cost.
            impl<'a> From<&$from<'a>> for $to<'a> {
                #[inline]
                fn from(value: &$from<'a>) -> $to<'a> {
                    (*value).into()
                }
            }

            /// No cost.
            #[cfg(feature = "alloc")]
            impl<'a> From<&'a $from_buf> for $to<'a> {
                #[inline]
                fn from(value: &'a $from_buf) -> $to<'a> {
                    $from::from(value).into()
                }
            }

            /// No copy.
            #[cfg(feature = "alloc")]
            impl From<$from_buf> for $to_buf {
                #[inline]
                fn from(value: $from_buf) -> $to_buf {
                    $to_buf::of(value.0)
                }
            }

            /// Copies the text.
            #[cfg(feature = "alloc")]
            impl From<$from<'_>> for $to_buf {
                #[inline]
                fn from(value: $from<'_>) -> $to_buf {
                    $to::from(value).to_owned()
                }
            }
        )*)*
    };
}

widened! {
    Uri, UriBuf => UriRef, UriRefBuf, Iri, IriBuf, IriRef, IriRefBuf;
    UriRef, UriRefBuf => IriRef, IriRefBuf;
    Iri, IriBuf => IriRef, IriRefBuf;
    Urn, UrnBuf => Uri, UriBuf, UriRef, UriRefBuf, Iri, IriBuf, IriRef, IriRefBuf;
}

macro_rules! narrowed {
    ($(
        $(#[$doc:meta])*
        $from:ident, $from_buf:ident => $to:ident, $to_buf:ident, $check:expr;
    )*) => {
        $(
            $(#[$doc])*
            impl<'a> TryFrom<$from<'a>> for $to<'a> {
                type Error = Rejected<$from<'a>>;

                fn try_from(value: $from<'a>) -> Result<$to<'a>, Rejected<$from<'a>>> {
                    match $check(value.0) {
                        Ok(checked) => Ok($to::of(checked)),
                        Err(error) => Err(Rejected::new(value, error)),
                    }
                }
            }

            $(#[$doc])*
            #[cfg(feature = "alloc")]
            impl TryFrom<$from_buf> for $to_buf {
                type Error = Rejected<$from_buf>;

                fn try_from(value: $from_buf) -> Result<$to_buf, Rejected<$from_buf>> {
                    match $check(value.0.as_checked()) {
                        Ok(Checked { parts, grammar, .. }) => {
                            Ok($to_buf::of(Owned { parts, grammar, ..value.0 }))
                        }
                        Err(error) => Err(Rejected::new(value, error)),
                    }
                }
            }
        )*
    };
}

narrowed! {
    /// Fails without a scheme, and where the document's rule for identifiers rejects the text (in
    /// RFC 2396, one with a fragment) or splits it into other components.
    UriRef, UriRefBuf => Uri, UriBuf, with_scheme;
    /// Fails without a scheme, and where the document's rule for identifiers rejects the text (in
    /// RFC 2396, one with a fragment) or splits it into other components.
    IriRef, IriRefBuf => Iri, IriBuf, with_scheme;
    /// Fails with a character beyond US-ASCII.
    Iri, IriBuf => Uri, UriBuf, in_ascii;
    /// Fails with a character beyond US-ASCII.
    IriRef, IriRefBuf => UriRef, UriRefBuf, in_ascii;
    /// Fails without a scheme, and with a character beyond US-ASCII.
    IriRef, IriRefBuf => Uri, UriBuf, |checked| with_scheme(checked).and_then(in_ascii);
    /// Parses by the URI's own grammar if that defines names, and by [`Urn::GRAMMAR`] if not.
    Uri, UriBuf => Urn, UrnBuf, as_name;
}

/// Checks that RFC 3987 has the same components in a text, which the mappings read by it.
#[cfg(feature = "alloc")]
pub(crate) fn by_rfc3987(checked: &Checked<'_>, rule: StartRule) -> Result<(), FormError> {
    let is_known = |one| one == Grammar::Rfc3987 || iris_of(one) == Some(Grammar::Rfc3987);
    if !is_known(checked.grammar) {
        checked.reread(rule, Grammar::Rfc3987)?;
    }
    Ok(())
}

/// Returns the URI that an IRI maps to (RFC 3987, 3.1).
#[cfg(feature = "alloc")]
fn to_uri(iri: &Checked<'_>, rule: StartRule) -> Result<Owned, FormError> {
    use alloc::borrow::Cow;

    if !has_form(iri.grammar.document().form, &[Form::Iri]) {
        return Ok(iri.into_owned());
    }
    let (grammar, reading) = (Grammar::Rfc3986, iri.reading);
    by_rfc3987(iri, rule)?;
    // The grammar rejects what cannot be mapped.
    let text = crate::mapping::iri_to_uri(iri.text).unwrap_or(Cow::Borrowed(iri.text));
    let parts = rule.table(grammar, reading).split(&text, reading)?;
    Ok(Owned { text: text.into_owned(), parts, grammar, reading })
}

/// Returns the most readable IRI that maps to a URI (RFC 3987, 3.2).
#[cfg(feature = "alloc")]
fn to_iri(uri: &Checked<'_>, rule: StartRule) -> Owned {
    let (grammar, reading) = (Grammar::Rfc3987, uri.reading);
    if by_rfc3987(uri, rule).is_err() {
        return uri.into_owned();
    }
    let text = crate::mapping::uri_to_iri(uri.text);
    match rule.table(grammar, reading).split(&text, reading) {
        Ok(parts) => Owned { text: text.into_owned(), parts, grammar, reading },
        Err(_) => uri.into_owned(),
    }
}

#[cfg(feature = "alloc")]
macro_rules! mapped {
    (
        $rule:ident, $iri:ident, $iri_buf:ident, $uri:ident, $uri_buf:ident,
        $to_uri:ident, $to_iri:ident
    ) => {
        impl $iri<'_> {
            /// Returns the URI that this maps to: every character beyond US-ASCII is
            /// percent-encoded in UTF-8 (RFC 3987, 3.1).
            ///
            /// ```
            /// use urigram::iri;
            ///
            /// let uri = iri!("http://r\u{e9}sum\u{e9}.example.org/").to_uri()?;
            /// assert_eq!(uri, "http://r%C3%A9sum%C3%A9.example.org/");
            /// # Ok::<(), urigram::FormError>(())
            /// ```
            ///
            /// # Errors
            /// [`FormError::Syntax`] only where the URI would be longer than 4 GiB, or where the
            /// grammar of the IRI is another than RFC 3987 and that or RFC 3986 rejects the text;
            /// [`FormError::Differs`] where such a grammar splits it into other components.
            pub fn $to_uri(&self) -> Result<$uri_buf, FormError> {
                to_uri(&self.0, StartRule::$rule).map($uri_buf::of)
            }
        }

        impl $uri<'_> {
            /// Returns the most readable IRI that maps back to this (RFC 3987, 3.2); see
            /// [`uri_to_iri`](crate::iri::uri_to_iri). A URI of another document than RFC 3986
            /// stays as it is where RFC 3987 rejects the text or splits it into other components.
            ///
            /// ```
            /// use urigram::uri;
            ///
            /// assert_eq!(uri!("http://a/D%C3%BCrst").to_iri(), "http://a/Dürst");
            /// ```
            pub fn $to_iri(&self) -> $iri_buf {
                $iri_buf::of(to_iri(&self.0, StartRule::$rule))
            }
        }
    };
}

#[cfg(feature = "alloc")]
mapped!(Absolute, Iri, IriBuf, Uri, UriBuf, to_uri, to_iri);
#[cfg(feature = "alloc")]
mapped!(Reference, IriRef, IriRefBuf, UriRef, UriRefBuf, to_uri_ref, to_iri_ref);
