//! Every rule with its calls, for what an automaton with few calls does not know.

use alloc::borrow::Cow;
use alloc::vec::Vec;

/// The entry of a table for a byte that cannot follow.
pub const NONE: u32 = u32::MAX;

/// A list of pairs for each place or state.
pub type Lists = Cow<'static, [Cow<'static, [(u32, u32)]>]>;

/// Every rule of a grammar with its calls: places in the bodies of rules, and where bytes and calls
/// lead from them.
///
/// The first rule is the start rule. If it is called, too, it is there twice, with one name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Net {
    /// The names of the rules; the start rule first.
    pub names: Cow<'static, [Cow<'static, str>]>,
    /// The class of each byte, 256 of them.
    pub classes: Cow<'static, [u8]>,
    /// The number of classes.
    pub width: u32,
    /// The place after a byte of each class, or [`NONE`].
    pub next: Cow<'static, [u32]>,
    /// The calls at each place: the rule, and the place behind the call.
    pub calls: Lists,
    /// For each place whether the rule may end there.
    pub ends: Cow<'static, [bool]>,
    /// For each rule its first place.
    pub starts: Cow<'static, [u32]>,
    /// For each rule whether it derives the empty string.
    pub is_nullable: Cow<'static, [bool]>,
}

impl Net {
    /// No rules: for an automaton whose open rules and tree come from elsewhere.
    pub const EMPTY: Net = Net {
        names: Cow::Borrowed(&[]),
        classes: Cow::Borrowed(&[]),
        width: 0,
        next: Cow::Borrowed(&[]),
        calls: Cow::Borrowed(&[]),
        ends: Cow::Borrowed(&[]),
        starts: Cow::Borrowed(&[]),
        is_nullable: Cow::Borrowed(&[]),
    };

    /// Returns the place after a byte.
    pub(super) fn after(&self, place: u32, byte: u8) -> Option<u32> {
        let class = usize::from(*self.classes.get(usize::from(byte))?);
        let row = (place as usize).checked_mul(self.width as usize)?;
        let next = *self.next.get(row.checked_add(class)?)?;
        (next != NONE).then_some(next)
    }

    /// Returns true if a byte can follow a place without a call.
    pub(super) fn reads(&self, place: u32) -> bool {
        let width = self.width as usize;
        let row = self.next.get(place as usize * width..).unwrap_or(&[]);
        row.iter().take(width).any(|&next| next != NONE)
    }

    pub(super) fn calls(&self, place: u32) -> &[(u32, u32)] {
        self.calls.get(place as usize).map_or(&[], |calls| calls)
    }

    pub(super) fn is_end(&self, place: u32) -> bool {
        self.ends.get(place as usize) == Some(&true)
    }

    pub(super) fn is_nullable(&self, rule: u32) -> bool {
        self.is_nullable.get(rule as usize) == Some(&true)
    }

    pub(super) fn start(&self, rule: u32) -> u32 {
        self.starts.get(rule as usize).copied().unwrap_or(NONE - 1)
    }

    /// Returns true if the one way in which a rule derives the empty string uses no other rule.
    pub(super) fn is_plainly_empty(&self, rule: u32) -> bool {
        let start = self.start(rule);
        self.is_end(start) && !self.calls(start).iter().any(|&(called, _)| self.is_nullable(called))
    }
}

/// Returns the items of a list.
// A constant cannot dereference a `Cow` by its trait.
#[allow(clippy::ptr_arg)]
pub(super) const fn items<'a, T: Clone>(items: &'a Cow<'static, [T]>) -> &'a [T] {
    match items {
        Cow::Borrowed(items) => items,
        Cow::Owned(items) => Vec::as_slice(items),
    }
}
