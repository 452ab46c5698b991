//! Questions about expressions and rules: what may be empty, what cannot fail, what comes first,
//! and which rules are used.
//!
//! Each question is answered from the answers for the parts. In
//!
//! ```text
//! list = "(" [ item *( "," item ) ] ")"
//! item = list / *DIGIT
//! ```
//!
//! `item` may be empty, as its second alternative may, and `list` may not.

use crate::components::components;
use crate::expr::{Expr, Stack};
use std::collections::HashSet;

/// A question whose answer for an expression follows from those for its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Does the expression derive anything?
    Derives,
    /// Can the expression match the empty string?
    Empty,
    /// Does the expression match at every place? Then it can match the empty string.
    Sure,
}

impl Question {
    /// Answers for an expression, by the answers for rules.
    fn of(self, expr: &Expr, rule: &impl Fn(&str) -> bool) -> bool {
        match expr {
            Expr::Rule(name) => rule(name),
            Expr::Sequence(parts) => parts.iter().all(|part| self.of(part, rule)),
            Expr::Choice(parts) => parts.iter().any(|part| self.of(part, rule)),
            Expr::Repeat { expr, min, max, .. } => {
                *min == 0 || *max == Some(0) || self.of(expr, rule)
            }
            Expr::And(inner) => self != Question::Sure || self.of(inner, rule),
            Expr::Not(_) => self != Question::Sure,
            Expr::Stack(Stack::Push(inner) | Stack::Restore(inner)) => self.of(inner, rule),
            _ if self == Question::Derives => true,
            Expr::StartOfInput | Expr::EndOfInput => self == Question::Empty,
            Expr::Text(_) | Expr::TextAnyCase(_) | Expr::Values(_) => !expr.is_text(),
            Expr::Range(..) | Expr::Class(_) | Expr::Stack(_) => false,
        }
    }
}

/// Gives the number of a rule by its name.
type Number<'a> = dyn Fn(&str) -> Option<usize> + 'a;

/// The rules of a grammar.
pub(crate) struct Rules<'a> {
    pub(crate) exprs: Vec<&'a Expr>,
    number: Box<Number<'a>>,
}

impl<'a> Rules<'a> {
    /// Takes the expressions of rules, and the number of a rule by its name.
    pub(crate) fn new(
        exprs: impl IntoIterator<Item = &'a Expr>,
        number: impl Fn(&str) -> Option<usize> + 'a,
    ) -> Rules<'a> {
        Rules { exprs: exprs.into_iter().collect(), number: Box::new(number) }
    }

    /// Returns the rules that an expression calls, in order and with repetitions.
    pub(crate) fn called(&self, expr: &Expr) -> Vec<usize> {
        let mut called = Vec::new();
        expr.visit_rules(&mut |name| called.extend((self.number)(name)));
        called
    }

    /// Answers a question for an expression, by the answers for rules. A name without a rule
    /// derives something, which is not empty.
    pub(crate) fn answer(&self, question: Question, expr: &Expr, answers: &[bool]) -> bool {
        question.of(expr, &|name| {
            (self.number)(name).map_or(question == Question::Derives, |rule| answers[rule])
        })
    }

    /// Answers a question for all rules: the least solution, in which a rule that is asked again
    /// within itself counts as no.
    pub(crate) fn answers(&self, question: Question) -> Vec<bool> {
        self.answers_of(question, &Vec::from_iter(0..self.exprs.len()))
    }

    /// Answers a question for some rules and all that they use.
    ///
    /// A rule is asked again only when the answer for one that it calls changed, and each answer
    /// changes once.
    pub(crate) fn answers_of(&self, question: Question, some: &[usize]) -> Vec<bool> {
        let callers = self.callers_in(some);
        let mut answers = vec![false; self.exprs.len()];
        let mut open: Vec<usize> = some.iter().rev().copied().collect();
        while let Some(rule) = open.pop() {
            if !answers[rule] && self.answer(question, self.exprs[rule], &answers) {
                answers[rule] = true;
                open.extend(&callers[rule]);
            }
        }
        answers
    }

    /// Returns for each rule those that call it.
    pub(crate) fn callers(&self) -> Vec<Vec<usize>> {
        self.callers_in(&Vec::from_iter(0..self.exprs.len()))
    }

    /// Returns for each rule whether it is one of these or uses one of them.
    pub(crate) fn users(&self, mut open: Vec<usize>) -> Vec<bool> {
        let (callers, mut is_user) = (self.callers(), vec![false; self.exprs.len()]);
        while let Some(rule) = open.pop() {
            if !std::mem::replace(&mut is_user[rule], true) {
                open.extend(&callers[rule]);
            }
        }
        is_user
    }

    fn callers_in(&self, some: &[usize]) -> Vec<Vec<usize>> {
        let mut callers = vec![Vec::new(); self.exprs.len()];
        for &rule in some {
            let called = self.called(self.exprs[rule]);
            called.into_iter().for_each(|called| callers[called].push(rule));
        }
        callers
    }

    /// Calls a function with each call that an expression makes before it reads a character, and
    /// the rule that is called. `empty` has the rules that can be.
    pub(crate) fn first<'e>(
        &self,
        expr: &'e Expr,
        empty: &[bool],
        found: &mut impl FnMut(&'e Expr, usize),
    ) {
        match expr {
            Expr::Rule(name) => (self.number)(name).into_iter().for_each(|rule| found(expr, rule)),
            Expr::Sequence(parts) => {
                let reads = |part: &Expr| !self.answer(Question::Empty, part, empty);
                let read = parts.iter().position(reads).unwrap_or(parts.len());
                parts.iter().take(read + 1).for_each(|part| self.first(part, empty, found));
            }
            _ => expr.parts().iter().for_each(|part| self.first(part, empty, found)),
        }
    }

    /// Returns a rule and all that it uses, itself first and each other one behind the first that
    /// uses it.
    pub(crate) fn reachable(&self, root: usize) -> Vec<usize> {
        let mut is_found = HashSet::from([root]);
        let (mut order, mut open) = (Vec::new(), vec![root]);
        while let Some(rule) = open.pop() {
            order.push(rule);
            let mut used = self.called(self.exprs[rule]);
            used.retain(|&called| is_found.insert(called));
            open.extend(used.into_iter().rev());
        }
        order
    }

    /// Returns some rules and all that they use, callees before callers except in circles.
    pub(crate) fn callees_first(&self, roots: impl IntoIterator<Item = usize>) -> Vec<usize> {
        let (mut seen, mut order) = (HashSet::new(), Vec::new());
        for root in roots {
            let mut open = vec![(root, false)];
            while let Some((rule, is_done)) = open.pop() {
                if is_done {
                    order.push(rule);
                } else if seen.insert(rule) {
                    open.push((rule, true));
                    open.extend(
                        self.called(self.exprs[rule]).into_iter().map(|rule| (rule, false)),
                    );
                }
            }
        }
        order
    }

    /// Returns the circles that calls of some of the rules make.
    pub(crate) fn circles(&self, some: impl IntoIterator<Item = usize>) -> Circles {
        let mut calls = vec![Vec::new(); self.exprs.len()];
        some.into_iter().for_each(|rule| calls[rule] = self.called(self.exprs[rule]));
        Circles::of(&calls)
    }
}

/// The mutually recursive rules.
pub(crate) struct Circles {
    /// The strongly connected component of each rule.
    component: Vec<usize>,
    /// True for each rule that comes back to itself.
    pub(crate) is_recursive: Vec<bool>,
}

impl Circles {
    /// Returns the circles of rules, each with those that it calls.
    pub(crate) fn of(calls: &[Vec<usize>]) -> Circles {
        let component = components(calls);
        let is_inside = |(rule, calls): (usize, &Vec<usize>)| {
            calls.iter().any(|&called| component[called] == component[rule])
        };
        let is_recursive = calls.iter().enumerate().map(is_inside).collect();
        Circles { component, is_recursive }
    }

    /// Returns true if a call of a rule comes back to the caller.
    pub(crate) fn comes_back(&self, rule: usize, called: usize) -> bool {
        self.is_recursive[called] && self.component[called] == self.component[rule]
    }
}
