//! Owned identifiers: the same accessors, on a text of their own.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use core::borrow::Borrow;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use urigram_grammars::{Component, Grammar, Parts, Reading, SyntaxError};

use super::{Checked, Iri, IriRef, Uri, UriRef};
use crate::{FormError, Host};

/// An owned text with the spans that its grammar gives it.
#[derive(Clone)]
pub(crate) struct Owned {
    pub(crate) text: String,
    pub(crate) parts: Parts,
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
}

impl Owned {
    const fn as_checked(&self) -> Checked<'_> {
        let Owned { text, parts, grammar, reading } = self;
        Checked { text: text.as_str(), parts: *parts, grammar: *grammar, reading: *reading }
    }
}

impl Checked<'_> {
    fn to_owned(self) -> Owned {
        let Checked { text, parts, grammar, reading } = self;
        Owned { text: text.into(), parts, grammar, reading }
    }
}

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
        impl $name {
            /// Parses and keeps the string.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($borrowed), "::parse`].")]
            pub fn parse(text: impl Into<String>) -> Result<$name, SyntaxError> {
                let text = text.into();
                let Checked { parts, grammar, reading, .. } = $borrowed::parse(&text)?.0;
                Ok($name(Owned { text, parts, grammar, reading }))
            }

            /// Parses by another grammar and keeps the string.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($borrowed), "::parse_by`].")]
            pub fn parse_by(
                grammar: Grammar,
                reading: Reading,
                text: impl Into<String>,
            ) -> Result<$name, FormError> {
                let text = text.into();
                let parts = $borrowed::parse_by(grammar, reading, &text)?.0.parts;
                Ok($name(Owned { text, parts, grammar, reading }))
            }

            /// Returns the borrowed form. No cost.
            pub const fn $borrow(&self) -> $borrowed<'_> {
                $borrowed(self.0.as_checked())
            }

            /// Returns the whole text.
            pub const fn as_str(&self) -> &str {
                self.0.text.as_str()
            }

            /// Returns the text, without a copy.
            pub fn into_string(self) -> String {
                self.0.text
            }

            /// Returns the grammar that accepted the text.
            pub const fn grammar(&self) -> Grammar {
                self.0.grammar
            }

            /// Returns the reading of the grammar.
            pub const fn reading(&self) -> Reading {
                self.0.reading
            }

            /// Returns the spans of the components, in bytes.
            pub const fn parts(&self) -> &Parts {
                &self.0.parts
            }

            /// Returns the text of a component, without its delimiters; `None` when it is absent.
            pub const fn component(&self, component: Component) -> Option<&str> {
                self.$borrow().component(component)
            }

            /// Returns the text between `//` and the path; `None` where there is no `//`.
            pub const fn authority(&self) -> Option<&str> {
                self.$borrow().authority()
            }

            /// Returns the text of the authority before `@`.
            pub const fn userinfo(&self) -> Option<&str> {
                self.$borrow().userinfo()
            }

            /// Returns the host as written, the brackets of an IP literal included.
            pub const fn host(&self) -> Option<&str> {
                self.$borrow().host()
            }

            /// Returns the host by its kind: a name or an address.
            pub fn host_typed(&self) -> Option<Host<'_>> {
                self.$borrow().host_typed()
            }

            /// Returns the port as written; empty where nothing follows the `:`.
            pub const fn port(&self) -> Option<&str> {
                self.$borrow().port()
            }

            /// Returns the port as a number; `None` when it is absent, empty or above 65535.
            pub const fn port_u16(&self) -> Option<u16> {
                self.$borrow().port_u16()
            }

            /// Returns the path, or the text in its place; it may be empty.
            pub const fn path(&self) -> &str {
                self.$borrow().path()
            }

            /// Returns the text between `?` and `#`.
            pub const fn query(&self) -> Option<&str> {
                self.$borrow().query()
            }

            /// Returns the text after `#`.
            pub const fn fragment(&self) -> Option<&str> {
                self.$borrow().fragment()
            }
        }

        impl $borrowed<'_> {
            /// Returns a copy that owns its text.
            pub fn to_buf(&self) -> $name {
                $name(self.0.to_owned())
            }
        }

        impl From<$borrowed<'_>> for $name {
            fn from(borrowed: $borrowed<'_>) -> $name {
                borrowed.to_buf()
            }
        }

        impl<'a> From<&'a $name> for $borrowed<'a> {
            fn from(owned: &'a $name) -> $borrowed<'a> {
                owned.$borrow()
            }
        }

        impl From<$name> for String {
            fn from(owned: $name) -> String {
                owned.0.text
            }
        }

        impl From<$name> for Box<str> {
            fn from(owned: $name) -> Box<str> {
                owned.0.text.into_boxed_str()
            }
        }

        impl<'a> From<$borrowed<'a>> for Cow<'a, str> {
            fn from(borrowed: $borrowed<'a>) -> Cow<'a, str> {
                Cow::Borrowed(borrowed.as_str())
            }
        }

        impl From<$name> for Cow<'_, str> {
            fn from(owned: $name) -> Self {
                Cow::Owned(owned.0.text)
            }
        }

        impl FromStr for $name {
            type Err = SyntaxError;

            fn from_str(text: &str) -> Result<$name, SyntaxError> {
                Ok($borrowed::parse(text)?.to_buf())
            }
        }

        impl TryFrom<&str> for $name {
            type Error = SyntaxError;

            fn try_from(text: &str) -> Result<$name, SyntaxError> {
                text.parse()
            }
        }

        impl TryFrom<String> for $name {
            type Error = SyntaxError;

            fn try_from(text: String) -> Result<$name, SyntaxError> {
                $name::parse(text)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(&self.0.text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.$borrow(), f)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.0.text
            }
        }

        impl Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.0.text
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.0.text == other.0.text
            }
        }

        impl Eq for $name {}

        impl PartialEq<str> for $name {
            fn eq(&self, other: &str) -> bool {
                self.0.text == other
            }
        }

        impl PartialEq<&str> for $name {
            fn eq(&self, other: &&str) -> bool {
                self.0.text == *other
            }
        }

        impl PartialEq<String> for $name {
            fn eq(&self, other: &String) -> bool {
                self.0.text == *other
            }
        }

        impl PartialEq<$borrowed<'_>> for $name {
            fn eq(&self, other: &$borrowed<'_>) -> bool {
                self.0.text == other.as_str()
            }
        }

        impl PartialEq<$name> for $borrowed<'_> {
            fn eq(&self, other: &$name) -> bool {
                self.as_str() == other.0.text
            }
        }

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> Ordering {
                self.0.text.cmp(&other.0.text)
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.text.hash(state);
            }
        }
    };
}

owned!(UriBuf, Uri, as_uri);
owned!(UriRefBuf, UriRef, as_reference);
owned!(IriBuf, Iri, as_iri);
owned!(IriRefBuf, IriRef, as_reference);

macro_rules! absolute {
    ($name:ident, $reference:ident, $borrow:ident) => {
        impl $name {
            /// Returns the text before the first `:`.
            pub const fn scheme(&self) -> &str {
                self.$borrow().scheme()
            }

            /// Returns the same identifier as a reference, without a copy.
            pub fn into_reference(self) -> $reference {
                $reference(self.0)
            }
        }
    };
}

absolute!(UriBuf, UriRefBuf, as_uri);
absolute!(IriBuf, IriRefBuf, as_iri);

impl UriBuf {
    /// Makes a value of a text and its spans, which the caller vouches for.
    pub(crate) const fn from_parts(
        text: String,
        parts: Parts,
        grammar: Grammar,
        reading: Reading,
    ) -> UriBuf {
        UriBuf(Owned { text, parts, grammar, reading })
    }
}

macro_rules! reference {
    ($name:ident, $absolute:ident, $into_absolute:ident) => {
        impl $name {
            /// Returns the text before the first `:` of a reference that is not relative.
            pub const fn scheme(&self) -> Option<&str> {
                self.as_reference().scheme()
            }

            /// Returns true if the reference has no scheme.
            pub const fn is_relative(&self) -> bool {
                self.0.parts.scheme().is_none()
            }

            /// Returns the same text as an identifier, without a copy.
            ///
            /// # Errors
            /// The reference itself, if it has no scheme.
            pub fn $into_absolute(self) -> Result<$absolute, $name> {
                if self.is_relative() {
                    Err(self)
                } else {
                    Ok($absolute(self.0))
                }
            }
        }
    };
}

reference!(UriRefBuf, UriBuf, into_uri);
reference!(IriRefBuf, IriBuf, into_iri);
