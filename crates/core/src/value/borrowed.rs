//! Borrowed identifiers.
//!
//! The functions of values are generic, and the messages of their errors are inlined. A program
//! that calls no others links no object file of this package: a linker such as LLD keeps the
//! unwinding tables of a whole object file, 5 kB for this package.

#[cfg(feature = "alloc")]
use alloc::borrow::Cow;
use core::fmt;

use urigram_grammars::{Component, Components, Grammar, Reading, SyntaxError};

use super::kind::{Described, IriKind, IriRefKind, Kind, UriKind, UriRefKind, UrnKind};
use super::{has_form, port_number, wide, Checked, Identifier};
use crate::form_error::{check_form, check_taken, check_whole};
use crate::Host;

/// An identifier with a scheme, in US-ASCII, borrowed and checked.
///
/// Equality, order and hash are those of the text: the simple string comparison of RFC 3986,
/// section 6.2.1.
///
/// ```
/// use urigram::Uri;
///
/// let uri = Uri::parse("http://user@example.org:8042/over/there?name=ferret#nose")?;
/// assert_eq!(uri.scheme(), "http");
/// assert_eq!(uri.userinfo(), Some("user"));
/// assert_eq!(uri.port_u16(), Some(8042));
/// assert_eq!(uri.path(), "/over/there");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub type Uri<'a> = Identifier<&'a str, UriKind>;

/// An identifier or a relative reference, in US-ASCII, borrowed and checked.
///
/// ```
/// use urigram::UriRef;
///
/// let reference = UriRef::parse("../g?y#s")?;
/// assert_eq!(reference.scheme(), None);
/// assert_eq!(reference.path(), "../g");
/// assert_eq!(reference.query(), Some("y"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub type UriRef<'a> = Identifier<&'a str, UriRefKind>;

/// An identifier with a scheme and characters beyond US-ASCII, borrowed and checked. Every URI is
/// an IRI.
///
/// ```
/// use urigram::{Iri, Uri};
///
/// let iri = Iri::parse("http://例え.jp/ros\u{e9}")?;
/// assert_eq!(iri.host(), Some("例え.jp"));
/// assert!(Uri::try_from(iri).is_err());
///
/// let plain = Iri::from(Uri::parse("http://example.org/")?);
/// assert_eq!(Uri::try_from(plain)?.path(), "/");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub type Iri<'a> = Identifier<&'a str, IriKind>;

/// An identifier or a relative reference, with characters beyond US-ASCII, borrowed and checked.
///
/// ```
/// use urigram::IriRef;
///
/// let reference = IriRef::parse("../ros\u{e9}#s")?;
/// assert_eq!(reference.path(), "../rosé");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub type IriRef<'a> = Identifier<&'a str, IriRefKind>;

/// A name, `urn:nid:nss`, borrowed and checked by a document on URNs.
///
/// ```
/// use urigram::Urn;
///
/// let urn = Urn::parse("urn:example:a123,z456")?;
/// assert_eq!(urn.nid(), "example");
/// assert_eq!(urn.nss(), "a123,z456");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
pub type Urn<'a> = Identifier<&'a str, UrnKind>;

impl<'a, K: Described> Identifier<&'a str, K> {
    /// Makes a value of a literal. Only the macros call this, in a constant, so that what
    /// it costs is paid by the compiler.
    ///
    /// # Panics
    /// If the grammar rejects the text or defines no such identifiers.
    #[doc(hidden)]
    pub const fn from_macro(text: &'a str, grammar: Grammar, reading: Reading) -> Self {
        let document = grammar.document();
        assert!(has_form(document.form, K::FORMS), "the grammar defines other identifiers");
        if let Some(removed) = &document.removed {
            let is_whole = removed.first_in(text.as_bytes()).is_none();
            assert!(is_whole, "the grammar removes characters of the text");
        }
        let table = K::RULE.table(grammar, reading);
        match table.split_in_constant(text.as_bytes()) {
            Some(parts) => Identifier::of(Checked { text, parts, grammar, reading }),
            None => panic!("the grammar rejects the text"),
        }
    }

    /// Parses by the rule of the document in force: RFC 3986's `URI` for [`Uri`] and
    /// `URI-reference` for [`UriRef`], RFC 3987's `IRI` for [`Iri`] and `IRI-reference` for
    /// [`IriRef`], RFC 8141's `namestring` for [`Urn`]. One pass, no allocation, time linear in the
    /// input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right: for `http://a/b c` (offset 10),
    /// for `http://a/%G0` (offset 10), for `1:2` (offset 0, of a reference 1). An identifier with
    /// a scheme cannot be `""` or `g?y`, and one in US-ASCII has no `é`. A name is neither
    /// `http://a/` (offset 0) nor `urn:a` (its end).
    #[inline(always)]
    pub fn parse(text: &'a str) -> Result<Self, SyntaxError> {
        let (grammar, reading) = (K::GRAMMAR, Reading::Corrected);
        if K::IS_IRI && !text.is_ascii() {
            // URIs by the same start rule, except for their characters.
            let uris = K::RULE.table(Grammar::Rfc3986, reading);
            if let Some(parts) = wide::split(text, uris) {
                return Ok(Identifier::of(Checked { text, parts, grammar, reading }));
            }
        }
        let make = |parts| Identifier::of(Checked { text, parts, grammar, reading });
        K::TABLE.split_with(text, reading, make)
    }

    /// Parses by another grammar.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right, that the grammar removes before
    /// it reads, or of a host that the program of a practice refuses. A grammar whose identifiers
    /// are of another type is an error of [kind](SyntaxError::kind) `Form`.
    #[inline]
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: &'a str,
    ) -> Result<Self, SyntaxError> {
        check_form(grammar, reading, K::FORMS, K::WANTED)?;
        check_whole(grammar, reading, text)?;
        let table = K::RULE.table(grammar, reading);
        let make = |parts| Identifier::of(Checked { text, parts, grammar, reading });
        let value: Self = table.split_with(text, reading, make)?;
        check_taken(table, reading, text, &value.0.parts)?;
        Ok(value)
    }

    /// Returns the whole text.
    #[inline]
    pub const fn as_str(&self) -> &'a str {
        self.0.text
    }

    /// Returns the components with the document's own names for them, and the parts inside
    /// them.
    ///
    /// Takes time linear in the input under a document that has rules for single schemes,
    /// and hardly any under others.
    #[inline]
    pub fn components(&self) -> Components<'a> {
        self.0.components()
    }
}

impl<'a, K: Kind> Identifier<&'a str, K> {
    /// Returns the text of a component, without its delimiters; `None` when it is absent.
    /// The parts of a name (`Nid`, `Nss`, `RComponent`, `QComponent`) are within the path
    /// and always `None` here: [`Urn`](crate::Urn) and `components` have them.
    #[inline]
    pub const fn component(&self, component: Component) -> Option<&'a str> {
        self.0.component(component)
    }

    /// Returns the text between `//` and the path; `None` where there is no `//`.
    #[inline]
    pub const fn authority(&self) -> Option<&'a str> {
        self.0.component(Component::Authority)
    }

    /// Returns the text of the authority before `@`.
    #[inline]
    pub const fn userinfo(&self) -> Option<&'a str> {
        self.0.component(Component::Userinfo)
    }

    /// Returns the userinfo before its first `:`, as written; `None` without a userinfo.
    ///
    /// ```
    /// let uri = urigram::uri!("ftp://jane:a%40b:c@h/");
    /// assert_eq!((uri.username(), uri.password()), (Some("jane"), Some("a%40b:c")));
    /// ```
    #[inline]
    pub fn username(&self) -> Option<&'a str> {
        let userinfo = self.userinfo()?;
        Some(userinfo.split_once(':').map_or(userinfo, |(name, _)| name))
    }

    /// Returns the userinfo after its first `:`, as written; `None` without a `:`. Keep it out of
    /// logs: `display_masked` does.
    ///
    /// ```
    /// assert_eq!(urigram::uri!("ftp://jane:a%40b@h/").password(), Some("a%40b"));
    /// assert_eq!(urigram::uri!("ftp://jane:@h/").password(), Some(""));
    /// assert_eq!(urigram::uri!("ftp://jane@h/").password(), None);
    /// ```
    #[inline]
    pub fn password(&self) -> Option<&'a str> {
        self.userinfo()?.split_once(':').map(|(_, password)| password)
    }

    /// Returns true if the scheme is this one, in any case.
    ///
    /// ```
    /// let uri = urigram::uri!("HTTP://h/");
    /// assert!(uri.is_scheme("http") && uri.scheme() != "http");
    /// ```
    #[inline]
    pub fn is_scheme(&self, scheme: &str) -> bool {
        let ours = self.0.component(Component::Scheme);
        ours.is_some_and(|ours| ours.eq_ignore_ascii_case(scheme))
    }

    /// Returns the host as written, the brackets of an IP literal included. The case is kept:
    /// compare with `eq_ignore_ascii_case`.
    #[doc(alias = "host_str")]
    #[inline]
    pub const fn host(&self) -> Option<&'a str> {
        self.0.component(Component::Host)
    }

    /// Returns the host by its kind: a name or an address.
    #[inline]
    pub fn host_typed(&self) -> Option<Host<'a>> {
        self.host().map(Host::of)
    }

    /// Returns the port as written; empty where nothing follows the `:`.
    #[inline]
    pub const fn port(&self) -> Option<&'a str> {
        self.0.component(Component::Port)
    }

    /// Returns the port as a number; `None` when it is absent, empty or above 65535. The default
    /// port of a scheme is in [`KnownScheme`](crate::normalization::KnownScheme).
    #[doc(alias = "port_or_known_default")]
    pub const fn port_u16(&self) -> Option<u16> {
        match self.port() {
            Some(text) => port_number(text),
            None => None,
        }
    }

    /// Returns the path, or the text in its place; it may be empty. Also empty if the grammar has
    /// no shape and no rule for a path.
    #[inline]
    pub const fn path(&self) -> &'a str {
        match self.0.component(Component::Path) {
            Some(path) => path,
            None => "",
        }
    }

    /// Returns the text between `?` and `#`.
    #[inline]
    pub const fn query(&self) -> Option<&'a str> {
        self.0.component(Component::Query)
    }

    /// Returns the text after `#`.
    #[inline]
    pub const fn fragment(&self) -> Option<&'a str> {
        self.0.component(Component::Fragment)
    }
}

impl<K> fmt::Display for Identifier<&str, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.0.text)
    }
}

impl<K: Described> fmt::Debug for Identifier<&str, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.debug(K::NAME, f)
    }
}

impl<'a, K: Described> TryFrom<&'a str> for Identifier<&'a str, K> {
    type Error = SyntaxError;

    #[inline]
    fn try_from(text: &'a str) -> Result<Self, SyntaxError> {
        Self::parse(text)
    }
}

/// Parses as [`parse`](Identifier::parse) does. Bytes that are not UTF-8 are an error at the first
/// of them, or before.
impl<'a, K: Described> TryFrom<&'a [u8]> for Identifier<&'a str, K> {
    type Error = SyntaxError;

    #[inline]
    fn try_from(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
        match core::str::from_utf8(bytes) {
            Ok(text) => Self::parse(text),
            Err(error) => {
                Err(K::TABLE.reject_bytes(bytes, Reading::default(), error.valid_up_to()))
            }
        }
    }
}

macro_rules! common {
    ($name:ident) => {
        urigram_grammars::__borrowed_text!($name, str, as_str);

        /// A copy. Functions that take `impl Into` also take a value by reference.
        impl<'a> From<&$name<'a>> for $name<'a> {
            #[inline]
            fn from(value: &$name<'a>) -> $name<'a> {
                *value
            }
        }
    };
}

common!(Uri);
common!(UriRef);
common!(Iri);
common!(IriRef);
common!(Urn);

#[cfg(feature = "alloc")]
#[inline]
fn lower(scheme: &str) -> Cow<'_, str> {
    if scheme.bytes().any(|byte| byte.is_ascii_uppercase()) {
        Cow::Owned(scheme.to_ascii_lowercase())
    } else {
        Cow::Borrowed(scheme)
    }
}

macro_rules! absolute {
    ($name:ident, $reference:ident, $as_reference:ident) => {
        impl<'a> $name<'a> {
            /// Returns the text before the first `:`, as written. The case is kept. To ignore it,
            /// compare with `is_scheme` or `scheme_lower`.
            #[inline]
            pub const fn scheme(&self) -> &'a str {
                match self.0.component(Component::Scheme) {
                    Some(scheme) => scheme,
                    None => "",
                }
            }

            /// Returns the scheme in lower case, borrowed if it is already.
            ///
            /// ```
            /// let uri = urigram::uri!("HTTP://h/");
            /// let port = match &*uri.scheme_lower() {
            ///     "http" => Some(80),
            ///     _ => None,
            /// };
            /// assert_eq!(port, Some(80));
            /// ```
            #[cfg(feature = "alloc")]
            #[inline]
            pub fn scheme_lower(&self) -> Cow<'a, str> {
                lower(self.scheme())
            }

            /// Returns the same identifier as a reference.
            #[inline]
            pub const fn $as_reference(&self) -> $reference<'a> {
                Identifier::of(self.0)
            }
        }
    };
}

absolute!(Uri, UriRef, as_uri_ref);
absolute!(Iri, IriRef, as_iri_ref);

macro_rules! reference {
    ($name:ident) => {
        impl<'a> $name<'a> {
            /// Returns the text before the first `:` of a reference that is not relative. The case
            /// is kept. To ignore it, compare with `is_scheme` or `scheme_lower`.
            #[inline]
            pub const fn scheme(&self) -> Option<&'a str> {
                self.0.component(Component::Scheme)
            }

            /// Returns the scheme in lower case, borrowed if it is already; `None` for a
            /// relative reference.
            ///
            /// ```
            /// assert_eq!(urigram::uri_ref!("HTTP://h/").scheme_lower().as_deref(), Some("http"));
            /// assert_eq!(urigram::uri_ref!("g?y").scheme_lower(), None);
            /// ```
            #[cfg(feature = "alloc")]
            #[inline]
            pub fn scheme_lower(&self) -> Option<Cow<'a, str>> {
                self.scheme().map(lower)
            }

            /// Returns true if the reference has no scheme.
            #[inline]
            pub const fn is_relative(&self) -> bool {
                self.scheme().is_none()
            }
        }
    };
}

reference!(UriRef);
reference!(IriRef);
