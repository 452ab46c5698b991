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
    /// One byte, from the first to the last, read inside the tracked rules of a scope.
    Bytes { low: u8, high: u8, next: NodeId, scope: ScopeId },
}
