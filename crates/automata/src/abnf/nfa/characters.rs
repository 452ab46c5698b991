//! Characters as bytes.

use super::{Builder, Node, NodeId, Refused, ScopeId};
use crate::peg::CharSet;
use crate::{utf8, Terminals, Undecided};

impl Builder<'_> {
    pub(super) fn any_byte(
        &mut self,
        bytes: &[u8],
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Undecided> {
        let mut entries = Vec::new();
        for (index, &byte) in bytes.iter().enumerate() {
            if !bytes[..index].contains(&byte) {
                entries.push(self.push(Node::Bytes { low: byte, high: byte, next, scope })?);
            }
        }
        self.fork(entries)
    }

    /// Builds any one value of a range.
    pub(super) fn range(
        &mut self,
        low: u32,
        high: u32,
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Refused> {
        if high > self.terminals.greatest() {
            let value = if low > self.terminals.greatest() { low } else { high };
            return Err(Refused::Value { value, rule: self.caller(), terminals: self.terminals });
        }
        if self.terminals == Terminals::Octets {
            return Ok(self.push(Node::Bytes { low: low as u8, high: high as u8, next, scope })?);
        }
        let set = CharSet::from_scalars(vec![(low, high)]);
        let mut entries = Vec::new();
        for sequence in utf8::sequences(set.scalars()) {
            let mut next = next;
            for (low, high) in sequence.into_iter().rev() {
                next = self.push(Node::Bytes { low, high, next, scope })?;
            }
            entries.push(next);
        }
        Ok(self.fork(entries)?)
    }
}
