//! Rules written out where they are called, and right recursion as repetition.

use super::super::words::Places;
use super::{replaced, Edit, EditKind, Editor, LARGEST};
use crate::copy::{repeat, sequence};
use crate::peg::Expr;

impl Editor<'_> {
    /// Returns the bodies of a called rule, from the rule's own to that where the calls at its end
    /// are written out too.
    fn bodies(&self, name: &str) -> Vec<Expr> {
        let mut bodies = Vec::new();
        let Some(mut body) = self.body(name) else { return bodies };
        for _ in 0..4 {
            if body.size() > LARGEST {
                break;
            }
            bodies.push(body.clone());
            match self.last_written_out(&body) {
                Some(further) => body = further,
                None => break,
            }
        }
        bodies
    }

    fn body(&self, name: &str) -> Option<Expr> {
        let expr = &self.rules.exprs[*self.rules.by_name.get(name)?];
        Some(as_repetition(name, expr).unwrap_or_else(|| (**expr).clone()))
    }

    /// Returns the expression with the call at its end replaced by the body of the rule, if there
    /// is one of some length.
    fn last_written_out(&self, expr: &Expr) -> Option<Expr> {
        match expr {
            Expr::Rule(name) => {
                self.body(name).filter(|body| !matches!(body, Expr::Class(_) | Expr::Text(_)))
            }
            Expr::Sequence(parts) => {
                let (last, before) = parts.split_last()?;
                let last = self.last_written_out(last)?;
                Some(sequence(before.iter().cloned().chain([last])))
            }
            Expr::Repeat { expr, min, max: Some(1) } => {
                let inner = self.last_written_out(expr)?;
                Some(match (min, inner) {
                    (0, Expr::Repeat { expr, min: 0 | 1, max: None }) => {
                        Expr::Repeat { expr, min: 0, max: None }
                    }
                    (min, inner) => repeat(inner, *min, Some(1)),
                })
            }
            _ => None,
        }
    }

    /// Edits that write out one called rule and change it there.
    pub(super) fn inlined(
        &mut self,
        rule: usize,
        whole: &Expr,
        touched: &Places,
        follow: &[Expr],
        edits: &mut Vec<Edit>,
    ) {
        let mut sites = Vec::new();
        call_sites(whole, &mut 0, &mut sites);
        for (number, name) in sites {
            let Some(&called) = self.rules.by_name.get(&name) else { continue };
            if !touched.contains(&(rule, number)) || called == rule {
                continue;
            }
            for (depth, body) in
                self.bodies(&name).into_iter().enumerate().filter(|(_, body)| body.size() > 1)
            {
                let expr = replaced(whole, number, &body);
                let end = number + body.size();
                let mut variants = Vec::new();
                // An expression around the call may change with it.
                self.walk(&expr, 0, follow, &|at| at < end, &mut variants);
                edits.extend(variants.into_iter().map(|variant| Edit {
                    kinds: vec![EditKind::Inlined, variant.kind],
                    cost: variant.cost + 3 + depth as u32,
                    expr: replaced(&expr, variant.number, &variant.with),
                }));
            }
        }
    }
}

/// `r = a [ b r ]` as `a (b a)*`, or `a+` where `b` is empty; `None` for rules of another form.
pub(super) fn as_repetition(name: &str, expr: &Expr) -> Option<Expr> {
    let Expr::Sequence(parts) = expr else { return None };
    let (Expr::Repeat { expr: tail, min: 0, max: Some(1) }, first) = parts.split_last()? else {
        return None;
    };
    let a = sequence(first.iter().cloned());
    let calls = |expr: &Expr| {
        let mut sites = Vec::new();
        call_sites(expr, &mut 0, &mut sites);
        sites.iter().any(|site| site.1 == name)
    };
    if calls(&a) {
        return None;
    }
    match &**tail {
        Expr::Rule(called) if called == name => Some(repeat(a, 1, None)),
        Expr::Sequence(parts) => match parts.split_last()? {
            (Expr::Rule(called), b) if called == name && !b.iter().any(calls) => {
                let step = sequence(b.iter().cloned().chain([a.clone()]));
                Some(sequence([a, repeat(step, 0, None)]))
            }
            _ => None,
        },
        _ => None,
    }
}

fn call_sites(expr: &Expr, number: &mut usize, out: &mut Vec<(usize, String)>) {
    if let Expr::Rule(name) = expr {
        out.push((*number, name.clone()));
    }
    *number += 1;
    expr.parts().for_each(|part| call_sites(part, number, out));
}
