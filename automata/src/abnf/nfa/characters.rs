//! Characters as bytes.

use super::{Builder, Node, NodeId, Refused, ScopeId};
use crate::{Terminals, Undecided};

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
        let mut entries = Vec::new();
        // The scalar values by the length of their encoding, without the surrogates.
        for (first, last) in
            [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xD7FF), (0xE000, 0xFFFF), (0x1_0000, 0x10_FFFF)]
        {
            let ends = (char::from_u32(low.max(first)), char::from_u32(high.min(last)));
            if let (Some(low), Some(high)) = ends {
                if low <= high {
                    let (mut from, mut to) = ([0; 4], [0; 4]);
                    let (from, to) = (low.encode_utf8(&mut from), high.encode_utf8(&mut to));
                    entries.push(self.between(from.as_bytes(), to.as_bytes(), next, scope)?);
                }
            }
        }
        Ok(self.fork(entries)?)
    }

    /// Builds the encodings from one to another of the same length. Their byte order is the order
    /// of their values.
    fn between(
        &mut self,
        from: &[u8],
        to: &[u8],
        next: NodeId,
        scope: ScopeId,
    ) -> Result<NodeId, Undecided> {
        let (Some((&low, from)), Some((&high, to))) = (from.split_first(), to.split_first()) else {
            return Ok(next);
        };
        if low == high {
            let next = self.between(from, to, next, scope)?;
            return self.push(Node::Bytes { low, high, next, scope });
        }
        let (least, greatest) = ([0x80; 3], [0xBF; 3]);
        let (least, greatest) = (&least[..from.len()], &greatest[..from.len()]);
        let mut entries = Vec::new();
        let (mut first, mut last) = (u16::from(low), u16::from(high));
        if from != least {
            let next = self.between(from, greatest, next, scope)?;
            entries.push(self.push(Node::Bytes { low, high: low, next, scope })?);
            first += 1;
        }
        if to != greatest {
            let next = self.between(least, to, next, scope)?;
            entries.push(self.push(Node::Bytes { low: high, high, next, scope })?);
            last -= 1;
        }
        if first <= last {
            let next = self.between(least, greatest, next, scope)?;
            entries.push(self.push(Node::Bytes {
                low: first as u8,
                high: last as u8,
                next,
                scope,
            })?);
        }
        self.fork(entries)
    }
}
