//! Names: `urn:`, a namespace identifier, a namespace specific string.

#[cfg(feature = "alloc")]
mod buf;
mod components;
#[cfg(feature = "alloc")]
mod key;
mod nid;
mod query;

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use urigram_grammars::{Form, Grammar, Parts, Reading, Span, SyntaxError};

use crate::value::Checked;
use crate::{FormError, Uri};

#[cfg(feature = "alloc")]
pub use buf::UrnBuf;
pub use nid::NidRule;
#[cfg(feature = "alloc")]
pub(crate) use query::directives;
pub use query::{Directive, QueryKeyword, Service, KEYWORDS, SERVICES};

/// A name, borrowed and checked by a document on URNs.
///
/// Equality, order and hash are those of the text.
///
/// ```
/// use urigram::Urn;
///
/// let urn = Urn::parse("urn:example:a123,z456")?;
/// assert_eq!(urn.nid(), "example");
/// assert_eq!(urn.nss(), "a123,z456");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Urn<'a> {
    text: &'a str,
    parts: Parts,
    /// The end of the namespace identifier, at the second colon.
    nid_end: u32,
    grammar: Grammar,
    reading: Reading,
}

impl<'a> Urn<'a> {
    /// The newest document on URNs, which [`Urn::parse`] and `urn!` use.
    pub const GRAMMAR: Grammar = match Grammar::newest(Form::Urn) {
        Some(grammar) => grammar,
        None => panic!("the list has a document on URNs"),
    };

    /// Parses by [`Urn::GRAMMAR`]. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right: for `http://a/` (offset 0), for `urn:a` (its end), for
    /// `urn:-a:b` (offset 4).
    #[inline]
    pub fn parse(text: &'a str) -> Result<Urn<'a>, SyntaxError> {
        Urn::read(Urn::GRAMMAR, Reading::Corrected, text)
    }

    /// Parses by another document on URNs.
    ///
    /// # Errors
    /// [`FormError::Form`] for a grammar that defines no URNs (`rfc3986`); [`FormError::Syntax`] as [`Urn::parse`].
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: &'a str,
    ) -> Result<Urn<'a>, FormError> {
        FormError::check(grammar, &[Form::Urn], Form::Urn)?;
        Urn::read(grammar, reading, text)
    }

    /// Built where the result is wanted, whichever error it speaks of.
    #[inline(always)]
    fn read<E: From<SyntaxError>>(
        grammar: Grammar,
        reading: Reading,
        text: &'a str,
    ) -> Result<Urn<'a>, E> {
        let tables = grammar.tables(reading);
        let table = tables.uri.unwrap_or_else(|| tables.start());
        table.split_with(text, reading, |parts| {
            let nid_end = parts.nid_end(text);
            Urn { text, parts, nid_end, grammar, reading }
        })
    }

    /// A value whose parts were computed while compiling. Only the macros call this.
    #[doc(hidden)]
    pub const fn from_macro(
        text: &'a str,
        raw: [u32; 8],
        nid_end: u32,
        grammar: Grammar,
        reading: Reading,
    ) -> Self {
        Urn { text, parts: Parts::from_raw(raw), nid_end, grammar, reading }
    }

    /// The whole text.
    pub const fn as_str(&self) -> &'a str {
        self.text
    }

    /// The grammar that accepted it.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// The reading of the grammar.
    pub const fn reading(&self) -> Reading {
        self.reading
    }

    /// Returns the spans of the components, in bytes.
    pub const fn parts(&self) -> &Parts {
        &self.parts
    }

    /// The namespace identifier, between the first two colons.
    #[inline]
    pub fn nid(&self) -> &'a str {
        self.nid_span().of(self.text)
    }

    /// The namespace specific string: what follows the second colon, without a query or a fragment that the document
    /// sets apart.
    #[inline]
    pub fn nss(&self) -> &'a str {
        self.nss_span().of(self.text)
    }

    /// Returns the span of the namespace identifier.
    pub const fn nid_span(&self) -> Span {
        Span { start: self.parts.path().start, end: self.nid_end }
    }

    /// Returns the span of the namespace specific string.
    #[inline]
    pub fn nss_span(&self) -> Span {
        let rq = self.table().has_rq_components();
        Span {
            start: self.nid_end + 1,
            end: self.parts.nss_end(self.text.as_bytes(), self.nid_end, rq),
        }
    }

    /// Returns the name as a URI of the same grammar.
    pub const fn as_uri(&self) -> Uri<'a> {
        Uri(Checked {
            text: self.text,
            parts: self.parts,
            grammar: self.grammar,
            reading: self.reading,
        })
    }
}

impl fmt::Display for Urn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text)
    }
}

impl fmt::Debug for Urn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Urn");
        shown.field("text", &self.text).field("grammar", &self.grammar);
        if self.reading != Reading::default() {
            shown.field("reading", &self.reading);
        }
        shown.finish()
    }
}

impl AsRef<str> for Urn<'_> {
    fn as_ref(&self) -> &str {
        self.text
    }
}

impl PartialEq for Urn<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for Urn<'_> {}

impl PartialOrd for Urn<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Urn<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.text.cmp(other.text)
    }
}

impl Hash for Urn<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

impl<'a> TryFrom<&'a str> for Urn<'a> {
    type Error = SyntaxError;

    fn try_from(text: &'a str) -> Result<Self, SyntaxError> {
        Urn::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_comes_apart() {
        let urn =
            Urn::parse_by(Grammar::Urn2012, Reading::Corrected, "URN:ietf:rfc:2648?s=1#a").unwrap();
        assert_eq!((urn.nid(), urn.nss()), ("ietf", "rfc:2648"));
        assert_eq!(urn.as_uri().fragment(), Some("a"));
    }

    #[test]
    fn a_grammar_of_another_form_is_refused() {
        let error = Urn::parse_by(Grammar::Rfc3986, Reading::Corrected, "urn:a:b").unwrap_err();
        assert_eq!(error, FormError::Form { grammar: Grammar::Rfc3986, wanted: Form::Urn });
    }
}
