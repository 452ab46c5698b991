//! The first derivation, where a string has several.
//!
//! Alternatives count in the order in which they are written, an option with its content comes
//! before one without, and one more round of a repetition comes before its end. Of two derivations,
//! the one that comes first at the leftmost place where they differ is the first. For example, in
//! `geo = x [ ";crs=" crs ] *p`, with `p` a parameter such as `;crs=a`, the string `1;crs=a` has
//! two derivations: `crs` is `a`, or `crs` is absent and `;crs=a` is a parameter. The first one has
//! `crs`.
//!
//! The subset construction becomes one of *lists*: the nodes that an input can be in are kept in
//! the order of the derivations that lead to them, as in an automaton for Perl's regular
//! expressions. After `1;crs=`:
//!
//! ```text
//!   1st   crs . ALPHA           the preferred way
//!   2nd   p   . ALPHA           the other one
//! ```
//!
//! The byte `a` leaves both. At the end of the input, the first way that can end is the derivation
//! that counts; after `1;crs=%`, which no `crs` can be, the second way is the only one. So the
//! language stays what it is. Of two ways into one node the first is kept: the same
//! texts follow both, and the first stays before the other.
//!
//! Between two bytes, no way comes back to a node: a repetition whose round can read nothing has
//! no first derivation and is refused, as is a left-recursive rule.

mod letters;

use super::nfa::{Mark, Nfa};
use super::node::{Node, NodeId};
use super::{Grammar, Refused, Terminals};
use crate::seen::Seen;
use crate::Limits;
use std::cell::RefCell;
use std::collections::HashSet;

/// A node that an input can be in, and the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way<D> {
    pub(super) node: NodeId,
    /// The facts that are known of the way.
    pub(super) data: D,
}

/// An automaton where each string takes the first way.
pub(super) struct Chooser {
    nfa: Nfa,
    alive: Vec<bool>,
    seen: RefCell<Seen>,
}

impl Chooser {
    /// Builds the automaton of a rule with the marks of a component.
    ///
    /// # Errors
    /// [`Refused`] as for an automaton, and where no derivation is the first.
    pub(super) fn new(
        grammar: &Grammar,
        rule: &str,
        component: &[&str],
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Chooser, Refused> {
        let nfa = Nfa::new(grammar, rule, terminals, &[], &[component], limits)?;
        let alive = nfa.alive();
        let why = if nfa.is_left_linear {
            "a rule is left-recursive; write it as a repetition"
        } else if nfa.has_empty_rounds(&alive) {
            "a round of a repetition can read nothing; let each round read something"
        } else {
            return Ok(Chooser { nfa, alive, seen: RefCell::default() });
        };
        Err(Refused::Unordered { rule: rule.to_owned(), why })
    }

    pub(super) fn nfa(&self) -> &Nfa {
        &self.nfa
    }

    /// Returns the way before any input.
    pub(super) fn start<D>(&self, data: D) -> Vec<Way<D>> {
        vec![Way { node: self.nfa.start, data }]
    }

    /// Returns the way to the end of the rule, if the input may end here. `pass` changes the facts
    /// at a mark.
    pub(super) fn end<D: Clone>(
        &self,
        ways: &[Way<D>],
        pass: impl Fn(&mut D, Mark, usize),
    ) -> Option<Way<D>> {
        let accepts = |way: &Way<D>| matches!(self.nfa.nodes[way.node as usize], Node::Accept);
        self.closed(ways, pass).into_iter().find(accepts)
    }

    /// Returns the ways after one more byte.
    pub(super) fn next<D: Clone>(
        &self,
        ways: &[Way<D>],
        byte: u8,
        pass: impl Fn(&mut D, Mark, usize),
    ) -> Vec<Way<D>> {
        let (mut after, mut seen) = (Vec::new(), HashSet::new());
        for way in self.closed(ways, pass) {
            let next = self.nfa.nodes[way.node as usize].after(byte);
            let is_new = |&node: &NodeId| self.alive[node as usize] && seen.insert(node);
            after.extend(next.filter(is_new).map(|node| Way { node, ..way }));
        }
        after
    }

    /// Follows forks and passes marks; returns the ways to the nodes that read a byte or end the
    /// string, in order.
    fn closed<D: Clone>(&self, ways: &[Way<D>], pass: impl Fn(&mut D, Mark, usize)) -> Vec<Way<D>> {
        let (mut seen, mut reached) = (self.seen.borrow_mut(), Vec::new());
        seen.clear();
        let mut open: Vec<Way<D>> = ways.iter().rev().cloned().collect();
        while let Some(mut way) = open.pop() {
            if !self.alive[way.node as usize] || !seen.insert(way.node as usize) {
                continue;
            }
            if let Some((mark, number)) = self.nfa.mark(way.node) {
                pass(&mut way.data, mark, number);
            }
            match &self.nfa.nodes[way.node as usize] {
                Node::Fork(targets) => {
                    let Some((&first, others)) = targets.split_first() else { continue };
                    let to = |&node: &NodeId| Way { node, ..way.clone() };
                    open.extend(others.iter().rev().map(to));
                    open.push(Way { node: first, ..way });
                }
                _ => reached.push(way),
            }
        }
        reached
    }
}
