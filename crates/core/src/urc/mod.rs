//! Citations as values. `urigram-urc` has their elements.

#[cfg(feature = "alloc")]
pub(crate) mod buf;

use core::fmt;

use urigram_grammars::{Form, Grammar, Reading, SyntaxError};

use crate::form_error::check_form;
use crate::value::has_form;

/// A citation, borrowed and checked. Its text is bytes: the document admits octets above 7F of any
/// character set.
///
/// Equality, order and hash are those of the bytes.
///
/// ```
/// use urigram::Urc;
///
/// let urc = Urc::parse(b"<URN:IANA:0::drafts:1204;Author=Tim Berners-Lee;>")?;
/// assert_eq!(urc.as_bytes().len(), 49);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Urc<'a> {
    text: &'a [u8],
    grammar: Grammar,
    reading: Reading,
}

impl<'a> Urc<'a> {
    /// The newest document on URCs, which [`Urc::parse`] and `urc!` use.
    pub const GRAMMAR: Grammar = match Grammar::newest(Form::Urc) {
        Some(grammar) => grammar,
        None => panic!("the list has a document on URCs"),
    };

    /// Parses by [`Urc::GRAMMAR`]. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right: for `""`, for `<a>` (offset 2).
    pub fn parse(text: &'a [u8]) -> Result<Urc<'a>, SyntaxError> {
        let (grammar, reading) = (Urc::GRAMMAR, Reading::Corrected);
        grammar.tables(reading).start().check(text, reading)?;
        Ok(Urc { text, grammar, reading })
    }

    /// Parses by another document on URCs. One pass, no allocation, time linear in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] like [`Urc::parse`], and of [kind](SyntaxError::kind) `Form` for a grammar
    /// that defines no URCs (`rfc3986`).
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: &'a [u8],
    ) -> Result<Urc<'a>, SyntaxError> {
        check_form(grammar, reading, &[Form::Urc], Form::Urc)?;
        grammar.tables(reading).start().check(text, reading)?;
        Ok(Urc { text, grammar, reading })
    }

    /// Makes a value of a literal. Only the macros call this, in a constant, so that what it costs
    /// is paid by the compiler.
    ///
    /// # Panics
    /// If the grammar rejects the text or defines no citations.
    #[doc(hidden)]
    pub const fn from_macro(text: &'a [u8], grammar: Grammar, reading: Reading) -> Self {
        assert!(
            has_form(grammar.document().form, &[Form::Urc]),
            "the grammar defines no citations (URCs)"
        );
        let table = grammar.tables(reading).start();
        assert!(table.automaton.steps_accept(text), "the grammar rejects the text");
        Urc { text, grammar, reading }
    }

    /// Returns the whole text.
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.text
    }

    /// Returns the grammar that accepted the text.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the reading of the grammar.
    pub const fn reading(&self) -> Reading {
        self.reading
    }
}

impl fmt::Display for Urc<'_> {
    /// Writes the text; bytes that are not UTF-8 as replacement characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for chunk in self.text.utf8_chunks() {
            f.write_str(chunk.valid())?;
            if !chunk.invalid().is_empty() {
                f.write_str("\u{FFFD}")?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Urc<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("Urc");
        shown
            .field("text", &format_args!("\"{}\"", self.text.escape_ascii()))
            .field("grammar", &self.grammar);
        if self.reading != Reading::default() {
            shown.field("reading", &self.reading);
        }
        shown.finish()
    }
}

type Bytes = [u8];

urigram_grammars::__borrowed_text!(Urc, Bytes, as_bytes);

impl<'a> TryFrom<&'a [u8]> for Urc<'a> {
    type Error = SyntaxError;

    fn try_from(text: &'a [u8]) -> Result<Self, SyntaxError> {
        Urc::parse(text)
    }
}
