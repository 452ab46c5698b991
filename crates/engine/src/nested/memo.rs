//! Results of rules at places of the input: a table with open addressing.

use alloc::vec;
use alloc::vec::Vec;

/// A result that says that the rule does not match.
pub(super) const NO_MATCH: u32 = u32::MAX;

#[derive(Clone, Copy)]
struct Slot {
    /// The rule and the place; all ones for an empty slot.
    key: u64,
    end: u32,
    list: u32,
}

const EMPTY: Slot = Slot { key: u64::MAX, end: 0, list: 0 };

pub(super) struct Memo {
    slots: Vec<Slot>,
    used: usize,
}

impl Memo {
    pub(super) fn new() -> Memo {
        Memo { slots: vec![EMPTY; 256], used: 0 }
    }

    /// Returns the place of a key, or the empty slot for it.
    fn place(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the upper bits of the product are spread well.
        let mut at = (key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32) as usize & mask;
        while self.slots[at].key != key && self.slots[at].key != EMPTY.key {
            at = (at + 1) & mask;
        }
        at
    }

    /// Returns the end of the match and its nodes, if the result is known.
    pub(super) fn get(&self, rule: u32, at: u32) -> Option<(u32, u32)> {
        let slot = self.slots[self.place(key(rule, at))];
        (slot.key != EMPTY.key).then_some((slot.end, slot.list))
    }

    pub(super) fn insert(&mut self, rule: u32, at: u32, end: u32, list: u32) {
        if self.used * 4 > self.slots.len() * 3 {
            let twice = vec![EMPTY; self.slots.len() * 2];
            for slot in core::mem::replace(&mut self.slots, twice) {
                if slot.key != EMPTY.key {
                    let place = self.place(slot.key);
                    self.slots[place] = slot;
                }
            }
        }
        let key = key(rule, at);
        let place = self.place(key);
        self.used += usize::from(self.slots[place].key == EMPTY.key);
        self.slots[place] = Slot { key, end, list };
    }
}

fn key(rule: u32, at: u32) -> u64 {
    u64::from(rule) << 32 | u64::from(at)
}
