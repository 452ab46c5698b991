//! The beginnings and ends of pairs, and pairs as text.

use alloc::rc::Rc;
use alloc::vec::Vec;
use core::fmt;

use super::{FlatPairs, Pair, Pairs, Shared};
use crate::nested::pair_span::{PairPosition, RuleName};
use crate::nested::tree::Node;

/// The beginning or the end of a pair.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum PairToken<'i, R> {
    /// A pair begins.
    Start {
        /// Its rule.
        rule: R,
        /// The place of its first byte.
        pos: PairPosition<'i>,
    },
    /// A pair ends.
    End {
        /// Its rule.
        rule: R,
        /// The place behind its last byte.
        pos: PairPosition<'i>,
    },
}

/// The beginnings and ends of pairs, in the order of the text.
#[derive(Clone, Debug)]
pub struct PairTokens<'i, R> {
    shared: Rc<Shared<'i, R>>,
    next: u32,
    end: u32,
    /// The pairs that have begun and not ended.
    open: Vec<u32>,
}

impl<'i, R: RuleName> Iterator for PairTokens<'i, R> {
    type Item = PairToken<'i, R>;

    fn next(&mut self) -> Option<PairToken<'i, R>> {
        let (tree, next) = (&self.shared.tree, self.next);
        let ends = |&mut index: &mut u32| Node::at(tree, index).place().1 <= next;
        if let Some(index) = self.open.pop_if(ends) {
            let node = Node::at(tree, index);
            let pos = PairPosition { input: tree.input, at: node.end() };
            return Some(PairToken::End { rule: self.shared.rule(node)?, pos });
        }
        if next >= self.end {
            return None;
        }
        self.next += 1;
        self.open.push(next);
        let node = Node::at(tree, next);
        let pos = PairPosition { input: tree.input, at: node.start() };
        Some(PairToken::Start { rule: self.shared.rule(node)?, pos })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = 2 * self.end.saturating_sub(self.next) as usize + self.open.len();
        (left, Some(left))
    }
}

impl<R: RuleName> ExactSizeIterator for PairTokens<'_, R> {}

impl<'i, R: RuleName> Pairs<'i, R> {
    /// Returns where the pairs and those inside them begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        PairTokens { shared: self.shared, next: self.next, end: self.end, open: Vec::new() }
    }
}

impl<'i, R: RuleName> FlatPairs<'i, R> {
    /// Returns where the pairs begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        PairTokens { shared: self.shared, next: self.next, end: self.end, open: Vec::new() }
    }
}

impl<'i, R: RuleName> Pair<'i, R> {
    /// Returns where the pair and those inside it begin and end.
    pub fn tokens(self) -> PairTokens<'i, R> {
        Pairs::single(self).tokens()
    }
}

/// The text; with `#`, the rules and places of the pair and those inside it.
impl<R: RuleName> fmt::Display for Pair<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return f.write_str(self.as_str());
        }
        let (tree, (index, after)) = (&self.shared.tree, self.node().place());
        let mut open: Vec<u32> = Vec::new();
        for next in index..after {
            let node = Node::at(tree, next);
            let is_first = open.last().is_none_or(|&above| above + 1 == next);
            let Some(rule) = self.shared.rule(node) else { continue };
            let before = if is_first { "" } else { ", " };
            write!(f, "{before}{rule:?}({}, {}", node.start(), node.end())?;
            if node.place().1 > next + 1 {
                f.write_str(", [")?;
                open.push(next);
                continue;
            }
            f.write_str(")")?;
            let ends = |&mut above: &mut u32| Node::at(tree, above).place().1 == next + 1;
            while open.pop_if(ends).is_some() {
                f.write_str("])")?;
            }
        }
        Ok(())
    }
}

/// A list of the pairs, each as it is written alone.
impl<R: RuleName> fmt::Display for Pairs<'_, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[")?;
        for (number, pair) in self.clone().enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            fmt::Display::fmt(&pair, f)?;
        }
        f.write_str("]")
    }
}
