//! The languages that the rules of a PEG shall have: the automata of the ABNF.

use crate::abnf::{self, Terminals};
use crate::{Dfa, Limits};
use std::collections::HashSet;

/// Returns the automaton of each rule. A rule whose callee has too many nodes has too many itself,
/// so that a chain of rules, each twice the one before, is refused as soon as its first is.
pub(super) fn ideals(
    abnf: &abnf::Grammar,
    terminals: Terminals,
    limits: Limits,
    order: &[usize],
) -> Vec<Result<Dfa, abnf::Refused>> {
    let mut ideals: Vec<Option<Result<Dfa, abnf::Refused>>> = vec![None; order.len()];
    for &index in order {
        let rule = &abnf.rules()[index];
        let mut too_large = None;
        rule.expr.visit_rules(&mut |name| {
            let callee = abnf.index_of(name).and_then(|callee| ideals[callee].as_ref());
            if let Some(Err(abnf::Refused::Undecided(limit))) = callee {
                too_large = too_large.or((limit.what == "nodes").then_some(*limit));
            }
        });
        ideals[index] = Some(match too_large {
            Some(limit) => Err(limit.into()),
            None => abnf.dfa(&rule.name, terminals, limits),
        });
    }
    // The order has every rule.
    ideals.into_iter().flatten().collect()
}

/// Returns the rules with those that a rule uses before it, except where rules use each other.
pub(super) fn callees_first(abnf: &abnf::Grammar) -> Vec<usize> {
    let mut seen = HashSet::new();
    let mut order = Vec::new();
    for root in 0..abnf.rules().len() {
        let mut open = vec![(root, false)];
        while let Some((rule, done)) = open.pop() {
            if done {
                order.push(rule);
            } else if seen.insert(rule) {
                open.push((rule, true));
                abnf.rules()[rule]
                    .expr
                    .visit_rules(&mut |name| open.extend(abnf.index_of(name).map(|i| (i, false))));
            }
        }
    }
    order
}
