//! Conversions to and from the types of other packages. Each says what it may lose, and a component
//! that would be lost is an error.

#[cfg(feature = "http")]
mod http;
#[cfg(feature = "url")]
mod url;

use alloc::string::String;
use core::fmt;

use urigram_grammars::{Component, SyntaxError};

/// A reason why a value is not one of another package, or the other way round.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignError {
    /// The other type has no such component.
    Lost(Component),
    /// The other type reads another component of this kind in the text: in `http:evil.example`,
    /// a `url::Url` has a host.
    Differs(Component),
    /// The other package rejects the text; its message.
    Refused(String),
    /// The grammar of this package rejects the text.
    Syntax(SyntaxError),
    /// The text is a relative reference.
    NoScheme,
}

impl fmt::Display for ForeignError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ForeignError::Lost(component) => {
                write!(f, "the other type has no {}: remove it first", component.name())
            }
            ForeignError::Differs(component) => {
                write!(f, "the other type reads another {}: write it in full", component.name())
            }
            ForeignError::Refused(message) => f.write_str(message),
            ForeignError::Syntax(error) => error.fmt(f),
            ForeignError::NoScheme => f.write_str("a relative reference has no scheme: resolve it"),
        }
    }
}

impl core::error::Error for ForeignError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            ForeignError::Syntax(error) => Some(error),
            _ => None,
        }
    }
}

impl From<SyntaxError> for ForeignError {
    fn from(error: SyntaxError) -> ForeignError {
        ForeignError::Syntax(error)
    }
}
