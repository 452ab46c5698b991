//! The readings of a text as a graph of the calls that are open.
//!
//! With the rules in [`super`], two bodies are left, `list` at the start and `item` with a list
//! built in. After `( ` the blank belongs to `list` or to a first `item`, and `(` is next:
//!
//! ```text
//! graph       0 list: before the first item      1 item: behind a blank
//!             1 waits for 0, behind the item
//! closed      also 2 item: at its beginning      2 waits for 0, behind the item
//! after `(`   1 item: behind `(`                 2 item: behind `(`
//! canonical   1 item: behind `(`                 1 waits for 0, behind the item
//! cut         below: 0 list: behind the item     rest: 0 item: behind `(`
//! ```
//!
//! * `closed` tries the calls at every item before the next byte is read.
//! * `after` moves the items. The one in node 0 has no move, as `list` has had its `(`.
//! * `canonical` merges nodes 1 and 2: they wait for the same node at the same place, so the same
//!   texts follow. Without this, each blank would make another graph.
//! * `cut` finds that every reading is above node 1. So what waits below is one symbol for the
//!   stack, and the next state is the same as after `((`.

use super::net::{Net, Place};
use std::collections::BTreeSet;

/// A call that is open. The number 0 is the lowest one of the graph; what waits for it is beneath
/// on the stack.
pub(super) type Node = u16;

/// A node and a place: where a reading is, or where one goes on when a call ends.
pub(super) type Item = (Node, Place);

/// Open calls and items, in an order that depends on the readings only, so that equal readings are
/// equal values.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Graph {
    /// For each node, where readings go on when its call ends. Node 0 has only those of calls of
    /// its own: of left recursion.
    pub(super) waiting: Vec<Vec<Item>>,
    pub(super) items: Vec<Item>,
}

/// A graph with the calls that are tried and the ends that are reached before another byte.
pub(super) struct Closed {
    waiting: Vec<BTreeSet<Item>>,
    pub(super) items: Vec<Item>,
    /// True if the call of node 0 may end.
    pub(super) ends: bool,
}

impl Graph {
    /// Returns the graph of one reading at a place.
    pub(super) fn at(place: Place) -> Graph {
        Graph { waiting: vec![Vec::new()], items: vec![(0, place)] }
    }

    /// Returns true for more than one reading.
    pub(super) fn is_open(&self) -> bool {
        let mut waiting = self.waiting.iter();
        self.items.len() > 1
            || waiting.next().is_some_and(|items| !items.is_empty())
            || waiting.any(|items| items.len() > 1)
    }

    /// Returns the graph with everything that happens before another byte.
    pub(super) fn closed(&self, net: &Net) -> Closed {
        let old = self.waiting.len();
        let mut waiting: Vec<BTreeSet<Item>> =
            self.waiting.iter().map(|items| items.iter().copied().collect()).collect();
        let mut new: Vec<(usize, Node)> = Vec::new();
        let (mut seen, mut order) = (BTreeSet::new(), Vec::new());
        let mut open = self.items.clone();
        let mut ends = false;
        while let Some(item) = open.pop() {
            if !seen.insert(item) {
                continue;
            }
            order.push(item);
            let (node, place) = item;
            // Nothing was read inside a new call. If it derives the empty string, its callers go on
            // where they call it.
            if net.is_end(place) && usize::from(node) < old {
                ends |= node == 0;
                open.extend(&waiting[usize::from(node)]);
            }
            for &(body, behind) in net.calls(place) {
                if net.is_last(behind) {
                    // What follows the called body follows this one: it is read in this call.
                    open.push((node, net.start(body)));
                    continue;
                }
                let known = new.iter().find(|(known, _)| *known == body);
                let called = if let Some(&(_, called)) = known {
                    called
                } else {
                    let called = waiting.len() as Node;
                    waiting.push(BTreeSet::new());
                    new.push((body, called));
                    open.push((called, net.start(body)));
                    called
                };
                waiting[usize::from(called)].insert((node, behind));
                if net.is_nullable(body) {
                    open.push((node, behind));
                }
            }
        }
        Closed { waiting, items: order, ends }
    }

    /// Returns the graph on top of another, whose items wait for its lowest call.
    pub(super) fn on(&self, below: &Graph) -> Graph {
        let shift = below.waiting.len() as Node;
        let shifted = |items: &[Item]| -> Vec<Item> {
            items.iter().map(|&(node, place)| (node + shift, place)).collect()
        };
        let mut waiting = below.waiting.clone();
        waiting.extend(self.waiting.iter().map(|items| shifted(items)));
        waiting[usize::from(shift)].extend(&below.items);
        let items = shifted(&self.items);
        Graph::canonical(&waiting, &items)
    }

    /// Returns the graph without calls that no reading is in, and with one node for calls that wait
    /// alike: the coarsest bisimulation. Numbers follow from the shape.
    fn canonical(waiting: &[Vec<Item>], items: &[Item]) -> Graph {
        let is_used = reached(waiting, items, None);
        let mut color: Vec<usize> = (0..waiting.len()).map(|node| usize::from(node > 0)).collect();
        let mut colors = 0;
        loop {
            let key = |node: usize| {
                let after = waiting[node].iter();
                let after = after.map(|&(node, place)| (color[usize::from(node)], place));
                (color[node], after.collect::<BTreeSet<_>>())
            };
            let keys: Vec<_> = (0..waiting.len())
                .map(|node| (is_used[node] || node == 0).then(|| key(node)))
                .collect();
            let ranks: Vec<_> =
                keys.iter().flatten().collect::<BTreeSet<_>>().into_iter().collect();
            let count = ranks.len();
            color = keys
                .iter()
                .map(|key| key.as_ref().map_or(0, |key| ranks.partition_point(|rank| *rank < key)))
                .collect();
            if count == colors {
                break;
            }
            colors = count;
        }
        let renamed = |items: &[Item]| -> Vec<Item> {
            let new = |&(node, place): &Item| (color[usize::from(node)] as Node, place);
            items.iter().map(new).collect::<BTreeSet<_>>().into_iter().collect()
        };
        let mut nodes = vec![Vec::new(); colors];
        for node in (0..waiting.len()).filter(|&node| is_used[node] || node == 0) {
            nodes[color[node]] = renamed(&waiting[node]);
        }
        Graph { waiting: nodes, items: renamed(items) }
    }

    /// Cuts the lowest part off through which all readings go, if there is one: returns it, with
    /// items where its callers wait, and the rest.
    fn cut(&self) -> Option<(Graph, Graph)> {
        let mut best: Option<(Vec<bool>, usize)> = None;
        for node in 1..self.waiting.len() {
            let without = reached(&self.waiting, &self.items, Some(node));
            if without[0] {
                continue;
            }
            let callers = self.waiting[node].iter().copied();
            let callers: Vec<Item> =
                callers.filter(|&(caller, _)| usize::from(caller) != node).collect();
            let below = reached(&self.waiting, &callers, Some(node));
            let calls = |(at, waits): (usize, &Vec<Item>)| {
                below[at] && waits.iter().any(|&(caller, _)| usize::from(caller) == node)
            };
            if self.waiting.iter().enumerate().any(calls) {
                continue;
            }
            let size = |below: &[bool]| below.iter().filter(|&&is_below| is_below).count();
            if best.as_ref().is_none_or(|(other, _)| size(&below) < size(other)) {
                best = Some((below, node));
            }
        }
        let (below, node) = best?;
        let is_own = |&&(caller, _): &&Item| usize::from(caller) == node;
        let callers = self.waiting[node].iter();
        let callers: Vec<Item> = callers.filter(|item| !is_own(item)).copied().collect();
        let kept: Vec<Vec<Item>> = self
            .waiting
            .iter()
            .zip(&below)
            .map(|(waits, is_below)| if *is_below { waits.clone() } else { Vec::new() })
            .collect();
        let lower = Graph::canonical(&kept, &callers);
        // In the rest, the node is the lowest one: it changes its number with node 0.
        let swapped = |items: &[Item]| -> Vec<Item> {
            let above = items.iter().filter(|item| !below[usize::from(item.0)]);
            above
                .map(|&(at, place)| if usize::from(at) == node { (0, place) } else { (at, place) })
                .collect()
        };
        let mut waiting: Vec<Vec<Item>> = self.waiting.iter().map(|waits| swapped(waits)).collect();
        waiting.swap(0, node);
        waiting[node] = Vec::new();
        Some((lower, Graph::canonical(&waiting, &swapped(&self.items))))
    }
}

impl Closed {
    /// Returns the graph after a byte of a class, with the parts that go on the stack, the lowest
    /// first; `None` if no reading goes on.
    pub(super) fn after(&self, net: &Net, class: usize) -> Option<(Vec<Graph>, Graph)> {
        let next = |&(node, place): &Item| Some((node, net.next(place, class)?));
        let items: Vec<Item> = self.items.iter().filter_map(next).collect();
        if items.is_empty() {
            return None;
        }
        let waiting: Vec<Vec<Item>> =
            self.waiting.iter().map(|waits| waits.iter().copied().collect()).collect();
        let mut rest = Graph::canonical(&waiting, &items);
        let mut pushed = Vec::new();
        while let Some((lower, upper)) = rest.cut() {
            pushed.push(lower);
            rest = upper;
        }
        Some((pushed, rest))
    }

    /// Returns true if a byte of a class can follow.
    pub(super) fn goes_on(&self, net: &Net, class: usize) -> bool {
        self.items.iter().any(|&(_, place)| net.next(place, class).is_some())
    }
}

/// Returns for each node whether a reading is in it or comes back to it, through no call of
/// `without`.
fn reached(waiting: &[Vec<Item>], items: &[Item], without: Option<usize>) -> Vec<bool> {
    let mut is_reached = vec![false; waiting.len()];
    let mut open: Vec<Node> = items.iter().map(|item| item.0).collect();
    while let Some(node) = open.pop() {
        let node = usize::from(node);
        if Some(node) != without && !std::mem::replace(&mut is_reached[node], true) {
            open.extend(waiting[node].iter().map(|item| item.0));
        }
    }
    is_reached
}
