//! The copies that make up a counted repetition, and the pairs of nodes where one node suffices.
//!
//! `0*3"a"` is three copies of `"a"`, each with a way past the others. After `a`, an input may be
//! in any copy, depending on where the repetition began:
//!
//! ```text
//! copy 3    copy 2    copy 1
//! --"a"----> --"a"----> --"a"----> next
//!    `---------'---------'------> next
//! ```
//!
//! All that follows a node of copy 2 also follows its counterpart in copy 3, where more copies
//! remain. A set that contains both needs only the counterpart in copy 3. Without this, a count to
//! 255 that may begin at two places makes a set for each pair of counts.

use super::node::{Node, NodeId};
use std::ops::Range;

/// The place of a node in a repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Copied {
    /// A number that all counterparts of a node have, and no other node.
    pub(super) family: u32,
    /// The number of the copy. A counterpart with a greater number accepts all that this node does,
    /// inside the same rules.
    pub(super) copy: u32,
}

/// The copies of all repetitions of an automaton.
#[derive(Default)]
pub(super) struct Copies {
    /// The place of each node that is in a copy. A node in several repetitions has that in the
    /// innermost.
    places: Vec<Option<Copied>>,
    families: u32,
    /// The greatest copy of each family in the set that is being pruned; zeros between two sets.
    greatest: Vec<u32>,
}

/// A copy: the nodes that were built for it, its first node, and the node behind it.
#[derive(Clone)]
pub(super) struct Copy {
    pub(super) nodes: Range<usize>,
    pub(super) first: NodeId,
    pub(super) behind: NodeId,
}

impl Copies {
    /// Records the copies of one repetition, last copy first. Any copy may be followed by what
    /// follows the repetition.
    pub(super) fn record(&mut self, nodes: &[Node], copies: &[Copy]) {
        self.places.resize(nodes.len(), None);
        let mut family = self.families;
        for (index, copy) in copies.iter().enumerate() {
            if index == 0 || !are_alike(nodes, &copies[index - 1], copy) {
                family = self.families;
                self.families += copy.nodes.len() as u32;
            }
            for (offset, node) in copy.nodes.clone().enumerate() {
                let place = Copied { family: family + offset as u32, copy: index as u32 };
                self.places[node].get_or_insert(place);
            }
        }
    }

    /// Drops the nodes of a set whose counterpart in a longer remainder is also in it.
    pub(super) fn prune(&mut self, set: &mut Vec<NodeId>) {
        let Copies { places, families, greatest } = self;
        let place = |node: NodeId| places.get(node as usize).copied().flatten();
        greatest.resize(*families as usize, 0);
        for Copied { family, copy } in set.iter().filter_map(|&node| place(node)) {
            let greatest = &mut greatest[family as usize];
            *greatest = copy.max(*greatest);
        }
        set.retain(|&node| place(node).is_none_or(|at| at.copy == greatest[at.family as usize]));
        // Each family has kept a node, so that all of them are cleared.
        for Copied { family, .. } in set.iter().filter_map(|&node| place(node)) {
            greatest[family as usize] = 0;
        }
    }
}

/// Returns true if two copies have the same nodes in the same order: the same bytes inside the same
/// rules, and edges to counterparts, to the nodes behind the two, or to the same node outside.
fn are_alike(nodes: &[Node], a: &Copy, b: &Copy) -> bool {
    let target = |copy: &Copy, node: NodeId| {
        let inside = copy.nodes.contains(&(node as usize));
        match node {
            _ if inside => (0, node as usize - copy.nodes.start),
            _ if node == copy.behind => (1, 0),
            _ => (2, node as usize),
        }
    };
    let same = |(left, right): (NodeId, NodeId)| target(a, left) == target(b, right);
    a.nodes.len() == b.nodes.len()
        && same((a.first, b.first))
        && nodes[a.nodes.clone()].iter().zip(&nodes[b.nodes.clone()]).all(|pair| match pair {
            (Node::Accept, Node::Accept) => true,
            (Node::Fork(left), Node::Fork(right)) => {
                let pairs = left.iter().copied().zip(right.iter().copied());
                left.len() == right.len() && pairs.into_iter().all(same)
            }
            (Node::Bytes { steps, scope }, Node::Bytes { steps: steps_b, scope: scope_b }) => {
                let mut pairs = steps.iter().zip(steps_b);
                (scope, steps.len()) == (scope_b, steps_b.len())
                    && pairs.all(|(a, b)| (a.0, a.1) == (b.0, b.1) && same((a.2, b.2)))
            }
            _ => false,
        })
}
