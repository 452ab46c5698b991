//! The rules of a nested grammar as operations.

use alloc::string::String;
use alloc::vec::Vec;

/// One operation of a [`Program`](super::Program).
///
/// An operation that fails goes back to the last place where another way is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// Matches a text, by its number.
    Text(u32),
    /// Matches a text without regard to the case of ASCII letters.
    TextAnyCase(u32),
    /// Matches one character of a set, by its number.
    Set(u32),
    /// Succeeds at the start of the input only.
    Start,
    /// Succeeds at the end of the input only. True if that leaves a node named `EOI`.
    End(bool),
    /// Opens another way, which begins at this operation with the same input.
    Try(u32),
    /// Closes the last way that was opened, and goes on elsewhere.
    Commit(u32),
    /// Moves the last way that was opened to this place of the input, and goes on elsewhere.
    Again(u32),
    /// Opens another way, for a lookahead.
    Look(u32),
    /// Ends a lookahead that matched: closes its way, goes back in the input, and goes on
    /// elsewhere.
    Found(u32),
    /// Ends a lookahead that must not match: closes its way and fails.
    Forbidden,
    /// Matches a rule, by its number.
    Call(u32),
    /// Ends a rule.
    Return,
    /// Fails.
    Fail,
    /// Restores the stack of texts if anything fails before [`Op::Unguard`].
    Guard,
    /// Ends [`Op::Guard`].
    Unguard,
    /// Begins a text that is pushed on the stack.
    PushBegin,
    /// Ends a text that is pushed on the stack.
    PushEnd,
    /// Matches the uppermost text of the stack.
    Peek,
    /// Matches the texts of the stack between two places, the lowest first.
    PeekSlice(i32, Option<i32>),
    /// Matches all texts of the stack, the uppermost first.
    PeekAll,
    /// Removes the uppermost text of the stack and matches it.
    Pop,
    /// Removes all texts of the stack and matches them, the uppermost first.
    PopAll,
    /// Removes the uppermost text of the stack.
    Drop,
}

/// A rule of a [`Program`](super::Program).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The number of its first operation.
    pub start: u32,
    /// True if a match leaves a node in the tree.
    pub leaves_node: bool,
    /// True if the result depends on the place in the input only, so that it may be kept.
    pub is_kept: bool,
}

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    ascii: [u64; 2],
    ranges: Vec<(char, char)>,
}

impl Set {
    /// Makes a set of ranges that are in order and do not overlap.
    pub fn new(ranges: impl IntoIterator<Item = (char, char)>) -> Set {
        let ranges: Vec<(char, char)> = ranges.into_iter().collect();
        let mut set = Set { ascii: [0; 2], ranges };
        for byte in 0..128u8 {
            if set.has(char::from(byte)) {
                set.ascii[usize::from(byte / 64)] |= 1 << (byte % 64);
            }
        }
        set
    }

    /// Returns the ranges, in order.
    pub(super) fn ranges(&self) -> &[(char, char)] {
        &self.ranges
    }

    fn has(&self, c: char) -> bool {
        let behind = self.ranges.partition_point(|&(low, _)| low <= c);
        behind > 0 && c <= self.ranges[behind - 1].1
    }

    /// Returns true if the set has this character.
    pub(super) fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            self.ascii[c as usize / 64] >> (c as usize % 64) & 1 == 1
        } else {
            self.has(c)
        }
    }
}

/// Rules as operations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Code {
    pub(super) ops: Vec<Op>,
    pub(super) texts: Vec<String>,
    pub(super) sets: Vec<Set>,
    pub(super) rules: Vec<Entry>,
}
