//! Borrowed names.

use core::fmt;

use urigram_grammars::{
    Component, Form, Grammar, Parts, Reading, Span, StartRule, SyntaxError, Table,
};

use crate::form_error::check_form;
use crate::value::masked::Masked;
use crate::value::{has_form, Checked};
use crate::Uri;

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
    pub(super) checked: Checked<'a>,
    /// The end of the namespace identifier, at the second colon.
    pub(super) nid_end: u32,
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
    /// [`SyntaxError`] at the first byte that cannot be right: for `http://a/` (offset 0), for
    /// `urn:a` (its end), for `urn:-a:b` (offset 4).
    #[inline]
    pub fn parse(text: &'a str) -> Result<Urn<'a>, SyntaxError> {
        Urn::read(Urn::GRAMMAR, Reading::Corrected, text)
    }

    /// Parses by another document on URNs.
    ///
    /// # Errors
    /// [`SyntaxError`] like [`Urn::parse`], and of [kind](SyntaxError::kind) `Form` for a grammar
    /// that defines no URNs (`rfc3986`).
    #[inline]
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: &'a str,
    ) -> Result<Urn<'a>, SyntaxError> {
        check_form(grammar, reading, &[Form::Urn], Form::Urn)?;
        Urn::read(grammar, reading, text)
    }

    #[inline(always)]
    pub(super) fn read(
        grammar: Grammar,
        reading: Reading,
        text: &'a str,
    ) -> Result<Urn<'a>, SyntaxError> {
        let tables = grammar.tables(reading);
        let table = tables.uri.unwrap_or_else(|| tables.start());
        table.split_with(text, reading, |parts| {
            let nid_end = nid_end(table, &parts, text);
            Urn { checked: Checked { text, parts, grammar, reading }, nid_end }
        })
    }

    /// Makes a value of a literal. Only the macros call this, in a constant, so that what it costs
    /// is paid by the compiler.
    ///
    /// # Panics
    /// If the grammar rejects the text or defines no names.
    #[doc(hidden)]
    #[inline]
    pub const fn from_macro(text: &'a str, grammar: Grammar, reading: Reading) -> Self {
        assert!(
            has_form(grammar.document().form, &[Form::Urn]),
            "the grammar defines no names (URNs)"
        );
        let table = StartRule::Absolute.table(grammar, reading);
        match table.split_in_constant(text.as_bytes()) {
            Some(parts) => {
                let nid_end = nid_end(table, &parts, text);
                Urn { checked: Checked { text, parts, grammar, reading }, nid_end }
            }
            None => panic!("the grammar rejects the text"),
        }
    }

    /// Returns the text for a log or a screen. A name has no userinfo, and so no password: this is
    /// the whole text.
    #[inline]
    pub fn display_masked(&self) -> impl fmt::Display + fmt::Debug + use<'a> {
        Masked::of(&self.checked)
    }

    /// Returns the whole text.
    #[inline]
    pub const fn as_str(&self) -> &'a str {
        self.checked.text
    }

    /// Returns the grammar that accepted the text.
    #[inline]
    pub const fn grammar(&self) -> Grammar {
        self.checked.grammar
    }

    /// Returns the reading of the grammar.
    #[inline]
    pub const fn reading(&self) -> Reading {
        self.checked.reading
    }

    /// Returns the spans of the components, in bytes.
    #[inline]
    pub const fn parts(&self) -> &Parts {
        &self.checked.parts
    }

    /// Returns the namespace identifier, between the first two colons.
    #[inline]
    pub const fn nid(&self) -> &'a str {
        self.checked.slice(self.nid_span())
    }

    /// Returns the namespace specific string: the text after the second colon, without a query or a
    /// fragment that the document separates.
    #[inline]
    pub const fn nss(&self) -> &'a str {
        self.checked.slice(self.nss_span())
    }

    /// Returns the span of the namespace identifier.
    #[inline]
    pub const fn nid_span(&self) -> Span {
        if self.nid_end == BY_RULES {
            return self.marked(Component::Nid);
        }
        Span { start: self.parts().path().start, end: self.nid_end }
    }

    /// Returns the span of a component by the grammar's own rules; an empty one without a rule.
    #[cold]
    const fn marked(&self, component: Component) -> Span {
        match self.table().span_by_rules(self.as_str().as_bytes(), component) {
            Some(span) => span,
            None => Span { start: 0, end: 0 },
        }
    }

    /// Returns the span of the namespace specific string.
    #[inline]
    pub const fn nss_span(&self) -> Span {
        if self.nid_end == BY_RULES {
            return self.marked(Component::Nss);
        }
        let rq = self.table().has_rq_components();
        let end = self.parts().nss_end(self.as_str().as_bytes(), self.nid_end, rq);
        Span { start: self.nid_end + 1, end }
    }

    /// Returns the name as a URI of the same grammar. No cost.
    #[inline]
    pub const fn as_uri(&self) -> Uri<'a> {
        Uri::of(self.checked)
    }
}

/// The end of a namespace identifier that the grammar's own rules have.
const BY_RULES: u32 = u32::MAX;

#[inline]
const fn nid_end(table: &Table, parts: &Parts, text: &str) -> u32 {
    if table.is_marked() {
        return BY_RULES;
    }
    parts.nid_end(text)
}

crate::value::traits::borrowed!(Urn, str, as_str);

impl fmt::Display for Urn<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.checked.text)
    }
}

impl fmt::Debug for Urn<'_> {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.checked.debug("Urn", f)
    }
}

impl<'a> TryFrom<&'a str> for Urn<'a> {
    type Error = SyntaxError;

    #[inline]
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
        assert!(
            error.to_string().starts_with("rfc3986 defines no names (URNs) (byte 0"),
            "{error}"
        );
    }
}
