//! Requirements of documents beyond their rules, and the tests that decide them.

use crate::facts::checks::PlacedCheck;
use crate::{Component, Span};

/// A requirement on the string that a document states in prose and no rule expresses.
///
/// ```
/// use urigram::Grammar;
///
/// let constraints = Grammar::Rfc8141.document().constraints();
/// assert!(constraints.iter().any(|row| row.message.contains("xn--")));
/// ```
#[derive(Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Constraint {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section that demands it.
    pub section: &'static str,
    /// The rules concerned.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub rules: &'static [&'static str],
    /// The demand.
    pub message: &'static str,
    /// An input that the rules accept and the prose refuses.
    pub example: Option<&'static str>,
}

/// A check of a constraint that the document's folder names.
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
#[doc(hidden)]
pub struct ConstraintCheck {
    /// The id of the constraint.
    pub id: &'static str,
    /// The component whose text is checked where it is present; `None` for the whole identifier.
    pub of: Option<Component>,
    /// The test of the text.
    pub test: ConstraintTest,
}

/// A text that a practice's rules accept, as the check of its program asks about it.
pub trait ProgramInput {
    /// Returns the text.
    fn text(&self) -> &str;

    /// Returns the place of a component.
    fn place(&self, component: Component) -> Option<Span>;

    /// Returns true if the practice has rules of its own for hosts of this scheme.
    fn is_special(&self, scheme: &[u8]) -> bool;
}

/// A check that returns true for a text that the program of a practice refuses.
pub type ProgramCheck = fn(&dyn ProgramInput) -> bool;

/// A test of a text that decides a constraint.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
#[doc(hidden)]
pub enum ConstraintTest {
    /// The text must match this rule, which has a table.
    Demands(&'static str),
    /// The text must not match this rule, which has a table.
    Forbids(&'static str),
    /// The text must pass the function of this name: what a program does beyond regular rules.
    /// `None` where there is no such function.
    #[cfg_attr(feature = "facts", serde(rename = "program"))]
    Program(
        &'static str,
        #[cfg_attr(feature = "facts", serde(skip_serializing))] Option<ProgramCheck>,
    ),
    /// The part that the check finds must pass it, in the corrected and in the printed reading.
    /// Only loaded folders have it: a package checks its types when they are made.
    #[doc(hidden)]
    #[cfg_attr(feature = "facts", serde(skip))]
    Placed(&'static [PlacedCheck; 2]),
}

impl ConstraintTest {
    /// Returns the test by the function of a name.
    #[doc(hidden)]
    #[inline]
    pub const fn program(name: &'static str) -> ConstraintTest {
        ConstraintTest::Program(name, crate::programs::named(name))
    }

    /// Returns the rule whose table decides the test.
    #[inline]
    pub const fn rule(self) -> Option<&'static str> {
        match self {
            ConstraintTest::Demands(rule) | ConstraintTest::Forbids(rule) => Some(rule),
            ConstraintTest::Program(..) | ConstraintTest::Placed(_) => None,
        }
    }
}
