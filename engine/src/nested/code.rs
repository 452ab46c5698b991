//! The rules of a nested grammar as operations.

use alloc::string::String;
use alloc::vec::Vec;

/// The number that a node named `EOI` has in place of a rule's.
pub(super) const END: u32 = u32::MAX - 1;

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
    /// Puts a text on the stack, by its number, and matches nothing.
    PushText(u32),
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
    /// Gives the node that ended last a tag, by the number of its text. Where a node began since,
    /// and in a lookahead, nothing is given. The tag stays if something fails behind it.
    Tag(u32),
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
    /// True if an operation gives a tag.
    pub(super) has_tags: bool,
}

impl Code {
    /// Returns the number that a node has in place of its rule's where it has a tag; `None` if
    /// there are too many tags. With 3 rules, a node of rule 1 with the tag 0 has the number 5,
    /// since each tag takes 4: the last one is for `EOI`.
    pub(super) fn tagged(&self, rule: u32, tag: u32) -> Option<u32> {
        let width = self.rules.len() as u32 + 1;
        let rule = match self.untagged(rule).0 {
            END => width - 1,
            rule => rule,
        };
        tag.checked_add(1)?.checked_mul(width)?.checked_add(rule).filter(|&number| number < END)
    }

    /// Returns the rule of a node's number, and the tag.
    pub(super) fn untagged(&self, number: u32) -> (u32, Option<u32>) {
        let width = self.rules.len() as u32 + 1;
        if number < width || number >= END {
            return (number, None);
        }
        let rule = number % width;
        (if rule == width - 1 { END } else { rule }, Some(number / width - 1))
    }
}
