use core::fmt;

use urigram_grammars::{Form, Grammar, SyntaxError};

/// Why a text is not read as a name (URN) or a citation (URC) by a grammar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FormError {
    /// The grammar defines identifiers of another form.
    Form {
        /// The grammar that was asked for.
        grammar: Grammar,
        /// The form that was wanted.
        wanted: Form,
    },
    /// The grammar rejects the text.
    Syntax(SyntaxError),
}

impl FormError {
    pub(crate) fn check(grammar: Grammar, wanted: Form) -> Result<(), FormError> {
        if grammar.document().form == wanted {
            Ok(())
        } else {
            Err(FormError::Form { grammar, wanted })
        }
    }
}

impl From<SyntaxError> for FormError {
    fn from(error: SyntaxError) -> FormError {
        FormError::Syntax(error)
    }
}

impl fmt::Display for FormError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FormError::Form { grammar, wanted: Form::Urn } => write!(f, "{grammar} defines no names (URNs)"),
            FormError::Form { grammar, wanted: Form::Urc } => write!(f, "{grammar} defines no citations (URCs)"),
            FormError::Form { grammar, wanted } => write!(f, "{grammar} defines no identifiers of form {wanted:?}"),
            FormError::Syntax(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for FormError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            FormError::Form { .. } => None,
            FormError::Syntax(error) => Some(error),
        }
    }
}
