//! Reasons why components cannot be split off.

use super::Refused;
use crate::marked::Ambiguity;
use crate::Undecided;
use std::fmt;

/// A reason why the components of a rule cannot be split off.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unsplit {
    /// A rule has no automaton.
    Refused(Refused),
    /// A string gives a component two places.
    Ambiguous {
        /// The component.
        component: String,
        /// A shortest string, and two places.
        ambiguity: Ambiguity,
    },
    /// A component occurs twice in a string.
    Repeated {
        /// The component.
        component: String,
        /// A shortest string where it does.
        input: Vec<u8>,
    },
}

impl From<Refused> for Unsplit {
    fn from(refused: Refused) -> Unsplit {
        Unsplit::Refused(refused)
    }
}

impl From<Undecided> for Unsplit {
    fn from(undecided: Undecided) -> Unsplit {
        Unsplit::Refused(undecided.into())
    }
}

impl fmt::Display for Unsplit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unsplit::Refused(refused) => refused.fmt(f),
            Unsplit::Ambiguous { component, ambiguity } => {
                write!(f, "the component \"{component}\" is not unique: {ambiguity}")
            }
            Unsplit::Repeated { component, input } => write!(
                f,
                "the component \"{component}\" occurs more than once in \"{}\"",
                input.escape_ascii()
            ),
        }
    }
}

impl std::error::Error for Unsplit {}
