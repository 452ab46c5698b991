use alloc::string::String;
use core::fmt;

/// The reason why a template has no expansion.
///
/// [`partial`](ExpandError::partial) is the text that section 3 asks for: expanded, but for the
/// expressions that cannot be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpandError {
    pub(super) problem: Problem,
    pub(super) offset: usize,
    pub(super) partial: String,
}

/// A mistake in an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The operator is reserved for extensions (2.2): `=`, `,`, `!`, `@`, `|`.
    ReservedOperator,
    /// A prefix of a list or of an associative array (2.4.1).
    PrefixOfComposite,
}

impl ExpandError {
    /// Returns what is wrong with the first expression that cannot be expanded.
    pub fn problem(&self) -> Problem {
        self.problem
    }

    /// Returns the offset of that expression in the template, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the template with the values of all other expressions. It is no identifier.
    pub fn partial(&self) -> &str {
        &self.partial
    }
}

impl fmt::Display for ExpandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let problem = match self.problem {
            Problem::ReservedOperator => {
                "the operator is reserved for extensions (RFC 6570 section 2.2)"
            }
            Problem::PrefixOfComposite => {
                "a list or an associative array has no prefix (RFC 6570 section 2.4.1)"
            }
        };
        write!(f, "byte {}: {problem}", self.offset)
    }
}

impl core::error::Error for ExpandError {}
