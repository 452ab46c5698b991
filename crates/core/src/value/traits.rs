//! The traits that all types of identifiers have: those of their text, and those of their grammar.

pub(crate) use urigram_grammars::__borrowed_text as borrowed;
#[cfg(feature = "alloc")]
pub(crate) use urigram_grammars::{__owned_str, __owned_text};

/// Implements the traits of an owned type whose text is in UTF-8.
#[cfg(feature = "alloc")]
macro_rules! owned {
    ($name:ident, $borrowed:ident, $borrow:ident) => {
        $crate::value::traits::shared!($name, $borrowed, $borrow, str, String, as_str);
        $crate::value::traits::__owned_str!($name, $borrowed, SyntaxError);
    };
}

/// Implements the traits of an owned type for any kind of text.
#[cfg(feature = "alloc")]
macro_rules! shared {
    ($name:ident, $borrowed:ident, $borrow:ident, $text:ty, $buffer:ty, $as_text:ident) => {
        $crate::value::traits::__owned_text!($name, $borrowed, $borrow, $text, $buffer, $as_text);

        /// The error gives the buffer back.
        impl TryFrom<$buffer> for $name {
            type Error = $crate::Rejected<$buffer>;

            #[inline]
            fn try_from(input: $buffer) -> Result<$name, $crate::Rejected<$buffer>> {
                match $borrowed::parse(&input).map(|borrowed| $name::spans_of(&borrowed)) {
                    Ok(spans) => Ok($name::with_spans(input, spans)),
                    Err(error) => Err($crate::Rejected::new(input, error.into())),
                }
            }
        }

        impl core::fmt::Debug for $name {
            #[inline]
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Debug::fmt(&self.$borrow(), f)
            }
        }
    };
}

#[cfg(feature = "alloc")]
pub(crate) use {owned, shared};
