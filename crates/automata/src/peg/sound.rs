//! Expressions that pest refuses: alternatives that are never reached and repetitions that never
//! end.
//!
//! pest asks two questions about an expression, each answered from the answers for its parts: can
//! it fail, and can it succeed without consuming anything. A recursive call whose answer is not yet
//! known is taken to fail or to consume something, so the answers are the least fixed point of
//! these definitions.

use crate::questions::{Expression, Question, Rules, View};

/// A reason why pest refuses an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Refusal {
    /// An alternative that is not the last one cannot fail, so the following ones are never tried.
    Unreached,
    /// An unbounded repetition of an expression that cannot fail.
    CannotFail,
    /// An unbounded repetition of an expression that can match nothing.
    NoProgress,
}

impl Refusal {
    /// Returns the words that pest refuses with.
    pub fn message(self) -> &'static str {
        match self {
            Refusal::Unreached => "expression cannot fail; following choices cannot be reached",
            Refusal::CannotFail => {
                "expression inside repetition cannot fail and will repeat infinitely"
            }
            Refusal::NoProgress => {
                "expression inside repetition is non-progressing and will repeat infinitely"
            }
        }
    }
}

/// The answers for every rule of a grammar, of expressions with or without their places.
pub(crate) struct Facts<'a, E> {
    pub(super) rules: Rules<'a, E>,
    pub(super) sure: Vec<bool>,
    pub(super) empty: Vec<bool>,
}

impl<'a, E: Expression> Facts<'a, E> {
    /// Computes the answers, in time linear in the grammar times the depth of calls.
    pub(crate) fn of(rules: Rules<'a, E>) -> Facts<'a, E> {
        let (sure, empty) = (rules.answers(Question::Sure), rules.answers(Question::Empty));
        Facts { rules, sure, empty }
    }

    /// Returns the reason why a repetition of an expression never ends.
    pub(super) fn endless(&self, repeated: &E) -> Option<Refusal> {
        if self.is_sure(repeated) {
            Some(Refusal::CannotFail)
        } else if self.rules.answer(Question::Empty, repeated, &self.empty) {
            Some(Refusal::NoProgress)
        } else {
            None
        }
    }

    fn is_sure(&self, expr: &E) -> bool {
        self.rules.answer(Question::Sure, expr, &self.sure)
    }

    /// Calls a function with each part of an expression that pest refuses, outer ones first.
    pub(crate) fn refusals<'e>(&self, expr: &'e E, found: &mut impl FnMut(&'e E, Refusal)) {
        match expr.view() {
            View::Repeat { of, is_unbounded: true, .. } => {
                self.endless(of).into_iter().for_each(|refusal| found(expr, refusal));
            }
            View::Any(parts) => {
                let early = parts.split_last().map_or(&[][..], |(_, early)| early);
                let never = early.iter().filter(|part| self.is_sure(part));
                never.for_each(|part| found(part, Refusal::Unreached));
            }
            _ => {}
        }
        expr.inner().iter().for_each(|part| self.refusals(part, found));
    }
}
