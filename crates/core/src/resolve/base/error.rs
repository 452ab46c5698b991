use alloc::boxed::Box;
use core::fmt;

use urigram_grammars::{Grammar, SectionRef, SyntaxError};

use super::super::ResolveError;
use super::BaseSource;

/// The reason why no base was established.
///
/// ```
/// use urigram::base::{BaseCandidates, BaseError};
/// use urigram::Grammar;
///
/// let error = BaseCandidates::new(Grammar::Rfc3986).establish().unwrap_err();
/// assert!(matches!(error, BaseError::NoBase { .. }));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BaseError {
    /// The document does not say how a base is established.
    NoRules {
        /// The grammar.
        grammar: Grammar,
    },
    /// No place has a base, and the document has no meaning for that.
    NoBase {
        /// The grammar.
        grammar: Grammar,
        /// The section on defaults.
        section: &'static str,
    },
    /// The grammar rejects the base.
    Syntax {
        /// The place.
        source: BaseSource,
        /// The rejection.
        error: Box<SyntaxError>,
    },
    /// The value of a header field is not wrapped in `<URL:` and `>`.
    NotWrapped {
        /// The grammar.
        grammar: Grammar,
        /// The field.
        header: &'static str,
        /// The section that defines the field.
        section: &'static str,
    },
    /// The value of a header field has a fragment, which the field's definition does not allow.
    Fragment {
        /// The grammar.
        grammar: Grammar,
        /// The field.
        header: &'static str,
        /// The section that defines the field.
        section: &'static str,
    },
    /// The base is relative, and must be absolute in this place; or no outer place has a base to
    /// resolve it against.
    Relative {
        /// The grammar.
        grammar: Grammar,
        /// The place.
        source: BaseSource,
        /// The section that demands it.
        section: &'static str,
    },
    /// A relative base does not resolve against the next outer one.
    Resolution {
        /// The place of the relative base.
        source: BaseSource,
        /// The reason.
        error: Box<ResolveError>,
    },
}

impl fmt::Display for BaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cite = |grammar: &Grammar, section| SectionRef::of(grammar.document().number, section);
        match self {
            BaseError::NoRules { grammar } => {
                write!(f, "{grammar} does not say how a base is established")
            }
            BaseError::NoBase { grammar, section } => {
                write!(f, "no base is known: give a default ({})", cite(grammar, section))
            }
            BaseError::Syntax { source, error } => write!(f, "base from {source}: {error}"),
            BaseError::NotWrapped { grammar, header, section } => {
                let place = cite(grammar, section);
                write!(f, "base from {header}: wrap it in `<URL:` and `>` ({place})")
            }
            BaseError::Fragment { grammar, header, section } => {
                write!(f, "base from {header}: drop the fragment ({})", cite(grammar, section))
            }
            BaseError::Relative { grammar, source, section } => {
                let place = cite(grammar, section);
                write!(f, "base from {source}: it is relative: give it a scheme ({place})")
            }
            BaseError::Resolution { source, error } => write!(f, "base from {source}: {error}"),
        }
    }
}

impl core::error::Error for BaseError {}
