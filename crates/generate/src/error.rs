//! The error of a folder or a file of rules.

use std::fmt;
use std::path::PathBuf;

use urigram_automata::{abnf, peg, Undecided};

/// An error in a folder or a file of rules, with the file.
#[derive(Clone, Debug)]
pub struct ReadError {
    path: PathBuf,
    message: String,
    is_limit: bool,
    is_nested: bool,
}

impl ReadError {
    pub(crate) fn new(path: impl Into<PathBuf>, message: impl fmt::Display) -> ReadError {
        let message = message.to_string();
        ReadError { path: path.into(), message, is_limit: false, is_nested: false }
    }

    /// Returns an error about a recursive rule.
    pub(crate) fn nested(path: impl Into<PathBuf>, message: impl fmt::Display) -> ReadError {
        ReadError { is_nested: true, ..ReadError::new(path, message) }
    }

    /// Returns the message without the path.
    pub fn reason(&self) -> &str {
        &self.message
    }

    /// Returns true if a recursive rule is the reason.
    pub fn is_nested(&self) -> bool {
        self.is_nested
    }

    /// Returns true if a limit was hit, so that nothing is decided about the rules.
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }

    /// Adds lines that may be the reason.
    pub(crate) fn with(mut self, lines: &[String]) -> ReadError {
        for line in lines {
            self.message.push_str(&format!("\n  {line}"));
        }
        self
    }

    /// Names the rule that the error is about.
    pub(crate) fn in_rule(mut self, rule: &str) -> ReadError {
        self.message = format!("`{rule}`: {}", self.message);
        self
    }

    pub(crate) fn limit(path: impl Into<PathBuf>, message: impl fmt::Display) -> ReadError {
        ReadError { is_limit: true, ..ReadError::new(path, message) }
    }

    pub(crate) fn undecided(path: impl Into<PathBuf>, undecided: Undecided) -> ReadError {
        ReadError::limit(path, undecided)
    }

    pub(crate) fn abnf(path: impl Into<PathBuf>, refused: abnf::Refused) -> ReadError {
        let is_limit = matches!(refused, abnf::Refused::Undecided(_));
        let advice = match refused {
            abnf::Refused::Recursion { .. } => {
                ": bound the nesting, or leave it to a parser of nested languages"
            }
            _ => "",
        };
        ReadError { is_limit, ..ReadError::new(path, format!("{refused}{advice}")) }
    }

    pub(crate) fn peg(path: impl Into<PathBuf>, error: peg::Error) -> ReadError {
        let is_limit = matches!(error, peg::Error::Undecided(_) | peg::Error::TooLarge { .. });
        ReadError { is_limit, ..ReadError::new(path, error) }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ReadError {}
