//! The traits that all types of identifiers have: those of their text.
//!
//! Equality, order and hash are those of the text, so that a set of identifiers can be asked for a
//! `str` (for citations, `[u8]`).

/// Implements comparison, hash and conversion to the text for a borrowed type.
macro_rules! borrowed {
    ($name:ident, $text:ty, $as_text:ident) => {
        impl AsRef<$text> for $name<'_> {
            fn as_ref(&self) -> &$text {
                self.$as_text()
            }
        }

        impl core::borrow::Borrow<$text> for $name<'_> {
            fn borrow(&self) -> &$text {
                self.$as_text()
            }
        }

        impl<'a> From<$name<'a>> for &'a $text {
            fn from(value: $name<'a>) -> &'a $text {
                value.$as_text()
            }
        }

        impl PartialEq for $name<'_> {
            fn eq(&self, other: &Self) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl Eq for $name<'_> {}

        impl PartialOrd for $name<'_> {
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name<'_> {
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.$as_text().cmp(other.$as_text())
            }
        }

        impl core::hash::Hash for $name<'_> {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.$as_text().hash(state);
            }
        }

        $crate::value::traits::equal!($name<'_>, $text, $as_text);
        $crate::value::traits::equal!($name<'_>, &$text, $as_text);
    };
}

/// Implements equality with another type that derefs to the text, in both directions.
macro_rules! equal {
    ($name:ty, $other:ty, $as_text:ident) => {
        impl PartialEq<$other> for $name {
            fn eq(&self, other: &$other) -> bool {
                *self.$as_text() == other[..]
            }
        }

        impl PartialEq<$name> for $other {
            fn eq(&self, other: &$name) -> bool {
                self[..] == *other.$as_text()
            }
        }
    };
}

/// Implements `Display` and `Debug` for a borrowed type whose text is in UTF-8.
macro_rules! text {
    ($name:ident) => {
        impl core::fmt::Display for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }

        impl core::fmt::Debug for $name<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                let mut shown = f.debug_struct(stringify!($name));
                shown.field("text", &self.as_str()).field("grammar", &self.grammar());
                if self.reading() != Reading::default() {
                    shown.field("reading", &self.reading());
                }
                shown.finish()
            }
        }
    };
}

/// Implements the traits of an owned type whose text is in UTF-8.
#[cfg(feature = "alloc")]
macro_rules! owned {
    ($name:ident, $borrowed:ident, $borrow:ident) => {
        $crate::value::traits::shared!($name, $borrowed, $borrow, str, String, as_str);

        impl From<$name> for alloc::boxed::Box<str> {
            fn from(owned: $name) -> alloc::boxed::Box<str> {
                owned.into_string().into_boxed_str()
            }
        }

        impl From<$name> for String {
            fn from(owned: $name) -> String {
                owned.into_string()
            }
        }

        impl core::str::FromStr for $name {
            type Err = SyntaxError;

            fn from_str(text: &str) -> Result<$name, SyntaxError> {
                Ok($borrowed::parse(text)?.to_owned())
            }
        }

        impl TryFrom<&str> for $name {
            type Error = SyntaxError;

            fn try_from(text: &str) -> Result<$name, SyntaxError> {
                text.parse()
            }
        }

        impl core::fmt::Display for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// Implements the traits of an owned type, whatever its text.
#[cfg(feature = "alloc")]
macro_rules! shared {
    ($name:ident, $borrowed:ident, $borrow:ident, $text:ty, $buffer:ty, $as_text:ident) => {
        impl From<$borrowed<'_>> for $name {
            fn from(borrowed: $borrowed<'_>) -> $name {
                borrowed.to_owned()
            }
        }

        impl<'a> From<&'a $name> for $borrowed<'a> {
            fn from(owned: &'a $name) -> $borrowed<'a> {
                owned.$borrow()
            }
        }

        impl<'a> From<$borrowed<'a>> for alloc::borrow::Cow<'a, $text> {
            fn from(borrowed: $borrowed<'a>) -> Self {
                alloc::borrow::Cow::Borrowed(borrowed.$as_text())
            }
        }

        impl<'a> From<&'a $name> for alloc::borrow::Cow<'a, $text> {
            fn from(owned: &'a $name) -> Self {
                alloc::borrow::Cow::Borrowed(owned.$as_text())
            }
        }

        impl From<$name> for alloc::borrow::Cow<'_, $text> {
            fn from(owned: $name) -> Self {
                alloc::borrow::Cow::Owned(owned.into())
            }
        }

        impl From<$borrowed<'_>> for $buffer {
            fn from(borrowed: $borrowed<'_>) -> $buffer {
                borrowed.$as_text().into()
            }
        }

        /// The error gives the buffer back.
        impl TryFrom<$buffer> for $name {
            type Error = $crate::Rejected<$buffer>;

            fn try_from(input: $buffer) -> Result<$name, $crate::Rejected<$buffer>> {
                match $borrowed::parse(&input).map(|borrowed| $name::spans_of(&borrowed)) {
                    Ok(spans) => Ok($name::with_spans(input, spans)),
                    Err(error) => Err($crate::Rejected::new(input, error.into())),
                }
            }
        }

        impl core::fmt::Debug for $name {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Debug::fmt(&self.$borrow(), f)
            }
        }

        impl AsRef<$text> for $name {
            fn as_ref(&self) -> &$text {
                self.$as_text()
            }
        }

        impl core::borrow::Borrow<$text> for $name {
            fn borrow(&self) -> &$text {
                self.$as_text()
            }
        }

        impl PartialEq for $name {
            fn eq(&self, other: &$name) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl Eq for $name {}

        impl PartialEq<$borrowed<'_>> for $name {
            fn eq(&self, other: &$borrowed<'_>) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl PartialEq<$name> for $borrowed<'_> {
            fn eq(&self, other: &$name) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        $crate::value::traits::equal!($name, $text, $as_text);
        $crate::value::traits::equal!($name, &$text, $as_text);
        $crate::value::traits::equal!($name, $buffer, $as_text);
        $crate::value::traits::equal!($borrowed<'_>, $buffer, $as_text);

        impl PartialOrd for $name {
            fn partial_cmp(&self, other: &$name) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            fn cmp(&self, other: &$name) -> core::cmp::Ordering {
                self.$as_text().cmp(other.$as_text())
            }
        }

        impl core::hash::Hash for $name {
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.$as_text().hash(state);
            }
        }
    };
}

pub(crate) use {borrowed, equal, text};
#[cfg(feature = "alloc")]
pub(crate) use {owned, shared};
