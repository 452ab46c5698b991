//! An ABNF rule as a parsing expression, operator by operator: the literal copy.

use crate::abnf;
use crate::peg::{CharSet, Expr};

/// Returns the copy of an expression. `name` gives the PEG's name of each rule that is used.
pub(super) fn copy(expr: &abnf::Expr, name: &impl Fn(&str) -> String) -> Expr {
    match expr {
        abnf::Expr::Alternation(parts) => either(parts.iter().map(|part| copy(part, name))),
        abnf::Expr::Concatenation(parts) => sequence(parts.iter().map(|part| copy(part, name))),
        abnf::Expr::Repetition { max: Some(0), .. } => Expr::Text(String::new()),
        abnf::Expr::Repetition { min: 1, max: Some(1), expr } => copy(expr, name),
        abnf::Expr::Repetition { min, max, expr } => repeat(copy(expr, name), *min, *max),
        abnf::Expr::Optional(expr) => repeat(copy(expr, name), 0, Some(1)),
        abnf::Expr::Rule(used) => Expr::Rule(name(used)),
        abnf::Expr::Literal { text, case_sensitive } => {
            let any = !case_sensitive && text.bytes().any(|byte| byte.is_ascii_alphabetic());
            if any {
                Expr::TextAnyCase(text.clone())
            } else {
                Expr::Text(text.clone())
            }
        }
        abnf::Expr::Values(values) => {
            let text: Option<String> = values.iter().map(|&value| char::from_u32(value)).collect();
            text.map_or_else(Expr::nothing, Expr::Text)
        }
        abnf::Expr::Range(low, high) if low == high => {
            char::from_u32(*low).map_or_else(Expr::nothing, one)
        }
        abnf::Expr::Range(low, high) => {
            let set = CharSet::from_scalars(vec![(*low, *high)]);
            if set.ranges().next().is_none() {
                return Expr::nothing();
            }
            let classes: Vec<Expr> =
                set.ranges().map(|range| Expr::Class(CharSet::from_ranges([range]))).collect();
            either(classes)
        }
    }
}

pub(super) fn one(c: char) -> Expr {
    Expr::Text(c.to_string())
}

pub(super) fn repeat(expr: Expr, min: u32, max: Option<u32>) -> Expr {
    Expr::Repeat { expr: Box::new(expr), min, max }
}

/// Returns one after the other, as one flat sequence.
pub(super) fn sequence(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Sequence(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Expr::Sequence(flat)
    }
}

/// Returns the first of these that matches, as one flat choice.
pub(super) fn either(parts: impl IntoIterator<Item = Expr>) -> Expr {
    let mut flat = Vec::new();
    for part in parts {
        match part {
            Expr::Choice(inner) => flat.extend(inner),
            part => flat.push(part),
        }
    }
    if flat.len() == 1 {
        flat.remove(0)
    } else {
        Expr::Choice(flat)
    }
}

pub(super) fn not(expr: Expr) -> Expr {
    Expr::Not(Box::new(expr))
}

pub(super) fn and(expr: Expr) -> Expr {
    Expr::And(Box::new(expr))
}
