//! Borrowed identifiers.
//!
//! The functions by which URIs are parsed, and the messages of their errors, are inlined. A program
//! that calls no others links no object file of this package: a linker such as LLD keeps the
//! unwinding tables of a whole object file, 5 kB for this package.

use urigram_grammars::{Component, Components, Form, Grammar, Parts, Reading, SyntaxError, Table};

use super::{has_form, port_number, wide, Checked, StartRule, IRI_FORMS, URI_FORMS};
use crate::{FormError, Host};

/// The grammar of `Uri::parse` and `uri!`. A constant, so that no other document is linked for it.
const URI: Grammar = Grammar::Rfc3986;
/// The grammar of `Iri::parse` and `iri!`.
const IRI: Grammar = Grammar::Rfc3987;

const URI_TABLE: &Table = StartRule::Absolute.table(URI, Reading::Corrected);
const URI_REF_TABLE: &Table = StartRule::Reference.table(URI, Reading::Corrected);
const IRI_TABLE: &Table = StartRule::Absolute.table(IRI, Reading::Corrected);
const IRI_REF_TABLE: &Table = StartRule::Reference.table(IRI, Reading::Corrected);

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
#[derive(Clone, Copy)]
pub struct Uri<'a>(pub(crate) Checked<'a>);

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
#[derive(Clone, Copy)]
pub struct UriRef<'a>(pub(crate) Checked<'a>);

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
#[derive(Clone, Copy)]
pub struct Iri<'a>(pub(crate) Checked<'a>);

/// An identifier or a relative reference, with characters beyond US-ASCII, borrowed and checked.
///
/// ```
/// use urigram::IriRef;
///
/// let reference = IriRef::parse("../ros\u{e9}#s")?;
/// assert_eq!(reference.path(), "../rosé");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy)]
pub struct IriRef<'a>(pub(crate) Checked<'a>);

macro_rules! common {
    ($name:ident, $rule:ident, $forms:ident, $wanted:ident, $default:ident, $table:ident) => {
        impl<'a> $name<'a> {
            /// Makes a value of a literal. Only the macros call this, in a constant, so that what
            /// it costs is paid by the compiler.
            ///
            /// # Panics
            /// If the grammar rejects the text or defines no such identifiers.
            #[doc(hidden)]
            pub const fn from_macro(text: &'a str, grammar: Grammar, reading: Reading) -> Self {
                let document = grammar.document();
                assert!(has_form(document.form, $forms), "the grammar defines other identifiers");
                if let Some(removed) = &document.removed {
                    let is_whole = removed.first_in(text.as_bytes()).is_none();
                    assert!(is_whole, "the grammar removes characters of the text");
                }
                let table = StartRule::$rule.table(grammar, reading);
                match table.split_in_constant(text.as_bytes()) {
                    Some(parts) => $name(Checked { text, parts, grammar, reading }),
                    None => panic!("the grammar rejects the text"),
                }
            }

            /// Parses by another grammar.
            ///
            /// # Errors
            /// [`FormError::Form`] for a grammar whose identifiers are of another type;
            /// [`FormError::Removed`] where the grammar removes characters before it reads;
            /// [`FormError::Refused`] where the program of a practice refuses the host;
            /// [`FormError::Syntax`] at the first character that the grammar does not admit.
            #[inline]
            pub fn parse_by(
                grammar: Grammar,
                reading: Reading,
                text: &'a str,
            ) -> Result<Self, FormError> {
                FormError::check(grammar, $forms, Form::$wanted)?;
                FormError::check_whole(grammar, text)?;
                let table = StartRule::$rule.table(grammar, reading);
                let make = |parts| $name(Checked { text, parts, grammar, reading });
                let value: Self =
                    table.split_with(text, reading, make).map_err(FormError::Syntax)?;
                FormError::check_taken(grammar, table, text, &value.0.parts)?;
                Ok(value)
            }

            /// Parses by the grammar of `parse`, to where the value is wanted.
            #[inline(always)]
            fn read(text: &'a str) -> Result<Self, SyntaxError> {
                let (grammar, reading) = ($default, Reading::Corrected);
                let make = |parts| $name(Checked { text, parts, grammar, reading });
                $table.split_with(text, reading, make)
            }

            /// Returns the whole text.
            #[inline]
            pub const fn as_str(&self) -> &'a str {
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

            /// Returns the spans of the components, in bytes.
            #[inline]
            pub const fn parts(&self) -> &Parts {
                &self.0.parts
            }

            /// Returns the components with the document's own names for them, and the parts inside
            /// them.
            ///
            /// Takes time linear in the input under a document that has rules for single schemes,
            /// else nearly none.
            #[inline]
            pub fn components(&self) -> Components<'a> {
                self.0.components()
            }

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

            /// Returns the host as written, the brackets of an IP literal included.
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

            /// Returns the port as a number; `None` when it is absent, empty or above 65535.
            pub const fn port_u16(&self) -> Option<u16> {
                match self.port() {
                    Some(text) => port_number(text),
                    None => None,
                }
            }

            /// Returns the path, or the text in its place; it may be empty. It is empty, too, where
            /// the grammar states no shape and has no rule for a path.
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

        super::traits::borrowed!($name, str, as_str);
        super::traits::text!($name);

        /// A copy. Functions that take `impl Into` take a value by reference, too.
        impl<'a> From<&$name<'a>> for $name<'a> {
            #[inline]
            fn from(value: &$name<'a>) -> $name<'a> {
                *value
            }
        }

        impl<'a> TryFrom<&'a str> for $name<'a> {
            type Error = SyntaxError;

            #[inline]
            fn try_from(text: &'a str) -> Result<Self, SyntaxError> {
                $name::parse(text)
            }
        }
    };
}

/// Implements the conversion from bytes: text is parsed, and other bytes are rejected by the rules.
macro_rules! bytes {
    ($name:ident, $table:ident) => {
        /// Parses as [`parse`](Self::parse) does. Bytes that are no UTF-8 are an error at the first
        /// of them, or before.
        impl<'a> TryFrom<&'a [u8]> for $name<'a> {
            type Error = SyntaxError;

            fn try_from(bytes: &'a [u8]) -> Result<Self, SyntaxError> {
                let Ok(text) = core::str::from_utf8(bytes) else {
                    // Rules about characters reject what is none, so that the next line, an error
                    // as well, is never reached.
                    $table.split_bytes(bytes, Reading::default())?;
                    return $name::parse("\u{FFFD}");
                };
                $name::parse(text)
            }
        }
    };
}

bytes!(Uri, URI_TABLE);
bytes!(UriRef, URI_REF_TABLE);
bytes!(Iri, IRI_TABLE);
bytes!(IriRef, IRI_REF_TABLE);

common!(Uri, Absolute, URI_FORMS, Generic, URI, URI_TABLE);
common!(UriRef, Reference, URI_FORMS, Generic, URI, URI_REF_TABLE);
common!(Iri, Absolute, IRI_FORMS, Iri, IRI, IRI_TABLE);
common!(IriRef, Reference, IRI_FORMS, Iri, IRI, IRI_REF_TABLE);

macro_rules! absolute {
    ($name:ident, $reference:ident, $as_reference:ident) => {
        impl<'a> $name<'a> {
            /// Returns the text before the first `:`.
            pub const fn scheme(&self) -> &'a str {
                match self.0.component(Component::Scheme) {
                    Some(scheme) => scheme,
                    None => "",
                }
            }

            /// Returns the same identifier as a reference.
            #[inline]
            pub const fn $as_reference(&self) -> $reference<'a> {
                $reference(self.0)
            }
        }
    };
}

absolute!(Uri, UriRef, as_uri_ref);
absolute!(Iri, IriRef, as_iri_ref);

macro_rules! reference {
    ($name:ident) => {
        impl<'a> $name<'a> {
            /// Returns the text before the first `:` of a reference that is not relative.
            #[inline]
            pub const fn scheme(&self) -> Option<&'a str> {
                self.0.component(Component::Scheme)
            }

            /// Returns true if the reference has no scheme.
            #[inline]
            pub const fn is_relative(&self) -> bool {
                self.0.span(Component::Scheme).is_none()
            }
        }
    };
}

reference!(UriRef);
reference!(IriRef);

impl<'a> Uri<'a> {
    /// Parses by RFC 3986's rule `URI`. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right: for `""`, for a relative
    /// reference such as `g?y`, for `http://a/b c` (offset 10), for `http://a/%G0` (offset 10).
    #[inline]
    pub fn parse(text: &'a str) -> Result<Uri<'a>, SyntaxError> {
        Uri::read(text)
    }
}

impl<'a> UriRef<'a> {
    /// Parses by RFC 3986's rule `URI-reference`. One pass, no allocation, time linear in the
    /// input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right: for `1:2` (offset 1), for `a b`
    /// (offset 1).
    #[inline]
    pub fn parse(text: &'a str) -> Result<UriRef<'a>, SyntaxError> {
        UriRef::read(text)
    }
}

impl<'a> Iri<'a> {
    /// Parses by RFC 3987's rule `IRI`. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right: for `""`, for `g?y`, for
    /// `http://a/\u{FFFE}` (offset 9).
    pub fn parse(text: &'a str) -> Result<Iri<'a>, SyntaxError> {
        if !text.is_ascii() {
            if let Some(parts) = wide::split(text, URI_TABLE) {
                let (grammar, reading) = (IRI, Reading::Corrected);
                return Ok(Iri(Checked { text, parts, grammar, reading }));
            }
        }
        Iri::read(text)
    }
}

impl<'a> IriRef<'a> {
    /// Parses by RFC 3987's rule `IRI-reference`. One pass, no allocation, time linear in the
    /// input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right: for `1:2` (offset 1), for `a b`
    /// (offset 1).
    pub fn parse(text: &'a str) -> Result<IriRef<'a>, SyntaxError> {
        if !text.is_ascii() {
            if let Some(parts) = wide::split(text, URI_REF_TABLE) {
                let (grammar, reading) = (IRI, Reading::Corrected);
                return Ok(IriRef(Checked { text, parts, grammar, reading }));
            }
        }
        IriRef::read(text)
    }
}
