//! Copies of rules, and their repair one by one.

use super::edits;
use super::proofs::{refused, Copies};
use super::{Cause, EditKind, Repair};
use crate::abnf::{self, Refused, Terminals};
use crate::copy::{to_abnf, to_peg};
use crate::expr::one_or;
use crate::peg::Expr;
use crate::{Dfa, Limits};
use std::rc::Rc;

/// The most operators and operands of a rule.
const LARGEST: usize = 4_000;
/// The states of all automata of attempts for a file, where each attempt has a few more.
const STATES: usize = 500_000;
const ATTEMPT: usize = 5;
/// The limits of the automaton of an alternative.
const ALTERNATIVE: Limits = Limits { states: 5_000, nodes: 1_000_000 };

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
                kinds: vec![EditKind::Repetition],
                cause: Cause::Undecided("pest refuses left recursion".to_owned()),
            });
            to_peg(&expr, &name)
        }
    }
}

/// Returns what a rule is without alternatives that begin with the rule itself: `a = a x / b` is `a
/// = b *x`. `None` without such an alternative.
pub(super) fn without_left_recursion(expr: &Expr, is_own: &dyn Fn(&str) -> bool) -> Option<Expr> {
    let alternatives = match expr {
        Expr::Choice(parts) => &parts[..],
        one => std::slice::from_ref(one),
    };
    let is_call = |expr: &Expr| matches!(expr, Expr::Rule(name) if is_own(name));
    let (mut first, mut behind) = (Vec::new(), Vec::new());
    for alternative in alternatives {
        match alternative {
            Expr::Sequence(parts) if parts.first().is_some_and(is_call) => {
                behind.push(one_or(parts[1..].to_vec(), Expr::Sequence));
            }
            // `a = a / b` is `a = b`.
            call if is_call(call) => behind.push(Expr::Values(Vec::new())),
            other => first.push(other.clone()),
        }
    }
    if behind.is_empty() || first.is_empty() {
        return None;
    }
    behind.retain(|behind| *behind != Expr::Values(Vec::new()));
    let first = one_or(first, Expr::Choice);
    if behind.is_empty() {
        return Some(first);
    }
    let behind = Expr::repeat(one_or(behind, Expr::Choice), 0, None);
    Some(Expr::Sequence(vec![first, behind]))
}

/// Rules after their repair.
#[derive(Clone)]
pub(super) struct Repaired {
    pub(super) copies: Copies,
    /// The repairs that were made for each rule.
    pub(super) repairs: Vec<Vec<Repair>>,
    /// The rules that are proved.
    pub(super) proved: Vec<bool>,
    /// The recursive rules that pest refuses.
    pub(super) refused: Vec<bool>,
}

/// Repairs each rule whose copy is not its language, callees first.
pub(super) fn repaired(
    abnf: &abnf::Grammar,
    copies: Vec<Expr>,
    mut repairs: Vec<Vec<Repair>>,
    ideals: &Ideals,
    terminals: Terminals,
    limits: Limits,
) -> Repaired {
    let any_large = copies.iter().any(|copy| copy.size() > LARGEST);
    let none = vec![false; copies.len()];
    let mut copies = Copies::new(abnf, copies);
    let (mut proved, mut is_refused, mut left) = (none.clone(), none, STATES);
    for rule in abnf.callees_first().into_iter().filter(|_| !any_large) {
        let Ok(ideal) = &ideals[rule] else {
            let grammar = copies.grammar(rule);
            is_refused[rule] =
                grammar.is_ok_and(|grammar| refused(&grammar, &[copies.name(rule)]).is_err());
            continue;
        };
        let Err(cause) = copies.check(rule, ideal, terminals, limits) else {
            proved[rule] = true;
            continue;
        };
        let language = |expr: &Expr| match expr {
            Expr::Rule(name) => ideals[copies.number(name)?].clone().ok().map(Rc::new),
            // The language of the ABNF, since the copy may match nothing at all.
            _ => {
                let name = |name: &str| match copies.number(name) {
                    Some(rule) => abnf.rules()[rule].name.clone(),
                    None => name.to_owned(),
                };
                abnf.dfa_of(to_abnf(expr, &name), terminals, ALTERNATIVE).ok().map(Rc::new)
            }
        };
        let (mut trial, mut is_decided) = (copies.clone(), !matches!(cause, Cause::Undecided(_)));
        let mut is_proved = |expr: &Expr| {
            left = left.saturating_sub(ATTEMPT + ideal.len());
            if !is_decided || left == 0 {
                return false;
            }
            trial.exprs[rule] = Rc::new(expr.clone());
            let checked = trial.check(rule, ideal, terminals, limits);
            // An attempt beyond a limit takes as long as many others.
            is_decided = !matches!(checked, Err(Cause::Undecided(_)));
            checked.is_ok()
        };
        let found =
            edits::repaired(copies.name(rule), &copies.exprs[rule], &language, &mut is_proved);
        if let Some((expr, kinds)) = found {
            copies.exprs[rule] = Rc::new(expr);
            repairs[rule].push(Repair { kinds, cause });
            proved[rule] = true;
        }
    }
    Repaired { copies, repairs, proved, refused: is_refused }
}
