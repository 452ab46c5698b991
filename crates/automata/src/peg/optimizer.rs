//! The optimizations that pest makes of rules before it runs them, in time linear in the grammar.
//!
//! pest works on trees of two operands each, which lean to the right: `a ~ b ~ c` is `a ~ (b ~ c)`.
//! Here such a tree is one list, whose last part is not a list of the same kind. A part before it
//! may be one: `a{2} ~ b` is unrolled to `(a ~ a) ~ b`.
//!
//! | | before | after |
//! | --- | --- | --- |
//! | skip, in atomic rules | `(!word ~ ANY)*` with `word = { "a" \| "b" }` | `(!("a" \| "b") ~ ANY)*` |
//! | unroll | `a{1,2}` | `a ~ a?` |
//! | concatenate, in atomic rules | `c ~ "a" ~ "b"` | `c ~ "ab"` |
//! | factor | `a ~ b \| a ~ c` | `a ~ (b \| c)` |
//! | list | `(a ~ b)* ~ a` | `a ~ (b ~ a)*` |
//! | restore | `PUSH(a) \| b` | `RESTORE(PUSH(a)) \| b` |
//!
//! The fourth looks at the last two alternatives of a choice, the fifth at all that follows a
//! repetition. Some change the language of a rule, so that the order and each condition are pest's.

use super::{Expr, Kind, Stack};
use crate::questions::Rules;
use std::collections::{HashMap, VecDeque};
use std::mem::discriminant;

/// The largest number of stops of a rule that skips to them.
const MAX_STOPS: usize = 10_000;

/// Optimizes the expression of a rule. `rules` are those of the grammar as they are written.
pub(super) fn optimized(expr: Expr, kind: Kind, rules: &HashMap<&str, &Expr>) -> Expr {
    let is_atomic = kind == Kind::Atomic;
    let expr = if is_atomic { skipping(expr, rules) } else { expr };
    let expr = unrolled(expr);
    let expr = if is_atomic { concatenated(expr) } else { expr };
    listed(factored(expr, is_atomic || kind == Kind::CompoundAtomic))
}

/// Returns a chain of parts; a single one is itself.
fn chain(mut parts: Vec<Expr>, of: fn(Vec<Expr>) -> Expr) -> Expr {
    if parts.len() == 1 {
        return parts.remove(0);
    }
    match (of(Vec::new()), parts.pop()) {
        (Expr::Sequence(_), Some(Expr::Sequence(inner)))
        | (Expr::Choice(_), Some(Expr::Choice(inner))) => parts.extend(inner),
        (_, last) => parts.extend(last),
    }
    of(parts)
}

/// Changes each part of an expression.
fn inside(expr: Expr, change: &mut dyn FnMut(Expr) -> Expr) -> Expr {
    match expr {
        Expr::Sequence(parts) => chain(parts.into_iter().map(change).collect(), Expr::Sequence),
        Expr::Choice(parts) => chain(parts.into_iter().map(change).collect(), Expr::Choice),
        Expr::Repeat { expr, min, max, .. } => Expr::repeat(change(*expr), min, max),
        Expr::And(inner) => Expr::And(Box::new(change(*inner))),
        Expr::Not(inner) => Expr::Not(Box::new(change(*inner))),
        Expr::Stack(Stack::Push(inner)) => Expr::Stack(Stack::Push(Box::new(change(*inner)))),
        other => other,
    }
}

/// Writes the stops of `(!stops ~ ANY)*` out. No later step looks into what restores the stack, so
/// that this marks the repetition until [`restoring`].
fn skipping(expr: Expr, rules: &HashMap<&str, &Expr>) -> Expr {
    if let Expr::Repeat { expr: repeated, min: 0, max: None, .. } = &expr {
        if let Expr::Sequence(parts) = &**repeated {
            if let [Expr::Not(stop), any @ Expr::Rule(name)] = &parts[..] {
                let mut stops = Vec::new();
                if name == "ANY" && add_stops(stop, rules, &mut stops) {
                    let stops = Expr::Choice(stops.into_iter().map(Expr::Text).collect());
                    let parts = vec![Expr::Not(Box::new(stops)), any.clone()];
                    let skip = Expr::repeat(Expr::Sequence(parts), 0, None);
                    return Expr::Stack(Stack::Restore(Box::new(skip)));
                }
            }
        }
    }
    inside(expr, &mut |part| skipping(part, rules))
}

/// Adds the texts that an expression is a choice of; false if it is anything else.
fn add_stops(expr: &Expr, rules: &HashMap<&str, &Expr>, stops: &mut Vec<String>) -> bool {
    match expr {
        Expr::Text(text) => {
            stops.push(text.clone());
            true
        }
        Expr::Rule(name) => add_stops_of(name, rules, stops),
        Expr::Choice(parts) => parts.iter().all(|part| {
            matches!(part, Expr::Text(_) | Expr::Rule(_)) && add_stops(part, rules, stops)
        }),
        _ => false,
    }
}

/// Adds the texts of a rule. pest finds them in a choice of two. The second may itself be a choice.
fn add_stops_of(name: &str, rules: &HashMap<&str, &Expr>, stops: &mut Vec<String>) -> bool {
    let mut next = rules.get(name).copied();
    while let Some(expr) = next {
        if stops.len() > MAX_STOPS {
            return false;
        }
        let first = match expr {
            Expr::Choice(parts) if parts.len() == 2 => {
                next = Some(&parts[1]);
                &parts[0]
            }
            Expr::Choice(_) => return false,
            _ => {
                next = None;
                expr
            }
        };
        let is_stop = match first {
            Expr::Text(text) => {
                stops.push(text.clone());
                true
            }
            Expr::Rule(name) => add_stops_of(name, rules, stops),
            _ => false,
        };
        if !is_stop || next.is_none() {
            return is_stop;
        }
    }
    false
}

fn unrolled(expr: Expr) -> Expr {
    match inside(expr, &mut unrolled) {
        Expr::Repeat { expr, min, max, .. }
            if (min, max) != (0, None) && (min, max) != (0, Some(1)) =>
        {
            let copies = |count, expr| std::iter::repeat_n(expr, count as usize);
            let rest = match max {
                Some(max) => {
                    copies(max.saturating_sub(min), Expr::repeat((*expr).clone(), 0, Some(1)))
                }
                None => copies(1, Expr::repeat((*expr).clone(), 0, None)),
            };
            chain(copies(min, *expr).chain(rest).collect(), Expr::Sequence)
        }
        other => other,
    }
}

/// Joins the texts at the end of each sequence.
fn concatenated(expr: Expr) -> Expr {
    match inside(expr, &mut concatenated) {
        Expr::Sequence(mut parts) => {
            let is_text = |part: &&Expr| {
                matches!(part, Expr::Text(_) | Expr::TextAnyCase(_))
                    && parts.last().map(discriminant) == Some(discriminant(*part))
            };
            let from = parts.len() - parts.iter().rev().take_while(is_text).count();
            let texts = parts.split_off(from);
            parts.extend(texts.into_iter().reduce(|left, right| match (left, right) {
                (Expr::Text(left), Expr::Text(right)) => Expr::Text(left + &right),
                (Expr::TextAnyCase(left), Expr::TextAnyCase(right)) => {
                    Expr::TextAnyCase(left + &right)
                }
                (_, right) => right,
            }));
            chain(parts, Expr::Sequence)
        }
        other => other,
    }
}

/// Takes the beginning that the last alternatives share out of each choice, from the outside in.
fn factored(expr: Expr, is_atomic: bool) -> Expr {
    let Expr::Choice(parts) = expr else { return factored_inside(expr, is_atomic) };
    let (mut done, mut waiting) = (Vec::new(), VecDeque::from(parts));
    while let Some(first) = waiting.pop_front() {
        let is_last = waiting.len() == 1;
        let begins_last = |first: &Expr| match waiting.front() {
            Some(Expr::Sequence(parts)) if is_last => parts.first() == Some(first),
            _ => false,
        };
        match first {
            Expr::Sequence(mut left) if begins_last(&left[0]) => {
                let Some(Expr::Sequence(mut right)) = waiting.pop_front() else { continue };
                let rest = [left.split_off(1), right.split_off(1)];
                let rest = rest.map(|parts| chain(parts, Expr::Sequence)).to_vec();
                left.push(chain(rest, Expr::Choice));
                done.push(factored_inside(chain(left, Expr::Sequence), is_atomic));
            }
            // `a ~ b | a` is `a ~ b?` where nothing is skipped between the two.
            Expr::Sequence(mut left)
                if is_atomic
                    && !(is_last && matches!(waiting.front(), Some(Expr::Sequence(_))))
                    && is_chain(&left[0], &waiting, &Expr::Choice(Vec::new())) =>
            {
                let rest = chain(left.split_off(1), Expr::Sequence);
                left.push(Expr::repeat(rest, 0, Some(1)));
                waiting.clear();
                done.push(factored_inside(Expr::Sequence(left), is_atomic));
            }
            // `a ~ b` never matches where `a` did not.
            first if !matches!(first, Expr::Sequence(_)) && begins_last(&first) => {
                waiting.clear();
                done.push(factored_inside(first, is_atomic));
            }
            first => done.push(factored(first, is_atomic)),
        }
    }
    chain(done, Expr::Choice)
}

fn factored_inside(expr: Expr, is_atomic: bool) -> Expr {
    inside(expr, &mut |part| factored(part, is_atomic))
}

/// Returns true if an expression is the chain of some parts, of the kind of another one.
fn is_chain(expr: &Expr, parts: &VecDeque<Expr>, kind: &Expr) -> bool {
    match expr {
        _ if parts.len() == 1 => parts.front() == Some(expr),
        Expr::Sequence(inner) | Expr::Choice(inner) => {
            discriminant(expr) == discriminant(kind) && inner.iter().eq(parts)
        }
        _ => false,
    }
}

/// Makes `a ~ (b ~ a)*` of `(a ~ b)* ~ a`, from the inside out.
fn listed(expr: Expr) -> Expr {
    let mut parts = match inside(expr, &mut listed) {
        Expr::Sequence(parts) => parts,
        other => return other,
    };
    let mut rest: VecDeque<Expr> = parts.pop().into_iter().collect();
    let none = Expr::Sequence(Vec::new());
    while let Some(part) = parts.pop() {
        match part {
            Expr::Repeat { expr, min: 0, max: None, .. } => match *expr {
                Expr::Sequence(mut inner) if is_chain(&inner[0], &rest, &none) => {
                    let mut repeated = vec![chain(inner.split_off(1), Expr::Sequence)];
                    repeated.extend(rest);
                    let repeated = Expr::repeat(chain(repeated, Expr::Sequence), 0, None);
                    rest = inner.into_iter().chain([repeated]).collect();
                }
                other => rest.push_front(Expr::repeat(other, 0, None)),
            },
            other => rest.push_front(other),
        }
    }
    chain(rest.into(), Expr::Sequence)
}

/// Restores the stack of texts where an alternative or a repetition fails that may change it.
/// Takes the rules with their names.
pub(super) fn restoring(rules: Vec<(&str, Expr)>) -> Vec<Expr> {
    let numbers: HashMap<&str, usize> =
        rules.iter().enumerate().map(|(number, (name, _))| (*name, number)).collect();
    let number = |name: &str| numbers.get(name).copied();
    let open: Vec<usize> =
        (0..rules.len()).filter(|&rule| changes(&rules[rule].1, &|_| false)).collect();
    let is_changing = Rules::new(rules.iter().map(|(_, expr)| expr), number).users(open);
    let changes =
        |expr: &Expr| changes(expr, &|name| number(name).is_some_and(|rule| is_changing[rule]));
    rules.into_iter().map(|(_, expr)| restored(expr, &changes)).collect()
}

/// Returns true if an expression changes the stack of texts. pest counts neither `POP_ALL` nor what
/// is restored already.
fn changes(expr: &Expr, rule: &dyn Fn(&str) -> bool) -> bool {
    match expr {
        Expr::Stack(Stack::Push(_) | Stack::Pop | Stack::Drop) => true,
        Expr::Stack(Stack::Restore(_)) => false,
        Expr::Rule(name) => rule(name),
        _ => expr.parts().iter().any(|part| changes(part, rule)),
    }
}

fn restored(expr: Expr, changes: &dyn Fn(&Expr) -> bool) -> Expr {
    if let Expr::Stack(Stack::Restore(skip)) = expr {
        return *skip;
    }
    let restore = |expr: Expr| Expr::Stack(Stack::Restore(Box::new(expr)));
    let wrapped = |expr: Expr| if changes(&expr) { restore(expr) } else { expr };
    match inside(expr, &mut |part| restored(part, changes)) {
        Expr::Repeat { expr, min, max, .. } => Expr::repeat(wrapped(*expr), min, max),
        Expr::Choice(parts) => Expr::Choice(parts.into_iter().map(wrapped).collect()),
        other => other,
    }
}
