//! Checked identifiers: a text, where its components stand, and the grammar that accepted it.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use urigram_grammars::{Component, Components, Grammar, Parts, Reading, Span, SyntaxError, Table};

use crate::Host;

/// The table that `Uri::parse` and `uri!` use. A constant, so that no other document is linked for it.
const URI: &Table = match Grammar::Rfc3986.tables(Reading::Corrected).uri {
    Some(table) => table,
    None => panic!("RFC 3986 has a rule `URI`"),
};

const REFERENCE: &Table = match Grammar::Rfc3986.tables(Reading::Corrected).reference {
    Some(table) => table,
    None => panic!("RFC 3986 has a rule `URI-reference`"),
};

/// An identifier with a scheme, borrowed and checked.
///
/// Equality, order and hash are those of the text: the simple string comparison of RFC 3986, section 6.2.1.
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
pub struct Uri<'a>(Checked<'a>);

/// An identifier or a relative reference, borrowed and checked.
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
pub struct UriRef<'a>(Checked<'a>);

#[derive(Clone, Copy)]
struct Checked<'a> {
    text: &'a str,
    parts: Parts,
    grammar: Grammar,
    reading: Reading,
}

macro_rules! common {
    ($name:ident, $what:literal) => {
        impl<'a> $name<'a> {
            /// A value whose parts were computed while compiling. Only the macros call this.
            #[doc(hidden)]
            pub const fn from_macro(text: &'a str, raw: [u32; 8], grammar: Grammar, reading: Reading) -> Self {
                $name(Checked { text, parts: Parts::from_raw(raw), grammar, reading })
            }

            /// The whole text.
            pub const fn as_str(&self) -> &'a str {
                self.0.text
            }

            /// The grammar that accepted it.
            pub const fn grammar(&self) -> Grammar {
                self.0.grammar
            }

            /// The reading of the grammar.
            pub const fn reading(&self) -> Reading {
                self.0.reading
            }

            /// Where the components stand, in bytes.
            pub const fn parts(&self) -> &Parts {
                &self.0.parts
            }

            /// Returns the components with the document's own names for them, and the parts inside them.
            ///
            /// Takes time linear in the input under a document that has rules for single schemes, else nearly none.
            pub fn components(&self) -> Components<'a> {
                let table = self.0.grammar.tables(self.0.reading).start();
                table.components_of(self.0.text.as_bytes(), &self.0.parts)
            }

            /// The text of a component, without its delimiters; `None` when it is absent.
            pub fn component(&self, component: Component) -> Option<&'a str> {
                self.0.parts.get(component).map(|span| self.text_of(span))
            }

            fn text_of(&self, span: Span) -> &'a str {
                span.of(self.0.text)
            }

            /// What stands between `//` and the path; `None` where there is no `//`.
            pub fn authority(&self) -> Option<&'a str> {
                self.0.parts.authority().map(|span| self.text_of(span))
            }

            /// What stands in the authority before `@`.
            pub fn userinfo(&self) -> Option<&'a str> {
                self.0.parts.userinfo().map(|span| self.text_of(span))
            }

            /// The host as written, the brackets of an IP literal included.
            pub fn host(&self) -> Option<&'a str> {
                self.0.parts.host().map(|span| self.text_of(span))
            }

            /// The host by its kind: a name or an address.
            pub fn host_typed(&self) -> Option<Host<'a>> {
                self.host().map(Host::of)
            }

            /// The port as written; empty where nothing follows the `:`.
            pub fn port(&self) -> Option<&'a str> {
                self.0.parts.port().map(|span| self.text_of(span))
            }

            /// The port as a number; `None` when it is absent, empty or above 65535.
            pub fn port_u16(&self) -> Option<u16> {
                self.port()?.parse().ok()
            }

            /// The path, or what stands in its place; it may be empty.
            pub fn path(&self) -> &'a str {
                self.text_of(self.0.parts.path())
            }

            /// What stands between `?` and `#`.
            pub fn query(&self) -> Option<&'a str> {
                self.0.parts.query().map(|span| self.text_of(span))
            }

            /// What stands after `#`.
            pub fn fragment(&self) -> Option<&'a str> {
                self.0.parts.fragment().map(|span| self.text_of(span))
            }

            /// Parses by another grammar.
            ///
            /// # Errors
            /// [`SyntaxError`] at the first byte that the grammar does not admit.
            pub fn parse_by(grammar: Grammar, reading: Reading, text: &'a str) -> Result<Self, SyntaxError> {
                let make = |parts| $name(Checked { text, parts, grammar, reading });
                Self::table(grammar, reading).split_with(text, reading, make)
            }
        }

        impl fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.0.text)
            }
        }

        impl fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                let mut shown = f.debug_struct($what);
                shown.field("text", &self.0.text).field("grammar", &self.0.grammar);
                if self.0.reading != Reading::default() {
                    shown.field("reading", &self.0.reading);
                }
                shown.finish()
            }
        }

        impl AsRef<str> for $name<'_> {
            fn as_ref(&self) -> &str {
                self.0.text
            }
        }

        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.0.text == other.0.text
            }
        }

        impl Eq for $name<'_> {}

        impl PartialEq<str> for $name<'_> {
            fn eq(&self, other: &str) -> bool {
                self.0.text == other
            }
        }

        impl PartialEq<&str> for $name<'_> {
            fn eq(&self, other: &&str) -> bool {
                self.0.text == *other
            }
        }

        impl PartialOrd for $name<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name<'_> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.text.cmp(other.0.text)
            }
        }

        impl Hash for $name<'_> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.text.hash(state);
            }
        }

        impl<'a> TryFrom<&'a str> for $name<'a> {
            type Error = SyntaxError;

            fn try_from(text: &'a str) -> Result<Self, SyntaxError> {
                $name::parse(text)
            }
        }
    };
}

common!(Uri, "Uri");
common!(UriRef, "UriRef");

impl<'a> Uri<'a> {
    /// Parses by RFC 3986's rule `URI`. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right: for `""`, for a relative reference such as `g?y`, for
    /// `http://a/b c` (offset 10), for `http://a/%G0` (offset 10).
    pub fn parse(text: &'a str) -> Result<Uri<'a>, SyntaxError> {
        let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
        URI.split_with(text, reading, |parts| Uri(Checked { text, parts, grammar, reading }))
    }

    fn table(grammar: Grammar, reading: Reading) -> &'static Table {
        let tables = grammar.tables(reading);
        tables.uri.unwrap_or_else(|| tables.start())
    }

    /// What stands before the first `:`. Empty only for a grammar whose identifiers have no scheme (`urc-1993`).
    pub fn scheme(&self) -> &'a str {
        self.0.parts.scheme().map_or("", |span| self.text_of(span))
    }

    /// The same as a reference.
    pub const fn as_reference(&self) -> UriRef<'a> {
        UriRef(self.0)
    }
}

impl<'a> UriRef<'a> {
    /// Parses by RFC 3986's rule `URI-reference`. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right: for `1:2` (offset 1), for `a b` (offset 1).
    pub fn parse(text: &'a str) -> Result<UriRef<'a>, SyntaxError> {
        let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
        REFERENCE.split_with(text, reading, |parts| UriRef(Checked { text, parts, grammar, reading }))
    }

    fn table(grammar: Grammar, reading: Reading) -> &'static Table {
        let tables = grammar.tables(reading);
        tables.reference.unwrap_or_else(|| tables.start())
    }

    /// What stands before the first `:` of a reference that is not relative.
    pub fn scheme(&self) -> Option<&'a str> {
        self.0.parts.scheme().map(|span| self.text_of(span))
    }

    /// Whether it has no scheme.
    pub const fn is_relative(&self) -> bool {
        self.0.parts.scheme().is_none()
    }

    /// The same as an identifier, if it has a scheme.
    pub const fn as_uri(&self) -> Option<Uri<'a>> {
        match self.0.parts.scheme() {
            Some(_) => Some(Uri(self.0)),
            None => None,
        }
    }
}
