//! Recursive rules, with a call for what stands inside brackets: the bodies of both notations can
//! be compared.

use crate::nested::bracket;
use crate::questions::{Circles, Expression, Rules, View};
use std::collections::{BTreeMap, HashMap};
use std::convert::Infallible;

/// An expression whose brackets can be cut out.
pub(crate) trait Notation: Expression + Clone {
    /// Returns expressions one after the other.
    fn sequence(parts: Vec<Self>) -> Self;

    /// Returns a call of a rule.
    fn call(rule: String) -> Self;

    /// Returns true for a text that is not empty.
    fn is_text(&self) -> bool;

    /// Returns true if every way through the expression ends in a text, and that may close a
    /// bracket.
    fn closes(&self) -> bool;

    /// Returns the expression with other expressions in place of those that it is made of.
    ///
    /// # Errors
    /// The first error of `new`.
    fn try_inner<R>(&self, new: &mut impl FnMut(&Self) -> Result<Self, R>) -> Result<Self, R>;

    /// Returns the expression as [`Notation::try_inner`] does, without errors.
    fn with_inner(&self, new: &mut impl FnMut(&Self) -> Self) -> Self {
        let Ok(expr) = self.try_inner::<Infallible>(&mut |part| Ok(new(part)));
        expr
    }
}

/// Rules with calls for what stands inside brackets.
pub(crate) struct Cut<E> {
    /// The rules that were cut, by their numbers.
    pub(crate) rules: BTreeMap<usize, E>,
    /// The inside of each bracket by its name, with the rule that it stands in.
    pub(crate) called: BTreeMap<String, (usize, E)>,
}

/// Cuts the `used` rules. A bracket is named after the rule that it stands in.
pub(crate) fn cut<E: Notation>(
    rules: &Rules<'_, E>,
    name: impl Fn(usize) -> String,
    used: &[usize],
) -> Cut<E> {
    let circles = rules.circles(used.iter().copied());
    let mut cutter =
        Cutter { rules, circles, called: BTreeMap::new(), name, counts: HashMap::new() };
    let cut = used.iter().map(|&rule| (rule, cutter.expr(rules.exprs[rule], rule))).collect();
    Cut { rules: cut, called: cutter.called }
}

struct Cutter<'a, E, N> {
    rules: &'a Rules<'a, E>,
    circles: Circles,
    called: BTreeMap<String, (usize, E)>,
    name: N,
    /// The number of brackets of each rule so far.
    counts: HashMap<usize, usize>,
}

impl<E: Notation, N: Fn(usize) -> String> Cutter<'_, E, N> {
    /// Returns true if an expression calls a rule that comes back to this one.
    fn comes_back(&self, expr: &E, rule: usize) -> bool {
        self.rules.called(expr).into_iter().any(|called| self.circles.comes_back(rule, called))
    }

    /// Returns the parts of a sequence, with those of rules that are sequences with a text.
    fn flat(&self, parts: &[E]) -> Vec<E> {
        let mut all = Vec::new();
        let mut open: Vec<(&E, usize)> = parts.iter().rev().map(|part| (part, 0)).collect();
        while let Some((part, depth)) = open.pop() {
            let named = match part.view() {
                View::Rule(_) => self.rules.called(part).pop(),
                _ => None,
            };
            let inner = named.filter(|&rule| !self.circles.is_recursive[rule] && depth < 8);
            let Some(expr) = inner.map(|rule| self.rules.exprs[rule]) else {
                all.push(part.clone());
                continue;
            };
            match expr.view() {
                View::All(parts) if parts.iter().any(E::is_text) => {
                    open.extend(parts.iter().rev().map(|part| (part, depth + 1)));
                }
                _ => all.push(if expr.is_text() { expr } else { part }.clone()),
            }
        }
        all
    }

    /// The nesting of one expression bounds the recursion.
    fn expr(&mut self, expr: &E, rule: usize) -> E {
        if !self.comes_back(expr, rule) || !self.circles.is_recursive[rule] {
            return expr.clone();
        }
        match expr.view() {
            View::All(parts) => E::sequence(self.sequence(parts, rule)),
            _ => expr.with_inner(&mut |part| self.expr(part, rule)),
        }
    }

    fn sequence(&mut self, parts: &[E], rule: usize) -> Vec<E> {
        let parts = self.flat(parts);
        let comes_back = |part: &E| self.comes_back(part, rule);
        let first = parts.iter().position(comes_back).unwrap_or(0);
        let last = parts.iter().rposition(comes_back).unwrap_or(0);
        let opening = parts[..first].iter().rposition(E::is_text);
        let closing = parts[last..].iter().position(E::is_text).map(|at| last + at);
        let closing =
            closing.or_else(|| parts.get(last).filter(|part| part.closes()).map(|_| last));
        let Some((opening, closing)) = opening.zip(closing) else {
            return parts.iter().map(|part| self.expr(part, rule)).collect();
        };
        let number = self.counts.entry(rule).or_default();
        *number += 1;
        let name = bracket(&(self.name)(rule), *number);
        let inside = parts[opening + 1..=closing].iter();
        let inside = inside.map(|part| self.expr(part, rule)).collect();
        self.called.insert(name.clone(), (rule, E::sequence(inside)));
        let (before, behind) = (&parts[..=opening], &parts[closing + 1..]);
        before.iter().cloned().chain([E::call(name)]).chain(behind.iter().cloned()).collect()
    }
}
