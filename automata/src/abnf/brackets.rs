//! Rules that call themselves, with a call for what stands inside brackets, as
//! `peg::Grammar::bodies` has it: the bodies of both notations can be compared.

use super::{Expr, Grammar, Rule, Terminals};
use crate::components::components;
use crate::nested::{bracket, Bodies, Unproved};
use crate::Limits;
use std::collections::BTreeMap;

impl Grammar {
    /// Returns the bodies of a rule and of what stands inside brackets in it, by name.
    ///
    /// # Errors
    /// [`Unproved`] if a rule calls itself outside of brackets in a way that is not regular, and as
    /// [`Grammar::bodies`].
    pub fn bracketed(
        &self,
        rule: &str,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Bodies, Unproved> {
        let no = |why: &dyn std::fmt::Display| Unproved::new(rule, why);
        let missing = || no(&self.no_rule(rule));
        let used = self.reachable(rule).ok_or_else(missing)?;
        let used: Vec<usize> = used.iter().filter_map(|rule| self.index_of(&rule.name)).collect();
        let (whole, owners) = self.cut(&used);
        let called: Vec<usize> = (self.rules.len()..self.rules.len() + owners.len()).collect();
        let start = self.index_of(rule).ok_or_else(missing)?;
        let bodies = whole.with_calls(start, &called, terminals, limits);
        bodies.map_err(|error| no(&error))
    }

    /// Returns the rules with each bracket of the `used` ones as a rule of its own behind them, in
    /// the order of their names, which is named where the bracket was; and the rule that each
    /// bracket stands in.
    pub(crate) fn cut(&self, used: &[usize]) -> (Grammar, Vec<usize>) {
        let mut calls: Vec<Vec<(usize, usize)>> = vec![Vec::new(); self.rules.len()];
        for &rule in used {
            self.rules[rule].expr.visit_rules(&mut |name| {
                calls[rule].extend(self.index_of(name).map(|called| (called, 0)));
            });
        }
        let component = components(&calls);
        let comes_back = |rule: usize| {
            calls[rule].iter().any(|&(called, _)| component[called] == component[rule])
        };
        let is_recursive = (0..calls.len()).map(comes_back).collect();
        let mut cut =
            Cut { grammar: self, component, is_recursive, called: BTreeMap::new(), count: 0 };
        let mut whole = self.clone();
        for &rule in used {
            cut.count = 0;
            whole.rules[rule].expr = cut.expr(&self.rules[rule].expr, rule);
        }
        let mut owners = Vec::new();
        for (name, (owner, expr)) in cut.called {
            owners.push(owner);
            let (source, comment) = (String::new(), String::new());
            whole.add(Rule { name, expr, source, comment, line: 0 });
        }
        (whole, owners)
    }
}

/// Rules that call themselves, cut behind the openings of brackets.
struct Cut<'g> {
    grammar: &'g Grammar,
    /// The strongly connected component of each rule.
    component: Vec<usize>,
    is_recursive: Vec<bool>,
    /// The rule that each bracket stands in, and its inside.
    called: BTreeMap<String, (usize, Expr)>,
    /// The number of brackets of the rule so far.
    count: usize,
}

impl Cut<'_> {
    /// Returns true if an expression calls a rule that comes back to this one.
    fn comes_back(&self, expr: &Expr, rule: usize) -> bool {
        let mut found = false;
        expr.visit_rules(&mut |name| {
            found |= self.grammar.index_of(name).is_some_and(|called| {
                self.is_recursive[called] && self.component[called] == self.component[rule]
            });
        });
        found
    }

    /// Returns the parts of a concatenation, with those of rules that are concatenations with a
    /// text.
    fn flat(&self, parts: &[Expr]) -> Vec<Expr> {
        let mut all = Vec::new();
        let mut open: Vec<(&Expr, usize)> = parts.iter().rev().map(|part| (part, 0)).collect();
        while let Some((part, depth)) = open.pop() {
            let named = match part {
                Expr::Rule(name) => self.grammar.index_of(name),
                _ => None,
            };
            let inner = named.filter(|&rule| !self.is_recursive[rule] && depth < 8);
            match inner.map(|rule| &self.grammar.rules[rule].expr) {
                Some(Expr::Concatenation(parts)) if parts.iter().any(is_text) => {
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
            Expr::Concatenation(parts) => Expr::Concatenation(self.concatenation(parts, rule)),
            Expr::Alternation(parts) => {
                Expr::Alternation(parts.iter().map(|part| self.expr(part, rule)).collect())
            }
            Expr::Repetition { min, max, expr } => {
                let expr = Box::new(self.expr(expr, rule));
                Expr::Repetition { min: *min, max: *max, expr }
            }
            Expr::Optional(inner) => Expr::Optional(Box::new(self.expr(inner, rule))),
            other => other.clone(),
        }
    }

    fn concatenation(&mut self, parts: &[Expr], rule: usize) -> Vec<Expr> {
        let parts = self.flat(parts);
        let comes_back = |part: &Expr| self.comes_back(part, rule);
        let first = parts.iter().position(comes_back).unwrap_or(0);
        let last = parts.iter().rposition(comes_back).unwrap_or(0);
        let opening = parts[..first].iter().rposition(is_text);
        let closing = parts[last..].iter().position(is_text).map(|at| last + at);
        let Some((opening, closing)) = opening.zip(closing) else {
            return parts.iter().map(|part| self.expr(part, rule)).collect();
        };
        self.count += 1;
        let name = bracket(&self.grammar.rules[rule].name, self.count);
        let inside = parts[opening + 1..=closing].iter();
        let inside = inside.map(|part| self.expr(part, rule)).collect();
        self.called.insert(name.clone(), (rule, Expr::Concatenation(inside)));
        let (before, behind) = (&parts[..=opening], &parts[closing + 1..]);
        before.iter().cloned().chain([Expr::Rule(name)]).chain(behind.iter().cloned()).collect()
    }
}

fn is_text(expr: &Expr) -> bool {
    match expr {
        Expr::Literal { text, .. } => !text.is_empty(),
        Expr::Values(values) => !values.is_empty(),
        _ => false,
    }
}
