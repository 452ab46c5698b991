//! Owned identifiers. Components are read from the owned text; every other method calls that of the
//! borrowed value.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

use urigram_grammars::{Components, Grammar, Parts, Reading, SyntaxError};

use super::kind::{Described, IriKind, IriRefKind, Kind, UriKind, UriRefKind, UrnKind};
use super::{Checked, Identifier, Iri, IriRef, Owned, PathSegments, QueryPairs, Uri, UriRef, Urn};
use crate::{Host, Rejected};

impl Owned {
    pub(crate) const fn as_checked(&self) -> Checked<'_> {
        let Owned { text, parts, grammar, reading } = self;
        Checked { text: text.as_str(), parts: *parts, grammar: *grammar, reading: *reading }
    }
}

impl Checked<'_> {
    #[inline]
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
pub type UriBuf = Identifier<String, UriKind>;

/// An owned [`UriRef`].
pub type UriRefBuf = Identifier<String, UriRefKind>;

/// An owned [`Iri`].
pub type IriBuf = Identifier<String, IriKind>;

/// An owned [`IriRef`].
pub type IriRefBuf = Identifier<String, IriRefKind>;

/// An owned [`Urn`].
pub type UrnBuf = Identifier<String, UrnKind>;

impl<K: Described> Identifier<String, K> {
    /// Parses as the borrowed type does ([`Uri::parse`]), and keeps the string.
    ///
    /// # Errors
    /// The errors of [`Uri::parse`]. `TryFrom<String>` gives the string back.
    #[inline]
    pub fn parse(text: impl Into<String>) -> Result<Self, SyntaxError> {
        let text = text.into();
        let spans = Self::spans_of(&Identifier::<&str, K>::parse(&text)?);
        Ok(Self::with_spans(text, spans))
    }

    /// Parses by another grammar and keeps the string.
    ///
    /// # Errors
    /// The errors of [`Uri::parse_by`].
    #[inline]
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: impl Into<String>,
    ) -> Result<Self, SyntaxError> {
        let text = text.into();
        let spans = Self::spans_of(&Identifier::<&str, K>::parse_by(grammar, reading, &text)?);
        Ok(Self::with_spans(text, spans))
    }

    #[inline]
    const fn spans_of(borrowed: &Identifier<&str, K>) -> Spans {
        (borrowed.0.parts, borrowed.0.grammar, borrowed.0.reading)
    }

    #[inline]
    const fn with_spans(text: String, (parts, grammar, reading): Spans) -> Self {
        Identifier::of(Owned { text, parts, grammar, reading })
    }

    /// Returns the borrowed form.
    #[inline]
    pub(crate) const fn lend(&self) -> Identifier<&str, K> {
        Identifier::of(self.0.as_checked())
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

    /// Returns the components with the document's own names for them, and the parts inside
    /// them.
    #[inline]
    pub fn components(&self) -> Components<'_> {
        self.lend().components()
    }
}

impl<K: Kind> Identifier<String, K> {
    /// Returns the text between `//` and the path; `None` where there is no `//`.
    #[inline]
    pub const fn authority(&self) -> Option<&str> {
        self.lend().authority()
    }

    /// Returns the text of the authority before `@`.
    #[inline]
    pub const fn userinfo(&self) -> Option<&str> {
        self.lend().userinfo()
    }

    /// Returns the userinfo before its first `:`, as written; `None` without a userinfo.
    #[inline]
    pub fn username(&self) -> Option<&str> {
        self.lend().username()
    }

    /// Returns the userinfo after its first `:`, as written; `None` without a `:`.
    #[inline]
    pub fn password(&self) -> Option<&str> {
        self.lend().password()
    }

    /// Returns true if the scheme is this one, in any case.
    #[inline]
    pub fn is_scheme(&self, scheme: &str) -> bool {
        self.lend().is_scheme(scheme)
    }

    /// Returns the host as written, the brackets of an IP literal included. The case is kept:
    /// compare with `eq_ignore_ascii_case`.
    #[inline]
    pub const fn host(&self) -> Option<&str> {
        self.lend().host()
    }

    /// Returns the host by its kind: a name or an address.
    #[inline]
    pub fn host_typed(&self) -> Option<Host<'_>> {
        self.lend().host_typed()
    }

    /// Returns the port as written; empty where nothing follows the `:`.
    #[inline]
    pub const fn port(&self) -> Option<&str> {
        self.lend().port()
    }

    /// Returns the port as a number; `None` when it is absent, empty or above 65535.
    #[inline]
    pub const fn port_u16(&self) -> Option<u16> {
        self.lend().port_u16()
    }

    /// Returns the path, or the text in its place; it may be empty.
    #[inline]
    pub const fn path(&self) -> &str {
        self.lend().path()
    }

    /// Returns the text between `?` and `#`.
    #[inline]
    pub const fn query(&self) -> Option<&str> {
        self.lend().query()
    }

    /// Returns the text after `#`.
    #[inline]
    pub const fn fragment(&self) -> Option<&str> {
        self.lend().fragment()
    }

    /// Returns the segments of the path, as written: [`Uri::path_segments`].
    #[inline]
    pub fn path_segments(&self) -> PathSegments<'_> {
        self.lend().path_segments()
    }

    /// Returns the segments of the path, decoded: [`Uri::path_segments_decoded`].
    #[inline]
    pub fn path_segments_decoded(&self) -> impl DoubleEndedIterator<Item = Cow<'_, str>> {
        self.lend().path_segments_decoded()
    }

    /// Returns the decoded value of the first pair of the query with a name: [`Uri::query_value`].
    #[inline]
    pub fn query_value(&self, name: &str) -> Option<Cow<'_, str>> {
        self.lend().query_value(name)
    }

    /// Returns the pairs of the query, decoded: [`Uri::query_pairs`].
    ///
    /// ```
    /// let uri = urigram::UriBuf::parse("http://a/b/c?q=x%20y")?;
    /// assert_eq!(uri.path_segments().last(), Some("c"));
    /// let (name, value) = uri.query_pairs().next().unwrap();
    /// assert_eq!((&*name, value.as_deref()), ("q", Some("x y")));
    /// # Ok::<(), urigram::SyntaxError>(())
    /// ```
    #[inline]
    pub fn query_pairs(&self) -> QueryPairs<'_> {
        self.lend().query_pairs()
    }
}

impl<K> Identifier<&str, K> {
    /// Returns a copy that owns its text.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn to_owned(&self) -> Identifier<String, K> {
        Identifier::of(self.0.into_owned())
    }
}

/// Parses as [`parse`](Identifier::parse) does. The error gives the bytes back.
impl<K: Described> TryFrom<Vec<u8>> for Identifier<String, K> {
    type Error = Rejected<Vec<u8>>;

    #[inline]
    fn try_from(bytes: Vec<u8>) -> Result<Self, Rejected<Vec<u8>>> {
        match String::from_utf8(bytes) {
            Ok(text) => Self::try_from(text).map_err(|rejected| {
                let error = *rejected.error();
                Rejected::new(rejected.into_input().into_bytes(), error)
            }),
            Err(other) => {
                let at = other.utf8_error().valid_up_to();
                let error = K::TABLE.reject_bytes(other.as_bytes(), Reading::default(), at);
                Err(Rejected::new(other.into_bytes(), error.into()))
            }
        }
    }
}

/// Parses as [`parse`](Identifier::parse) does, and copies a borrowed text. The error gives the
/// text back.
impl<'a, K: Described> TryFrom<Cow<'a, str>> for Identifier<String, K> {
    type Error = Rejected<Cow<'a, str>>;

    #[inline]
    fn try_from(text: Cow<'a, str>) -> Result<Self, Rejected<Cow<'a, str>>> {
        match Identifier::<&str, K>::parse(&text).map(|borrowed| Self::spans_of(&borrowed)) {
            Ok(spans) => Ok(Self::with_spans(text.into_owned(), spans)),
            Err(error) => Err(Rejected::new(text, error.into())),
        }
    }
}

/// The error gives the text back.
impl<K: Described> TryFrom<String> for Identifier<String, K> {
    type Error = Rejected<String>;

    #[inline]
    fn try_from(text: String) -> Result<Self, Rejected<String>> {
        match Identifier::<&str, K>::parse(&text).map(|borrowed| Self::spans_of(&borrowed)) {
            Ok(spans) => Ok(Self::with_spans(text, spans)),
            Err(error) => Err(Rejected::new(text, error.into())),
        }
    }
}

impl<K: Described> TryFrom<&str> for Identifier<String, K> {
    type Error = SyntaxError;

    #[inline]
    fn try_from(text: &str) -> Result<Self, SyntaxError> {
        text.parse()
    }
}

impl<K: Described> FromStr for Identifier<String, K> {
    type Err = SyntaxError;

    #[inline]
    fn from_str(text: &str) -> Result<Self, SyntaxError> {
        Ok(Identifier::<&str, K>::parse(text)?.to_owned())
    }
}

impl<K> From<Identifier<String, K>> for Box<str> {
    #[inline]
    fn from(owned: Identifier<String, K>) -> Box<str> {
        owned.0.text.into_boxed_str()
    }
}

impl<K> From<Identifier<String, K>> for String {
    #[inline]
    fn from(owned: Identifier<String, K>) -> String {
        owned.0.text
    }
}

impl<K> fmt::Display for Identifier<String, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0.text)
    }
}

impl<K: Described> fmt::Debug for Identifier<String, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lend().fmt(f)
    }
}

macro_rules! owned {
    ($name:ident, $borrowed:ident, $borrow:ident) => {
        impl $name {
            /// Returns the borrowed form. No cost.
            #[inline]
            pub const fn $borrow(&self) -> $borrowed<'_> {
                self.lend()
            }
        }

        urigram_grammars::__owned_text!($name, $borrowed, $borrow, str, String, as_str);
    };
}

owned!(UriBuf, Uri, as_uri);
owned!(UriRefBuf, UriRef, as_uri_ref);
owned!(IriBuf, Iri, as_iri);
owned!(IriRefBuf, IriRef, as_iri_ref);
owned!(UrnBuf, Urn, as_urn);

macro_rules! scheme {
    ($name:ident, $borrow:ident, $scheme:ty, $lower:ty) => {
        impl $name {
            /// Returns the text before the first `:`, as written. The case is kept. To ignore it,
            /// compare with `is_scheme` or `scheme_lower`.
            #[inline]
            pub const fn scheme(&self) -> $scheme {
                self.$borrow().scheme()
            }

            /// Returns the scheme in lower case, borrowed if it is already.
            #[inline]
            pub fn scheme_lower(&self) -> $lower {
                self.$borrow().scheme_lower()
            }
        }
    };
}

scheme!(UriBuf, as_uri, &str, Cow<'_, str>);
scheme!(UriRefBuf, as_uri_ref, Option<&str>, Option<Cow<'_, str>>);
scheme!(IriBuf, as_iri, &str, Cow<'_, str>);
scheme!(IriRefBuf, as_iri_ref, Option<&str>, Option<Cow<'_, str>>);

impl UriBuf {
    /// Returns the bytes that a `data:` URI holds: [`Uri::data_bytes`].
    #[inline]
    pub fn data_bytes(&self) -> Option<Vec<u8>> {
        self.as_uri().data_bytes()
    }

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
