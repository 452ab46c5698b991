//! Owned identifiers.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use urigram_grammars::{Grammar, Parts, Reading, SyntaxError};

use crate::{Uri, UriRef};

/// An owned [`Uri`].
///
/// ```
/// use urigram::UriBuf;
///
/// let uri: UriBuf = "http://a/b".parse()?;
/// assert_eq!(uri.as_uri().host(), Some("a"));
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct UriBuf {
    text: String,
    parts: Parts,
    grammar: Grammar,
    reading: Reading,
}

/// An owned [`UriRef`].
#[derive(Clone)]
pub struct UriRefBuf {
    text: String,
    parts: Parts,
    grammar: Grammar,
    reading: Reading,
}

macro_rules! owned {
    ($name:ident, $borrowed:ident, $borrow:ident) => {
        impl $name {
            /// Parses by RFC 3986 and keeps the string.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($borrowed), "::parse`].")]
            pub fn parse(text: impl Into<String>) -> Result<$name, SyntaxError> {
                $name::parse_by(Grammar::Rfc3986, Reading::Corrected, text)
            }

            /// Parses by another grammar and keeps the string.
            ///
            /// # Errors
            #[doc = concat!("As [`", stringify!($borrowed), "::parse_by`].")]
            pub fn parse_by(grammar: Grammar, reading: Reading, text: impl Into<String>) -> Result<$name, SyntaxError> {
                let text = text.into();
                let parts = *$borrowed::parse_by(grammar, reading, &text)?.parts();
                Ok($name { text, parts, grammar, reading })
            }

            /// The borrowed form, which has the components.
            pub fn $borrow(&self) -> $borrowed<'_> {
                $borrowed::from_macro(&self.text, self.parts.to_raw(), self.grammar, self.reading)
            }

            /// The whole text.
            pub fn as_str(&self) -> &str {
                &self.text
            }

            /// The text, without a copy.
            pub fn into_string(self) -> String {
                self.text
            }
        }

        impl From<$borrowed<'_>> for $name {
            fn from(borrowed: $borrowed<'_>) -> $name {
                $name {
                    text: borrowed.as_str().into(),
                    parts: *borrowed.parts(),
                    grammar: borrowed.grammar(),
                    reading: borrowed.reading(),
                }
            }
        }

        impl $borrowed<'_> {
            /// A copy that owns its text.
            pub fn to_buf(&self) -> $name {
                (*self).into()
            }
        }

        impl FromStr for $name {
            type Err = SyntaxError;

            fn from_str(text: &str) -> Result<$name, SyntaxError> {
                $name::parse(text)
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
                f.write_str(&self.text)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.$borrow(), f)
            }
        }

        impl AsRef<str> for $name {
            fn as_ref(&self) -> &str {
                &self.text
            }
        }

        impl core::borrow::Borrow<str> for $name {
            fn borrow(&self) -> &str {
                &self.text
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.text == other.text
            }
        }

        impl Eq for $name {}

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> Ordering {
                self.text.cmp(&other.text)
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.text.hash(state);
            }
        }
    };
}

owned!(UriBuf, Uri, as_uri);
owned!(UriRefBuf, UriRef, as_reference);

impl UriBuf {
    /// A text with its parts, which the caller vouches for.
    pub(crate) const fn from_parts(text: String, parts: Parts, grammar: Grammar, reading: Reading) -> UriBuf {
        UriBuf { text, parts, grammar, reading }
    }
}
