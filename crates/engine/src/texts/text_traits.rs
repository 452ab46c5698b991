//! The traits that all types of texts have: those of their text.
//!
//! Equality, order and hash are those of the text, so that a set of identifiers can be asked for a
//! `str` (for citations, a slice of bytes).

/// Implements comparison, hash and conversion to the text for a borrowed type.
#[doc(hidden)]
#[macro_export]
macro_rules! __borrowed_text {
    ($name:ident, $text:ty, $as_text:ident) => {
        impl AsRef<$text> for $name<'_> {
            #[inline]
            fn as_ref(&self) -> &$text {
                self.$as_text()
            }
        }

        impl core::borrow::Borrow<$text> for $name<'_> {
            #[inline]
            fn borrow(&self) -> &$text {
                self.$as_text()
            }
        }

        impl<'a> From<$name<'a>> for &'a $text {
            #[inline]
            fn from(value: $name<'a>) -> &'a $text {
                value.$as_text()
            }
        }

        impl PartialEq for $name<'_> {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl Eq for $name<'_> {}

        impl PartialOrd for $name<'_> {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name<'_> {
            #[inline]
            fn cmp(&self, other: &Self) -> core::cmp::Ordering {
                self.$as_text().cmp(other.$as_text())
            }
        }

        impl core::hash::Hash for $name<'_> {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.$as_text().hash(state);
            }
        }

        $crate::__equal_text!($name<'_>, $text, $as_text);
        $crate::__equal_text!($name<'_>, &$text, $as_text);
    };
}

/// Implements equality with another type that derefs to the text, in both directions.
#[doc(hidden)]
#[macro_export]
macro_rules! __equal_text {
    ($name:ty, $other:ty, $as_text:ident) => {
        impl PartialEq<$other> for $name {
            #[inline]
            fn eq(&self, other: &$other) -> bool {
                *self.$as_text() == other[..]
            }
        }

        impl PartialEq<$name> for $other {
            #[inline]
            fn eq(&self, other: &$name) -> bool {
                self[..] == *other.$as_text()
            }
        }
    };
}

/// Implements the traits of an owned type whose text is in UTF-8.
#[doc(hidden)]
#[macro_export]
macro_rules! __owned_str {
    ($name:ident, $borrowed:ident, $error:ty) => {
        impl From<$name> for $crate::__alloc::boxed::Box<str> {
            #[inline]
            fn from(owned: $name) -> $crate::__alloc::boxed::Box<str> {
                owned.into_string().into_boxed_str()
            }
        }

        impl From<$name> for $crate::__alloc::string::String {
            #[inline]
            fn from(owned: $name) -> $crate::__alloc::string::String {
                owned.into_string()
            }
        }

        impl core::str::FromStr for $name {
            type Err = $error;

            #[inline]
            fn from_str(text: &str) -> Result<$name, $error> {
                Ok($borrowed::parse(text)?.to_owned())
            }
        }

        impl TryFrom<&str> for $name {
            type Error = $error;

            #[inline]
            fn try_from(text: &str) -> Result<$name, $error> {
                text.parse()
            }
        }

        impl core::fmt::Display for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.as_str())
            }
        }
    };
}

/// Implements the traits of an owned type for any kind of text.
#[doc(hidden)]
#[macro_export]
macro_rules! __owned_text {
    ($name:ident, $borrowed:ident, $borrow:ident, $text:ty, $buffer:ty, $as_text:ident) => {
        impl From<$borrowed<'_>> for $name {
            #[inline]
            fn from(borrowed: $borrowed<'_>) -> $name {
                borrowed.to_owned()
            }
        }

        impl<'a> From<&'a $name> for $borrowed<'a> {
            #[inline]
            fn from(owned: &'a $name) -> $borrowed<'a> {
                owned.$borrow()
            }
        }

        impl<'a> From<$borrowed<'a>> for $crate::__alloc::borrow::Cow<'a, $text> {
            #[inline]
            fn from(borrowed: $borrowed<'a>) -> Self {
                $crate::__alloc::borrow::Cow::Borrowed(borrowed.$as_text())
            }
        }

        impl<'a> From<&'a $name> for $crate::__alloc::borrow::Cow<'a, $text> {
            #[inline]
            fn from(owned: &'a $name) -> Self {
                $crate::__alloc::borrow::Cow::Borrowed(owned.$as_text())
            }
        }

        impl From<$name> for $crate::__alloc::borrow::Cow<'_, $text> {
            #[inline]
            fn from(owned: $name) -> Self {
                $crate::__alloc::borrow::Cow::Owned(owned.into())
            }
        }

        impl From<$borrowed<'_>> for $buffer {
            #[inline]
            fn from(borrowed: $borrowed<'_>) -> $buffer {
                borrowed.$as_text().into()
            }
        }

        impl AsRef<$text> for $name {
            #[inline]
            fn as_ref(&self) -> &$text {
                self.$as_text()
            }
        }

        impl core::borrow::Borrow<$text> for $name {
            #[inline]
            fn borrow(&self) -> &$text {
                self.$as_text()
            }
        }

        impl PartialEq for $name {
            #[inline]
            fn eq(&self, other: &$name) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl Eq for $name {}

        impl PartialEq<$borrowed<'_>> for $name {
            #[inline]
            fn eq(&self, other: &$borrowed<'_>) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        impl PartialEq<$name> for $borrowed<'_> {
            #[inline]
            fn eq(&self, other: &$name) -> bool {
                self.$as_text() == other.$as_text()
            }
        }

        $crate::__equal_text!($name, $text, $as_text);
        $crate::__equal_text!($name, &$text, $as_text);
        $crate::__equal_text!($name, $buffer, $as_text);
        $crate::__equal_text!($borrowed<'_>, $buffer, $as_text);

        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &$name) -> Option<core::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &$name) -> core::cmp::Ordering {
                self.$as_text().cmp(other.$as_text())
            }
        }

        impl core::hash::Hash for $name {
            #[inline]
            fn hash<H: core::hash::Hasher>(&self, state: &mut H) {
                self.$as_text().hash(state);
            }
        }
    };
}
