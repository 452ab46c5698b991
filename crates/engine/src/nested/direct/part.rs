//! Expressions in the form that is written as steps.
//!
//! Counted repetitions are written out, texts of one character are sets, and what uses the stack of
//! texts has no steps.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::nested::expr::{Expr, Rules};
use crate::nested::set::{Set, Sets};

/// The deepest nesting of an expression. Grammars have at most 100 levels, and skipping adds some.
const DEEPEST: usize = 300;
/// The most expressions of all rules.
const MOST: usize = 1 << 18;

/// Returns the expression of each rule; `None` if it uses the stack of texts, or is too large.
pub(super) fn read(program: &Rules, sets: &mut Sets) -> Vec<Option<Expr>> {
    let mut reader = Reader { program, sets, left: MOST };
    program.rules.iter().map(|rule| reader.expr(&rule.expr, 0)).collect()
}

struct Reader<'a> {
    program: &'a Rules,
    sets: &'a mut Sets,
    left: usize,
}

impl Reader<'_> {
    fn expr(&mut self, expr: &Expr, depth: usize) -> Option<Expr> {
        self.left = self.left.checked_sub(1).filter(|_| depth < DEEPEST)?;
        Some(match expr {
            Expr::Text(number) | Expr::TextAnyCase(number) => self.text(expr, *number)?,
            Expr::Set(set) if self.program.sets.get(*set as usize).is_none() => return None,
            Expr::Rule(rule) if self.program.rules.get(*rule as usize).is_none() => Expr::FAIL,
            Expr::Set(_) | Expr::Rule(_) | Expr::Start | Expr::End(_) => expr.clone(),
            Expr::Sequence(parts) => sequence(self.all(parts, depth)?, self.sets),
            Expr::Choice(parts) => choice(self.all(parts, depth)?, self.sets),
            Expr::Repeat(inner, min, max) => {
                let mut parts = Vec::new();
                for _ in 0..*min {
                    parts.push(self.expr(inner, depth + 1)?);
                }
                parts.push(match max {
                    None => star(self.expr(inner, depth + 1)?),
                    Some(max) => self.up_to(inner, max.saturating_sub(*min), depth + 1)?,
                });
                sequence(parts, self.sets)
            }
            Expr::And(inner) => Expr::And(Box::new(self.expr(inner, depth + 1)?)),
            Expr::Not(inner) => Expr::Not(Box::new(self.expr(inner, depth + 1)?)),
            _ => return None,
        })
    }

    fn all(&mut self, parts: &[Expr], depth: usize) -> Option<Vec<Expr>> {
        parts.iter().map(|part| self.expr(part, depth + 1)).collect()
    }

    /// Returns rounds that all give up to the same place.
    fn up_to(&mut self, inner: &Expr, rounds: u32, depth: usize) -> Option<Expr> {
        let mut all = Expr::EMPTY;
        for round in 0..rounds {
            let one = self.expr(inner, depth + round as usize)?;
            let parts = if round == 0 { vec![one] } else { vec![one, all] };
            all = Expr::Choice(vec![sequence(parts, self.sets), Expr::EMPTY]);
        }
        Some(all)
    }

    fn text(&mut self, expr: &Expr, number: u32) -> Option<Expr> {
        let mut chars = self.program.texts.get(number as usize)?.chars();
        Some(match (chars.next(), chars.next()) {
            (None, _) => Expr::EMPTY,
            (Some(c), None) => {
                let any_case = [c.to_ascii_uppercase(), c.to_ascii_lowercase()];
                let cases = if *expr == Expr::Text(number) { [c; 2] } else { any_case };
                Expr::Set(self.sets.number(Set::new(cases.map(|c| (c, c)))))
            }
            _ => expr.clone(),
        })
    }
}

fn star(inner: Expr) -> Expr {
    Expr::Repeat(Box::new(inner), 0, None)
}

/// Returns a sequence, in which a set before which another one must not match is their
/// difference, and what may be skipped before each round is skipped behind it.
fn sequence(parts: Vec<Expr>, sets: &mut Sets) -> Expr {
    let mut all: Vec<Expr> = Vec::new();
    for part in parts {
        match (all.last(), part) {
            (Some(Expr::Not(no)), Expr::Set(set)) if matches!(**no, Expr::Set(_)) => {
                let Expr::Set(no) = **no else { continue };
                let rest = sets.without(set, no);
                all.pop();
                all.push(Expr::Set(rest));
            }
            (_, Expr::Sequence(inner)) => all.extend(inner),
            (_, part) => all.push(part),
        }
    }
    let mut at = 1;
    while at < all.len() {
        if matches!(&all[at], Expr::Repeat(one, ..) if matches!(**one, Expr::Set(_)))
            && skips_first(&all[at - 1], &all[at])
        {
            let is_behind = at > 1 && all[at - 2] == all[at];
            let (skip, part) = (all.remove(at), all.remove(at - 1));
            let parts = skipped_behind(part, &skip, is_behind, sets);
            all.splice(at - 1..at - 1, parts);
        }
        at += 1;
    }
    if all.len() == 1 {
        all.remove(0)
    } else {
        Expr::Sequence(all)
    }
}

/// Returns true if rounds at the end of an expression begin with what may be skipped behind it.
fn skips_first(part: &Expr, skip: &Expr) -> bool {
    match part {
        Expr::Repeat(inner, ..) => {
            matches!(&**inner, Expr::Sequence(parts) if parts.len() > 1 && parts[0] == *skip)
        }
        Expr::Sequence(parts) => parts.last().is_some_and(|last| skips_first(last, skip)),
        Expr::Choice(parts) => parts.iter().any(|part| skips_first(part, skip)),
        _ => false,
    }
}

/// Returns the parts of an expression and a run of what may be skipped, as in
///
/// ```text
/// (" "* ~ "," ~ item)* ~ " "*   =   " "* ~ ("," ~ item ~ " "*)*
/// ```
///
/// A round that fails goes back to the blanks before it, and the run reads them again. A run cannot
/// fail, so that each alternative of a choice can have it.
fn skipped_behind(part: Expr, skip: &Expr, is_behind: bool, sets: &mut Sets) -> Vec<Expr> {
    match part {
        Expr::Repeat(inner, ..) => {
            let mut parts = match *inner {
                Expr::Sequence(parts) => parts,
                one => vec![one],
            };
            parts.remove(0);
            parts.push(skip.clone());
            vec![skip.clone(), star(sequence(parts, sets))]
        }
        Expr::Choice(parts) => {
            let mut chosen = Vec::new();
            for part in parts {
                // Where blanks were read before, no blank is left.
                chosen.push(if is_behind && part == Expr::EMPTY {
                    part
                } else {
                    sequence(vec![part, skip.clone()], sets)
                });
            }
            vec![choice(chosen, sets)]
        }
        part => vec![part, skip.clone()],
    }
}

/// Returns a choice, in which sets beside each other are one.
fn choice(parts: Vec<Expr>, sets: &mut Sets) -> Expr {
    let mut all: Vec<Expr> = Vec::new();
    for part in parts {
        match (all.last_mut(), part) {
            (Some(Expr::Set(last)), Expr::Set(set)) => *last = sets.both(*last, set),
            (_, Expr::Choice(inner)) => all.extend(inner),
            (_, part) => all.push(part),
        }
    }
    if let [Expr::Sequence(first), Expr::Sequence(none)] = &all[..] {
        // A round and more rounds, or none, are rounds.
        if let Some((Expr::Repeat(round, ..), once)) =
            first.split_last().filter(|_| none.is_empty())
        {
            if matches!(&**round, Expr::Sequence(parts) if parts[..] == *once) {
                return star((**round).clone());
            }
        }
    }
    if all.len() == 1 {
        all.remove(0)
    } else {
        Expr::Choice(all)
    }
}

/// Returns an expression where rules that leave no node and are a set are that set.
pub(super) fn simplified(
    part: Expr,
    sets: &mut Sets,
    set_of: &impl Fn(u32) -> Option<u32>,
) -> Expr {
    let mut all = |parts: Vec<Expr>| -> Vec<Expr> {
        parts.into_iter().map(|part| simplified(part, sets, set_of)).collect()
    };
    match part {
        Expr::Rule(rule) => set_of(rule).map_or(Expr::Rule(rule), Expr::Set),
        Expr::Sequence(parts) => {
            let parts = all(parts);
            sequence(parts, sets)
        }
        Expr::Choice(parts) => {
            let parts = all(parts);
            choice(parts, sets)
        }
        Expr::Repeat(inner, ..) => star(simplified(*inner, sets, set_of)),
        Expr::And(inner) => Expr::And(Box::new(simplified(*inner, sets, set_of))),
        Expr::Not(inner) => Expr::Not(Box::new(simplified(*inner, sets, set_of))),
        part => part,
    }
}
