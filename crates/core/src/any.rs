//! A value of the type that its grammar defines.

use urigram_grammars::{Form, Grammar, Reading, SyntaxError};

use crate::{FormError, Iri, Select, Urc, Uri, Urn};

/// A value of the type that the selected grammar defines, as [`Select::parse`] returns it.
///
/// ```
/// use urigram::selection::Any;
/// use urigram::Select;
///
/// assert!(matches!(Select::Auto.parse("urn:ietf:rfc:2141")?, Any::Urn(_)));
/// # Ok::<(), urigram::FormError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Any<'a> {
    /// A URI, by a grammar of [`Form::Generic`] or [`Form::Locator`].
    Uri(Uri<'a>),
    /// An IRI, by a grammar of [`Form::Iri`].
    Iri(Iri<'a>),
    /// A name, by a grammar of [`Form::Urn`].
    Urn(Urn<'a>),
    /// A citation, by a grammar of [`Form::Urc`].
    Urc(Urc<'a>),
}

impl<'a> Any<'a> {
    fn parse_by(grammar: Grammar, reading: Reading, text: &'a str) -> Result<Self, SyntaxError> {
        match grammar.document().form {
            Form::Iri => Iri::parse_by(grammar, reading, text).map(Any::Iri),
            Form::Urn => Urn::parse_by(grammar, reading, text).map(Any::Urn),
            Form::Urc => Urc::parse_by(grammar, reading, text.as_bytes()).map(Any::Urc),
            _ => Uri::parse_by(grammar, reading, text).map(Any::Uri),
        }
    }
}

impl Select {
    /// Selects the grammar of a text as [`Select::select`] does, and parses by it.
    ///
    /// ```
    /// use urigram::selection::Any;
    /// use urigram::Select;
    ///
    /// fn host<'a>(text: &'a str) -> Result<Option<&'a str>, urigram::FormError> {
    ///     Ok(match Select::Auto.parse(text)? {
    ///         Any::Uri(uri) => uri.host(),
    ///         Any::Iri(iri) => iri.host(),
    ///         _ => None,
    ///     })
    /// }
    /// assert_eq!(host("http://\u{fc}/")?, Some("\u{fc}"));
    /// assert_eq!(host("urn:ietf:rfc:2141")?, None);
    /// # Ok::<(), urigram::FormError>(())
    /// ```
    ///
    /// # Errors
    /// [`FormError::NoDocument`] if no document had been published by the day of [`Select::AsOf`].
    /// If no grammar accepts the text, the error of the one that read furthest. Otherwise the
    /// errors of [`Uri::parse_by`] with the selected grammar, whose start rule may be that of
    /// references.
    pub fn parse(self, text: &str) -> Result<Any<'_>, FormError> {
        let reading = Reading::Corrected;
        let selection = self.select(text.as_bytes(), reading);
        match selection.grammar {
            Some(grammar) => Ok(Any::parse_by(grammar, reading, text)?),
            None => {
                Err(selection.closest().map_or(FormError::NoDocument, |(_, error)| error.into()))
            }
        }
    }
}
