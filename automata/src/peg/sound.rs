//! Expressions that pest refuses: alternatives that are never reached and repetitions that never
//! end.
//!
//! pest asks two questions about an expression, each answered from the answers for its parts: can
//! it fail, and can it succeed without consuming anything. A rule that calls itself before its
//! answer is known counts as one that can fail and that consumes something, so the answers are the
//! least fixed point of these definitions.

use super::{Expr, Grammar, Stack, Which};

/// The answers for every rule of a grammar, by its place in [`Grammar::rules`].
pub(crate) struct Facts {
    never_fails: Vec<bool>,
    may_consume_nothing: Vec<bool>,
}

/// A reason for which pest refuses an expression.
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

impl Facts {
    /// Computes the answers, in time linear in the grammar times the depth of calls.
    pub(crate) fn of(grammar: &Grammar) -> Facts {
        let count = grammar.rules.len();
        let mut facts =
            Facts { never_fails: vec![false; count], may_consume_nothing: vec![false; count] };
        // A rule is asked again only when the answer for one that it calls changed, and each answer
        // changes once.
        let mut callers = vec![Vec::new(); count];
        for (index, rule) in grammar.rules.iter().enumerate() {
            called(grammar, &rule.raw, &mut |callee| callers[callee].push(index));
        }
        let mut open: Vec<usize> = (0..count).rev().collect();
        let mut is_open = vec![true; count];
        while let Some(rule) = open.pop() {
            is_open[rule] = false;
            let expr = grammar.rules[rule].expr(Which::Raw);
            let new = (facts.never_fails(grammar, expr), facts.may_consume_nothing(grammar, expr));
            if new != (facts.never_fails[rule], facts.may_consume_nothing[rule]) {
                (facts.never_fails[rule], facts.may_consume_nothing[rule]) = new;
                for &caller in &callers[rule] {
                    if !std::mem::replace(&mut is_open[caller], true) {
                        open.push(caller);
                    }
                }
            }
        }
        facts
    }

    /// Returns true if pest considers the expression unable to fail.
    pub(crate) fn never_fails(&self, grammar: &Grammar, expr: &Expr) -> bool {
        match expr {
            Expr::Text(text) | Expr::TextAnyCase(text) => text.is_empty(),
            Expr::Rule(name) => {
                grammar.by_name.get(name).is_some_and(|&rule| self.never_fails[rule])
            }
            Expr::Sequence(parts) => parts.iter().all(|part| self.never_fails(grammar, part)),
            Expr::Choice(parts) => parts.iter().any(|part| self.never_fails(grammar, part)),
            Expr::Repeat { expr, min, .. } => *min == 0 || self.never_fails(grammar, expr),
            Expr::And(expr) => self.never_fails(grammar, expr),
            Expr::Stack(Stack::PushLiteral(_)) => true,
            Expr::Stack(stack) => {
                stack.inner().is_some_and(|inner| self.never_fails(grammar, inner))
            }
            Expr::Not(_) | Expr::Class(_) | Expr::StartOfInput | Expr::EndOfInput => false,
        }
    }

    /// Returns true if pest considers the expression able to succeed without consuming anything.
    pub(crate) fn may_consume_nothing(&self, grammar: &Grammar, expr: &Expr) -> bool {
        match expr {
            Expr::Text(text) | Expr::TextAnyCase(text) => text.is_empty(),
            Expr::Rule(name) => {
                grammar.by_name.get(name).is_some_and(|&rule| self.may_consume_nothing[rule])
            }
            Expr::Sequence(parts) => {
                parts.iter().all(|part| self.may_consume_nothing(grammar, part))
            }
            Expr::Choice(parts) => parts.iter().any(|part| self.may_consume_nothing(grammar, part)),
            Expr::Repeat { expr, min, .. } => *min == 0 || self.may_consume_nothing(grammar, expr),
            Expr::And(_) | Expr::Not(_) | Expr::StartOfInput | Expr::EndOfInput => true,
            Expr::Stack(Stack::PushLiteral(_)) => true,
            Expr::Stack(stack) => {
                stack.inner().is_some_and(|inner| self.may_consume_nothing(grammar, inner))
            }
            Expr::Class(_) => false,
        }
    }

    /// Returns the first part of the expression that pest refuses, by its number in
    /// [`Written::spans`], and why.
    ///
    /// [`Written::spans`]: super::Written::spans
    pub(crate) fn refusal(&self, grammar: &Grammar, expr: &Expr) -> Option<(usize, Refusal)> {
        let mut number = 0;
        self.refusal_from(grammar, expr, &mut number)
    }

    fn refusal_from(
        &self,
        grammar: &Grammar,
        expr: &Expr,
        number: &mut usize,
    ) -> Option<(usize, Refusal)> {
        let own = *number;
        *number += 1;
        if let Expr::Repeat { expr, max: None, .. } = expr {
            if self.never_fails(grammar, expr) {
                return Some((own, Refusal::CannotFail));
            }
            if self.may_consume_nothing(grammar, expr) {
                return Some((own, Refusal::NoProgress));
            }
        }
        if let Expr::Choice(parts) = expr {
            let mut at = own + 1;
            for part in &parts[..parts.len().saturating_sub(1)] {
                if self.never_fails(grammar, part) {
                    return Some((at, Refusal::Unreached));
                }
                at += part.size();
            }
        }
        expr.parts().find_map(|part| self.refusal_from(grammar, part, number))
    }
}

fn called(grammar: &Grammar, expr: &Expr, found: &mut impl FnMut(usize)) {
    if let Expr::Rule(name) = expr {
        if let Some(&callee) = grammar.by_name.get(name) {
            found(callee);
        }
    }
    expr.parts().for_each(|part| called(grammar, part, found));
}
