//! Components that occur twice.

use super::super::nfa::{Mark, Nfa};
use super::super::node::{Node, NodeId};
use crate::product::readability;
use std::collections::{HashMap, VecDeque};

/// A node, and whether the component has begun once, or twice.
type Place = (NodeId, u8);

/// The place before, and the byte between, if one was read.
type Before = Option<(Place, Option<u8>)>;

/// Returns a shortest string in which a component occurs twice, if there is one.
///
/// A breadth-first search in which a fork costs nothing and a byte one step.
pub(super) fn shortest(nfa: &Nfa, alive: &[bool], number: usize) -> Option<Vec<u8>> {
    let mut before: HashMap<Place, Before> = HashMap::new();
    let mut open: VecDeque<(Place, Before)> = VecDeque::new();
    open.push_back(((nfa.start, 0), None));
    while let Some((place, from)) = open.pop_front() {
        let (node, begun) = place;
        if !alive[node as usize] || before.contains_key(&place) {
            continue;
        }
        before.insert(place, from);
        match &nfa.nodes[node as usize] {
            Node::Accept if begun == 2 => return Some(spelled(&before, place)),
            Node::Accept => {}
            Node::Fork(targets) => {
                let begins = nfa.marks.get(&node) == Some(&(Mark::Begin, number));
                let begun = (begun + u8::from(begins)).min(2);
                let each = targets.iter().rev();
                each.for_each(|&to| open.push_front(((to, begun), Some((place, None)))));
            }
            Node::Bytes { low, high, next, .. } => {
                let byte = (*low..=*high).min_by_key(|&byte| readability(byte));
                open.push_back(((*next, begun), Some((place, byte))));
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
