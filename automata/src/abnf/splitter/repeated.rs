//! Components that occur twice.

use super::super::nfa::{Mark, Nfa};
use super::super::node::{Node, NodeId};
use crate::product::readability;
use crate::{Dfa, StateId};
use std::collections::{HashMap, HashSet, VecDeque};

/// A node, whether the component has begun once, or twice, and the state of the condition.
type Place = (NodeId, u8, StateId);

/// The place before, and the byte between, if one was read.
type Before = Option<(Place, Option<u8>)>;

/// Returns a shortest string that the condition accepts and in which the only component occurs
/// twice, if there is one.
///
/// A breadth-first search in which a fork costs nothing and a byte one step.
pub(super) fn shortest(nfa: &Nfa, alive: &[bool], condition: Option<&Dfa>) -> Option<Vec<u8>> {
    let accepts = |state: StateId| condition.is_none_or(|dfa| dfa.is_accepting(state));
    let is_dead = |state: StateId| condition.is_some_and(|dfa| dfa.dead() == Some(state));
    let mut before: HashMap<Place, Before> = HashMap::new();
    let mut open: VecDeque<(Place, Before)> = VecDeque::new();
    open.push_back(((nfa.start, 0, 0), None));
    while let Some((place, from)) = open.pop_front() {
        let (node, begun, state) = place;
        if !alive[node as usize] || is_dead(state) || before.contains_key(&place) {
            continue;
        }
        before.insert(place, from);
        match &nfa.nodes[node as usize] {
            Node::Accept if begun == 2 && accepts(state) => return Some(spelled(&before, place)),
            Node::Accept => {}
            Node::Fork(targets) => {
                let begins = matches!(nfa.mark(node), Some((Mark::Begin, _)));
                let begun = (begun + u8::from(begins)).min(2);
                let each = targets.iter().rev();
                each.for_each(|&to| open.push_front(((to, begun, state), Some((place, None)))));
            }
            Node::Bytes { low, high, next, .. } => {
                for byte in bytes(*low, *high, state, condition) {
                    let state = condition.map_or(0, |dfa| dfa.next(state, byte));
                    open.push_back(((*next, begun, state), Some((place, Some(byte)))));
                }
            }
        }
    }
    None
}

fn spelled(before: &HashMap<Place, Before>, last: Place) -> Vec<u8> {
    let (mut at, mut bytes) = (last, Vec::new());
    while let Some(Some((from, byte))) = before.get(&at) {
        bytes.extend(byte);
        at = *from;
    }
    bytes.reverse();
    bytes
}

/// Returns the most readable byte of a range for each state of the condition that it leads to.
fn bytes(low: u8, high: u8, state: StateId, condition: Option<&Dfa>) -> Vec<u8> {
    let mut all: Vec<u8> = (low..=high).collect();
    all.sort_by_key(|&byte| readability(byte));
    let mut seen = HashSet::new();
    all.retain(|&byte| seen.insert(condition.map_or(0, |dfa| dfa.next(state, byte))));
    all
}
