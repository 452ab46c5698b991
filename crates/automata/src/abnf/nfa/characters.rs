//! Characters as bytes.

use super::{Builder, Node, NodeId, Refused, ScopeId, Step};
use crate::peg::CharSet;
use crate::{utf8, Terminals, Undecided};

impl Builder<'_, '_> {
    pub(super) fn any_byte(
        &mut self,
        bytes: &[u8],
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Undecided> {
        self.read(bytes.iter().map(|&byte| (byte, byte, next)).collect(), scope)
    }

    /// Builds one byte.
    pub(super) fn read(&mut self, steps: Box<[Step]>, scope: ScopeId) -> Result<NodeId, Undecided> {
        self.spend(steps.len())?;
        self.push(Node::Bytes { steps, scope })
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
            return Ok(self.read([(low as u8, high as u8, next)].into(), scope)?);
        }
        let set = CharSet::from_scalars(vec![(low, high)]);
        let mut entries = Vec::new();
        for sequence in utf8::sequences(set.scalars()) {
            let mut next = next;
            for (low, high) in sequence.into_iter().rev() {
                next = self.read([(low, high, next)].into(), scope)?;
            }
            entries.push(next);
        }
        Ok(self.fork(entries)?)
    }
}
