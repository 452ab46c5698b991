//! Owned identifiers: the components, on a text of their own. Everything else is asked of the
//! borrowed value that an owned one lends.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::{Components, Grammar, Parts, Reading, SyntaxError};

use super::{Checked, Iri, IriRef, Uri, UriRef};
use crate::FormError;

/// An owned text with the spans that its grammar gives it.
#[derive(Clone)]
pub(crate) struct Owned {
    pub(crate) text: String,
    pub(crate) parts: Parts,
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
}

impl Owned {
    pub(crate) const fn as_checked(&self) -> Checked<'_> {
        let Owned { text, parts, grammar, reading } = self;
        Checked { text: text.as_str(), parts: *parts, grammar: *grammar, reading: *reading }
    }
}

impl Checked<'_> {
    pub(crate) fn into_owned(self) -> Owned {
        let Checked { text, parts, grammar, reading } = self;
        Owned { text: text.into(), parts, grammar, reading }
    }
}

/// The part of a value that is not its text.
type Spans = (Parts, Grammar, Reading);

/// An owned [`Uri`].
///
/// ```
/// use urigram::UriBuf;
///
/// let uri: UriBuf = "http://a/b".parse()?;
/// assert_eq!(uri.host(), Some("a"));
/// assert_eq!(uri, "http://a/b");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct UriBuf(pub(crate) Owned);

/// An owned [`UriRef`].
#[derive(Clone)]
pub struct UriRefBuf(pub(crate) Owned);

/// An owned [`Iri`].
#[derive(Clone)]
pub struct IriBuf(pub(crate) Owned);

/// An owned [`IriRef`].
#[derive(Clone)]
pub struct IriRefBuf(pub(crate) Owned);

macro_rules! owned {
    ($name:ident, $borrowed:ident, $borrow:ident) => {
        /// Parses as [`parse`](Self::parse) does. The error gives the bytes back.
        impl TryFrom<Vec<u8>> for $name {
            type Error = $crate::Rejected<Vec<u8>>;

            fn try_from(bytes: Vec<u8>) -> Result<$name, $crate::Rejected<Vec<u8>>> {
                match String::from_utf8(bytes) {
                    Ok(text) => $name::try_from(text).map_err(|rejected| {
                        let error = *rejected.error();
                        $crate::Rejected::new(rejected.into_input().into_bytes(), error)
                    }),
                    Err(other) => match $borrowed::try_from(other.as_bytes()) {
                        Ok(value) => Ok(value.to_owned()),
                        Err(error) => {
                            Err($crate::Rejected::new(other.into_bytes(), error.into()))
                        }
                    },
                }
            }
        }

        /// Parses as [`parse`](Self::parse) does, and copies a borrowed text. The error gives the
        /// text back.
        impl<'a> TryFrom<Cow<'a, str>> for $name {
            type Error = $crate::Rejected<Cow<'a, str>>;

            fn try_from(text: Cow<'a, str>) -> Result<$name, $crate::Rejected<Cow<'a, str>>> {
                match $borrowed::parse(&text).map(|borrowed| $name::spans_of(&borrowed)) {
                    Ok(spans) => Ok($name::with_spans(text.into_owned(), spans)),
                    Err(error) => Err($crate::Rejected::new(text, error.into())),
                }
            }
        }

        impl $name {
            #[doc = concat!("Parses as [`", stringify!($borrowed), "::parse`] does, and keeps the string.")]
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($borrowed), "::parse`]. `TryFrom<String>` gives the string back.")]
            pub fn parse(text: impl Into<String>) -> Result<$name, SyntaxError> {
                let text = text.into();
                let spans = $name::spans_of(&$borrowed::parse(&text)?);
                Ok($name::with_spans(text, spans))
            }

            /// Parses by another grammar and keeps the string.
            ///
            /// # Errors
            #[doc = concat!("The errors of [`", stringify!($borrowed), "::parse_by`].")]
            pub fn parse_by(
                grammar: Grammar,
                reading: Reading,
                text: impl Into<String>,
            ) -> Result<$name, FormError> {
                let text = text.into();
                let spans = $name::spans_of(&$borrowed::parse_by(grammar, reading, &text)?);
                Ok($name::with_spans(text, spans))
            }

            #[inline]
            const fn spans_of(borrowed: &$borrowed<'_>) -> Spans {
                (borrowed.0.parts, borrowed.0.grammar, borrowed.0.reading)
            }

            #[inline]
            const fn with_spans(text: String, (parts, grammar, reading): Spans) -> $name {
                $name(Owned { text, parts, grammar, reading })
            }

            /// Returns the borrowed form. No cost.
            #[inline]
            pub const fn $borrow(&self) -> $borrowed<'_> {
                $borrowed(self.0.as_checked())
            }

            /// Returns the whole text.
            #[inline]
            pub const fn as_str(&self) -> &str {
                self.0.text.as_str()
            }

            /// Returns the text, without a copy.
            #[inline]
            pub fn into_string(self) -> String {
                self.0.text
            }

            /// Returns the grammar that accepted the text.
            #[inline]
            pub const fn grammar(&self) -> Grammar {
                self.0.grammar
            }

            /// Returns the reading of the grammar.
            #[inline]
            pub const fn reading(&self) -> Reading {
                self.0.reading
            }

            /// Returns the components with the document's own names for them, and the parts inside
            /// them.
            #[inline]
            pub fn components(&self) -> Components<'_> {
                self.$borrow().components()
            }

            /// Returns the text between `//` and the path; `None` where there is no `//`.
            #[inline]
            pub const fn authority(&self) -> Option<&str> {
                self.$borrow().authority()
            }

            /// Returns the text of the authority before `@`.
            #[inline]
            pub const fn userinfo(&self) -> Option<&str> {
                self.$borrow().userinfo()
            }

            /// Returns the host as written, the brackets of an IP literal included.
            #[inline]
            pub const fn host(&self) -> Option<&str> {
                self.$borrow().host()
            }

            /// Returns the port as written; empty where nothing follows the `:`.
            #[inline]
            pub const fn port(&self) -> Option<&str> {
                self.$borrow().port()
            }

            /// Returns the port as a number; `None` when it is absent, empty or above 65535.
            #[inline]
            pub const fn port_u16(&self) -> Option<u16> {
                self.$borrow().port_u16()
            }

            /// Returns the path, or the text in its place; it may be empty.
            #[inline]
            pub const fn path(&self) -> &str {
                self.$borrow().path()
            }

            /// Returns the text between `?` and `#`.
            #[inline]
            pub const fn query(&self) -> Option<&str> {
                self.$borrow().query()
            }

            /// Returns the text after `#`.
            #[inline]
            pub const fn fragment(&self) -> Option<&str> {
                self.$borrow().fragment()
            }
        }

        impl $borrowed<'_> {
            /// Returns a copy that owns its text.
            #[allow(clippy::should_implement_trait)]
            #[inline]
            pub fn to_owned(&self) -> $name {
                $name(self.0.into_owned())
            }
        }

        super::traits::owned!($name, $borrowed, $borrow);
    };
}

owned!(UriBuf, Uri, as_uri);
owned!(UriRefBuf, UriRef, as_uri_ref);
owned!(IriBuf, Iri, as_iri);
owned!(IriRefBuf, IriRef, as_iri_ref);

macro_rules! scheme {
    ($name:ident, $borrow:ident, $scheme:ty) => {
        impl $name {
            /// Returns the text before the first `:`.
            #[inline]
            pub const fn scheme(&self) -> $scheme {
                self.$borrow().scheme()
            }
        }
    };
}

scheme!(UriBuf, as_uri, &str);
scheme!(UriRefBuf, as_uri_ref, Option<&str>);
scheme!(IriBuf, as_iri, &str);
scheme!(IriRefBuf, as_iri_ref, Option<&str>);

impl UriBuf {
    /// Returns the same identifier as a reference. No cost.
    #[inline]
    pub const fn as_uri_ref(&self) -> UriRef<'_> {
        self.as_uri().as_uri_ref()
    }
}

impl IriBuf {
    /// Returns the same identifier as a reference. No cost.
    #[inline]
    pub const fn as_iri_ref(&self) -> IriRef<'_> {
        self.as_iri().as_iri_ref()
    }
}
