//! Reasons why there is no answer.

use std::fmt;

use serde::Serialize;
use urigram::errors::{Objection, UnknownName};
use urigram::proof::{abnf, peg, ProofError, Undecided};
use urigram::ResolveError;

/// A reason why a question has no answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Refusal {
    /// The question names something that does not exist or cannot be read.
    Usage(String),
    /// A limit was hit and nothing is decided.
    Limit(String),
}

impl Refusal {
    /// Returns the message.
    pub fn message(&self) -> &str {
        match self {
            Refusal::Usage(message) | Refusal::Limit(message) => message,
        }
    }

    /// Returns true if a limit was hit, so that nothing is decided.
    pub fn is_limit(&self) -> bool {
        matches!(self, Refusal::Limit(_))
    }

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
        f.write_str(self.message())
    }
}

impl std::error::Error for Refusal {}

/// Turns other errors into refusals of a kind.
macro_rules! refusals {
    ($($kind:ident: $($error:ty),*;)*) => {$($(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                Refusal::$kind(error.to_string())
            }
        }
    )*)*};
}

refusals! {
    Usage: &str, String, std::str::Utf8Error, toml::de::Error, UnknownName, Objection, abnf::Error;
    Limit: abnf::Refused, peg::Error, serde_json::Error, ResolveError, Undecided;
}

impl From<ProofError> for Refusal {
    fn from(error: ProofError) -> Refusal {
        match error {
            ProofError::UnknownRule(error) => Refusal::Usage(error.to_string()),
            error => Refusal::Limit(error.to_string()),
        }
    }
}
