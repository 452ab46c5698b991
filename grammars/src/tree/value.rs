//! Trees: the derivation of an input from a rule.

use std::borrow::Cow;
use std::fmt;
use std::ops::Range;

use crate::{Encoding, UnknownName};

use super::octets::Offsets;

/// The derivation of an input from a rule: one node for each rule that matched.
///
/// `R` names the rules: the facts of a [`Rule`](crate::Rule) where the grammar is chosen at run
/// time, or the `Rule` that pest derives of a document, as in `urigram-parsers`.
#[derive(Clone, Debug)]
pub struct Tree<'i, R> {
    input: Cow<'i, [u8]>,
    nodes: Vec<RawNode<R>>,
}

#[derive(Clone, Copy, Debug)]
struct RawNode<R> {
    rule: R,
    start: u32,
    end: u32,
    /// The number of nodes in the subtree, including this one.
    size: u32,
}

/// A begin or an end that a parser found, at an offset of the text that it reads.
pub enum Token<R> {
    /// The begin of a rule, with the rule that it is shown as, if there is one.
    Start(Option<R>, usize),
    /// The end of the rule that began last and has not ended.
    End(usize),
}

/// The longest input, in bytes, that a tree is built for.
pub const LONGEST: usize = 256 * 1024;

/// The reason why there is no tree.
///
/// ```
/// use urigram::tree::{Tree, TreeError};
/// use urigram::{Grammar, Reading};
///
/// let error = Tree::parse(Grammar::Rfc3986, Reading::Corrected, Some("port"), b"8a").unwrap_err();
/// assert_eq!(error, TreeError::NoMatch);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TreeError {
    /// The grammar has no such rule.
    UnknownRule(UnknownName),
    /// The input is longer than [`Tree::LONGEST`], so nothing is decided.
    TooLong,
    /// The rules nest deeper than the parser's stack allows, or take more steps than its limit, so
    /// nothing is decided.
    Limit,
    /// The rule does not match the whole input. The place and the reason are those of
    /// [`Table::check`](crate::Table::check).
    NoMatch,
    /// The definition has no PEG, which trees are built by.
    NoPeg,
}

impl fmt::Display for TreeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TreeError::UnknownRule(error) => error.fmt(f),
            TreeError::TooLong => {
                write!(f, "the input is longer than {LONGEST} bytes, the limit for trees")
            }
            TreeError::Limit => f.write_str("the rules take more than a tree's limits"),
            TreeError::NoMatch => f.write_str("the rule does not match the whole input"),
            TreeError::NoPeg => f.write_str("the grammar has no PEG, which trees are built by"),
        }
    }
}

impl std::error::Error for TreeError {}

impl<'i, R: Copy> Tree<'i, R> {
    /// The longest input, in bytes, that a tree is built for: a tree takes some hundred bytes a
    /// character.
    pub const LONGEST: usize = LONGEST;

    /// Makes a tree of what a parser found. What is below a rule that is not shown belongs to the
    /// rule around it.
    ///
    /// # Errors
    /// [`TreeError::NoMatch`] if the first node does not hold the whole input.
    #[doc(hidden)]
    pub fn new(
        input: &'i [u8],
        tokens: impl Iterator<Item = Token<R>>,
        offsets: &Offsets,
    ) -> Result<Tree<'i, R>, TreeError> {
        let mut nodes: Vec<RawNode<R>> = Vec::new();
        let mut open: Vec<Option<usize>> = Vec::new();
        for token in tokens {
            match token {
                Token::Start(rule, at) => {
                    open.push(rule.map(|_| nodes.len()));
                    let start = offsets.octet(at);
                    nodes.extend(rule.map(|rule| RawNode { rule, start, end: start, size: 1 }));
                }
                Token::End(at) => {
                    let Some(Some(node)) = open.pop() else { continue };
                    nodes[node].end = offsets.octet(at);
                    nodes[node].size = (nodes.len() - node) as u32;
                }
            }
        }
        match nodes.first() {
            Some(root) if root.end as usize == input.len() => {
                Ok(Tree { input: Cow::Borrowed(input), nodes })
            }
            _ => Err(TreeError::NoMatch),
        }
    }

    /// Returns the tree with a copy of the input, so that it outlives the input.
    pub fn into_owned(self) -> Tree<'static, R> {
        Tree { input: Cow::Owned(self.input.into_owned()), nodes: self.nodes }
    }

    /// Returns the input.
    pub fn input(&self) -> &[u8] {
        &self.input
    }

    /// Returns the node of the rule that the input was matched against.
    pub fn root(&self) -> Node<'_, R> {
        Node { tree: self, index: 0 }
    }

    /// Returns every node, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_, R>> {
        (0..self.nodes.len()).map(|index| Node { tree: self, index })
    }

    /// Returns the first node of a rule, in order of the input.
    pub fn find(&self, rule: R) -> Option<Node<'_, R>>
    where
        R: PartialEq,
    {
        self.nodes().find(|node| node.rule() == rule)
    }
}

/// A rule that matched some part of the input.
#[derive(Debug)]
pub struct Node<'t, R> {
    tree: &'t Tree<'t, R>,
    index: usize,
}

impl<R> Clone for Node<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Node<'_, R> {}

impl<'t, R: Copy> Node<'t, R> {
    fn raw(self) -> &'t RawNode<R> {
        &self.tree.nodes[self.index]
    }

    /// Returns the document's rule.
    pub fn rule(self) -> R {
        self.raw().rule
    }

    /// Returns the byte offset of the node's start.
    pub fn start(self) -> usize {
        self.raw().start as usize
    }

    /// Returns the byte offset after the node's end.
    pub fn end(self) -> usize {
        self.raw().end as usize
    }

    /// Returns the byte offsets of the node.
    pub fn span(self) -> Range<usize> {
        self.start()..self.end()
    }

    /// Returns the part of the input that the rule matched.
    pub fn bytes(self) -> &'t [u8] {
        &self.tree.input[self.span()]
    }

    /// Returns the part of the input that the rule matched, as text. Only documents whose rules are
    /// of octets match what is not UTF-8; there U+FFFD replaces it, and [`Node::bytes`] is exact.
    pub fn text(self) -> Cow<'t, str> {
        String::from_utf8_lossy(self.bytes())
    }

    /// Returns the rules that matched inside this one, in order.
    pub fn children(self) -> impl Iterator<Item = Node<'t, R>> {
        let end = self.index + self.raw().size as usize;
        let mut next = self.index + 1;
        std::iter::from_fn(move || {
            if next >= end {
                return None;
            }
            let node = Node { tree: self.tree, index: next };
            next += node.raw().size as usize;
            Some(node)
        })
    }

    /// Returns the children of one rule, in order.
    pub fn children_of(self, rule: R) -> impl Iterator<Item = Node<'t, R>>
    where
        R: PartialEq,
    {
        self.children().filter(move |child| child.rule() == rule)
    }

    /// Returns this node and every node below it, each before its children.
    pub fn descendants(self) -> impl Iterator<Item = Node<'t, R>> {
        let end = self.index + self.raw().size as usize;
        (self.index..end).map(move |index| Node { tree: self.tree, index })
    }
}

/// Returns the input as pest reads it: an octet is the character of its number.
///
/// # Errors
/// [`TreeError::TooLong`]; [`TreeError::NoMatch`] for an input that is not UTF-8 where the rules
/// are of characters.
pub fn readable(input: &[u8], encoding: Encoding) -> Result<Cow<'_, str>, TreeError> {
    if input.len() > LONGEST {
        return Err(TreeError::TooLong);
    }
    match encoding {
        Encoding::Octets if !input.is_ascii() => {
            Ok(input.iter().copied().map(char::from).collect())
        }
        _ => std::str::from_utf8(input).map(Cow::Borrowed).map_err(|_| TreeError::NoMatch),
    }
}
