//! Recursive rules, and whether a finite automaton can follow them.

use super::{Error, Expr, Grammar, Stack, Which};

/// One call of a rule by another.
struct Call {
    callee: usize,
    /// True if nothing was consumed before it.
    first: bool,
    /// True if an expression remains to be matched after it.
    pending: bool,
    /// True if it is in a lookahead, so that nothing outside of it remains to be matched.
    ahead: bool,
}

/// Rejects rules that the roots use and no finite automaton can follow.
pub(super) fn check(grammar: &Grammar, which: Which, roots: &[usize]) -> Result<(), Error> {
    let nullable = nullable_rules(grammar, which);
    let calls = |rule: usize| {
        let mut walk = Walk { grammar, nullable: &nullable, calls: Vec::new(), endless: false };
        walk.expr(grammar.rules[rule].expr(which), true, false, false);
        (walk.calls, walk.endless)
    };
    let rules = reachable(grammar, which, roots);
    let mut graph: Vec<Vec<Call>> = (0..grammar.rules.len()).map(|_| Vec::new()).collect();
    for &rule in &rules {
        check_stack(grammar, which, rule)?;
        let (called, endless) = calls(rule);
        if endless {
            return Err(Error::EndlessRepetition {
                rule: grammar.rules[rule].shown_name().to_owned(),
            });
        }
        graph[rule] = called;
    }
    for &rule in &rules {
        for call in &graph[rule] {
            if call.first {
                if let Some(cycle) = path(&graph, call.callee, rule, |call| call.first) {
                    return Err(Error::LeftRecursion { cycle: names(grammar, &cycle) });
                }
            }
            // A lookahead starts afresh, so only cycles outside of any lookahead pile up
            // expressions.
            if call.pending && !call.ahead {
                if let Some(cycle) = path(&graph, call.callee, rule, |call| !call.ahead) {
                    return Err(Error::Recursion { cycle: names(grammar, &cycle) });
                }
            }
        }
    }
    Ok(())
}

/// Refuses a rule that contains an operation on the stack.
fn check_stack(grammar: &Grammar, which: Which, rule: usize) -> Result<(), Error> {
    let rule = &grammar.rules[rule];
    let mut open = vec![rule.expr(which)];
    while let Some(expr) = open.pop() {
        match expr {
            Expr::Stack(Stack::Restore(_)) => {}
            Expr::Stack(stack) => {
                let construct = stack.name().to_owned();
                return Err(Error::Unsupported { rule: rule.shown_name().to_owned(), construct });
            }
            _ => {}
        }
        open.extend(expr.parts());
    }
    Ok(())
}

/// Returns the rules that the roots use, themselves included, callees before callers except in
/// cycles.
pub(super) fn reachable(grammar: &Grammar, which: Which, roots: &[usize]) -> Vec<usize> {
    let mut seen = vec![false; grammar.rules.len()];
    let mut order = Vec::new();
    for &root in roots {
        let mut work = vec![(root, false)];
        while let Some((rule, done)) = work.pop() {
            if done {
                order.push(rule);
            } else if !std::mem::replace(&mut seen[rule], true) {
                work.push((rule, true));
                let mut called = Vec::new();
                callees(grammar, grammar.rules[rule].expr(which), &mut called);
                work.extend(
                    called
                        .into_iter()
                        .filter(|&callee| !seen[callee])
                        .map(|callee| (callee, false)),
                );
            }
        }
    }
    order
}

fn callees(grammar: &Grammar, expr: &Expr, out: &mut Vec<usize>) {
    match expr {
        Expr::Rule(name) => out.extend(grammar.by_name.get(name)),
        _ => expr.parts().for_each(|part| callees(grammar, part, out)),
    }
}

/// Returns the path from the callee back to the caller along the calls that count, with the caller
/// repeated at the front.
fn path(
    graph: &[Vec<Call>],
    from: usize,
    to: usize,
    counts: impl Fn(&Call) -> bool,
) -> Option<Vec<usize>> {
    let mut came_from = vec![None; graph.len()];
    let mut seen = vec![false; graph.len()];
    seen[from] = true;
    let mut work = std::collections::VecDeque::from([from]);
    while let Some(rule) = work.pop_front() {
        if rule == to {
            let mut back = vec![to];
            let mut at = to;
            while let Some(previous) = came_from[at] {
                back.push(previous);
                at = previous;
            }
            back.push(to);
            back.reverse();
            return Some(back);
        }
        for call in graph[rule].iter().filter(|call| counts(call)) {
            if !std::mem::replace(&mut seen[call.callee], true) {
                came_from[call.callee] = Some(rule);
                work.push_back(call.callee);
            }
        }
    }
    None
}

fn names(grammar: &Grammar, cycle: &[usize]) -> Vec<String> {
    cycle.iter().map(|&rule| grammar.rules[rule].shown_name().to_owned()).collect()
}

/// Returns for each rule whether it may succeed without consuming anything. An uncertain rule may.
fn nullable_rules(grammar: &Grammar, which: Which) -> Vec<bool> {
    let mut nullable = vec![false; grammar.rules.len()];
    loop {
        let before = nullable.clone();
        for (index, rule) in grammar.rules.iter().enumerate() {
            nullable[index] = nullable[index] || is_nullable(grammar, &nullable, rule.expr(which));
        }
        if nullable == before {
            return nullable;
        }
    }
}

fn is_nullable(grammar: &Grammar, nullable: &[bool], expr: &Expr) -> bool {
    match expr {
        Expr::Text(text) | Expr::TextAnyCase(text) => text.is_empty(),
        Expr::Class(_) => false,
        Expr::Rule(name) => grammar.by_name.get(name).is_some_and(|&rule| nullable[rule]),
        Expr::Sequence(parts) => parts.iter().all(|part| is_nullable(grammar, nullable, part)),
        Expr::Choice(parts) => parts.iter().any(|part| is_nullable(grammar, nullable, part)),
        Expr::Repeat { expr, min, .. } => *min == 0 || is_nullable(grammar, nullable, expr),
        Expr::And(_) | Expr::Not(_) | Expr::StartOfInput | Expr::EndOfInput => true,
        // What is on the stack may be empty.
        Expr::Stack(_) => true,
    }
}

struct Walk<'a> {
    grammar: &'a Grammar,
    nullable: &'a [bool],
    calls: Vec<Call>,
    endless: bool,
}

impl Walk<'_> {
    fn expr(&mut self, expr: &Expr, first: bool, pending: bool, ahead: bool) {
        match expr {
            Expr::Rule(name) => {
                if let Some(&callee) = self.grammar.by_name.get(name) {
                    self.calls.push(Call { callee, first, pending, ahead });
                }
            }
            Expr::Sequence(parts) => {
                let mut first = first;
                for (index, part) in parts.iter().enumerate() {
                    self.expr(part, first, pending || index + 1 < parts.len(), ahead);
                    first = first && is_nullable(self.grammar, self.nullable, part);
                }
            }
            Expr::Choice(parts) => {
                parts.iter().for_each(|part| self.expr(part, first, pending, ahead));
            }
            Expr::Repeat { expr, max, .. } => {
                self.endless |= max.is_none() && is_nullable(self.grammar, self.nullable, expr);
                self.expr(expr, first, pending || *max != Some(1), ahead);
            }
            Expr::And(expr) | Expr::Not(expr) => self.expr(expr, first, pending, true),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::Rule;
    use std::collections::HashSet;

    /// Rules that are made come here without pest's checks.
    #[test]
    fn lookaheads_count_for_endless_matches() {
        let defined = HashSet::from(["a".to_owned()]);
        let check = |expr: Expr| {
            let made = Rule::made("a", expr, &defined).unwrap();
            check(&Grammar::made(vec![made]), Which::Raw, &[0])
        };
        let boxed = |expr: &Expr| Box::new(expr.clone());
        let (text, call) = (Expr::Text("x".to_owned()), Expr::Rule("a".to_owned()));
        let empty = Expr::Repeat { expr: boxed(&text), min: 0, max: Some(1) };
        let endless = Expr::Repeat { expr: boxed(&empty), min: 0, max: None };
        for ahead in [Expr::And, Expr::Not] {
            // It asks for itself before it has read anything.
            let left = check(Expr::Sequence(vec![ahead(boxed(&call)), text.clone()]));
            assert!(matches!(left, Err(Error::LeftRecursion { .. })), "{left:?}");
            let endless = check(ahead(boxed(&endless)));
            assert!(matches!(endless, Err(Error::EndlessRepetition { .. })), "{endless:?}");
            // Behind a character, and with nothing to be matched after it, an automaton can follow.
            let right = Expr::Sequence(vec![text.clone(), ahead(boxed(&call)), text.clone()]);
            assert!(check(right).is_ok());
        }
    }
}
