//! Questions about expressions and rules, for both notations: what may be empty, what cannot fail,
//! what comes first, which rules are used, and what stands inside brackets.
//!
//! A notation says how its expressions are made of others ([`View`]), and each question is answered
//! here, from the answers for the parts. In
//!
//! ```text
//! list = "(" [ item *( "," item ) ] ")"
//! item = list / *DIGIT
//! ```
//!
//! `item` may be empty, as its second alternative may, and `list` may not.

use crate::components::components;
use std::collections::HashSet;

/// The way that an expression is made of others.
pub(crate) enum View<'e, E> {
    /// An expression without rules.
    Leaf {
        /// True if it can match the empty string.
        is_empty: bool,
        /// True if it cannot fail.
        is_sure: bool,
    },
    /// A rule, by its name.
    Rule(&'e str),
    /// One after the other.
    All(&'e [E]),
    /// One of them.
    Any(&'e [E]),
    /// An expression, any number of times.
    Repeat { of: &'e E, may_be_none: bool, is_unbounded: bool },
    /// A lookahead. True if the expression must match.
    Look(&'e E, bool),
    /// One expression, with an effect besides.
    Inside(&'e E),
}

/// Returns the only part, or what several are.
pub(crate) fn one_or<E>(mut parts: Vec<E>, of: fn(Vec<E>) -> E) -> E {
    match parts.len() {
        1 => parts.remove(0),
        _ => of(parts),
    }
}

/// An expression of a notation.
pub(crate) trait Expression: Sized {
    /// Returns the way that it is made of others.
    fn view(&self) -> View<'_, Self>;

    /// Returns the expressions that it is made of.
    fn inner(&self) -> &[Self] {
        match self.view() {
            View::Leaf { .. } | View::Rule(_) => &[],
            View::All(parts) | View::Any(parts) => parts,
            View::Repeat { of, .. } | View::Look(of, _) | View::Inside(of) => {
                std::slice::from_ref(of)
            }
        }
    }

    /// Calls a function with each name of a rule, in order and with repetitions.
    fn each_rule<'e>(&'e self, found: &mut impl FnMut(&'e Self, &'e str)) {
        match self.view() {
            View::Rule(name) => found(self, name),
            _ => self.inner().iter().for_each(|part| part.each_rule(found)),
        }
    }
}

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
    pub(crate) fn of<E: Expression>(self, expr: &E, rule: &impl Fn(&str) -> bool) -> bool {
        match expr.view() {
            View::Leaf { is_empty, is_sure } => match self {
                Question::Derives => true,
                Question::Empty => is_empty,
                Question::Sure => is_sure,
            },
            View::Rule(name) => rule(name),
            View::All(parts) => parts.iter().all(|part| self.of(part, rule)),
            View::Any(parts) => parts.iter().any(|part| self.of(part, rule)),
            View::Repeat { of, may_be_none, .. } => may_be_none || self.of(of, rule),
            View::Look(of, must_match) => self != Question::Sure || must_match && self.of(of, rule),
            View::Inside(of) => self.of(of, rule),
        }
    }
}

/// Gives the number of a rule by its name.
type Number<'a> = dyn Fn(&str) -> Option<usize> + 'a;

/// The rules of a grammar.
pub(crate) struct Rules<'a, E> {
    pub(crate) exprs: Vec<&'a E>,
    number: Box<Number<'a>>,
}

impl<'a, E: Expression> Rules<'a, E> {
    /// Takes the expressions of rules, and the number of a rule by its name.
    pub(crate) fn new(
        exprs: impl IntoIterator<Item = &'a E>,
        number: impl Fn(&str) -> Option<usize> + 'a,
    ) -> Rules<'a, E> {
        Rules { exprs: exprs.into_iter().collect(), number: Box::new(number) }
    }

    /// Returns the rules that an expression calls, in order and with repetitions.
    pub(crate) fn called(&self, expr: &E) -> Vec<usize> {
        let mut called = Vec::new();
        expr.each_rule(&mut |_, name| called.extend((self.number)(name)));
        called
    }

    /// Answers a question for an expression, by the answers for rules. A name without a rule
    /// derives something, which is not empty.
    pub(crate) fn answer(&self, question: Question, expr: &E, answers: &[bool]) -> bool {
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
        expr: &'e E,
        empty: &[bool],
        found: &mut impl FnMut(&'e E, usize),
    ) {
        match expr.view() {
            View::Rule(name) => (self.number)(name).into_iter().for_each(|rule| found(expr, rule)),
            View::All(parts) => {
                let reads = |part: &E| !self.answer(Question::Empty, part, empty);
                let read = parts.iter().position(reads).unwrap_or(parts.len());
                parts.iter().take(read + 1).for_each(|part| self.first(part, empty, found));
            }
            _ => expr.inner().iter().for_each(|part| self.first(part, empty, found)),
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
