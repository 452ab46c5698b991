//! Continuations: the text of a grammar that follows an expression.

use std::collections::HashMap;

use super::super::words::Rules;
use super::{CONTINUATIONS, LARGEST};
use crate::copy::sequence;
use crate::peg::Expr;

/// Returns the continuations of each rule when `root` is matched whole, and of each call.
pub(in crate::synthesis) fn continuations(
    rules: &Rules,
    root: usize,
    order: &[usize],
) -> HashMap<usize, Vec<Expr>> {
    let mut follow: HashMap<usize, Vec<Expr>> = HashMap::from([(root, vec![Expr::EndOfInput])]);
    // `order` has callees first; callers are visited first here.
    for &rule in order.iter().rev() {
        let Some(after) = follow.get(&rule).cloned() else { continue };
        calls(&rules.exprs[rule], &after, &mut |name, after| {
            if let Some(&called) = rules.by_name.get(name) {
                let known = follow.entry(called).or_default();
                for k in after {
                    if known.len() < CONTINUATIONS && !known.contains(k) {
                        known.push(k.clone());
                    }
                }
            }
        });
    }
    follow
}

fn calls(expr: &Expr, after: &[Expr], found: &mut impl FnMut(&str, &[Expr])) {
    match expr {
        Expr::Rule(name) => found(name, after),
        Expr::Sequence(parts) => {
            for (index, part) in parts.iter().enumerate() {
                calls(part, &rest(&parts[index + 1..], after), found);
            }
        }
        Expr::Repeat { expr, .. } => {
            let mut inner = vec![(**expr).clone()];
            inner.extend(after.iter().cloned());
            calls(expr, &inner, found);
        }
        Expr::And(_) | Expr::Not(_) => {}
        expr => expr.parts().for_each(|part| calls(part, after, found)),
    }
}

/// Returns the continuations of an expression that `parts` follow.
pub(super) fn rest(parts: &[Expr], after: &[Expr]) -> Vec<Expr> {
    if parts.is_empty() {
        return after.to_vec();
    }
    let whole = sequence(parts.iter().cloned());
    let mut all = vec![whole.clone()];
    all.extend(after.iter().take(2).map(|k| sequence([whole.clone(), k.clone()])));
    if parts.len() > 1 {
        all.push(parts[0].clone());
    }
    all.retain(|k| k.size() <= LARGEST);
    all.truncate(CONTINUATIONS);
    all
}
