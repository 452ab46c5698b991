//! Reasons why there is no answer.

use std::fmt;

use urigram::errors::UnknownName;
use urigram::proof::ProofError;

/// A reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The question names something that does not exist or cannot be read.
    Usage(String),
    /// A limit was hit and nothing is decided.
    Limit(String),
}

impl Refusal {
    /// Returns the refusal of an unknown name, with the nearest known one: ``"hots": no such rule;
    /// did you mean `host`?``.
    pub fn unknown(name: &str, error: UnknownName) -> Refusal {
        Refusal::Usage(format!("{name:?}: {error}"))
    }

    /// Returns the refusal of a name that `place` does not have: ``"hots" in rfc3986: …``.
    pub fn unknown_in(name: &str, place: impl fmt::Display, error: UnknownName) -> Refusal {
        Refusal::Usage(format!("{name:?} in {place}: {error}"))
    }

    /// Returns the refusal of a rule without an automaton: unknown, or beyond a limit.
    pub fn rule(name: &str, place: impl fmt::Display, error: ProofError) -> Refusal {
        match error {
            ProofError::UnknownRule(error) => Refusal::unknown_in(name, place, error),
            error => Refusal::Limit(format!("`{name}` of {place}: {error}")),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Usage(message) | Refusal::Limit(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Refusal {}

impl From<serde_json::Error> for Refusal {
    fn from(error: serde_json::Error) -> Refusal {
        Refusal::Limit(error.to_string())
    }
}

impl From<ProofError> for Refusal {
    fn from(error: ProofError) -> Refusal {
        match error {
            ProofError::UnknownRule(error) => Refusal::Usage(error.to_string()),
            error => Refusal::Limit(error.to_string()),
        }
    }
}
