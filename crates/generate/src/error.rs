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
    is_budget: bool,
    is_nested: bool,
}

impl ReadError {
    pub(crate) fn new(path: impl Into<PathBuf>, message: impl fmt::Display) -> ReadError {
        let message = message.to_string();
        let path = path.into();
        ReadError { path, message, is_limit: false, is_budget: false, is_nested: false }
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

    /// Returns true if a greater budget ([`Libraries::limits`](crate::Libraries::limits)) may
    /// decide it.
    pub fn is_budget(&self) -> bool {
        self.is_budget
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
        let is_budget = undecided.is_budget();
        ReadError { is_budget, ..ReadError::limit(path, undecided) }
    }

    pub(crate) fn abnf(path: impl Into<PathBuf>, refused: abnf::Refused) -> ReadError {
        match refused {
            abnf::Refused::Undecided(undecided) => ReadError::undecided(path, undecided),
            abnf::Refused::Recursion { .. } => {
                let advice = "bound the nesting, or leave it to a parser of nested languages";
                ReadError::new(path, format!("{refused}: {advice}"))
            }
            _ => ReadError::new(path, refused),
        }
    }

    pub(crate) fn peg(path: impl Into<PathBuf>, error: peg::Error) -> ReadError {
        match error {
            peg::Error::Undecided(undecided) => ReadError::undecided(path, undecided),
            peg::Error::TooLarge { .. } => ReadError::limit(path, error),
            _ => ReadError::new(path, error),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.message)
    }
}

impl std::error::Error for ReadError {}
