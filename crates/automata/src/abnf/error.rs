//! Errors of grammars, with their positions.

use crate::abnf::Terminals;
use crate::Undecided;
use std::fmt::{self, Display, Formatter};

/// An error in the text of a grammar, with its position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// The kind of error.
    pub kind: ErrorKind,
}

/// The kinds of errors in the text of a grammar.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Something else is needed here.
    Expected {
        /// The text that is needed.
        expected: &'static str,
        /// The character that was found; `None` at the end of the line.
        found: Option<char>,
    },
    /// `<prose>`, which describes in words a language that no automaton can read.
    Prose(String),
    /// A control character other than a tab or a line end.
    Control(char),
    /// An underscore in the name of a rule, which ABNF writes with a hyphen.
    Underscore,
    /// A number above 4294967295.
    NumberTooLarge,
    /// A range or a repetition whose lower bound is above its upper bound.
    Reversed {
        /// The bound that is written first.
        low: u32,
        /// The bound that is written second.
        high: u32,
    },
    /// A rule defined twice with `=`.
    Duplicate(String),
    /// A rule extended with `=/` before it is defined.
    NotYetDefined(String),
    /// Groups nested deeper than this limit.
    TooDeep(usize),
    /// A text of more bytes than this limit.
    TooLong(usize),
    /// More rules than this.
    TooManyRules(usize),
    /// A rule defined a second time, in the same words: nothing is lost.
    Repeated(String),
    /// A rule of another document extended with `=/`: nothing is lost. In words, with the rule and
    /// the document.
    Extended(String),
    /// Prose that describes characters exactly: nothing is lost. In words, how it is read.
    Described(String),
    /// A byte-order mark at the beginning, which is passed over.
    ByteOrderMark,
    /// A form feed, which is read as a space.
    FormFeed,
    /// A carriage return without a line feed, which is read as the end of a line.
    CarriageReturn,
}

impl ErrorKind {
    /// Returns true if [`Grammar::read`](super::Grammar::read) reads on without any loss.
    pub fn is_harmless(&self) -> bool {
        use ErrorKind::{ByteOrderMark, CarriageReturn, Described, Extended, FormFeed, Repeated};
        matches!(
            self,
            Repeated(_) | Extended(_) | Described(_) | ByteOrderMark | FormFeed | CarriageReturn
        )
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.kind)
    }
}

impl Display for ErrorKind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            ErrorKind::Expected { expected, found: Some(found) } => {
                write!(f, "expected {expected}, found {found:?}")
            }
            ErrorKind::Expected { expected, found: None } => {
                write!(f, "expected {expected}, found the end of the rule")
            }
            ErrorKind::Prose(text) => write!(
                f,
                "<{text}> says in words what no automaton can read: write it as a rule, or use the name of a rule that says it"
            ),
            ErrorKind::Control(c) => {
                write!(f, "the control character U+{:04X} is not allowed: delete it, or write %x{:02X} if it is meant", u32::from(*c), u32::from(*c))
            }
            ErrorKind::Underscore => write!(f, "a name has no \"_\" in ABNF: write \"-\""),
            ErrorKind::NumberTooLarge => write!(f, "the number is above {}", u32::MAX),
            ErrorKind::Reversed { low, high } => write!(f, "the lower bound {low} is above the upper bound {high}"),
            ErrorKind::Duplicate(name) => write!(f, "the rule \"{name}\" is defined already"),
            ErrorKind::NotYetDefined(name) => write!(f, "\"=/\" extends \"{name}\", which is not defined above"),
            ErrorKind::TooDeep(limit) => write!(f, "groups are nested more than {limit} deep"),
            ErrorKind::TooLong(limit) => write!(f, "the text has more than {limit} bytes, the limit"),
            ErrorKind::TooManyRules(limit) => write!(f, "there are more than {limit} rules, the limit"),
            ErrorKind::Repeated(name) => write!(f, "the rule \"{name}\" is defined again in the same way"),
            ErrorKind::Extended(said) | ErrorKind::Described(said) => f.write_str(said),
            ErrorKind::ByteOrderMark => write!(f, "the byte-order mark is passed over"),
            ErrorKind::FormFeed => write!(f, "form feeds are read as spaces"),
            ErrorKind::CarriageReturn => write!(f, "carriage returns without a line feed are read as line ends"),
        }
    }
}

impl std::error::Error for Error {}

/// A reason why a rule has no automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refused {
    /// The grammar has no rule of the given name.
    NoSuchRule {
        /// The given name.
        name: String,
    },
    /// A rule uses a name that is not defined.
    Undefined {
        /// The undefined name.
        name: String,
        /// The rule that uses it.
        used_by: String,
    },
    /// A rule needs a name whose definition has an error.
    Broken {
        /// The name.
        name: String,
        /// The rule that uses it, or the name itself.
        used_by: String,
        /// The error, with its line.
        error: Error,
    },
    /// A rule is recursive other than at its end, so its language need not be regular.
    Recursion {
        /// The rules of the cycle; the first is repeated at the end.
        cycle: Vec<String>,
    },
    /// A value that the terminals do not have.
    Value {
        /// The value.
        value: u32,
        /// The rule that contains it.
        rule: String,
        /// The meaning of values.
        terminals: Terminals,
    },
    /// A rule none of whose derivations is the first one.
    Unordered {
        /// The rule.
        rule: String,
        /// The reason, with what to write instead.
        why: &'static str,
    },
    /// A limit was hit.
    Undecided(Undecided),
}

impl From<Undecided> for Refused {
    fn from(undecided: Undecided) -> Refused {
        Refused::Undecided(undecided)
    }
}

impl Display for Refused {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Refused::NoSuchRule { name } => write!(f, "there is no rule \"{name}\""),
            Refused::Undefined { name, used_by } => {
                write!(f, "the rule \"{used_by}\" uses \"{name}\", which is not defined")
            }
            Refused::Broken { name, used_by, error } if name == used_by => {
                write!(f, "the definition of \"{name}\" cannot be read: {error}")
            }
            Refused::Broken { name, used_by, error } => write!(
                f,
                "the rule \"{used_by}\" uses \"{name}\", whose definition cannot be read: {error}"
            ),
            Refused::Recursion { cycle } => {
                write!(
                    f,
                    "the recursion {} is not at the end of the rule, so it need not be regular",
                    cycle.join(" > ")
                )
            }
            Refused::Value { value, rule, terminals } => {
                write!(
                    f,
                    "the value {value:X} in the rule \"{rule}\" is above {:X}",
                    terminals.greatest()
                )
            }
            Refused::Unordered { rule, why } => {
                write!(f, "no derivation of \"{rule}\" is the first: {why}")
            }
            Refused::Undecided(undecided) => undecided.fmt(f),
        }
    }
}

impl std::error::Error for Refused {}
