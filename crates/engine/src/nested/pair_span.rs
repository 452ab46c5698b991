//! Parts and places of an input, and names of rules, as pest's users know them.

use core::fmt;
use core::ops::{Bound, RangeBounds};

use super::tree::Tree;

/// An enumeration of rules. [`nested_rules`](crate::nested_rules) declares one.
pub trait RuleName: Copy + Ord + fmt::Debug {
    /// Returns the rule of a name.
    fn of(name: &str) -> Option<Self>;

    /// Returns the name of the rule.
    fn name(self) -> &'static str;
}

/// The place of a [`Pair`](super::Pair) in its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairSpan<'i> {
    pub(super) input: &'i str,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// A place in an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairPosition<'i> {
    pub(super) input: &'i str,
    pub(super) at: usize,
}

impl<'i> PairSpan<'i> {
    /// Returns a part of an input; `None` if it is out of bounds, or begins or ends inside a
    /// character.
    pub fn new(input: &'i str, start: usize, end: usize) -> Option<PairSpan<'i>> {
        input.get(start..end).map(|_| PairSpan { input, start, end })
    }

    /// Returns a part of this part; `None` if it is out of bounds, or begins or ends inside a
    /// character.
    pub fn get(&self, range: impl RangeBounds<usize>) -> Option<PairSpan<'i>> {
        let start = match range.start_bound() {
            Bound::Included(&start) => start,
            Bound::Excluded(&before) => before.checked_add(1)?,
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(&last) => last.checked_add(1)?,
            Bound::Excluded(&end) => end,
            Bound::Unbounded => self.end - self.start,
        };
        self.as_str().get(start..end)?;
        PairSpan::new(self.input, self.start + start, self.start + end)
    }

    /// Returns the places of the first byte and behind the last one.
    pub fn split(self) -> (PairPosition<'i>, PairPosition<'i>) {
        (self.start_pos(), self.end_pos())
    }

    /// Returns the input.
    pub fn get_input(&self) -> &'i str {
        self.input
    }

    /// Returns the lines that the part begins, ends or is in, whole and with their ends. A line
    /// that begins at the end of the input is left out.
    pub fn lines_span(&self) -> impl Iterator<Item = PairSpan<'i>> + use<'i> {
        let PairSpan { input, start, end } = *self;
        let mut next = Some(start);
        core::iter::from_fn(move || {
            let at = next.filter(|&at| (at < end || at == start) && at < input.len())?;
            let line = PairPosition { input, at }.line();
            next = Some(line.end);
            Some(line)
        })
    }

    /// Returns the texts of [`PairSpan::lines_span`].
    pub fn lines(&self) -> impl Iterator<Item = &'i str> + use<'i> {
        self.lines_span().map(|line| line.as_str())
    }

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

/// Returns the part of an input from the beginning of the first of two parts to the end of the last
/// one; `None` if something is between them.
pub fn merge_spans<'i>(a: &PairSpan<'i>, b: &PairSpan<'i>) -> Option<PairSpan<'i>> {
    let touch = a.end >= b.start && a.start <= b.end;
    touch.then(|| PairSpan::new(a.input, a.start.min(b.start), a.end.max(b.end))).flatten()
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

    /// Returns the part of the input from this place to another one.
    ///
    /// # Panics
    /// If the other place is before this one, or in an input of another length or with another text
    /// between the two.
    pub fn span(&self, other: &PairPosition<'i>) -> PairSpan<'i> {
        // The address of an input says nothing: a constant may have several.
        let between = |input: &'i str| input.get(self.at..other.at);
        let is_part = self.input.len() == other.input.len()
            && between(self.input).is_some()
            && between(self.input) == between(other.input);
        assert!(is_part, "the places are in different inputs, or in the reverse order");
        PairSpan { input: self.input, start: self.at, end: other.at }
    }

    /// Returns the line around the place, with its end.
    pub fn line_of(&self) -> &'i str {
        self.line().as_str()
    }

    fn line(&self) -> PairSpan<'i> {
        let (before, behind) = self.input.split_at(self.at);
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let end = behind.find('\n').map_or(self.input.len(), |end| self.at + end + 1);
        PairSpan { input: self.input, start, end }
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
