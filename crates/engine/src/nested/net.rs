//! Every rule with its calls, for what an automaton with few calls does not know.

use alloc::borrow::Cow;
use alloc::collections::BTreeSet;
use alloc::vec::Vec;

use super::numbers::{items, Lists, Numbers, NONE};

/// Every rule of a grammar with its calls: places in the bodies of rules, and where bytes and calls
/// lead from them.
///
/// The first rule is the start rule. If it is also called, it is there twice, with one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// The names of the rules; the start rule first.
    pub names: Cow<'static, [Cow<'static, str>]>,
    /// The class of each byte, 256 of them.
    pub classes: Cow<'static, [u8]>,
    /// The number of classes.
    pub width: u32,
    /// The place after a byte of each class, or `u32::MAX`.
    pub next: Numbers<4>,
    /// The calls at each place, as pairs: the rule, and the place behind the call.
    pub calls: Lists<4>,
    /// For each place, 1 if the rule may end there, else 0.
    pub ends: Cow<'static, [u8]>,
    /// For each rule its first place.
    pub starts: Numbers<4>,
    /// For each rule, 1 if it derives the empty string, else 0.
    pub is_nullable: Cow<'static, [u8]>,
}

impl Net {
    /// No rules: for an automaton whose open rules and tree come from elsewhere.
    pub const EMPTY: Net = Net {
        names: Cow::Borrowed(&[]),
        classes: Cow::Borrowed(&[]),
        width: 0,
        next: Numbers::EMPTY,
        calls: Lists::EMPTY,
        ends: Cow::Borrowed(&[]),
        starts: Numbers::EMPTY,
        is_nullable: Cow::Borrowed(&[]),
    };

    /// Returns the place after a byte.
    pub(super) fn after(&self, place: u32, byte: u8) -> Option<u32> {
        let class = usize::from(*self.classes.get(usize::from(byte))?);
        let row = (place as usize).checked_mul(self.width as usize)?;
        let next = self.next.get(row.checked_add(class)?);
        (next != NONE).then_some(next)
    }

    /// Returns true if a byte can follow a place without a call.
    pub(super) fn reads(&self, place: u32) -> bool {
        let row = (place as usize).saturating_mul(self.width as usize);
        (0..self.width as usize).any(|class| self.next.get(row.saturating_add(class)) != NONE)
    }

    pub(super) fn calls(&self, place: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        self.calls.pairs(place)
    }

    /// Returns the rules that a rule calls.
    pub(super) fn called(&self, rule: u32) -> BTreeSet<u32> {
        let (mut open, mut seen) = (Vec::from([self.start(rule)]), BTreeSet::new());
        let mut called = BTreeSet::new();
        while let Some(place) = open.pop() {
            if !seen.insert(place) {
                continue;
            }
            let row = (place as usize).saturating_mul(self.width as usize);
            let next =
                (0..self.width as usize).map(|class| self.next.get(row.saturating_add(class)));
            open.extend(next.filter(|&next| next != NONE));
            for (rule, behind) in self.calls(place) {
                called.insert(rule);
                open.push(behind);
            }
        }
        called
    }

    pub(super) fn is_end(&self, place: u32) -> bool {
        items(&self.ends).get(place as usize) == Some(&1)
    }

    pub(super) fn is_nullable(&self, rule: u32) -> bool {
        items(&self.is_nullable).get(rule as usize) == Some(&1)
    }

    pub(super) fn start(&self, rule: u32) -> u32 {
        self.starts.get(rule as usize).min(NONE - 1)
    }

    /// Returns true if the one way in which a rule derives the empty string uses no other rule.
    pub(super) fn is_plainly_empty(&self, rule: u32) -> bool {
        let start = self.start(rule);
        self.is_end(start) && !self.calls(start).any(|(called, _)| self.is_nullable(called))
    }
}
