use alloc::string::String;

use urigram_grammars::{Components, Grammar, Parts, Reading, SyntaxError};

use super::Urn;
use crate::value::Owned;
use crate::Uri;

/// An owned [`Urn`].
///
/// ```
/// use urigram::UrnBuf;
///
/// let urn: UrnBuf = "urn:example:a123,z456".parse()?;
/// assert_eq!(urn.nss(), "a123,z456");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
///
/// Equality, order and hash are those of the text, as for [`Urn`].
#[derive(Clone)]
pub struct UrnBuf {
    pub(super) owned: Owned,
    nid_end: u32,
}

/// The part of a name that is not its text.
pub(crate) type Spans = (Parts, u32, Grammar, Reading);

/// Accessors that are those of the borrowed type.
macro_rules! accessors {
    ($($(#[$doc:meta])* $name:ident -> $type:ty;)*) => {
        $(
            $(#[$doc])*
            #[inline]
            pub const fn $name(&self) -> $type {
                self.as_urn().$name()
            }
        )*
    };
}

impl UrnBuf {
    /// Parses by [`Urn::GRAMMAR`] and keeps the string.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first character that cannot be right, like [`Urn::parse`].
    #[inline]
    pub fn parse(text: impl Into<String>) -> Result<UrnBuf, SyntaxError> {
        let text = text.into();
        let spans = UrnBuf::spans_of(&Urn::parse(&text)?);
        Ok(UrnBuf::with_spans(text, spans))
    }

    /// Parses by another document on URNs and keeps the string.
    ///
    /// # Errors
    /// The errors of [`Urn::parse_by`].
    #[inline]
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: impl Into<String>,
    ) -> Result<UrnBuf, SyntaxError> {
        let text = text.into();
        let spans = UrnBuf::spans_of(&Urn::parse_by(grammar, reading, &text)?);
        Ok(UrnBuf::with_spans(text, spans))
    }

    #[inline]
    pub(crate) const fn spans_of(urn: &Urn<'_>) -> Spans {
        (urn.checked.parts, urn.nid_end, urn.checked.grammar, urn.checked.reading)
    }

    #[inline]
    pub(crate) const fn with_spans(text: String, spans: Spans) -> UrnBuf {
        let (parts, nid_end, grammar, reading) = spans;
        UrnBuf { owned: Owned { text, parts, grammar, reading }, nid_end }
    }

    /// Returns the borrowed form. No cost.
    #[inline]
    pub const fn as_urn(&self) -> Urn<'_> {
        Urn { checked: self.owned.as_checked(), nid_end: self.nid_end }
    }

    /// Returns the text, without a copy.
    #[inline]
    pub fn into_string(self) -> String {
        self.owned.text
    }

    /// Returns the whole text.
    #[inline]
    pub const fn as_str(&self) -> &str {
        self.owned.text.as_str()
    }

    /// Returns the normal form by all that the name's document says: [`Urn::normalize`].
    #[inline]
    pub fn normalize(&self) -> UrnBuf {
        self.as_urn().normalize()
    }

    /// Returns the components, and the document's own parts inside them.
    #[inline]
    pub fn components(&self) -> Components<'_> {
        self.as_urn().components()
    }

    accessors! {
        /// Returns the reading of the grammar.
        reading -> Reading;
        /// Returns the grammar that accepted the text.
        grammar -> Grammar;
        /// Returns the namespace identifier, between the first two colons.
        nid -> &str;
        /// Returns the namespace specific string.
        nss -> &str;
        /// Returns the name as it was assigned, without the components that only a reference to it
        /// may carry.
        assigned_name -> &str;
        /// Returns the part that `?+` introduces (RFC 8141, 2.3.1).
        r_component -> Option<&str>;
        /// Returns the part that `?=` introduces (RFC 8141, 2.3.2).
        q_component -> Option<&str>;
        /// Returns the part that `#` introduces.
        f_component -> Option<&str>;
        /// Returns the part that `?` introduces in a reference (urn-2012, 2.3).
        query -> Option<&str>;
        /// Returns the name as a URI of the same grammar. No cost.
        as_uri -> Uri<'_>;
    }
}

impl Urn<'_> {
    /// Returns a copy that owns its text.
    #[allow(clippy::should_implement_trait)]
    #[inline]
    pub fn to_owned(&self) -> UrnBuf {
        UrnBuf { owned: self.checked.into_owned(), nid_end: self.nid_end }
    }
}

crate::value::traits::owned!(UrnBuf, Urn, as_urn);

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    #[inline]
    fn names_are_strings_to_serde_and_are_checked() {
        let urn: UrnBuf = serde_json::from_str("\"urn:example:a\"").unwrap();
        assert_eq!(serde_json::to_string(&urn).unwrap(), "\"urn:example:a\"");
        assert!(serde_json::from_str::<UrnBuf>("\"http://a/\"").is_err());
        assert_eq!(serde_json::from_str::<Urn<'_>>("\"urn:example:a\"").unwrap(), urn.as_urn());
    }
}
