use core::fmt;

use urigram_grammars::{Form, Grammar, SyntaxError};

/// A reason why a text is not a value of a type by a grammar.
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
    pub(crate) fn check(grammar: Grammar, forms: &[Form], wanted: Form) -> Result<(), FormError> {
        if forms.contains(&grammar.document().form) {
            Ok(())
        } else {
            Err(FormError::Form { grammar, wanted })
        }
    }
}

impl FormError {
    /// Returns the rejection by the grammar; `None` where the grammar does not define the type.
    pub const fn syntax(&self) -> Option<&SyntaxError> {
        match self {
            FormError::Syntax(error) => Some(error),
            FormError::Form { .. } => None,
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
