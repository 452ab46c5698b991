//! Recursive rules, and whether a finite automaton can follow them.

use super::{Error, Expr, Grammar, Stack, Which};
use crate::questions::{Circles, Question, Rules};
use crate::shortest::shortest;

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
    let questions = grammar.questions(which);
    let rules = questions.callees_first(roots.iter().copied());
    let empty = questions.answers_of(Question::Empty, &rules);
    let calls = |rule: usize| {
        let (calls, endless) = (Vec::new(), false);
        let mut walk = Walk { questions: &questions, empty: &empty, calls, endless };
        walk.expr(questions.exprs[rule], true, false, false);
        (walk.calls, walk.endless)
    };
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
    let circles = |counts: fn(&Call) -> bool| {
        let called = |calls: &Vec<Call>| {
            calls.iter().filter(|call| counts(call)).map(|call| call.callee).collect()
        };
        Circles::of(&graph.iter().map(called).collect::<Vec<_>>())
    };
    let (first, open) = (circles(|call| call.first), circles(|call| !call.ahead));
    for &rule in &rules {
        for call in &graph[rule] {
            if call.first && first.comes_back(rule, call.callee) {
                if let Some(cycle) = path(&graph, call.callee, rule, |call| call.first) {
                    return Err(Error::LeftRecursion { cycle: names(grammar, &cycle) });
                }
            }
            // A lookahead starts afresh, so only cycles outside of any lookahead pile up
            // expressions.
            if call.pending && !call.ahead && open.comes_back(rule, call.callee) {
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

/// Returns the path from the callee back to the caller along the calls that count, with the caller
/// repeated at the front.
fn path(
    graph: &[Vec<Call>],
    from: usize,
    to: usize,
    counts: impl Fn(&Call) -> bool,
) -> Option<Vec<usize>> {
    let steps = |rule: usize| {
        let calls = graph[rule].iter().filter(|call| counts(call));
        calls.map(|call| (Some(call.callee), call.callee)).collect()
    };
    let way = shortest(from, |rule| rule == to, steps)?;
    Some([to, from].into_iter().chain(way).collect())
}

fn names(grammar: &Grammar, cycle: &[usize]) -> Vec<String> {
    cycle.iter().map(|&rule| grammar.rules[rule].shown_name().to_owned()).collect()
}

struct Walk<'a> {
    questions: &'a Rules<'a>,
    /// True for each rule that may succeed without consuming anything.
    empty: &'a [bool],
    calls: Vec<Call>,
    endless: bool,
}

impl Walk<'_> {
    fn is_empty(&self, expr: &Expr) -> bool {
        self.questions.answer(Question::Empty, expr, self.empty)
    }

    fn expr(&mut self, expr: &Expr, first: bool, pending: bool, ahead: bool) {
        match expr {
            Expr::Rule(_) => {
                let called = self.questions.called(expr).into_iter();
                self.calls.extend(called.map(|callee| Call { callee, first, pending, ahead }));
            }
            Expr::Sequence(parts) => {
                let mut first = first;
                for (index, part) in parts.iter().enumerate() {
                    self.expr(part, first, pending || index + 1 < parts.len(), ahead);
                    first = first && self.is_empty(part);
                }
            }
            Expr::Choice(parts) => {
                parts.iter().for_each(|part| self.expr(part, first, pending, ahead));
            }
            Expr::Repeat { expr, max, .. } => {
                self.endless |= max.is_none() && self.is_empty(expr);
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
        let empty = Expr::repeat(text.clone(), 0, Some(1));
        let endless = Expr::repeat(empty, 0, None);
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
