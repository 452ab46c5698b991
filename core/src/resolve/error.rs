use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Grammar, SyntaxError};

/// The reason why a reference does not resolve.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document has no relative references, or says nothing of how they resolve.
    NoAlgorithm {
        /// The grammar.
        grammar: Grammar,
        /// The section that mentions relative forms, if any does.
        section: &'static str,
    },
    /// The base is not what the grammar accepts.
    Base(Box<SyntaxError>),
    /// The reference is not what the grammar accepts.
    Reference(Box<SyntaxError>),
    /// The base has no scheme, and the reference has none either.
    BaseNotAbsolute {
        /// The grammar.
        grammar: Grammar,
        /// The section that demands it.
        section: &'static str,
    },
    /// The base is absolute and still no base for this reference.
    UnsuitableBase {
        /// The grammar.
        grammar: Grammar,
        /// The section that says so.
        section: &'static str,
        /// The problem with the base.
        why: &'static str,
    },
    /// The reference climbs above the root, and [`ExcessParents::Refused`](super::ExcessParents::Refused) was asked for.
    AboveRoot {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
    },
    /// The target would split into other components than the algorithm computed, as in
    /// `a:/b` with `/.//c`, which gives `a://c`, or in RFC 2396 `http://a` with `g`, which gives `http://ag`.
    SplitOtherwise {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
        /// The text that the algorithm computes.
        text: String,
    },
    /// The grammar does not accept what the algorithm gives.
    NotAccepted {
        /// The text that the algorithm computes.
        text: String,
        /// The place at which the grammar rejects it.
        error: Box<SyntaxError>,
    },
    /// No reference resolves to the target, not even the target itself: RFC 3986 resolves `http://a/../b` to `http://a/b`.
    Unreachable {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
    },
    /// The target would be longer than 4 GiB.
    TooLong,
}

impl ResolveError {
    /// Returns the text that the algorithm computes to the letter, where that is refused.
    pub fn literal(&self) -> Option<&str> {
        match self {
            ResolveError::SplitOtherwise { text, .. } | ResolveError::NotAccepted { text, .. } => {
                Some(text)
            }
            _ => None,
        }
    }
}

/// `, 5.2 of RFC 2396` or nothing.
struct At(Grammar, &'static str);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.1 {
            "" => write!(f, " ({})", self.0.document().number),
            section => write!(f, " ({}, {section})", self.0.document().number),
        }
    }
}

impl fmt::Display for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ResolveError::NoAlgorithm { grammar, section } => {
                write!(
                    f,
                    "{grammar} does not say how a relative reference resolves{}",
                    At(*grammar, section)
                )
            }
            ResolveError::Base(error) => write!(f, "base: {error}"),
            ResolveError::Reference(error) => write!(f, "reference: {error}"),
            ResolveError::BaseNotAbsolute { grammar, section } => {
                write!(f, "the base is relative: give one with a scheme{}", At(*grammar, section))
            }
            ResolveError::UnsuitableBase { grammar, section, why } => {
                write!(f, "the base is unsuitable: {why}{}", At(*grammar, section))
            }
            ResolveError::AboveRoot { grammar, section } => {
                write!(
                    f,
                    "the reference climbs above the root of the base's path{}",
                    At(*grammar, section)
                )
            }
            ResolveError::SplitOtherwise { grammar, section, text } => {
                write!(
                    f,
                    "the algorithm gives `{text}`, which splits into other components{}",
                    At(*grammar, section)
                )
            }
            ResolveError::NotAccepted { text, error } => {
                write!(f, "the algorithm gives `{text}`: {error}")
            }
            ResolveError::Unreachable { grammar, section } => {
                write!(f, "no reference resolves to the target{}", At(*grammar, section))
            }
            ResolveError::TooLong => f.write_str("the target would be longer than 4 GiB"),
        }
    }
}

impl core::error::Error for ResolveError {}
