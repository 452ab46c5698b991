use alloc::borrow::Cow;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Components, Grammar, Objective, Parts, Reading, Span, SyntaxError};

use super::{Directive, Service, Urn};
use crate::value::Owned;
use crate::{FormError, Uri, UriBuf};

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
    owned: Owned,
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
    pub fn parse(text: impl Into<String>) -> Result<UrnBuf, SyntaxError> {
        let text = text.into();
        let spans = UrnBuf::spans_of(&Urn::parse(&text)?);
        Ok(UrnBuf::with_spans(text, spans))
    }

    /// Parses by another document on URNs and keeps the string.
    ///
    /// # Errors
    /// The errors of [`Urn::parse_by`].
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: impl Into<String>,
    ) -> Result<UrnBuf, FormError> {
        let text = text.into();
        let spans = UrnBuf::spans_of(&Urn::parse_by(grammar, reading, &text)?);
        Ok(UrnBuf::with_spans(text, spans))
    }

    pub(crate) const fn spans_of(urn: &Urn<'_>) -> Spans {
        (urn.checked.parts, urn.nid_end, urn.checked.grammar, urn.checked.reading)
    }

    pub(crate) const fn with_spans(text: String, spans: Spans) -> UrnBuf {
        let (parts, nid_end, grammar, reading) = spans;
        UrnBuf { owned: Owned { text, parts, grammar, reading }, nid_end }
    }

    /// Returns the borrowed form. No cost.
    pub const fn as_urn(&self) -> Urn<'_> {
        Urn { checked: self.owned.as_checked(), nid_end: self.nid_end }
    }

    /// Returns the text for a log or a screen: [`Urn::display_masked`].
    pub fn display_masked(&self) -> impl fmt::Display + fmt::Debug + '_ {
        self.as_urn().display_masked()
    }

    /// Returns the text, without a copy.
    pub fn into_string(self) -> String {
        self.owned.text
    }

    /// Returns the name as a URI of the same grammar, without a copy.
    pub fn into_uri(self) -> UriBuf {
        UriBuf(self.owned)
    }

    /// Returns the whole text.
    pub const fn as_str(&self) -> &str {
        self.owned.text.as_str()
    }

    /// Returns the spans of the components, in bytes.
    pub const fn parts(&self) -> &Parts {
        &self.owned.parts
    }

    /// Returns the components, and the document's own parts inside them.
    pub fn components(&self) -> Components<'_> {
        self.as_urn().components()
    }

    /// Returns the normal form by all that the name's document says: [`Urn::normalize`].
    pub fn normalize(&self) -> UrnBuf {
        self.as_urn().normalize()
    }

    /// Returns a string that is equal for equivalent names: [`Urn::key`].
    pub fn key(&self, objective: Objective) -> Option<Cow<'_, str>> {
        self.as_urn().key(objective)
    }

    /// Returns true if two names are equivalent, each by its own document:
    /// [`Urn::is_equivalent_to`].
    pub fn is_equivalent_to(&self, other: &Urn<'_>, objective: Objective) -> bool {
        self.as_urn().is_equivalent_to(other, objective)
    }

    /// Returns all directives of the query as written: [`Urn::directives`].
    pub fn directives(&self) -> impl Iterator<Item = Directive<'_>> + Clone {
        self.as_urn().directives()
    }

    /// Returns the directives that a resolver heeds: [`Urn::heeded_directives`].
    pub fn heeded_directives<'a>(
        &'a self,
        also_registered: &[&'a str],
    ) -> impl Iterator<Item = Directive<'a>> + use<'a> {
        self.as_urn().heeded_directives(also_registered)
    }

    /// Returns the registered service that the query asks for: [`Urn::service`].
    pub fn service(&self) -> Option<&'static Service> {
        self.as_urn().service()
    }

    accessors! {
        /// Returns the grammar that accepted the text.
        grammar -> Grammar;
        /// Returns the reading of the grammar.
        reading -> Reading;
        /// Returns the namespace identifier, between the first two colons.
        nid -> &str;
        /// Returns the namespace specific string.
        nss -> &str;
        /// Returns the span of the namespace identifier.
        nid_span -> Span;
        /// Returns the span of the namespace specific string.
        nss_span -> Span;
        /// Returns the name as it was assigned, without the components that only a reference to it
        /// may carry.
        assigned_name -> &str;
        /// Returns true if this is an assigned name and nothing more.
        is_assigned_name -> bool;
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
    pub fn to_owned(&self) -> UrnBuf {
        UrnBuf { owned: self.checked.into_owned(), nid_end: self.nid_end }
    }
}

crate::value::traits::owned!(UrnBuf, Urn, as_urn);

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn names_are_strings_to_serde_and_are_checked() {
        let urn: UrnBuf = serde_json::from_str("\"urn:example:a\"").unwrap();
        assert_eq!(serde_json::to_string(&urn).unwrap(), "\"urn:example:a\"");
        assert!(serde_json::from_str::<UrnBuf>("\"http://a/\"").is_err());
        assert_eq!(serde_json::from_str::<Urn<'_>>("\"urn:example:a\"").unwrap(), urn.as_urn());
    }
}
