//! Errors between a grammar's text and its automaton.

use crate::Undecided;

/// The text that a position belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Origin {
    /// The one text given to [`parse`](super::Grammar::parse), or the base given to
    /// [`overlay`](super::Grammar::overlay).
    Base,
    /// The patch given to [`overlay`](super::Grammar::overlay).
    Patch,
}

/// A reason why a grammar, or a rule of it, has no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// pest rejects the text: bad syntax, an undefined rule, a choice that cannot be reached, …
    Syntax {
        /// The text that the position belongs to.
        origin: Origin,
        /// Line, from 1.
        line: usize,
        /// Column in characters, from 1.
        column: usize,
        /// pest's message.
        message: String,
    },
    /// A construct that no finite automaton can follow, or that this package does not support.
    Unsupported {
        /// The rule that uses it.
        rule: String,
        /// The construct as written, such as `PUSH`.
        construct: String,
    },
    /// There is no rule of that name.
    UnknownRule {
        /// The given name.
        name: String,
    },
    /// Mutually recursive rules with an expression left to match after the call: not regular.
    Recursion {
        /// The rules of the cycle, the first repeated at the end.
        cycle: Vec<String>,
    },
    /// Rules that are recursive before they consume anything: they never end.
    LeftRecursion {
        /// The rules of the cycle, the first repeated at the end.
        cycle: Vec<String>,
    },
    /// An unbounded repetition of an expression that can match nothing: it never ends.
    EndlessRepetition {
        /// The rule that contains it.
        rule: String,
    },
    /// A rule is larger or more deeply nested than a grammar that people write.
    TooLarge {
        /// The rule, or `None` for the whole text.
        rule: Option<String>,
        /// The unit that there is too much of, such as `"levels of nesting"`.
        what: &'static str,
        /// The limit.
        limit: usize,
    },
    /// A limit was hit, so nothing is decided.
    Undecided(Undecided),
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Error::Syntax { origin, line, column, message } => {
                let text = if *origin == Origin::Patch { " of the patch" } else { "" };
                write!(f, "line {line}, column {column}{text}: {message}")
            }
            Error::Unsupported { rule, construct } => {
                write!(f, "rule {rule}: {construct} has no counterpart in a finite automaton")
            }
            Error::UnknownRule { name } => write!(f, "there is no rule {name}"),
            Error::Recursion { cycle } => {
                write!(
                    f,
                    "not regular: {} recurs with more to match after the call",
                    cycle.join(" -> ")
                )
            }
            Error::LeftRecursion { cycle } => {
                write!(f, "never ends: {} recurs before it consumes anything", cycle.join(" -> "))
            }
            Error::EndlessRepetition { rule } => {
                write!(f, "rule {rule}: never ends: repeats something that can match nothing")
            }
            Error::TooLarge { rule: Some(rule), what, limit } => {
                write!(f, "rule {rule}: more than {limit} {what}")
            }
            Error::TooLarge { rule: None, what, limit } => write!(f, "more than {limit} {what}"),
            Error::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Undecided(undecided) => Some(undecided),
            _ => None,
        }
    }
}

impl From<Undecided> for Error {
    fn from(undecided: Undecided) -> Error {
        Error::Undecided(undecided)
    }
}

/// The reason why ABNF cannot write a PEG.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotInAbnf {
    /// White space or comments are skipped implicitly, which has no notation in ABNF.
    Skips,
    /// A rule has a name or an expression that has no notation in ABNF.
    Rule {
        /// The name of the rule.
        rule: String,
        /// The reason, in words.
        reason: String,
    },
}

impl std::fmt::Display for NotInAbnf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotInAbnf::Skips => f.write_str("ABNF has no implicit WHITESPACE and COMMENT"),
            NotInAbnf::Rule { rule, reason } => {
                write!(f, "the copy of `{rule}` in ABNF: {reason}")
            }
        }
    }
}

impl std::error::Error for NotInAbnf {}
