//! Copies of rules, and their repair one by one.

use super::search::Search;
use super::{Budget, Cause, EditKind, Repair};
use crate::abnf::{self, Expr as Rules, Refused, Terminals};
use crate::copy::to_peg;
use crate::peg::Expr;
use crate::questions::one_or;
use crate::Dfa;
use std::rc::Rc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The most operators and operands of a rule.
const LARGEST: usize = 4_000;

/// The language of each rule, or why it has no automaton.
pub(super) type Ideals = Vec<Result<Dfa, Refused>>;

/// Returns the copy of a rule. What begins with the rule itself becomes a repetition, because a PEG
/// has no left recursion.
pub(super) fn copied(abnf: &abnf::Grammar, index: usize, repairs: &mut Vec<Repair>) -> Expr {
    let rule = &abnf.rules()[index];
    let name = |used: &str| {
        abnf.rule(used).map_or_else(|| abnf::peg_name(used), |rule| abnf::peg_name(&rule.name))
    };
    let is_own = |name: &str| abnf.index_of(name) == Some(index);
    match without_left_recursion(&rule.expr, &is_own) {
        None => to_peg(&rule.expr, &name),
        Some(expr) => {
            repairs.push(Repair {
                rule: rule.name.clone(),
                kinds: vec![EditKind::Repetition],
                wanted_by: rule.name.clone(),
                cause: Cause::Undecided("pest refuses left recursion".to_owned()),
            });
            to_peg(&expr, &name)
        }
    }
}

/// Returns what a rule is without alternatives that begin with the rule itself: `a = a x / b` is `a
/// = b *x`. `None` without such an alternative.
pub(super) fn without_left_recursion(expr: &Rules, is_own: &dyn Fn(&str) -> bool) -> Option<Rules> {
    let alternatives = match expr {
        Rules::Alternation(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let is_call = |expr: &Rules| matches!(expr, Rules::Rule(name) if is_own(name));
    let (mut first, mut behind) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        match alternative {
            Rules::Concatenation(parts) if parts.first().is_some_and(is_call) => {
                behind.push(one_or(parts[1..].to_vec(), Rules::Concatenation));
            }
            // `a = a / b` is `a = b`.
            call if is_call(call) => behind.push(Rules::Values(Vec::new())),
            other => first.push(other.clone()),
        }
    }
    if behind.is_empty() || first.is_empty() {
        return None;
    }
    behind.retain(|behind| *behind != Rules::Values(Vec::new()));
    let first = one_or(first, Rules::Alternation);
    if behind.is_empty() {
        return Some(first);
    }
    let behind = Box::new(one_or(behind, Rules::Alternation));
    let behind = Rules::Repetition { min: 0, max: None, expr: behind };
    Some(Rules::Concatenation(vec![first, behind]))
}

/// Rules after the search.
pub(super) struct Repaired {
    pub(super) exprs: Vec<Rc<Expr>>,
    /// The repairs that were made for each rule.
    pub(super) repairs: Vec<Vec<Repair>>,
    /// The rules that the search proved.
    pub(super) proved: Vec<bool>,
    /// The rules that pest refuses.
    pub(super) refused: Vec<bool>,
    pub(super) cut: usize,
}

/// Repairs each rule whose copy is not its language, callees first.
#[allow(clippy::too_many_arguments)]
pub(super) fn repaired(
    abnf: &abnf::Grammar,
    copies: Vec<Expr>,
    names: Vec<String>,
    order: Vec<usize>,
    ideals: &Ideals,
    terminals: Terminals,
    budget: Budget,
    done: &AtomicUsize,
) -> Repaired {
    let known = ideals.iter().map(|ideal| ideal.as_ref().ok().cloned().map(Rc::new)).collect();
    let mut search = Search::new(abnf, terminals, budget, names, known, order.clone());
    let any_large = copies.iter().any(|copy| copy.size() > LARGEST);
    let mut repairs: Vec<Vec<Repair>> = vec![Vec::new(); copies.len()];
    let mut refused = vec![false; copies.len()];
    let mut state = search.start(copies);
    for &rule in order.iter().filter(|_| !any_large) {
        done.fetch_add(1, Ordering::Relaxed);
        let cause = match search.check(&state.rules, rule) {
            Ok(()) => {
                search.proved[rule] = true;
                continue;
            }
            Err(cause) if ideals[rule].is_err() => {
                refused[rule] = matches!(cause, Cause::Refused { .. });
                continue;
            }
            Err(cause) => cause,
        };
        let Ok(repaired) = search.repair(&state, rule, cause.clone()) else { continue };
        let new = &repaired.edits[state.edits.len()..];
        let mut edited: Vec<usize> = new.iter().map(|edit| edit.0).collect();
        edited.sort_unstable();
        edited.dedup();
        for at in edited {
            let kinds = new.iter().filter(|edit| edit.0 == at).map(|edit| edit.1).collect();
            let (by, to) = (&abnf.rules()[rule].name, &abnf.rules()[at].name);
            repairs[rule].push(Repair {
                rule: to.clone(),
                kinds,
                wanted_by: by.clone(),
                cause: cause.clone(),
            });
        }
        search.proved[rule] = true;
        state = repaired;
    }
    let Search { proved, cut, .. } = search;
    Repaired { exprs: state.rules.exprs, repairs, proved, refused, cut }
}
