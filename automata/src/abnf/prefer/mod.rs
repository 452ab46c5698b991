//! The one derivation that a choice takes, where a string has several.
//!
//! A [`Prefer`] orders the derivations of a string. In `geo = x [ ";crs=" crs ] *p`, with `p` a
//! parameter such as `;crs=a`, the string `1;crs=a` has two derivations: `crs` is `a`, or `crs` is
//! absent and `;crs=a` is a parameter. [`Prefer::First`] reads an option as "with" before
//! "without", so it takes the first one.
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
//! language stays what it is. Of two ways into one node the first is kept: whatever follows,
//! follows both, and the first one stays before the other.
//!
//! Between two bytes, no way comes back to a node: a repetition of which a round can read nothing
//! has no first derivation and is refused, as is a rule that calls itself at its beginning.
//!
//! # The longest rule
//!
//! For [`Prefer::Longest`], each way also has the number of bytes by which the rule covers less in
//! it than in the best way. Of two ways into one node the one that covers more is kept. The module
//! `longest` keeps these numbers small. Where it cannot, nothing is decided.

mod letters;
mod longest;

use super::nfa::{Mark, Nfa};
use super::node::{Node, NodeId};
use super::{Grammar, Refused, Terminals};
use crate::seen::Seen;
use crate::{Limits, Undecided};
use longest::Longest;
use std::cell::RefCell;
use std::collections::HashMap;

/// A choice among the derivations of a string.
///
/// Alternatives count in the order in which they are written, an option with its content comes
/// before one without, and one more round of a repetition comes before its end. Of two derivations,
/// the one that comes first at the leftmost place where they differ is preferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Prefer<'r> {
    /// The first derivation.
    First,
    /// The derivation in which the outermost occurrences of this rule have the most bytes; the
    /// first one of these.
    Longest(&'r str),
}

/// A node that an input can be in, and the way to it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Way<D> {
    pub(super) node: NodeId,
    /// The number of bytes by which the rule of [`Prefer::Longest`] covers less than in the best
    /// way.
    behind: u16,
    /// The facts that are known of the way.
    pub(super) data: D,
}

/// The order of ways.
enum Order {
    /// No way is preferred.
    Any,
    First,
    Longest(Longest),
}

/// An automaton of which a choice takes one way for each string.
pub(super) struct Chooser {
    nfa: Nfa,
    alive: Vec<bool>,
    order: Order,
    seen: RefCell<Seen>,
}

impl Chooser {
    /// Builds the automaton of a rule with the marks of components.
    ///
    /// # Errors
    /// [`Refused`] as for an automaton, for an unknown rule of the choice, and for a choice where
    /// no derivation is the first.
    pub(super) fn new(
        grammar: &Grammar,
        rule: &str,
        components: &[&[&str]],
        prefer: Option<Prefer<'_>>,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<Chooser, Refused> {
        let longest = match prefer {
            Some(Prefer::Longest(ref name)) => Some(std::slice::from_ref(name)),
            _ => None,
        };
        let marked: Vec<&[&str]> = components.iter().copied().chain(longest).collect();
        let nfa = Nfa::new(grammar, rule, terminals, &[], &marked, limits)?;
        let alive = nfa.alive();
        if prefer.is_some() {
            let why = if nfa.is_left_linear {
                Some("a rule calls itself at its beginning; write it as a repetition")
            } else if nfa.has_empty_rounds(&alive) {
                Some("a round of a repetition can read nothing; let each round read something")
            } else {
                None
            };
            if let Some(why) = why {
                return Err(Refused::Unordered { rule: rule.to_owned(), why });
            }
        }
        let order = match prefer {
            None => Order::Any,
            Some(Prefer::First) => Order::First,
            Some(Prefer::Longest(_)) => {
                Order::Longest(Longest::new(&nfa, &alive, components.len()))
            }
        };
        Ok(Chooser { nfa, alive, order, seen: RefCell::default() })
    }

    pub(super) fn nfa(&self) -> &Nfa {
        &self.nfa
    }

    /// Returns the way before any input.
    pub(super) fn start<D>(&self, data: D) -> Vec<Way<D>> {
        vec![Way { node: self.nfa.start, behind: 0, data }]
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
    ///
    /// # Errors
    /// [`Undecided`] if a way covers so much less than another that the difference is not counted.
    pub(super) fn next<D: Clone>(
        &self,
        ways: &[Way<D>],
        byte: u8,
        pass: impl Fn(&mut D, Mark, usize),
    ) -> Result<Vec<Way<D>>, Undecided> {
        // The number of bytes that were covered, more or less: the differences count.
        let mut after: Vec<(i32, Way<D>)> = Vec::new();
        let mut places: HashMap<NodeId, usize> = HashMap::new();
        for way in self.closed(ways, pass) {
            let Node::Bytes { low, high, next, .. } = self.nfa.nodes[way.node as usize] else {
                continue;
            };
            if !(low..=high).contains(&byte) || !self.alive[next as usize] {
                continue;
            }
            let gain = match &self.order {
                Order::Longest(longest) => longest.gain(way.node),
                _ => 0,
            };
            let covered = gain - i32::from(way.behind);
            let is_better = |&&at: &&usize| after[at].0 >= covered;
            if places.get(&next).filter(is_better).is_none() {
                places.insert(next, after.len());
                after.push((covered, Way { node: next, ..way }));
            }
        }
        let mut at = 0..;
        after.retain(|(_, way)| at.next() == places.get(&way.node).copied());
        match &self.order {
            Order::Any => after.sort_unstable_by_key(|(_, way)| way.node),
            Order::First => {}
            Order::Longest(longest) => longest.settle(&self.nfa, &self.alive, &mut after)?,
        }
        Ok(after.into_iter().map(|(_, way)| way).collect())
    }

    /// Follows forks and passes marks; returns the ways to the nodes that read a byte or end the
    /// string, in order.
    fn closed<D: Clone>(&self, ways: &[Way<D>], pass: impl Fn(&mut D, Mark, usize)) -> Vec<Way<D>> {
        // The best way visits first, so that no other one takes a node from it.
        let mut sources: Vec<usize> = (0..ways.len()).collect();
        sources.sort_by_key(|&at| ways[at].behind);
        let (mut seen, mut reached) = (self.seen.borrow_mut(), Vec::new());
        seen.clear();
        for source in sources {
            let mut open = vec![ways[source].clone()];
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
                    _ => reached.push((source, way)),
                }
            }
        }
        reached.sort_by_key(|&(source, _)| source);
        reached.into_iter().map(|(_, way)| way).collect()
    }
}
