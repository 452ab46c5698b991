//! The removals that the URL Standard of the WHATWG makes before its parser reads.
//!
//! The rules of the practice `whatwg` describe the text after these removals.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use urigram_grammars::{ByteSet, Grammar, Removed, Span};

/// A text without the characters that the URL parser removes (URL Standard, 4.4), and a map back.
///
/// Controls and spaces at both ends are removed, then every tab and line end.
///
/// ```
/// use urigram::whatwg::Stripped;
/// use urigram::{Component, Grammar, Iri};
///
/// let input = " ht\ntp:\\\\a\t.example ";
/// let stripped = Stripped::new(input);
/// assert_eq!(stripped.text(), "http:\\\\a.example");
/// let url = Iri::parse_by(Grammar::Whatwg, Default::default(), stripped.text()).unwrap();
/// assert_eq!(url.host(), Some("a.example"));
/// let host = url.parts().host().unwrap();
/// assert_eq!(stripped.original(host).of(input), "a\t.example");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stripped<'a> {
    text: Cow<'a, str>,
    /// The offset in the input of the first character that is kept.
    start: u32,
    /// For each tab and line end that was removed: the number of bytes that were kept before it.
    removed: Vec<u32>,
}

impl<'a> Stripped<'a> {
    /// Removes the characters. Copies the text only if there are tabs or line ends inside.
    pub fn new(input: &'a str) -> Stripped<'a> {
        match &Grammar::Whatwg.document().removed {
            Some(removed) => Stripped::by(removed, input),
            None => Stripped { text: Cow::Borrowed(input), start: 0, removed: Vec::new() },
        }
    }

    /// Removes the characters that a practice removes. Copies the text only if it has some inside.
    pub fn by(removed: &Removed, input: &'a str) -> Stripped<'a> {
        let is_in = |set: &ByteSet, c: char| u8::try_from(c).is_ok_and(|byte| set.contains(byte));
        let is_padding = |c: char| is_in(&removed.ends, c);
        let is_removed = |c: char| is_in(&removed.anywhere, c);
        let trimmed = input.trim_end_matches(is_padding);
        let inner = trimmed.trim_start_matches(is_padding);
        let start = (trimmed.len() - inner.len()) as u32;
        if !inner.contains(is_removed) {
            return Stripped { text: Cow::Borrowed(inner), start, removed: Vec::new() };
        }
        let (mut text, mut removed) = (String::with_capacity(inner.len()), Vec::new());
        for piece in inner.split_inclusive(is_removed) {
            text.push_str(piece.trim_end_matches(is_removed));
            if piece.ends_with(is_removed) {
                removed.push(text.len() as u32);
            }
        }
        Stripped { text: Cow::Owned(text), start, removed }
    }

    /// Returns the text that the rules describe.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the span in the input: from its first character to its last. An empty span is where
    /// the next character is kept.
    pub fn original(&self, span: Span) -> Span {
        let place =
            |at: u32| self.start + at + self.removed.partition_point(|&before| before <= at) as u32;
        let start = place(span.start);
        let end = if span.end > span.start { place(span.end - 1) + 1 } else { start };
        Span { start, end }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans_are_mapped_back() {
        for input in ["", " ", "a", "\u{1}a b\u{20}", "\n\na\t\tb\r\nc\n", "a\tb", "é\té "] {
            let stripped = Stripped::new(input);
            let kept: Vec<(usize, char)> = input
                .char_indices()
                .filter(|(at, c)| {
                    let is_end = input[..*at].chars().chain([*c]).all(|c| c <= ' ')
                        || input[*at..].chars().all(|c| c <= ' ');
                    !is_end && !matches!(c, '\t' | '\n' | '\r')
                })
                .collect();
            let text: String = kept.iter().map(|(_, c)| *c).collect();
            assert_eq!(stripped.text(), text, "{input:?}");
            for ((at, c), (place, _)) in text.char_indices().zip(kept) {
                let span = Span { start: at as u32, end: (at + c.len_utf8()) as u32 };
                let found = stripped.original(span);
                assert_eq!(
                    (found.start as usize, found.of(input)),
                    (place, &text[at..][..c.len_utf8()])
                );
            }
        }
    }
}
