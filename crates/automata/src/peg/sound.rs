//! Expressions that pest refuses: alternatives that are never reached and repetitions that never
//! end.
//!
//! pest asks two questions about an expression, each answered from the answers for its parts: can
//! it fail, and can it succeed without consuming anything. A recursive call whose answer is not yet
//! known is taken to fail or to consume something, so the answers are the least fixed point of
//! these definitions.

use super::Expr;
use crate::questions::{Question, Rules};

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

/// The answers for every rule of a grammar.
pub(crate) struct Facts<'a> {
    pub(super) rules: Rules<'a>,
    pub(super) sure: Vec<bool>,
    pub(super) empty: Vec<bool>,
}

impl<'a> Facts<'a> {
    /// Computes the answers, in time linear in the grammar times the depth of calls.
    pub(crate) fn of(rules: Rules<'a>) -> Facts<'a> {
        let (sure, empty) = (rules.answers(Question::Sure), rules.answers(Question::Empty));
        Facts { rules, sure, empty }
    }

    /// Returns the reason why a repetition of an expression never ends.
    pub(super) fn endless(&self, repeated: &Expr) -> Option<Refusal> {
        if self.is_sure(repeated) {
            Some(Refusal::CannotFail)
        } else if self.rules.answer(Question::Empty, repeated, &self.empty) {
            Some(Refusal::NoProgress)
        } else {
            None
        }
    }

    fn is_sure(&self, expr: &Expr) -> bool {
        self.rules.answer(Question::Sure, expr, &self.sure)
    }

    /// Calls a function with each part of an expression that pest refuses, outer ones first.
    pub(crate) fn refusals<'e>(&self, expr: &'e Expr, found: &mut impl FnMut(&'e Expr, Refusal)) {
        match expr {
            Expr::Repeat { expr: of, max: None, .. } => {
                self.endless(of).into_iter().for_each(|refusal| found(expr, refusal));
            }
            Expr::Choice(parts) => {
                let early = parts.split_last().map_or(&[][..], |(_, early)| early);
                let never = early.iter().filter(|part| self.is_sure(part));
                never.for_each(|part| found(part, Refusal::Unreached));
            }
            _ => {}
        }
        expr.parts().iter().for_each(|part| self.refusals(part, found));
    }
}
