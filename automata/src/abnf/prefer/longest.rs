//! The number of bytes that a rule covers, on each way, as far as it matters.
//!
//! For `a = x y` with `x = *ALPHA` and `y = *ALPHA`, of which `y` is to be longest, `bcd` can be
//! read up to here in three ways:
//!
//! ```text
//!   in x: bcd    y covers 0 bytes, 3 behind the best way
//!   in y: bcd    y covers 3 bytes
//!   in y: cd     the same node, so only the better way is kept
//! ```
//!
//! The first way would be more and more bytes behind. Nothing that follows makes up for it: any
//! byte that `x` reads, `y` reads too and covers. The second way *simulates* the first, so that the
//! first is dropped. Where no way simulates another, the numbers are cut instead (see [`settle`]).
//!
//! [`settle`]: Longest::settle

use super::{NodeId, Way};
use crate::abnf::nfa::{Mark, Nfa};
use crate::abnf::node::Node;
use crate::Undecided;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};

/// The most bytes by which one way may be behind another.
const BEHIND: u16 = 64;

/// The most pairs of nodes for one question about simulation.
const PAIRS: usize = 10_000;

/// A node, and one that may simulate it.
type Pair = (NodeId, NodeId);

/// The rule that is to be longest.
pub(super) struct Longest {
    /// For each node, whether the rule is open.
    inside: Vec<bool>,
    /// For each node, the most bytes that the rule can still cover; more than [`BEHIND`] if it can
    /// be any number.
    gains: Vec<u16>,
    /// The first byte of each class.
    bytes: Vec<u8>,
    /// For each pair that was asked for, whether the second node simulates the first.
    simulated: RefCell<HashMap<Pair, bool>>,
}

impl Longest {
    /// Prepares the counting of a component by its number.
    pub(super) fn new(nfa: &Nfa, alive: &[bool], number: usize) -> Longest {
        let inside = inside(nfa, number);
        let gains = gains(nfa, alive, &inside);
        let bytes = nfa.classes().representatives().to_vec();
        Longest { inside, gains, bytes, simulated: RefCell::default() }
    }

    /// Returns the number of bytes of the rule that a node reads, 0 or 1.
    pub(super) fn gain(&self, node: NodeId) -> i32 {
        i32::from(self.inside[node as usize])
    }

    /// Drops ways that cannot become the best one, and counts by how much each other way is behind.
    /// The numbers given are what each way covers, up to a common difference.
    ///
    /// The ways are compared in the order of what they cover. If all that are behind a gap can win
    /// less than the gap, a smaller gap says the same.
    ///
    /// # Errors
    /// [`Undecided`] if a way is behind by more than [`BEHIND`] bytes.
    pub(super) fn settle<D>(
        &self,
        nfa: &Nfa,
        alive: &[bool],
        ways: &mut Vec<(i32, Way<D>)>,
    ) -> Result<(), Undecided> {
        let gain = |way: &Way<D>| self.gains[way.node as usize];
        let places: Vec<(i32, NodeId)> =
            ways.iter().map(|(covered, way)| (*covered, way.node)).collect();
        ways.retain(|(covered, way)| {
            let better = places.iter().filter(|(other, _)| other > covered);
            gain(way) <= BEHIND
                || !better
                    .into_iter()
                    .any(|&(_, node)| self.simulates((way.node, node), nfa, alive))
        });
        let mut best_first: Vec<usize> = (0..ways.len()).collect();
        best_first.sort_by_key(|&at| std::cmp::Reverse(ways[at].0));
        // For each way in this order, the most that it or one after it can win.
        let mut most = vec![0; ways.len()];
        let mut largest = 0;
        for (rank, &at) in best_first.iter().enumerate().rev() {
            largest = largest.max(gain(&ways[at].1));
            most[rank] = largest;
        }
        let (mut behind, mut before) = (0, None);
        for (rank, &at) in best_first.iter().enumerate() {
            let covered = ways[at].0;
            let gap = before.map_or(0, |before: i32| (before - covered) as u16);
            before = Some(covered);
            behind += if most[rank] > BEHIND { gap } else { gap.min(most[rank] + 1) };
            if behind > BEHIND {
                let what = "bytes by which a derivation is behind another";
                return Err(Undecided { what, limit: usize::from(BEHIND) });
            }
            ways[at].1.behind = behind;
        }
        Ok(())
    }

    /// Returns true if whatever can follow the first node can follow the second, and the rule
    /// covers as much of it there. False may also mean that the question is too large.
    fn simulates(&self, pair: Pair, nfa: &Nfa, alive: &[bool]) -> bool {
        if let Some(&known) = self.simulated.borrow().get(&pair) {
            return known;
        }
        let mut reads: HashMap<NodeId, Vec<NodeId>> = HashMap::new();
        let mut pairs = vec![pair];
        let mut seen = HashSet::from([pair]);
        let mut at = 0;
        while at < pairs.len() && pairs.len() <= PAIRS {
            let (less, more) = pairs[at];
            for node in [less, more] {
                reads.entry(node).or_insert_with(|| reading(nfa, alive, node));
            }
            for (_, ways) in self.steps(nfa, &reads[&less], &reads[&more]) {
                pairs.extend(ways.into_iter().filter(|&next| seen.insert(next)));
            }
            at += 1;
        }
        // The largest relation in which each pair has what it needs.
        let mut holds = if at < pairs.len() { HashSet::new() } else { seen };
        loop {
            let has = |next: &Pair| next.0 == next.1 || holds.contains(next);
            let fails = |&&(less, more): &&Pair| {
                let steps = self.steps(nfa, &reads[&less], &reads[&more]);
                !steps.iter().all(|(ends, ways)| *ends || ways.iter().any(has))
            };
            let failing: Vec<Pair> = holds.iter().filter(fails).copied().collect();
            if failing.is_empty() {
                break;
            }
            failing.iter().for_each(|pair| {
                holds.remove(pair);
            });
        }
        let found = holds.contains(&pair);
        let mut simulated = self.simulated.borrow_mut();
        simulated.extend(pairs.into_iter().map(|pair| (pair, holds.contains(&pair))));
        found
    }

    /// Returns what a node needs to be simulated: for each byte that it reads, the pairs of which
    /// one must hold; and for its end, whether the other one ends, too.
    fn steps(&self, nfa: &Nfa, less: &[NodeId], more: &[NodeId]) -> Vec<(bool, Vec<Pair>)> {
        let mut steps = Vec::new();
        for &node in less {
            let Node::Bytes { low, high, next, .. } = nfa.nodes[node as usize] else {
                let is_end = |&other: &NodeId| matches!(nfa.nodes[other as usize], Node::Accept);
                steps.push((more.iter().any(is_end), Vec::new()));
                continue;
            };
            for &byte in self.bytes.iter().filter(|byte| (low..=high).contains(byte)) {
                let to = |&other: &NodeId| match nfa.nodes[other as usize] {
                    Node::Bytes { low, high, next: to, .. }
                        if (low..=high).contains(&byte) && self.gain(other) >= self.gain(node) =>
                    {
                        Some((next, to))
                    }
                    _ => None,
                };
                steps.push((false, more.iter().filter_map(to).collect()));
            }
        }
        steps
    }
}

/// Returns the nodes that read a byte or end the string, from a node on.
fn reading(nfa: &Nfa, alive: &[bool], from: NodeId) -> Vec<NodeId> {
    let (mut seen, mut open, mut reached) = (HashSet::new(), vec![from], Vec::new());
    while let Some(node) = open.pop() {
        if !alive[node as usize] || !seen.insert(node) {
            continue;
        }
        match &nfa.nodes[node as usize] {
            Node::Fork(targets) => open.extend(targets),
            _ => reached.push(node),
        }
    }
    reached
}

/// Returns for each node whether the component of a number is open.
fn inside(nfa: &Nfa, number: usize) -> Vec<bool> {
    let mut inside = vec![false; nfa.nodes.len()];
    let (mut seen, mut open) = (HashSet::new(), vec![(nfa.start, false)]);
    while let Some((node, is_open)) = open.pop() {
        if !seen.insert(node) {
            continue;
        }
        let is_open = match nfa.mark(node) {
            Some((mark, own)) if own == number => mark == Mark::Begin,
            _ => is_open,
        };
        inside[node as usize] = is_open;
        match &nfa.nodes[node as usize] {
            Node::Accept => {}
            Node::Fork(targets) => open.extend(targets.iter().map(|&target| (target, is_open))),
            Node::Bytes { next, .. } => open.push((*next, is_open)),
        }
    }
    inside
}

/// Returns for each node the most bytes that can still be read inside the rule, up to one more than
/// [`BEHIND`].
fn gains(nfa: &Nfa, alive: &[bool], inside: &[bool]) -> Vec<u16> {
    let mut before: Vec<Vec<NodeId>> = vec![Vec::new(); nfa.nodes.len()];
    for (id, node) in nfa.nodes.iter().enumerate().filter(|&(id, _)| alive[id]) {
        match node {
            Node::Accept => {}
            Node::Fork(targets) => {
                targets.iter().for_each(|&target| before[target as usize].push(id as NodeId));
            }
            Node::Bytes { next, .. } => before[*next as usize].push(id as NodeId),
        }
    }
    let mut gains = vec![0; nfa.nodes.len()];
    let mut open: Vec<NodeId> = (0..nfa.nodes.len() as NodeId).collect();
    while let Some(node) = open.pop() {
        for &earlier in &before[node as usize] {
            let reads = matches!(nfa.nodes[earlier as usize], Node::Bytes { .. });
            let gain = gains[node as usize] + u16::from(reads && inside[earlier as usize]);
            let gain = gain.min(BEHIND + 1);
            if alive[node as usize] && gain > gains[earlier as usize] {
                gains[earlier as usize] = gain;
                open.push(earlier);
            }
        }
    }
    gains
}
