use core::fmt;

use urigram_grammars::{
    refused, Cause, Component, Form, Grammar, Parts, Reading, Span, SyntaxError, Table,
};

/// A reason why one value is not another: of another type, by another grammar, or of a text and
/// positions.
///
/// [`Uri::parse`](crate::Uri::parse) and its siblings only fail with a [`SyntaxError`], which `?`
/// converts into this error.
///
/// ```
/// use urigram::{uri_ref, FormError, Uri};
///
/// let error = Uri::try_from(uri_ref!("../g")).unwrap_err();
/// assert_eq!(*error.error(), FormError::NoScheme);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// The grammar rejects the text.
    Syntax(SyntaxError),
    /// The text is a relative reference, and the type has a scheme.
    NoScheme,
    /// The text holds a character beyond US-ASCII, and the type does not.
    BeyondAscii {
        /// The offset of the character, in bytes.
        offset: usize,
    },
    /// The grammar that the value is converted to has another component of this kind in the text.
    Differs {
        /// The grammar that the value is converted to.
        grammar: Grammar,
        /// The component.
        component: Component,
        /// The place of the component by the grammar of the value.
        ours: Option<Span>,
        /// The place of the component by the other grammar.
        theirs: Option<Span>,
    },
    /// The text is not the one that the positions were made of.
    OtherText,
    /// No document had been published by the day.
    NoDocument,
}

/// Checks that a grammar defines identifiers of one of some forms.
#[inline]
pub(crate) fn check_form(
    grammar: Grammar,
    reading: Reading,
    forms: &[Form],
    wanted: Form,
) -> Result<(), SyntaxError> {
    if forms.contains(&grammar.document().form) {
        return Ok(());
    }
    let table = grammar.tables(reading).start();
    Err(SyntaxError::of_cause(Cause::of_form(wanted), table, reading, b"", 0))
}

/// Checks that a grammar removes nothing of a text before it reads.
#[inline]
pub(crate) fn check_whole(
    grammar: Grammar,
    reading: Reading,
    text: &str,
) -> Result<(), SyntaxError> {
    let removed = grammar.document().removed.as_ref();
    let Some(offset) = removed.and_then(|removed| removed.first_in(text.as_bytes())) else {
        return Ok(());
    };
    let table = grammar.tables(reading).start();
    Err(SyntaxError::of_cause(Cause::REMOVED, table, reading, text.as_bytes(), offset))
}

/// Checks that the program of a practice does not refuse a text that its rules accept.
#[inline]
pub(crate) fn check_taken(
    table: &'static Table,
    reading: Reading,
    text: &str,
    parts: &Parts,
) -> Result<(), SyntaxError> {
    let Some(refused) = refused(table, text, parts) else { return Ok(()) };
    let (text, offset) = (text.as_bytes(), refused.part.start as usize);
    Err(SyntaxError::of_cause(Cause::PROGRAM, table, reading, text, offset))
}

impl FormError {
    /// Returns the rejection by a grammar, if that is the reason.
    #[inline]
    pub const fn syntax(&self) -> Option<&SyntaxError> {
        match self {
            FormError::Syntax(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SyntaxError> for FormError {
    #[inline]
    fn from(error: SyntaxError) -> FormError {
        FormError::Syntax(error)
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Syntax(error) => error.fmt(f),
            FormError::NoScheme => f.write_str("a relative reference has no scheme: resolve it"),
            FormError::BeyondAscii { offset } => {
                write!(f, "the character at byte {offset} is not in US-ASCII: use an `Iri`")
            }
            FormError::Differs { grammar, component, ours, theirs } => {
                write!(f, "the {} is ", component.name())?;
                write_place(*ours, f)?;
                write!(f, " here, and by {grammar} ")?;
                write_place(*theirs, f)
            }
            FormError::OtherText => f.write_str("the positions are those of another text"),
            FormError::NoDocument => f.write_str("no document had been published by that day"),
        }
    }
}

fn write_place(span: Option<Span>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    match span {
        Some(Span { start, end }) => write!(f, "at bytes {start} to {end}"),
        None => f.write_str("absent"),
    }
}

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FormError::Syntax(error) => Some(error),
            _ => None,
        }
    }
}

/// An input that is not a value of a type, with the reason. The input is not lost, and neither
/// `Debug` nor `Display` shows it: it may hold a password.
///
/// ```
/// use urigram::UriBuf;
///
/// let error = UriBuf::try_from(String::from("http://a b/")).unwrap_err();
/// assert_eq!(error.error().syntax().unwrap().offset(), 8);
/// assert_eq!(error.into_input(), "http://a b/");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Rejected<T> {
    input: T,
    error: FormError,
}

impl<T> Rejected<T> {
    #[inline]
    pub(crate) const fn new(input: T, error: FormError) -> Rejected<T> {
        Rejected { input, error }
    }

    /// Returns the reason.
    pub const fn error(&self) -> &FormError {
        &self.error
    }

    /// Returns the input.
    pub const fn input(&self) -> &T {
        &self.input
    }

    /// Returns the input, without a copy.
    pub fn into_input(self) -> T {
        self.input
    }
}

impl<T> fmt::Display for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl<T> fmt::Debug for Rejected<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rejected").field("error", &self.error).finish_non_exhaustive()
    }
}

impl<T> core::error::Error for Rejected<T> {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.error.source()
    }
}
