//! Every reading of a literal at once, as `nested::readings` has it, without trees and without a
//! heap.
//!
//! A *call* is a rule at an offset, an *item* a place in a rule with the call that it is read for.
//! Readings that call one rule at one offset share the call. There is room for a number of calls,
//! callers and items; of a literal that needs more, nothing is decided.

use crate::nested::net::Net;
use crate::nested::numbers::{items, read, NONE};

const CALLS: usize = 1 << 12;
const CALLERS: usize = 1 << 13;
const ITEMS: usize = 1 << 9;
/// The places of a table of items, which is searched by hashes.
const SLOTS: usize = 1 << 10;
const RULES: usize = 1 << 9;
/// The number that no call, caller or item has.
const NO: u16 = u16::MAX;

/// A place in a rule, and the call.
#[derive(Clone, Copy)]
struct Item {
    call: u16,
    place: u16,
}

/// A call that waits for another one, and the place where that one returns.
#[derive(Clone, Copy)]
struct Caller {
    item: Item,
    /// The number of the next caller of the same call.
    next: u16,
}

const NO_ITEM: Item = Item { call: NO, place: NO };

/// The items at one place of the input.
struct Items {
    all: [Item; ITEMS],
    count: usize,
    slots: [u16; SLOTS],
}

impl Items {
    const NONE: Items = Items { all: [NO_ITEM; ITEMS], count: 0, slots: [NO; SLOTS] };

    /// Adds an item, unless it is there. Returns false if there is no room.
    const fn add(&mut self, item: Item) -> bool {
        let mut slot = (item.call as usize * 31 + item.place as usize) % SLOTS;
        while self.slots[slot] != NO {
            let known = self.all[self.slots[slot] as usize];
            if known.call == item.call && known.place == item.place {
                return true;
            }
            slot = (slot + 1) % SLOTS;
        }
        if self.count == ITEMS {
            return false;
        }
        self.slots[slot] = self.count as u16;
        self.all[self.count] = item;
        self.count += 1;
        true
    }
}

struct Readings<'n> {
    net: &'n Net,
    /// For each call its first caller.
    calls: [u16; CALLS],
    call_count: usize,
    callers: [Caller; CALLERS],
    caller_count: usize,
    items: Items,
    /// True if the start rule ends here.
    is_end: bool,
}

/// Returns whether the rule derives an input; `None` if there is no room to decide it.
pub(super) const fn accepts(net: &Net, input: &[u8]) -> Option<bool> {
    let rules = net.starts.len();
    if rules == 0 || rules > RULES || items(&net.ends).len() >= NO as usize {
        return None;
    }
    let mut readings = Readings {
        net,
        calls: [NO; CALLS],
        call_count: 1,
        callers: [Caller { item: NO_ITEM, next: NO }; CALLERS],
        caller_count: 0,
        items: Items::NONE,
        is_end: false,
    };
    readings.items.add(Item { call: 0, place: net.starts.get(0) as u16 });
    let mut at = 0;
    while readings.close() {
        if at == input.len() {
            return Some(readings.is_end);
        }
        readings.items = readings.after(input[at]);
        if readings.items.count == 0 {
            return Some(false);
        }
        at += 1;
    }
    None
}

impl Readings<'_> {
    /// Adds the calls that are tried and the ends that are reached before another byte. Returns
    /// false if there is no room.
    const fn close(&mut self) -> bool {
        let old = self.call_count;
        let mut new = [NO; RULES];
        let ends = items(&self.net.ends);
        let mut number = 0;
        self.is_end = false;
        while number < self.items.count {
            let Item { call, place } = self.items.all[number];
            number += 1;
            if place as usize >= ends.len() {
                continue;
            }
            // A new call has read nothing. Its callers go on where they call it.
            if ends[place as usize] == 1 && (call as usize) < old {
                self.is_end |= call == 0;
                let mut caller = self.calls[call as usize];
                while caller != NO {
                    let Caller { item, next } = self.callers[caller as usize];
                    if !self.items.add(item) {
                        return false;
                    }
                    caller = next;
                }
            }
            let called = self.net.calls.list(place as usize);
            let mut at = 0;
            while at + 8 <= called.len() {
                let (rule, behind) = (read::<4>(called, at), read::<4>(called, at + 4));
                at += 8;
                if !self.call(rule as usize, Item { call, place: behind as u16 }, &mut new) {
                    return false;
                }
            }
        }
        true
    }

    /// Adds a call of a rule for an item that is read behind it. Returns false if there is no room.
    const fn call(&mut self, rule: usize, behind: Item, new: &mut [u16; RULES]) -> bool {
        if rule >= self.net.starts.len() {
            return true;
        }
        if new[rule] == NO {
            if self.call_count == CALLS {
                return false;
            }
            new[rule] = self.call_count as u16;
            self.call_count += 1;
            self.calls[new[rule] as usize] = NO;
            if !self.items.add(Item { call: new[rule], place: self.net.starts.get(rule) as u16 }) {
                return false;
            }
        }
        let nullable = items(&self.net.is_nullable);
        if rule < nullable.len() && nullable[rule] == 1 && !self.items.add(behind) {
            return false;
        }
        let call = new[rule] as usize;
        let mut known = self.calls[call];
        while known != NO {
            let Caller { item, next } = self.callers[known as usize];
            if item.call == behind.call && item.place == behind.place {
                return true;
            }
            known = next;
        }
        if self.caller_count == CALLERS {
            return false;
        }
        self.callers[self.caller_count] = Caller { item: behind, next: self.calls[call] };
        self.calls[call] = self.caller_count as u16;
        self.caller_count += 1;
        true
    }

    /// Returns the place after a byte, or [`NONE`].
    const fn next(&self, place: u16, byte: u8) -> u32 {
        let classes = items(&self.net.classes);
        if byte as usize >= classes.len() {
            return NONE;
        }
        let cell = place as usize * self.net.width as usize + classes[byte as usize] as usize;
        self.net.next.get(cell)
    }

    /// Returns the items behind a byte.
    const fn after(&self, byte: u8) -> Items {
        let mut moved = Items::NONE;
        let mut number = 0;
        while number < self.items.count {
            let Item { call, place } = self.items.all[number];
            let next = self.next(place, byte);
            if next < NO as u32 {
                // There are no more than before.
                moved.add(Item { call, place: next as u16 });
            }
            number += 1;
        }
        moved
    }
}
