//! The least work that a rule takes, counted before the work is done.
//!
//! The builder builds a call once in front of each node. In
//!
//! ```text
//! r0 = r1 r1        r1 = r2 r2        r2 = "x"
//! ```
//!
//! the second `r1` is in front of another node than the first, and so are all calls inside of the
//! one and of the other: each rule takes twice the work of the next, and forty such rules take
//! 2^40. Two calls can only share their work if they are in front of the same node. Alternatives
//! end in front of one node, so that only the one with the most work counts. So do `x` and `*x` in
//! `x *x`, because a repetition continues in front of its own first node.

use super::{Expr, Grammar, NotBuiltIn};

/// The least work of building an expression.
#[derive(Clone, Copy)]
struct Work {
    /// The work of the expression itself, in each place.
    own: usize,
    /// The work of the calls, each in front of other nodes.
    calls: usize,
    /// Whether no call inside is in front of the first node of the expression. That node is then
    /// another one than the node behind the expression.
    is_fresh: bool,
}

/// Returns the least work of building a rule that is not recursive; 0 if it uses a rule that is
/// not defined. A rule that is not built in where it is called counts as one step.
pub(super) fn least_work(grammar: &Grammar, rule: usize, not_built_in: &NotBuiltIn<'_>) -> usize {
    let mut rules = vec![0; grammar.rules().len()];
    for called in grammar.questions().callees_first([rule]) {
        if called == rule || !not_built_in.contains_key(&called) {
            let Some(body) = work(&grammar.rules()[called].expr, grammar, &rules) else { return 0 };
            rules[called] = body.own.saturating_add(body.calls).saturating_add(1);
        }
    }
    rules[rule]
}

fn work(expr: &Expr, grammar: &Grammar, rules: &[usize]) -> Option<Work> {
    let one = Work { own: 1, calls: 0, is_fresh: true };
    let text = |length: usize| Work { own: 1 + length, is_fresh: length > 0, ..one };
    Some(match expr {
        Expr::Text(literal) | Expr::TextAnyCase(literal) => text(literal.len()),
        Expr::Values(values) => text(values.len()),
        Expr::Rule(name) => Work { calls: rules[grammar.index_of(name)?], ..one },
        Expr::Choice(parts) => {
            let mut all = one;
            for part in parts {
                let part = work(part, grammar, rules)?;
                all.own = all.own.saturating_add(part.own);
                all.calls = all.calls.max(part.calls);
                all.is_fresh &= part.is_fresh;
            }
            all
        }
        Expr::Sequence(parts) => {
            let mut all = Work { is_fresh: false, ..one };
            // The calls that can be in front of the same nodes.
            let mut same = 0;
            for part in parts.iter().rev() {
                let part = work(part, grammar, rules)?;
                all.own = all.own.saturating_add(part.own);
                if all.is_fresh {
                    all.calls = all.calls.saturating_add(same);
                    same = 0;
                }
                same = same.max(part.calls);
                all.is_fresh = part.is_fresh;
            }
            Work { calls: all.calls.saturating_add(same), ..all }
        }
        Expr::Repeat { min, max, expr, .. } => {
            let inner = work(expr, grammar, rules)?;
            // The body of a repetition without end is the first copy.
            let copies = max.unwrap_or((*min).max(1)) as usize;
            let apart = if inner.is_fresh { copies } else { copies.min(1) };
            Work {
                own: inner.own.saturating_mul(copies).saturating_add(1),
                calls: inner.calls.saturating_mul(apart),
                is_fresh: inner.is_fresh && copies > 0 && (max.is_some() || *min > 0),
            }
        }
        _ => text(1),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::abnf::nfa::Nfa;
    use crate::abnf::{Refused, Terminals};
    use crate::{Limits, Random};

    fn least(grammar: &Grammar) -> usize {
        least_work(grammar, 0, &NotBuiltIn::new())
    }

    fn is_built(grammar: &Grammar, nodes: usize) -> bool {
        let limits = Limits { nodes, ..Limits::default() };
        match Nfa::new(grammar, "r0", Terminals::CodePoints, &[], &[], limits) {
            Ok(_) => true,
            Err(Refused::Undecided(limit)) if limit.what == "nodes" => false,
            Err(error) => panic!("{error}"),
        }
    }

    /// No automaton is built with less than the least work, which is all of it for rules that call
    /// others twice.
    #[test]
    fn no_rule_takes_less() {
        let doubling: String = (0..9).map(|n| format!("r{n} = r{0} r{0}\n", n + 1)).collect();
        let doubling = Grammar::parse(&format!("{doubling}r9 = \"\"\n")).unwrap();
        assert!(is_built(&doubling, least(&doubling)) && least(&doubling) > 4 << 9);
        let mut random = Random::seeded(58);
        for _ in 0..3_000 {
            let rules: String =
                (0..6).map(|n| format!("r{n} = {}\n", expression(&mut random, n, 3))).collect();
            let grammar = Grammar::parse(&rules).unwrap();
            assert!(!is_built(&grammar, least(&grammar) - 1), "{} in\n{rules}", least(&grammar));
        }
        let undefined = Grammar::parse("r0 = 9r1\nr1 = 9r2\n").unwrap();
        assert_eq!(least(&undefined), 0);
    }

    /// Returns an expression that uses rules behind one.
    fn expression(random: &mut Random, rule: usize, depth: usize) -> String {
        let inner = |random: &mut Random| expression(random, rule, depth - 1);
        match if depth == 0 { random.below(4) } else { random.below(12) } {
            0 => "\"x\"".to_owned(),
            1 => "\"\"".to_owned(),
            2 => "%x61-7A".to_owned(),
            3 | 4 if rule < 5 => format!("r{}", rule + 1 + random.below(5 - rule)),
            5 => format!("[ {} ]", inner(random)),
            6 => format!("*( {} )", inner(random)),
            7 => format!("1*( {} )", inner(random)),
            8 => format!("{}*2( {} )", random.below(3), inner(random)),
            9 => format!("( {} / {} )", inner(random), inner(random)),
            _ if depth == 0 => "\"y\"".to_owned(),
            _ => format!("( {} {} )", inner(random), inner(random)),
        }
    }
}
