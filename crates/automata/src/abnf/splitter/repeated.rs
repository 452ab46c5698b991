//! Components that occur twice.

use super::super::nfa::{Mark, Nfa};
use super::super::node::{Node, NodeId, Step};
use crate::product::readability;
use crate::{Dfa, StateId};
use std::collections::HashSet;

/// A node, whether the component has begun once, or twice, and the state of the condition.
type Place = (NodeId, u8, StateId);

/// Returns a shortest string that the condition accepts and in which the only component occurs
/// twice, if there is one. A fork costs nothing, and a byte one step.
pub(super) fn shortest(nfa: &Nfa, alive: &[bool], condition: Option<&Dfa>) -> Option<Vec<u8>> {
    let accepts = |state: StateId| condition.is_none_or(|dfa| dfa.is_accepting(state));
    let is_dead = |state: StateId| condition.is_some_and(|dfa| dfa.dead() == Some(state));
    let is_wanted = |(node, begun, state): Place| {
        begun == 2 && accepts(state) && matches!(nfa.nodes[node as usize], Node::Accept)
    };
    let steps = |(node, begun, state): Place| match &nfa.nodes[node as usize] {
        _ if !alive[node as usize] || is_dead(state) => Vec::new(),
        Node::Accept => Vec::new(),
        Node::Fork(targets) => {
            let begins = matches!(nfa.mark(node), Some((Mark::Begin, _)));
            let begun = (begun + u8::from(begins)).min(2);
            targets.iter().map(|&to| (None, (to, begun, state))).collect()
        }
        Node::Bytes { steps, .. } => {
            let after = |byte| condition.map_or(0, |dfa| dfa.next(state, byte));
            let step = |&(low, high, next): &Step| {
                let bytes = bytes(low, high, state, condition).into_iter();
                bytes.map(move |byte| (Some(byte), (next, begun, after(byte))))
            };
            steps.iter().flat_map(step).collect()
        }
    };
    crate::shortest::shortest((nfa.start, 0, 0), is_wanted, steps)
}

/// Returns the most readable byte of a range for each state of the condition that it leads to.
fn bytes(low: u8, high: u8, state: StateId, condition: Option<&Dfa>) -> Vec<u8> {
    let mut all: Vec<u8> = (low..=high).collect();
    all.sort_by_key(|&byte| readability(byte));
    let mut seen = HashSet::new();
    all.retain(|&byte| seen.insert(condition.map_or(0, |dfa| dfa.next(state, byte))));
    all
}
