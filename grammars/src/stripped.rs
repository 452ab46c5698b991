//! Inputs without the characters that a document removes before its rules read.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Range;

use crate::{Reading, Removed, Span, SyntaxError, Table};

/// An input, and the text that a rule reads: the same, or the input without the characters that a
/// practice removes.
///
/// The practice `whatwg` removes controls and spaces at both ends, then every tab and line end (URL
/// Standard, 4.4). Its rules describe the text that is left.
///
/// ```
/// use urigram::practices::Stripped;
/// use urigram::{Component, Grammar, Reading};
///
/// let input = " ht\ntp:\\\\a\t.example ";
/// let table = Grammar::Whatwg.tables(Reading::Corrected).start();
/// let stripped = Stripped::new(table, input.as_bytes());
/// assert_eq!(stripped.left(), b"http:\\\\a.example");
/// let parts = table.components(stripped.left(), Reading::Corrected)?;
/// let host = parts.span(Component::Host).unwrap();
/// assert_eq!(stripped.span(host).of(input), "a\t.example");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped<'a> {
    input: &'a [u8],
    left: Cow<'a, [u8]>,
    /// The offset in the input of the first byte that is kept.
    start: u32,
    /// For each byte that was removed inside: the number of bytes that were kept before it.
    removed: Vec<u32>,
}

impl<'a> Stripped<'a> {
    /// Removes what the rule's document removes first. Copies the input only if characters inside
    /// it are removed.
    #[inline]
    pub fn new(table: &Table, input: &'a [u8]) -> Stripped<'a> {
        match table.removed() {
            Some(removed) => Stripped::without(removed, input),
            None => Stripped::whole(input),
        }
    }

    /// Keeps the whole input.
    pub fn whole(input: &'a [u8]) -> Stripped<'a> {
        Stripped { input, left: Cow::Borrowed(input), start: 0, removed: Vec::new() }
    }

    /// Removes characters. An input that is too long for positions stays as it is, so that it is
    /// reported as too long.
    pub fn without(removed: &Removed, input: &'a [u8]) -> Stripped<'a> {
        if u32::try_from(input.len()).is_err() {
            return Stripped::whole(input);
        }
        let (start, end) = removed.inner(input);
        let inner = &input[start..end];
        let start = start as u32;
        if !removed.is_inside(inner) {
            return Stripped { input, left: Cow::Borrowed(inner), start, removed: Vec::new() };
        }
        let (mut left, mut places) = (Vec::with_capacity(inner.len()), Vec::new());
        for &byte in inner {
            if removed.anywhere.contains(byte) {
                places.push(left.len() as u32);
            } else {
                left.push(byte);
            }
        }
        Stripped { input, left: Cow::Owned(left), start, removed: places }
    }

    /// Returns the input.
    #[inline]
    pub fn input(&self) -> &'a [u8] {
        self.input
    }

    /// Returns true if nothing is removed.
    #[doc(hidden)]
    #[inline]
    pub fn is_whole(&self) -> bool {
        self.left.len() == self.input.len()
    }

    /// Returns the text that the rules describe.
    pub fn left(&self) -> &[u8] {
        &self.left
    }

    /// Returns the text that the rules describe where it is a part of the input; `None` where it is
    /// a copy.
    #[inline]
    pub fn borrowed(&self) -> Option<&'a [u8]> {
        match self.left {
            Cow::Borrowed(left) => Some(left),
            Cow::Owned(_) => None,
        }
    }

    /// Returns the place in the input of a span of the text that is left: from its first character
    /// to its last. An empty span is where the next character is kept.
    #[inline]
    pub fn span(&self, span: Span) -> Span {
        let start = self.offset(span.start);
        let end = if span.end > span.start { self.offset(span.end - 1) + 1 } else { start };
        Span { start, end }
    }

    /// Returns the place in the input of a range of the text that is left, as [`Stripped::span`].
    #[inline]
    pub fn range(&self, range: Range<usize>) -> Range<usize> {
        let Span { start, end } =
            self.span(Span { start: range.start as u32, end: range.end as u32 });
        start as usize..end as usize
    }

    /// Returns an error of the text that is left with its offset in the input.
    pub fn error(&self, error: SyntaxError) -> SyntaxError {
        if error.is_limit() {
            return error;
        }
        error.moved_to(self.offset(error.offset() as u32))
    }

    /// Checks the text that is left. The error has its offset in the input.
    ///
    /// # Errors
    /// [`SyntaxError`] as [`Table::check`].
    pub fn check(&self, table: &'static Table, reading: Reading) -> Result<(), SyntaxError> {
        table.check(&self.left, reading).map_err(|error| self.error(error))
    }

    /// Returns the places in the input of what is removed, in order; none of them touches the next.
    #[inline]
    pub fn removed(&self) -> impl Iterator<Item = Span> + '_ {
        let inside = self.removed.iter().zip(self.start..).map(|(&kept, at)| at + kept);
        let end = self.offset(self.left.len() as u32);
        let bytes = (0..self.start).chain(inside).chain(end..self.input.len() as u32);
        let mut bytes = bytes.peekable();
        core::iter::from_fn(move || {
            let start = bytes.next()?;
            let mut end = start + 1;
            while bytes.next_if_eq(&end).is_some() {
                end += 1;
            }
            Some(Span { start, end })
        })
    }

    fn offset(&self, at: u32) -> u32 {
        self.start + at + self.removed.partition_point(|&before| before <= at) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grammar;
    use std::string::String;

    #[test]
    fn spans_are_mapped_back() {
        let removed = Grammar::Whatwg.document().removed.unwrap();
        for input in ["", " ", "a", "\u{1}a b\u{20}", "\n\na\t\tb\r\nc\n", "a\tb", "é\té "] {
            let stripped = Stripped::without(&removed, input.as_bytes());
            let kept: Vec<(usize, char)> = input
                .char_indices()
                .filter(|(at, c)| {
                    let is_end = input[..*at].chars().chain([*c]).all(|c| c <= ' ')
                        || input[*at..].chars().all(|c| c <= ' ');
                    !is_end && !matches!(c, '\t' | '\n' | '\r')
                })
                .collect();
            let text: String = kept.iter().map(|(_, c)| *c).collect();
            assert_eq!(stripped.left(), text.as_bytes(), "{input:?}");
            // Nothing is copied unless a character inside is removed.
            let is_part = input.contains(&text);
            assert_eq!(stripped.borrowed(), is_part.then_some(text.as_bytes()), "{input:?}");
            for ((at, c), (place, _)) in text.char_indices().zip(&kept) {
                let span = Span { start: at as u32, end: (at + c.len_utf8()) as u32 };
                let found = stripped.span(span);
                assert_eq!(
                    (found.start as usize, found.of(input)),
                    (*place, &text[at..][..c.len_utf8()])
                );
            }
            // Kept and removed characters are the input.
            let is_removed = |at: usize| {
                stripped.removed().any(|span| (span.start..span.end).contains(&(at as u32)))
            };
            let is_kept = |at: usize| kept.iter().any(|(place, _)| *place == at);
            for (at, _) in input.char_indices() {
                assert!(is_removed(at) != is_kept(at), "{input:?} {at}");
            }
            let first = stripped.removed().next().map(|span| span.start as usize);
            assert_eq!(removed.first_in(input.as_bytes()), first, "{input:?}");
        }
    }

    #[test]
    fn an_error_is_where_the_input_is_wrong() {
        let reading = Reading::Corrected;
        let table = Grammar::Whatwg.tables(reading).start();
        for (input, offset) in [("  http://a\tb c/", 14), ("ht\ttp: ", 6), (" ", 0), ("\u{1}1", 1)]
        {
            let error = Stripped::new(table, input.as_bytes()).check(table, reading).unwrap_err();
            assert_eq!(error.offset(), offset, "{input:?}");
        }
    }
}
