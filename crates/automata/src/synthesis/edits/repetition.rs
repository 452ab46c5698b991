//! Edits of repetitions and sequences.

use std::rc::Rc;

use super::super::words::Rules;
use super::{EditKind, Editor, Variant};
use crate::copy::{and, either, not, repeat, sequence};
use crate::peg::Expr;
use crate::questions::Question;

impl Editor<'_> {
    #[allow(clippy::too_many_arguments)]
    pub(super) fn repetition(
        &mut self,
        whole: &Expr,
        x: &Expr,
        min: u32,
        max: Option<u32>,
        number: usize,
        after: &[Expr],
        out: &mut Vec<Variant>,
    ) {
        let text = whole.written().text;
        let mut add = |id: usize, kind, cost, with| {
            out.push(Variant { number, key: (text.clone(), id), kind, cost, with });
        };
        let step = |body: Expr| repeat(body, min, max);
        let many = max != Some(1);
        if many && is_nullable(self.rules, x, 0) {
            if let Some(body) = self.non_empty(x, 0) {
                add(0, EditKind::NonEmpty, 2, repeat(body, 0, max));
            }
        }
        let kind = if many { EditKind::Room } else { EditKind::Lookahead };
        for (id, k) in after.iter().enumerate() {
            let id = 10 * (id + 1);
            let k = || k.clone();
            let x = || x.clone();
            add(id, kind, 2, step(sequence([x(), and(k())])));
            add(id + 1, kind, 2, step(sequence([not(k()), x()])));
            // pest has no way to write what is repeated zero times.
            if many && min > 0 && max != Some(min) {
                let first = repeat(x(), min, Some(min));
                let first = if min == 1 { x() } else { first };
                let further = repeat(sequence([not(k()), x()]), 0, max.map(|max| max - min));
                add(id + 7, kind, 2, sequence([first, further]));
            }
            add(id + 2, kind, 4, step(sequence([not(sequence([k(), Expr::EndOfInput])), x()])));
            if k() != Expr::EndOfInput {
                add(id + 3, kind, 4, step(sequence([x(), and(either([k(), Expr::EndOfInput]))])));
            }
            if many {
                add(id + 4, kind, 2, step(sequence([x(), and(either([x(), k()]))])));
                add(id + 5, kind, 3, step(sequence([not(sequence([k(), not(x())])), x()])));
                let lazy = repeat(without(&x(), &k()), 0, None);
                add(id + 6, kind, 4, step(sequence([x(), and(sequence([lazy, k()]))])));
            }
        }
        if many {
            add(1, kind, 2, step(sequence([x.clone(), and(x.clone())])));
        }
    }

    pub(super) fn sequence(
        &mut self,
        whole: &Expr,
        parts: &[Expr],
        number: usize,
        out: &mut Vec<Variant>,
    ) {
        let text = whole.written().text;
        let mut add = |id: usize, kind, cost, with| {
            out.push(Variant { number, key: (text.clone(), id), kind, cost, with });
        };
        for at in 0..parts.len().saturating_sub(1) {
            let Expr::Repeat { expr: x, min, max: None } = &parts[at] else { continue };
            let (before, k, behind) = (&parts[..at], &parts[at + 1], &parts[at + 2..]);
            let runs = repeat(sequence([repeat(without(x, k), 0, None), k.clone()]), 1, None);
            let first = (*min > 0).then(|| repeat((**x).clone(), *min, Some(*min)));
            let all = before.iter().cloned().chain(first).chain([runs]);
            add(at, EditKind::Runs, 2, sequence(all.chain(behind.iter().cloned())));
        }
    }

    /// Returns the expression without the empty match; `None` if nothing is left or it is not
    /// simple to write.
    pub(super) fn non_empty(&mut self, expr: &Expr, depth: usize) -> Option<Expr> {
        if !is_nullable(self.rules, expr, 0) {
            return Some(expr.clone());
        }
        if depth > 8 {
            return None;
        }
        match expr {
            Expr::Rule(name) => {
                let rule = *self.rules.by_name.get(name)?;
                let body = Rc::clone(&self.rules.exprs[rule]);
                self.non_empty(&body, depth + 1)
            }
            Expr::Choice(parts) => {
                let parts: Vec<Expr> =
                    parts.iter().filter_map(|part| self.non_empty(part, depth + 1)).collect();
                (!parts.is_empty()).then(|| either(parts))
            }
            Expr::Sequence(parts) => {
                let mut branches = Vec::new();
                for (at, part) in parts.iter().enumerate() {
                    if let Some(first) = self.non_empty(part, depth + 1) {
                        branches.push(sequence(
                            [first].into_iter().chain(parts[at + 1..].iter().cloned()),
                        ));
                    }
                }
                (!branches.is_empty()).then(|| either(branches))
            }
            Expr::Repeat { expr, min, max: Some(1) } if *min <= 1 => {
                self.non_empty(expr, depth + 1)
            }
            Expr::Repeat { expr, max, .. } => {
                Some(repeat(self.non_empty(expr, depth + 1)?, 1, *max))
            }
            _ => None,
        }
    }
}

/// `!k ~ x`, or `x` without the alternatives that are `k`'s.
fn without(x: &Expr, k: &Expr) -> Expr {
    if let Expr::Choice(parts) = x {
        let stops: &[Expr] = match k {
            Expr::Choice(stops) => stops,
            k => std::slice::from_ref(k),
        };
        let kept: Vec<Expr> = parts.iter().filter(|part| !stops.contains(part)).cloned().collect();
        if kept.len() + stops.len() == parts.len() && !kept.is_empty() {
            return either(kept);
        }
    }
    sequence([not(k.clone()), x.clone()])
}

fn is_nullable(rules: &Rules, expr: &Expr, depth: usize) -> bool {
    Question::Empty.of(expr, &|name| {
        let rule = rules.by_name.get(name).filter(|_| depth < 12);
        rule.is_some_and(|&rule| is_nullable(rules, &rules.exprs[rule], depth + 1))
    })
}
