//! A description of strings and of the components in them.

use super::Marked;
use crate::{ByteClasses, ByteSet, Dfa, Limits, Undecided};

/// A regular expression with numbered captures, automata in place of terminals, and the two
/// preferences with which documents make splitting unique.
///
/// A pattern describes a set of strings, each with the spans of its captures. A pattern can give a
/// string several markings: [`Marked::functional`](super::Marked::functional) decides whether one
/// does.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Pattern {
    /// The strings that an automaton accepts, without captures.
    Strings(Dfa),
    /// One of these bytes.
    OneOf(ByteSet),
    /// A string of any length, of these bytes.
    Many(ByteSet),
    /// One string: these bytes.
    Text(Vec<u8>),
    /// The patterns one after another.
    Sequence(Vec<Pattern>),
    /// Any one of the patterns.
    Either(Vec<Pattern>),
    /// The strings of a pattern that an automaton accepts.
    Where(Box<Pattern>, Dfa),
    /// The strings of a pattern that an automaton does not accept.
    Except(Box<Pattern>, Dfa),
    /// The first pattern, and the second pattern for strings that the first does not have.
    Prefer(Box<Pattern>, Box<Pattern>),
    /// The first pattern and then the second, divided at the first place of the string where that
    /// is possible.
    Shortest(Box<Pattern>, Box<Pattern>),
    /// A pattern that is the component with this number.
    Capture(usize, Box<Pattern>),
}

impl Pattern {
    /// Returns the pattern of every string.
    pub fn any() -> Pattern {
        Pattern::Many(ByteSet::EMPTY.complement())
    }

    /// Returns the pattern of the strings without any of these bytes.
    pub fn without(bytes: &[u8]) -> Pattern {
        Pattern::Many(bytes.iter().copied().collect::<ByteSet>().complement())
    }

    /// Returns the pattern of one string.
    pub fn text(text: &str) -> Pattern {
        Pattern::Text(text.as_bytes().to_vec())
    }

    /// Returns the patterns one after another.
    pub fn sequence(parts: impl IntoIterator<Item = Pattern>) -> Pattern {
        Pattern::Sequence(parts.into_iter().collect())
    }

    /// Returns the pattern that is any one of these.
    pub fn either(parts: impl IntoIterator<Item = Pattern>) -> Pattern {
        Pattern::Either(parts.into_iter().collect())
    }

    /// Returns the pattern, or nothing in its place.
    pub fn optional(self) -> Pattern {
        Pattern::either([self, Pattern::text("")])
    }

    /// Returns the pattern as the component with this number.
    pub fn capture(number: usize, pattern: Pattern) -> Pattern {
        Pattern::Capture(number, Box::new(pattern))
    }

    /// Keeps the strings that an automaton accepts.
    pub fn accepted_by(self, dfa: &Dfa) -> Pattern {
        Pattern::Where(Box::new(self), dfa.clone())
    }

    /// Keeps the strings that an automaton does not accept.
    pub fn rejected_by(self, dfa: &Dfa) -> Pattern {
        Pattern::Except(Box::new(self), dfa.clone())
    }

    /// Adds the strings of another pattern that this one does not have.
    pub fn or_else(self, other: Pattern) -> Pattern {
        Pattern::Prefer(Box::new(self), Box::new(other))
    }

    /// Puts another pattern after this one, divided at the first place of the string where that is
    /// possible.
    pub fn shortest_then(self, rest: Pattern) -> Pattern {
        Pattern::Shortest(Box::new(self), Box::new(rest))
    }

    /// Returns the minimal automaton of the strings without their captures.
    ///
    /// # Errors
    /// [`Undecided`] if an intermediate automaton needs more than `limits.states` states, or if the
    /// pattern distinguishes more than 253 classes of bytes.
    pub fn strings(&self, limits: Limits) -> Result<Dfa, Undecided> {
        // No pattern has so many captures, so no mark is placed.
        Marked::new(self, usize::MAX, limits)?.strings(limits)
    }

    /// Returns the coarsest partition of bytes that the pattern respects.
    pub(super) fn classes(&self) -> ByteClasses {
        let refined = |one: ByteClasses, other: ByteClasses| one.refine(&other);
        match self {
            Pattern::Strings(dfa) => dfa.classes().clone(),
            Pattern::OneOf(bytes) | Pattern::Many(bytes) => {
                ByteClasses::by_key(|byte| bytes.contains(byte))
            }
            Pattern::Text(text) => ByteClasses::by_key(|byte| text.contains(&byte).then_some(byte)),
            Pattern::Sequence(parts) | Pattern::Either(parts) => {
                let each = parts.iter().map(Pattern::classes);
                each.reduce(refined).unwrap_or_else(|| ByteClasses::by_key(|_| ()))
            }
            Pattern::Where(part, dfa) | Pattern::Except(part, dfa) => {
                part.classes().refine(dfa.classes())
            }
            Pattern::Prefer(one, other) | Pattern::Shortest(one, other) => {
                one.classes().refine(&other.classes())
            }
            Pattern::Capture(_, part) => part.classes(),
        }
    }
}
