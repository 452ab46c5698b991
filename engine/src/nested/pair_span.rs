//! Parts and places of an input, and names of rules, as pest's users know them.

use core::fmt;

use super::tree::Tree;

/// An enumeration of rules. [`nested_rules`](crate::nested_rules) declares one.
pub trait RuleName: Copy + Ord + fmt::Debug {
    /// Returns the rule of a name.
    fn of(name: &str) -> Option<Self>;

    /// Returns the name of the rule.
    fn name(self) -> &'static str;
}

/// The place of a [`Pair`](super::Pair) in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairSpan<'i> {
    pub(super) input: &'i str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairPosition<'i> {
    pub(super) input: &'i str,
    pub(super) at: usize,
}

impl<'i> PairSpan<'i> {
    /// Returns the byte offset of the first byte.
    pub fn start(&self) -> usize {
        self.start
    }

    /// Returns the byte offset behind the last byte.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns the place of the first byte.
    pub fn start_pos(&self) -> PairPosition<'i> {
        PairPosition { input: self.input, at: self.start }
    }

    /// Returns the place behind the last byte.
    pub fn end_pos(&self) -> PairPosition<'i> {
        PairPosition { input: self.input, at: self.end }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &'i str {
        self.input.get(self.start..self.end).unwrap_or("")
    }
}

impl<'i> PairPosition<'i> {
    /// Returns a place of an input; `None` inside a character and behind the end.
    pub fn new(input: &'i str, at: usize) -> Option<PairPosition<'i>> {
        input.is_char_boundary(at).then_some(PairPosition { input, at })
    }

    /// Returns the beginning of an input.
    pub fn from_start(input: &'i str) -> PairPosition<'i> {
        PairPosition { input, at: 0 }
    }

    /// Returns the byte offset.
    pub fn pos(&self) -> usize {
        self.at
    }

    /// Returns the line and the column, each from 1, the column in characters. Takes time linear in
    /// the offset.
    pub fn line_col(&self) -> (usize, usize) {
        Tree::line_col(self.input, self.at)
    }
}

impl fmt::Display for PairSpan<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}
