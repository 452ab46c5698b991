//! Rules that call themselves, with a bound for their nesting.

use super::{Expr, Grammar, Rule};
use crate::nested::{too_many_copies, COPIES};
use crate::Undecided;
use std::collections::{BTreeSet, HashMap};

impl Grammar {
    /// Returns rules that match as a rule does where at most `depth` calls of the `called` rules
    /// are open at once, as [`abnf::Grammar::unrolled`](crate::abnf::Grammar::unrolled): a call
    /// beyond that fails, and the match goes on as after any that failed.
    ///
    /// # Errors
    /// [`Undecided`] for more than 20,000 copies.
    ///
    /// # Cost
    /// The size of the rules for each number of calls.
    pub fn unrolled(
        &self,
        rule: &str,
        called: &[&str],
        depth: usize,
    ) -> Result<Grammar, Undecided> {
        let meaning = self.meaning();
        let called: BTreeSet<&str> = called.iter().copied().collect();
        let mut callers: HashMap<&str, Vec<&str>> = HashMap::new();
        for rule in &meaning.rules {
            for expr in [&rule.raw, &rule.optimized] {
                each_call(expr, &mut |name| callers.entry(name).or_default().push(&rule.name));
            }
        }
        let (mut comes_to, mut open) = (BTreeSet::new(), Vec::from_iter(called.iter().copied()));
        while let Some(name) = open.pop() {
            let new = callers.get(name).into_iter().flatten().copied();
            open.extend(new.filter(|caller| comes_to.insert(*caller)));
        }
        let name = |of: &str, left: usize| {
            let is_start = (of, left) == (rule, depth);
            if is_start || !comes_to.contains(of) {
                of.to_owned()
            } else {
                format!("{of}#{left}")
            }
        };
        let (mut rules, mut made) = (Vec::new(), BTreeSet::new());
        let mut open = vec![(rule.to_owned(), depth)];
        while let Some((of, left)) = open.pop() {
            let (Some(rule), true) = (meaning.rule(&of), made.insert(name(&of, left))) else {
                continue;
            };
            if made.len() > COPIES {
                return Err(too_many_copies());
            }
            let mut bounded = |expr: &Expr| {
                replaced(expr, &mut |used| {
                    let Some(left) = left.checked_sub(usize::from(called.contains(used))) else {
                        return Expr::nothing();
                    };
                    open.push((used.to_owned(), left));
                    Expr::Rule(name(used, left))
                })
            };
            let (raw, optimized) = (bounded(&rule.raw), bounded(&rule.optimized));
            rules.push(Rule {
                name: name(&of, left),
                raw,
                optimized,
                tagged: None,
                ..rule.clone()
            });
        }
        Ok(Grammar { is_explicit: true, ..Grammar::made(rules) })
    }
}

fn each_call<'e>(expr: &'e Expr, found: &mut impl FnMut(&'e str)) {
    if let Expr::Rule(name) = expr {
        found(name);
    }
    expr.parts().for_each(|part| each_call(part, found));
}

/// Returns an expression with others for its calls. The nesting of one expression bounds the
/// recursion.
fn replaced(expr: &Expr, of: &mut dyn FnMut(&str) -> Expr) -> Expr {
    match expr {
        Expr::Rule(name) => of(name),
        Expr::Sequence(parts) => {
            Expr::Sequence(parts.iter().map(|part| replaced(part, of)).collect())
        }
        Expr::Choice(parts) => Expr::Choice(parts.iter().map(|part| replaced(part, of)).collect()),
        Expr::Repeat { expr, min, max } => {
            Expr::Repeat { expr: Box::new(replaced(expr, of)), min: *min, max: *max }
        }
        Expr::And(inner) => Expr::And(Box::new(replaced(inner, of))),
        Expr::Not(inner) => Expr::Not(Box::new(replaced(inner, of))),
        // Whatever uses the stack of texts has no automaton, unrolled or not.
        other => other.clone(),
    }
}
