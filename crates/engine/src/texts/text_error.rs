//! The rejection of a text by a type of another grammar.

use core::fmt;

use crate::facts::checks::{Check, Wrong};
use crate::texts::demands::Demand;
use crate::{Constraint, Expected, SectionRef, SyntaxError, Table};

/// A reason why a text is not a value of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// The rules reject the text.
    Syntax(SyntaxError),
    /// The rules accept the text, and a demand of the prose does not.
    Constraint(Violation),
}

impl TextError {
    /// Returns the offset of the error, in bytes.
    #[inline]
    pub fn offset(&self) -> usize {
        match self {
            TextError::Syntax(error) => error.offset(),
            TextError::Constraint(violation) => violation.offset(),
        }
    }

    /// Returns the characters that a longer valid text could have at the offset; `None` for a
    /// constraint.
    #[inline]
    pub fn expected(&self) -> Option<Expected> {
        match self {
            TextError::Syntax(error) => Some(error.expected()),
            TextError::Constraint(_) => None,
        }
    }

    /// Returns the rule that the error is attributed to.
    #[inline]
    pub fn rule(&self) -> &'static str {
        match self {
            TextError::Syntax(error) => error.rule(),
            TextError::Constraint(Violation { constraint, table, .. }) => {
                constraint.rules.first().copied().unwrap_or(table.rule())
            }
        }
    }

    /// Returns the section that has the rule or the demand.
    #[inline]
    pub fn section(&self) -> &'static str {
        match self {
            TextError::Syntax(error) => error.section(),
            TextError::Constraint(violation) => violation.constraint.section,
        }
    }
}

impl From<SyntaxError> for TextError {
    #[inline]
    fn from(error: SyntaxError) -> TextError {
        TextError::Syntax(error)
    }
}

impl fmt::Display for TextError {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TextError::Syntax(error) => error.fmt(f),
            TextError::Constraint(violation) => violation.fmt(f),
        }
    }
}

impl core::error::Error for TextError {}

/// A demand that a text does not meet.
#[derive(Clone, Copy, Debug)]
pub struct Violation {
    constraint: &'static Constraint,
    table: &'static Table,
    offset: u32,
    is_limit: bool,
}

impl Violation {
    #[inline]
    pub(crate) fn new(demand: &'static Demand, table: &'static Table, wrong: Wrong) -> Violation {
        let (offset, is_limit) = match wrong {
            Wrong::At(offset) => (offset as u32, false),
            Wrong::TooMany => (0, true),
        };
        Violation { constraint: demand.constraint, table, offset, is_limit }
    }

    /// Returns the demand.
    #[inline]
    pub fn constraint(&self) -> &'static Constraint {
        self.constraint
    }

    /// Returns the offset of the error, in bytes.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset as usize
    }

    /// Returns true if a limit was hit, so that nothing is decided.
    #[inline]
    pub fn is_limit(&self) -> bool {
        self.is_limit
    }
}

impl PartialEq for Violation {
    #[inline]
    fn eq(&self, other: &Violation) -> bool {
        core::ptr::eq(self.constraint, other.constraint)
            && (self.offset, self.is_limit) == (other.offset, other.is_limit)
    }
}

impl Eq for Violation {}

impl fmt::Display for Violation {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Constraint { id, section, message, .. } = self.constraint;
        if self.is_limit {
            return write!(f, "not decided: more than {} items, {id}", Check::ITEMS);
        }
        let section = SectionRef::of(self.table.document().id, section);
        write!(f, "at byte {}: {message} ({id}, {section})", self.offset)
    }
}
