//! The errors of conversions to and from the types of other packages.

use alloc::format;
use alloc::string::String;
use core::fmt;

use urigram_grammars::{Component, SyntaxError};

/// A reason why a value is not one of another package, or the other way round.
///
/// ```
/// # #[cfg(feature = "http")] {
/// use urigram::{errors::ForeignError, UriRefBuf, Component};
///
/// // The path of this request's target would be a host in a reference.
/// let target: http::Uri = "//evil.example/x".parse().unwrap();
/// let error = UriRefBuf::try_from(&target).unwrap_err();
/// assert!(matches!(error, ForeignError::Differs { component: Component::Authority, .. }));
/// # }
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ForeignError {
    /// The other value has another component of this kind: in `http:evil.example`, a `url::Url` has
    /// a host. Passwords are masked.
    Differs {
        /// The component.
        component: Component,
        /// The text that it has in the value of this package; an empty authority counts as absent.
        ours: Option<String>,
        /// The text that it has in the value of the other package.
        theirs: Option<String>,
    },
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
            ForeignError::Differs { component, ours, theirs } => {
                let shown = |text: &Option<String>| match text {
                    Some(text) => format!("`{text}`"),
                    None => String::from("absent"),
                };
                let (ours, theirs) = (shown(ours), shown(theirs));
                write!(f, "the {} is {ours} here, and {theirs} in the other type", component.name())
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
