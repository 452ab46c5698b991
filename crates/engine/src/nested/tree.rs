//! Trees of nested rules: flat, 16 bytes for each node.

use alloc::vec::Vec;

use super::expr::{Rules, END};
use super::net::Net;

/// One node in the order of the text: a node comes before those inside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Flat {
    pub(super) rule: u32,
    pub(super) start: u32,
    pub(super) end: u32,
    /// The number of the first node that is not inside this one.
    pub(super) after: u32,
}

/// The names of the rules.
#[derive(Clone, Copy, Debug)]
pub(super) enum Names<'p> {
    Program(&'p Rules),
    Net(&'p Net),
}

/// The tree of an input that a rule matched.
#[derive(Clone, Debug)]
pub struct Tree<'p, 'i> {
    pub(super) names: Names<'p>,
    pub(super) input: &'i str,
    pub(super) nodes: Vec<Flat>,
    /// The nodes whose inner nodes are not known, ascending.
    pub(super) ambiguous: Vec<u32>,
}

impl<'i> Tree<'_, 'i> {
    /// Returns the outermost nodes, in order: one, unless the rule leaves no node of its own.
    pub fn roots(&self) -> Nodes<'_> {
        Nodes { tree: self, next: 0, end: self.nodes.len() as u32 }
    }

    /// Returns where nodes begin and end, in the order of the text: a way through the tree without
    /// recursion.
    pub fn events(&self) -> Events<'_> {
        Events { tree: self, next: 0, open: Vec::new() }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns true if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns the line and the column of a byte offset in a text, each from 1, the column in
    /// characters. Takes time linear in the offset.
    pub fn line_col(text: &str, offset: usize) -> (usize, usize) {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// Returns the input.
    pub fn input(&self) -> &'i str {
        self.input
    }
}

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug)]
pub struct Node<'t> {
    tree: &'t Tree<'t, 't>,
    index: u32,
}

impl<'t> Node<'t> {
    fn flat(&self) -> Flat {
        self.tree.nodes[self.index as usize]
    }

    /// Returns the name of the rule; `EOI` for the end of the input, where a rule asks for it.
    pub fn rule(&self) -> &'t str {
        let rule = self.flat().rule as usize;
        let name = match self.tree.names {
            Names::Program(program) => program.rules.get(rule).map(|entry| &*entry.name),
            Names::Net(net) => net.names.get(rule).map(|name| &**name),
        };
        name.unwrap_or("EOI")
    }

    /// Returns the number of the rule in its program; `None` for the end of the input.
    pub fn rule_number(&self) -> Option<usize> {
        let rule = self.flat().rule;
        (rule != END).then_some(rule as usize)
    }

    /// Returns true if the derivations of the input do not agree on the nodes inside this one. It
    /// then has no inner nodes. A PEG has one parse, and no such node.
    pub fn is_ambiguous(&self) -> bool {
        self.tree.ambiguous.binary_search(&self.index).is_ok()
    }

    /// Returns the byte offset of the first byte.
    pub fn start(&self) -> usize {
        self.flat().start as usize
    }

    /// Returns the byte offset behind the last byte.
    pub fn end(&self) -> usize {
        self.flat().end as usize
    }

    /// Returns the text.
    pub fn text(&self) -> &'t str {
        self.tree.input.get(self.start()..self.end()).unwrap_or("")
    }

    /// Returns the nodes directly inside, in order.
    pub fn children(&self) -> Nodes<'t> {
        Nodes { tree: self.tree, next: self.index + 1, end: self.flat().after }
    }
}

/// Nodes beside each other, in order.
#[derive(Clone, Copy, Debug)]
pub struct Nodes<'t> {
    tree: &'t Tree<'t, 't>,
    next: u32,
    end: u32,
}

impl<'t> Iterator for Nodes<'t> {
    type Item = Node<'t>;

    fn next(&mut self) -> Option<Node<'t>> {
        if self.next >= self.end {
            return None;
        }
        let node = Node { tree: self.tree, index: self.next };
        self.next = node.flat().after;
        Some(node)
    }
}

/// A beginning or an end of a node.
#[derive(Clone, Copy, Debug)]
pub enum Event<'t> {
    /// A node begins: those inside it follow.
    Enter(Node<'t>),
    /// A node ends.
    Leave(Node<'t>),
}

/// The [`Event`]s of a tree, in order.
#[derive(Clone, Debug)]
pub struct Events<'t> {
    tree: &'t Tree<'t, 't>,
    next: u32,
    /// The nodes that have begun and not ended.
    open: Vec<u32>,
}

impl<'t> Iterator for Events<'t> {
    type Item = Event<'t>;

    fn next(&mut self) -> Option<Event<'t>> {
        let (tree, next) = (self.tree, self.next);
        let ends = |&mut index: &mut u32| tree.nodes[index as usize].after <= next;
        if let Some(index) = self.open.pop_if(ends) {
            return Some(Event::Leave(Node { tree, index }));
        }
        if next as usize >= tree.nodes.len() {
            return None;
        }
        self.next += 1;
        self.open.push(next);
        Some(Event::Enter(Node { tree, index: next }))
    }
}
