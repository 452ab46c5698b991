//! Every reading of a text at once: the rules that are open at an error, and the tree where there
//! is one.
//!
//! The automaton that checks an input has most rules built into others and keeps no offsets. Here,
//! every rule is called. A *call* is a rule at an offset; readings that call one rule at one offset
//! share it, and its callers wait there, as in parsers of general context-free rules.
//!
//! With each item goes what was read in its call so far: a list of trees. Where two readings come
//! to one place of one call with different lists, the list is *ambiguous*, and so is the tree of
//! the call once it ends. With RFC 8259's rules and `[ 1]`, the blank belongs to `begin-array` or
//! to `int`'s callers in two ways, so `array` is a node without known children. In `[1]` every
//! node is known.

mod tried;

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::net::Net;
use super::tree::Flat;
use super::Limits;
use crate::Expected;

/// The list without trees.
const EMPTY: u32 = 0;
/// Several lists.
const AMBIGUOUS: u32 = u32::MAX;
/// The place of an item for the end of the start rule.
const END: u32 = u32::MAX;

/// Nodes in the order of the text, and the numbers of those whose inner nodes are ambiguous.
pub(super) type Nodes = (Vec<Flat>, Vec<u32>);

/// The part of a rule in a tree.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    /// A node, with the nodes inside it.
    Node,
    /// A node without those inside it.
    Leaf,
    /// No node: those inside it belong to its caller.
    None,
}

/// A rule that was called at an offset.
struct Call {
    rule: u32,
    start: u32,
    /// The calls that wait, the places where this one returns, and the lists read there before.
    callers: Vec<(u32, u32, u32)>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ended {
    rule: u32,
    start: u32,
    end: u32,
    list: u32,
}

pub(super) struct Readings<'n> {
    net: &'n Net,
    part: &'n dyn Fn(u32) -> Part,
    calls: Vec<Call>,
    /// The places that readings are at, each with its call and its list.
    items: BTreeMap<(u32, u32), u32>,
    /// Each list is another list and one more tree.
    lists: Vec<(u32, u32)>,
    list_ids: BTreeMap<(u32, u32), u32>,
    trees: Vec<Ended>,
    tree_ids: BTreeMap<Ended, u32>,
    /// The calls before this offset.
    old: u32,
    left: u64,
}

impl<'n> Readings<'n> {
    /// Begins at the start of a text. `part` says what becomes of each rule. Each step may keep a
    /// caller, so that the limits of steps and of nodes both bound them.
    pub(super) fn new(net: &'n Net, part: &'n dyn Fn(u32) -> Part, limits: Limits) -> Readings<'n> {
        Readings {
            net,
            part,
            calls: Vec::from([Call { rule: 0, start: 0, callers: Vec::new() }]),
            items: BTreeMap::from([((0, net.start(0)), EMPTY)]),
            lists: Vec::from([(EMPTY, 0)]),
            list_ids: BTreeMap::new(),
            trees: Vec::new(),
            tree_ids: BTreeMap::new(),
            old: 0,
            left: limits.steps.min(limits.nodes as u64),
        }
    }

    /// Reads a text to its end, or to the byte that no reading goes on with, and returns the
    /// offset. `None` if the limit of steps is hit.
    pub(super) fn read(&mut self, text: &[u8]) -> Option<usize> {
        for (at, &byte) in text.iter().enumerate() {
            self.close(at as u32)?;
            let net = self.net;
            let next = |(&(call, place), &list): (&(u32, u32), &u32)| {
                Some(((call, net.after(place, byte)?), list))
            };
            let mut moved = BTreeMap::new();
            for (item, list) in self.items.iter().filter_map(next) {
                add(&mut moved, item, list);
            }
            if moved.is_empty() {
                return Some(at);
            }
            self.items = moved;
        }
        self.close(text.len() as u32)?;
        Some(text.len())
    }

    /// Returns the bytes that some reading goes on with, and whether the text may end.
    pub(super) fn expected(&self) -> Expected {
        let goes_on =
            |&byte: &u8| self.items.keys().any(|&(_, place)| self.net.after(place, byte).is_some());
        Expected::of_bytes((0..=255).filter(goes_on).collect(), self.ends())
    }

    /// Returns true if the start rule may end where the text was read to.
    pub(super) fn ends(&self) -> bool {
        self.items.contains_key(&(0, END))
    }

    /// Adds the calls that are tried and the ends that are reached before another byte.
    fn close(&mut self, at: u32) -> Option<()> {
        let net = self.net;
        self.old = self.calls.len() as u32;
        let mut new: BTreeMap<u32, u32> = BTreeMap::new();
        let mut open: Vec<(u32, u32)> = self.items.keys().copied().collect();
        while let Some(item) = open.pop() {
            self.left = self.left.checked_sub(1)?;
            let (call, place) = item;
            let list = *self.items.get(&item)?;
            // A new call has read nothing. Its callers go on where they call it.
            if net.is_end(place) && call < self.old {
                if call == 0 {
                    add(&mut self.items, (0, END), list);
                }
                for index in 0..self.calls[call as usize].callers.len() {
                    self.left = self.left.checked_sub(1)?;
                    let (caller, behind, before) = self.calls[call as usize].callers[index];
                    let Call { rule, start, .. } = self.calls[call as usize];
                    let list = self.with(before, Ended { rule, start, end: at, list })?;
                    if add(&mut self.items, (caller, behind), list) {
                        open.push((caller, behind));
                    }
                }
            }
            for (rule, behind) in net.calls(place) {
                self.left = self.left.checked_sub(1)?;
                let called = *new.entry(rule).or_insert_with(|| {
                    self.calls.push(Call { rule, start: at, callers: Vec::new() });
                    self.calls.len() as u32 - 1
                });
                // An item that becomes ambiguous calls again, with the list that it has then.
                self.calls[called as usize].callers.push((call, behind, list));
                if add(&mut self.items, (called, net.start(rule)), EMPTY) {
                    open.push((called, net.start(rule)));
                }
                if net.is_nullable(rule) {
                    let inside = if net.is_plainly_empty(rule) { EMPTY } else { AMBIGUOUS };
                    let ended = Ended { rule, start: at, end: at, list: inside };
                    let list = self.with(list, ended)?;
                    if add(&mut self.items, (call, behind), list) {
                        open.push((call, behind));
                    }
                }
            }
        }
        Some(())
    }

    /// Returns a list with one more tree, or with what takes its place.
    fn with(&mut self, list: u32, ended: Ended) -> Option<u32> {
        if list == AMBIGUOUS {
            return Some(AMBIGUOUS);
        }
        match (self.part)(ended.rule) {
            Part::Node => Some(self.cons(list, ended)),
            Part::Leaf => Some(self.cons(list, Ended { list: EMPTY, ..ended })),
            Part::None if ended.list == AMBIGUOUS => Some(AMBIGUOUS),
            Part::None => {
                let inside = self.flat(ended.list);
                self.left = self.left.checked_sub(inside.len() as u64)?;
                Some(inside.into_iter().fold(list, |list, tree| {
                    let tree = self.trees[tree as usize];
                    self.cons(list, tree)
                }))
            }
        }
    }

    fn cons(&mut self, list: u32, ended: Ended) -> u32 {
        let trees = &mut self.trees;
        let tree = *self.tree_ids.entry(ended).or_insert_with(|| {
            trees.push(ended);
            trees.len() as u32 - 1
        });
        let lists = &mut self.lists;
        *self.list_ids.entry((list, tree)).or_insert_with(|| {
            lists.push((list, tree));
            lists.len() as u32 - 1
        })
    }

    /// Returns the trees of a list, in order.
    fn flat(&self, mut list: u32) -> Vec<u32> {
        let mut trees = Vec::new();
        while list != EMPTY {
            let (before, tree) = self.lists[list as usize];
            trees.push(tree);
            list = before;
        }
        trees.reverse();
        trees
    }

    /// Returns the nodes of the start rule that has ended here; `Some(None)` if it has not ended,
    /// or is not a node and ambiguous. `None` if the limit of steps is hit.
    pub(super) fn tree(&mut self, end: u32) -> Option<Option<Nodes>> {
        let Some(&list) = self.items.get(&(0, END)) else { return Some(None) };
        let whole = self.with(EMPTY, Ended { rule: 0, start: 0, end, list })?;
        if whole == AMBIGUOUS {
            return Some(None);
        }
        let (mut nodes, mut ambiguous): (Vec<Flat>, Vec<u32>) = (Vec::new(), Vec::new());
        // Trees to add, and nodes to close.
        let mut open: Vec<Result<u32, usize>> =
            self.flat(whole).into_iter().rev().map(Ok).collect();
        while let Some(next) = open.pop() {
            match next {
                Ok(tree) => {
                    let Ended { rule, start, end, list } = self.trees[tree as usize];
                    self.left = self.left.checked_sub(1)?;
                    open.push(Err(nodes.len()));
                    if list == AMBIGUOUS {
                        ambiguous.push(nodes.len() as u32);
                    } else {
                        open.extend(self.flat(list).into_iter().rev().map(Ok));
                    }
                    nodes.push(Flat { rule, start, end, after: 0 });
                }
                Err(node) => nodes[node].after = nodes.len() as u32,
            }
        }
        Some(Some((nodes, ambiguous)))
    }

    /// Returns the calls that are open in every reading that goes on, outermost first, as rules and
    /// offsets.
    ///
    /// The call with the largest number is replaced by its callers, again and again. Where one is
    /// left alone, every reading passes through it.
    pub(super) fn open(&self) -> Vec<(u32, u32)> {
        let goes_on = |&&(_, place): &&(u32, u32)| place == END || self.net.reads(place);
        let mut open: alloc::collections::BTreeSet<u32> =
            self.items.keys().filter(goes_on).map(|item| item.0).collect();
        let (mut found, mut seen) = (Vec::new(), alloc::vec![false; self.calls.len()]);
        while let Some(last) = open.pop_last() {
            let call = &self.calls[last as usize];
            seen[last as usize] = true;
            if open.is_empty() {
                found.push((call.rule, call.start));
            }
            let callers = call.callers.iter().map(|caller| caller.0);
            open.extend(callers.filter(|&caller| !seen[caller as usize]));
        }
        found.reverse();
        found
    }
}

/// Adds a list to an item. Returns true if that changes what is known of the item.
fn add(items: &mut BTreeMap<(u32, u32), u32>, item: (u32, u32), list: u32) -> bool {
    match items.get_mut(&item) {
        None => {
            items.insert(item, list);
            true
        }
        Some(known) if *known == list || *known == AMBIGUOUS => false,
        Some(known) => {
            *known = AMBIGUOUS;
            true
        }
    }
}
