//! The nodes of nondeterministic automata.

/// The number of a node.
pub(super) type NodeId = u32;
/// The number of a scope: the tracked rules that are open.
pub(super) type ScopeId = u32;

/// A node, from which an input goes on.
#[derive(Clone, Debug)]
pub(super) enum Node {
    /// The end of the rule.
    Accept,
    /// Any of these nodes, without a byte. Nothing is accepted from an empty fork.
    Fork(Vec<NodeId>),
    /// One byte, read inside the tracked rules of a scope.
    Bytes { steps: Box<[Step]>, scope: ScopeId },
}

/// The bytes from the first to the last, and the node behind them.
pub(super) type Step = (u8, u8, NodeId);

impl Node {
    /// Returns the node behind a byte.
    pub(super) fn after(&self, byte: u8) -> Option<NodeId> {
        let Node::Bytes { steps, .. } = self else { return None };
        steps.iter().find(|(low, high, _)| (*low..=*high).contains(&byte)).map(|step| step.2)
    }
}
