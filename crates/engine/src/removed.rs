//! The characters that a practice removes from an input before its rules apply.

use crate::ByteSet;

/// Characters of US-ASCII that a practice removes from an input before its rules apply.
///
/// ```
/// use urigram::Grammar;
///
/// let removed = Grammar::Whatwg.tables(Default::default()).start().removed().unwrap();
/// assert!(removed.anywhere.contains(b'\t') && !removed.anywhere.contains(b' '));
/// assert!(removed.begin.contains(b' ') && removed.end.contains(b' '));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct Removed {
    /// The section that says so.
    pub section: &'static str,
    /// The characters that are removed at the beginning, with those that are removed anywhere.
    pub begin: ByteSet,
    /// The characters that are removed at the end, with those that are removed anywhere.
    pub end: ByteSet,
    /// The characters that are removed anywhere.
    pub anywhere: ByteSet,
}

impl Removed {
    /// Returns true if a character at an end of the input is removed.
    #[inline]
    #[doc(hidden)]
    pub fn is_at_an_end(&self, input: &[u8]) -> bool {
        input.first().is_some_and(|&byte| self.begin.contains(byte))
            || input.last().is_some_and(|&byte| self.end.contains(byte))
    }

    /// Returns true if the input has a character that is removed anywhere.
    #[doc(hidden)]
    pub fn is_inside(&self, input: &[u8]) -> bool {
        input.iter().any(|&byte| self.anywhere.contains(byte))
    }

    /// Returns the range that is left when the ends are removed; it begins at 0 if nothing is left.
    #[doc(hidden)]
    pub const fn inner(&self, input: &[u8]) -> (usize, usize) {
        let (mut start, mut end) = (0, input.len());
        while end > 0 && self.end.contains(input[end - 1]) {
            end -= 1;
        }
        while start < end && self.begin.contains(input[start]) {
            start += 1;
        }
        (start, end)
    }

    /// Returns the offset of the first character that is removed.
    #[doc(hidden)]
    pub const fn first_in(&self, input: &[u8]) -> Option<usize> {
        let (start, end) = self.inner(input);
        if start > 0 {
            return Some(0);
        }
        let mut at = 0;
        while at < end && !self.anywhere.contains(input[at]) {
            at += 1;
        }
        if at < input.len() {
            Some(at)
        } else {
            None
        }
    }
}
