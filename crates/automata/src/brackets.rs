//! Recursive rules, with a call for what stands inside brackets: the bodies of both notations can
//! be compared.

use crate::expr::Expr;
use crate::nested::bracket;
use crate::questions::{Circles, Rules};
use std::collections::{BTreeMap, HashMap};

/// Rules with calls for what stands inside brackets.
pub(crate) struct Cut {
    /// The rules that were cut, by their numbers.
    pub(crate) rules: BTreeMap<usize, Expr>,
    /// The inside of each bracket by its name, with the rule that it stands in.
    pub(crate) called: BTreeMap<String, (usize, Expr)>,
}

/// Cuts the `used` rules. A bracket is named after the rule that it stands in.
pub(crate) fn cut(rules: &Rules<'_>, name: impl Fn(usize) -> String, used: &[usize]) -> Cut {
    let circles = rules.circles(used.iter().copied());
    let mut cutter =
        Cutter { rules, circles, called: BTreeMap::new(), name, counts: HashMap::new() };
    let cut = used.iter().map(|&rule| (rule, cutter.expr(rules.exprs[rule], rule))).collect();
    Cut { rules: cut, called: cutter.called }
}

struct Cutter<'a, N> {
    rules: &'a Rules<'a>,
    circles: Circles,
    called: BTreeMap<String, (usize, Expr)>,
    name: N,
    /// The number of brackets of each rule so far.
    counts: HashMap<usize, usize>,
}

impl<N: Fn(usize) -> String> Cutter<'_, N> {
    /// Returns true if an expression calls a rule that comes back to this one.
    fn comes_back(&self, expr: &Expr, rule: usize) -> bool {
        self.rules.called(expr).into_iter().any(|called| self.circles.comes_back(rule, called))
    }

    /// Returns the parts of a sequence, with those of rules that are sequences with a text.
    fn flat(&self, parts: &[Expr]) -> Vec<Expr> {
        let mut all = Vec::new();
        let mut open: Vec<(&Expr, usize)> = parts.iter().rev().map(|part| (part, 0)).collect();
        while let Some((part, depth)) = open.pop() {
            let named = match part {
                Expr::Rule(_) => self.rules.called(part).pop(),
                _ => None,
            };
            let inner = named.filter(|&rule| !self.circles.is_recursive[rule] && depth < 8);
            let Some(expr) = inner.map(|rule| self.rules.exprs[rule]) else {
                all.push(part.clone());
                continue;
            };
            match expr {
                Expr::Sequence(parts) if parts.iter().any(Expr::is_text) => {
                    open.extend(parts.iter().rev().map(|part| (part, depth + 1)));
                }
                _ => all.push(if expr.is_text() { expr } else { part }.clone()),
            }
        }
        all
    }

    /// The nesting of one expression bounds the recursion.
    fn expr(&mut self, expr: &Expr, rule: usize) -> Expr {
        if !self.comes_back(expr, rule) || !self.circles.is_recursive[rule] {
            return expr.clone();
        }
        match expr {
            Expr::Sequence(parts) => Expr::Sequence(self.sequence(parts, rule)),
            _ => expr.with_inner(&mut |part| self.expr(part, rule)),
        }
    }

    fn sequence(&mut self, parts: &[Expr], rule: usize) -> Vec<Expr> {
        let parts = self.flat(parts);
        let comes_back = |part: &Expr| self.comes_back(part, rule);
        let first = parts.iter().position(comes_back).unwrap_or(0);
        let last = parts.iter().rposition(comes_back).unwrap_or(0);
        let opening = parts[..first].iter().rposition(Expr::is_text);
        let closing = parts[last..].iter().position(Expr::is_text).map(|at| last + at);
        let closing = closing.or_else(|| parts.get(last).filter(|part| closes(part)).map(|_| last));
        let Some((opening, closing)) = opening.zip(closing) else {
            return parts.iter().map(|part| self.expr(part, rule)).collect();
        };
        let number = self.counts.entry(rule).or_default();
        *number += 1;
        let name = bracket(&(self.name)(rule), *number);
        let inside = parts[opening + 1..=closing].iter();
        let inside = inside.map(|part| self.expr(part, rule)).collect();
        self.called.insert(name.clone(), (rule, Expr::Sequence(inside)));
        let (before, behind) = (&parts[..=opening], &parts[closing + 1..]);
        before.iter().cloned().chain([Expr::Rule(name)]).chain(behind.iter().cloned()).collect()
    }
}

/// Returns true if every way through an expression ends in a text, which may close a bracket.
fn closes(expr: &Expr) -> bool {
    match expr {
        Expr::Sequence(parts) => parts.last().is_some_and(closes),
        Expr::Choice(parts) => parts.iter().all(closes),
        _ => expr.is_text(),
    }
}
