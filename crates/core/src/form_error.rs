use core::fmt;

use urigram_grammars::{
    refused, Component, Form, Grammar, Parts, SectionRef, Span, SyntaxError, Table,
};

/// A reason why a text is not a value of a type by a grammar.
///
/// A function that parses by several grammars returns this error: `?` makes it of a
/// [`SyntaxError`], too. [`Uri::parse`](crate::Uri::parse) and its siblings read by one grammar
/// that defines the type, so they fail with a [`SyntaxError`] alone, and a program that calls only
/// them does not link the other messages.
///
/// ```
/// use urigram::{FormError, Grammar, Reading, Uri};
///
/// fn hosts(new: &str, old: &str) -> Result<bool, FormError> {
///     let old = Uri::parse_by(Grammar::Rfc1738, Reading::Corrected, old)?;
///     Ok(Uri::parse(new)?.host() == old.host())
/// }
/// assert!(hosts("http://h/~a", "http://h/a").unwrap());
/// assert_eq!(hosts("http://h/~a", "http://h/~a").unwrap_err().syntax().unwrap().offset(), 9);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// The grammar defines identifiers of another form.
    Form {
        /// The requested grammar.
        grammar: Grammar,
        /// The form that was wanted.
        wanted: Form,
    },
    /// The grammar rejects the text.
    Syntax(SyntaxError),
    /// The text is a relative reference, and the type has a scheme.
    NoScheme,
    /// The text holds a character beyond US-ASCII, and the type does not.
    BeyondAscii {
        /// The offset of the character, in bytes.
        offset: usize,
    },
    /// The grammar removes characters before it reads, and the text has some: the components of a
    /// value are parts of its text. `Given` has what is left.
    Removed {
        /// The grammar.
        grammar: Grammar,
        /// The offset of the first such character, in bytes.
        offset: usize,
    },
    /// The rules accept the text, and the program that the practice describes refuses its host.
    Refused {
        /// The practice.
        grammar: Grammar,
        /// The place of the host.
        host: Span,
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

impl FormError {
    #[inline]
    pub(crate) fn check(grammar: Grammar, forms: &[Form], wanted: Form) -> Result<(), FormError> {
        if forms.contains(&grammar.document().form) {
            Ok(())
        } else {
            Err(FormError::Form { grammar, wanted })
        }
    }

    /// Checks that the grammar removes nothing of a text before it reads.
    #[inline]
    pub(crate) fn check_whole(grammar: Grammar, text: &str) -> Result<(), FormError> {
        let removed = grammar.document().removed.as_ref();
        match removed.and_then(|removed| removed.first_in(text.as_bytes())) {
            Some(offset) => Err(FormError::Removed { grammar, offset }),
            None => Ok(()),
        }
    }

    /// Checks that the program of a practice does not refuse a text that its rules accept.
    #[inline]
    pub(crate) fn check_taken(
        grammar: Grammar,
        table: &Table,
        text: &str,
        parts: &Parts,
    ) -> Result<(), FormError> {
        match refused(table, text, parts) {
            Some(refused) => Err(FormError::Refused { grammar, host: refused.part }),
            None => Ok(()),
        }
    }
}

impl FormError {
    /// Returns the rejection by the grammar; `None` where the grammar does not define the type.
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
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Form { grammar, wanted: Form::Urn } => {
                write!(f, "{grammar} defines no names (URNs)")
            }
            FormError::Form { grammar, wanted: Form::Urc } => {
                write!(f, "{grammar} defines no citations (URCs)")
            }
            FormError::Form { grammar, wanted: Form::Iri } => {
                write!(f, "{grammar} defines no IRIs")
            }
            FormError::Form { grammar, .. } if grammar.document().form == Form::Iri => {
                write!(f, "{grammar} defines IRIs, not URIs: parse the text as an `Iri`")
            }
            FormError::Form { grammar, .. } => write!(f, "{grammar} defines no URIs"),
            FormError::Syntax(error) => error.fmt(f),
            FormError::NoScheme => f.write_str("a relative reference has no scheme: resolve it"),
            FormError::BeyondAscii { offset } => {
                write!(f, "the character at byte {offset} is not in US-ASCII: use an `Iri`")
            }
            FormError::Removed { grammar, offset } => {
                let section = grammar.document().removed.as_ref().map_or("", |row| row.section);
                let section = SectionRef::of(grammar.document().number, section);
                write!(f, "{grammar} removes the character at byte {offset} before it reads")?;
                write!(f, " ({section}): parse the text without it")
            }
            FormError::Refused { grammar, host } => {
                write!(f, "{grammar} refuses the host at byte {}: ", host.start)?;
                let constraint = grammar.document().constraints.first();
                f.write_str(constraint.map_or("", |constraint| constraint.message))
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
    #[inline]
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
