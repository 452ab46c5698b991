//! Rules that call themselves, with a call for what stands inside brackets.

use super::{recursion, Expr, Grammar, Which};
use crate::components::components;
use crate::nested::{bracket, Unproved};
use std::collections::HashMap;

impl Grammar {
    /// Returns the rules, with calls for what stands inside brackets in a rule and in those that it
    /// uses; behind them these insides, by name.
    pub(crate) fn bracketed(
        &self,
        rule: &str,
        which: Which,
    ) -> Result<Vec<(String, Expr)>, Unproved> {
        let root = self.index(rule).map_err(|error| Unproved::new(rule, error))?;
        let mut cut = Cut::made(self, root, which);
        let rules = self.rules.iter();
        let rules = rules.map(|rule| {
            let expr = cut.rules.remove(&rule.name);
            (rule.name.clone(), expr.unwrap_or_else(|| rule.expr(which).clone()))
        });
        let mut rules: Vec<_> = rules.collect();
        let mut called: Vec<_> = cut.called.into_iter().collect();
        called.sort_by(|a, b| a.0.cmp(&b.0));
        rules.extend(called);
        Ok(rules)
    }
}

/// Rules that call themselves, cut behind the openings of brackets.
pub(super) struct Cut<'g> {
    grammar: &'g Grammar,
    which: Which,
    /// The strongly connected component of each rule.
    component: Vec<usize>,
    is_recursive: Vec<bool>,
    /// The rules, with calls for what stands in brackets.
    pub(super) rules: HashMap<String, Expr>,
    pub(super) called: HashMap<String, Expr>,
    /// The number of brackets of each rule so far.
    counts: HashMap<usize, usize>,
}

impl<'g> Cut<'g> {
    /// Cuts a rule and those that it uses.
    pub(super) fn made(grammar: &'g Grammar, root: usize, which: Which) -> Cut<'g> {
        let mut cut = Cut::new(grammar, root, which);
        for &rule in &recursion::reachable(grammar, which, &[root]) {
            let expr = cut.expr(grammar.rules[rule].expr(which), rule);
            cut.rules.insert(grammar.rules[rule].name.clone(), expr);
        }
        cut
    }

    fn new(grammar: &'g Grammar, root: usize, which: Which) -> Cut<'g> {
        let mut calls: Vec<Vec<(usize, usize)>> = vec![Vec::new(); grammar.rules.len()];
        for &rule in &recursion::reachable(grammar, which, &[root]) {
            let mut open = vec![grammar.rules[rule].expr(which)];
            while let Some(expr) = open.pop() {
                if let Expr::Rule(name) = expr {
                    calls[rule].extend(grammar.by_name.get(name).map(|&called| (called, 0)));
                }
                open.extend(expr.parts());
            }
        }
        let component = components(&calls);
        let comes_back = |rule: usize| {
            calls[rule].iter().any(|&(called, _)| component[called] == component[rule])
        };
        let is_recursive = (0..calls.len()).map(comes_back).collect();
        let (rules, called, counts) = (HashMap::new(), HashMap::new(), HashMap::new());
        Cut { grammar, which, component, is_recursive, rules, called, counts }
    }

    /// Returns true if an expression calls a rule that comes back to this one.
    fn comes_back(&self, expr: &Expr, rule: usize) -> bool {
        match expr {
            Expr::Rule(name) => self.grammar.by_name.get(name).is_some_and(|&called| {
                self.is_recursive[called] && self.component[called] == self.component[rule]
            }),
            _ => expr.parts().any(|part| self.comes_back(part, rule)),
        }
    }

    /// Returns the parts of a sequence, with those of rules that are sequences with a text.
    fn flat(&self, parts: &[Expr]) -> Vec<Expr> {
        let mut all = Vec::new();
        let mut open: Vec<(&Expr, usize)> = parts.iter().rev().map(|part| (part, 0)).collect();
        while let Some((part, depth)) = open.pop() {
            let named = match part {
                Expr::Rule(name) => self.grammar.by_name.get(name).copied(),
                _ => None,
            };
            let inner = named.filter(|&rule| !self.is_recursive[rule] && depth < 8);
            match inner.map(|rule| self.grammar.rules[rule].expr(self.which)) {
                Some(Expr::Sequence(parts)) if parts.iter().any(is_text) => {
                    open.extend(parts.iter().rev().map(|part| (part, depth + 1)));
                }
                Some(text) if is_text(text) => all.push(text.clone()),
                _ => all.push(part.clone()),
            }
        }
        all
    }

    /// The nesting of one expression bounds the recursion.
    fn expr(&mut self, expr: &Expr, rule: usize) -> Expr {
        if !self.comes_back(expr, rule) || !self.is_recursive[rule] {
            return expr.clone();
        }
        match expr {
            Expr::Sequence(parts) => Expr::Sequence(self.sequence(parts, rule)),
            Expr::Choice(parts) => {
                Expr::Choice(parts.iter().map(|part| self.expr(part, rule)).collect())
            }
            Expr::Repeat { expr, min, max } => {
                let expr = Box::new(self.expr(expr, rule));
                Expr::Repeat { expr, min: *min, max: *max }
            }
            Expr::And(inner) => Expr::And(Box::new(self.expr(inner, rule))),
            Expr::Not(inner) => Expr::Not(Box::new(self.expr(inner, rule))),
            other => other.clone(),
        }
    }

    fn sequence(&mut self, parts: &[Expr], rule: usize) -> Vec<Expr> {
        let parts = self.flat(parts);
        let comes_back = |part: &Expr| self.comes_back(part, rule);
        let first = parts.iter().position(comes_back).unwrap_or(0);
        let last = parts.iter().rposition(comes_back).unwrap_or(0);
        let opening = parts[..first].iter().rposition(is_text);
        let closing = parts[last..].iter().position(is_text).map(|at| last + at);
        let closing = closing.or_else(|| parts.get(last).filter(|part| closes(part)).map(|_| last));
        let Some((opening, closing)) = opening.zip(closing) else {
            return parts.iter().map(|part| self.expr(part, rule)).collect();
        };
        let number = self.counts.entry(rule).or_default();
        *number += 1;
        let name = bracket(&self.grammar.rules[rule].name, *number);
        let inside = parts[opening + 1..=closing].iter();
        let inside = inside.map(|part| self.expr(part, rule)).collect();
        self.called.insert(name.clone(), Expr::Sequence(inside));
        let (before, behind) = (&parts[..=opening], &parts[closing + 1..]);
        before.iter().cloned().chain([Expr::Rule(name)]).chain(behind.iter().cloned()).collect()
    }
}

/// Returns true if every match ends with a text: that of a bracket whose opening was taken out of
/// alternatives, as in `"[" ~ (item ~ "]" | "]")`.
fn closes(expr: &Expr) -> bool {
    match expr {
        Expr::Sequence(parts) => parts.last().is_some_and(closes),
        Expr::Choice(parts) => parts.iter().all(closes),
        _ => is_text(expr),
    }
}

fn is_text(expr: &Expr) -> bool {
    matches!(expr, Expr::Text(text) | Expr::TextAnyCase(text) if !text.is_empty())
}
