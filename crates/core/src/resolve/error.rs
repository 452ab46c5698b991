use alloc::boxed::Box;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Grammar, Refused, SectionRef, SyntaxError};

/// The reason why a reference does not resolve. Neither `Debug` nor `Display` shows a text that the
/// inputs gave; [`ResolveError::literal`] has it.
///
/// ```
/// use urigram::{Grammar, ResolveError, Resolver};
///
/// let error = Resolver::new(Grammar::Rfc3986).resolve("a", "b").unwrap_err();
/// assert!(matches!(error, ResolveError::BaseNotAbsolute { .. }));
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ResolveError {
    /// The document has no relative references, or does not define their resolution.
    NoAlgorithm {
        /// The grammar.
        grammar: Grammar,
        /// The section that mentions relative forms, if any does.
        section: &'static str,
    },
    /// The grammar rejects the base.
    Base(Box<SyntaxError>),
    /// The grammar rejects the reference.
    Reference(Box<SyntaxError>),
    /// Neither the base nor the reference has a scheme.
    BaseNotAbsolute {
        /// The grammar.
        grammar: Grammar,
        /// The section that demands it.
        section: &'static str,
    },
    /// The base is absolute, but unsuitable for this reference.
    UnsuitableBase {
        /// The grammar.
        grammar: Grammar,
        /// The section that says so.
        section: &'static str,
        /// The problem with the base.
        why: &'static str,
    },
    /// The reference leads above the root, and the resolver's option is
    /// [`ExcessParents::Refused`](super::ExcessParents::Refused).
    AboveRoot {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
    },
    /// The target would split into other components than the algorithm computed, as in `a:/b` with
    /// `/.//c`, which gives `a://c`, or in RFC 2396 `http://a` with `g`, which gives `http://ag`.
    SplitOtherwise {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
        /// The text that the algorithm computes.
        text: String,
    },
    /// The grammar rejects the algorithm's result.
    NotAccepted {
        /// The text that the algorithm computes.
        text: String,
        /// The place where the grammar rejects it.
        error: Box<SyntaxError>,
    },
    /// The program that the practice describes refuses a text that its rules accept.
    Refused {
        /// The practice.
        grammar: Grammar,
        /// The role of the text: `base` or `target`.
        role: &'static str,
        /// The text, without the characters that the practice removes.
        text: String,
        /// The offset of the part that is refused, in bytes.
        offset: usize,
        /// The section of the requirement.
        section: &'static str,
        /// The requirement that the text breaks.
        why: &'static str,
    },
    /// No reference resolves to the target, not even the target itself: RFC 3986 resolves
    /// `http://a/../b` to `http://a/b`.
    Unreachable {
        /// The grammar.
        grammar: Grammar,
        /// The section of the algorithm.
        section: &'static str,
    },
    /// The reference is to the current document, which has no identifier of its own: the answer of
    /// url-1997, RFC 2396 and uri-2003 to an empty reference. Only the methods that return a value
    /// fail so; [`Resolver::resolve`](super::Resolver::resolve) has a variant of
    /// [`Target`](super::Target).
    CurrentDocument {
        /// The reference's fragment.
        fragment: Option<String>,
    },
    /// The target would be longer than 4 GiB.
    TooLong,
}

impl ResolveError {
    /// The role of a text that an algorithm computed.
    pub(crate) const TARGET: &'static str = "target";

    /// Returns the error of a text that a practice's rules accept and its program refuses.
    pub(crate) fn refused(
        grammar: Grammar,
        role: &'static str,
        text: &str,
        refused: &Refused,
    ) -> ResolveError {
        let constraint = refused.constraint_of(grammar.document());
        ResolveError::Refused {
            grammar,
            role,
            text: text.into(),
            offset: refused.part.start as usize,
            section: constraint.map_or("", |constraint| constraint.section),
            why: constraint.map_or("the program refuses it", |constraint| constraint.message),
        }
    }

    /// Returns the text that the algorithm computes to the letter, where that is refused.
    pub fn literal(&self) -> Option<&str> {
        match self {
            ResolveError::SplitOtherwise { text, .. }
            | ResolveError::NotAccepted { text, .. }
            | ResolveError::Refused { role: Self::TARGET, text, .. } => Some(text),
            _ => None,
        }
    }
}

/// The document's section in parentheses; nothing where no section is on the subject.
struct At(Grammar, &'static str);

impl fmt::Display for At {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.1.is_empty() {
            return Ok(());
        }
        write!(f, " ({})", SectionRef::of(self.0.document().number, self.1))
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
            ResolveError::SplitOtherwise { grammar, section, .. } => {
                write!(
                    f,
                    "the algorithm's result splits into other components{}",
                    At(*grammar, section)
                )
            }
            ResolveError::NotAccepted { error, .. } => {
                write!(f, "the algorithm's result is rejected: {error}")
            }
            ResolveError::Refused { grammar, role, offset, section, why, .. } => {
                write!(f, "{grammar} refuses the {role} at byte {offset}: {why}")?;
                write!(f, "{}", At(*grammar, section))
            }
            ResolveError::Unreachable { grammar, section } => {
                write!(f, "no reference resolves to the target{}", At(*grammar, section))
            }
            ResolveError::CurrentDocument { .. } => f.write_str(
                "the reference is to the current document, which has no identifier of its own",
            ),
            ResolveError::TooLong => f.write_str("the target would be longer than 4 GiB"),
        }
    }
}

impl fmt::Debug for ResolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut with = |name: &str, fields: &[(&str, &dyn fmt::Debug)]| {
            let mut shown = f.debug_struct(name);
            fields.iter().for_each(|(name, value)| {
                shown.field(name, value);
            });
            shown.finish_non_exhaustive()
        };
        match self {
            ResolveError::Refused { grammar, role, offset, .. } => {
                with("Refused", &[("grammar", grammar), ("role", role), ("offset", offset)])
            }
            ResolveError::NoAlgorithm { grammar, section } => {
                with("NoAlgorithm", &[("grammar", grammar), ("section", section)])
            }
            ResolveError::Base(error) => with("Base", &[("error", error)]),
            ResolveError::Reference(error) => with("Reference", &[("error", error)]),
            ResolveError::BaseNotAbsolute { grammar, section } => {
                with("BaseNotAbsolute", &[("grammar", grammar), ("section", section)])
            }
            ResolveError::UnsuitableBase { grammar, section, why } => {
                with("UnsuitableBase", &[("grammar", grammar), ("section", section), ("why", why)])
            }
            ResolveError::AboveRoot { grammar, section } => {
                with("AboveRoot", &[("grammar", grammar), ("section", section)])
            }
            ResolveError::SplitOtherwise { grammar, section, .. } => {
                with("SplitOtherwise", &[("grammar", grammar), ("section", section)])
            }
            ResolveError::NotAccepted { error, .. } => with("NotAccepted", &[("error", error)]),
            ResolveError::Unreachable { grammar, section } => {
                with("Unreachable", &[("grammar", grammar), ("section", section)])
            }
            ResolveError::CurrentDocument { .. } => with("CurrentDocument", &[]),
            ResolveError::TooLong => f.write_str("TooLong"),
        }
    }
}

impl core::error::Error for ResolveError {}
