//! The search for the next identifier. Every decision about a candidate depends only on the few
//! bytes before it and on the `WINDOW + 1` bytes from its first, so that a text and a stream of it
//! give the same result.
//!
//! ```text
//! see (http://a/b?c=d|e), ...
//!      └─────┬─────┘└┬┘└─ here the word ends
//!        identifier  rest: neither a delimiter nor punctuation, so the identifier is cut
//! ```

use std::borrow::Cow;

use memchr::{memchr, memchr2, memchr3};
use urigram_grammars::{search, Component, Prefix};

use super::ends::begins_with_end;
use super::words::{
    has_content, is_delimiter, is_enclosed, is_punctuation, is_white_space, length_of_prefix,
    length_without_punctuation, scheme_before, white_space, LONGEST_SCHEME,
};
use super::{Extracted, Extractor, Wrapper, WINDOW};

pub(super) enum Step<'a> {
    /// An identifier, and the offset where the search continues.
    Found(Extracted<'a>, usize),
    /// No identifier before this offset. From there on more text is needed, or the text ends there.
    More(usize),
}

/// The result for a candidate: an identifier, or the offset where the search continues.
pub(super) type Outcome<'a> = Result<Step<'a>, usize>;

impl Extractor<'_> {
    /// Returns the first identifier that begins at or after `from` and before `until`; `complete`
    /// if nothing follows `text`.
    pub(super) fn step<'a>(
        &self,
        text: &'a [u8],
        from: usize,
        until: usize,
        complete: bool,
    ) -> Step<'a> {
        match &self.before_colon {
            Some(before) => self.step_by_colons(before, text, from, until, complete),
            None => self.step_by_marks(text, from, until, complete),
        }
    }

    /// Like [`Extractor::step`], for every grammar: goes from one colon or opening mark to another.
    ///
    /// Every identifier has a colon after its scheme or is in a wrapper. The scheme is looked for
    /// backwards from its colon.
    fn step_by_marks<'a>(
        &self,
        text: &'a [u8],
        from: usize,
        until: usize,
        complete: bool,
    ) -> Step<'a> {
        let mut at = from;
        loop {
            let searched = text.get(at..until).unwrap_or_default();
            let found = if self.citations {
                memchr(b'<', searched)
            } else {
                memchr3(b':', b'<', b'"', searched)
            };
            let Some(found) = found.map(|found| at + found) else {
                // The colon of a scheme may follow.
                let end = until.max(at);
                return Step::More(scheme_before(text, at, end).unwrap_or(end));
            };
            let byte = text[found];
            let start = if byte == b':' { scheme_before(text, at, found) } else { Some(found) };
            let Some(start) = start else {
                at = found + 1;
                continue;
            };
            if !complete && text.len() - start <= WINDOW {
                return Step::More(start);
            }
            let outcome = match byte {
                b':' => self.bare(text, start, found),
                _ => self.marked(text, found),
            };
            match outcome {
                Ok(step) => return step,
                Err(resume) => at = resume,
            }
        }
    }

    /// Finds what begins with an opening mark: a citation, or an identifier in a wrapper.
    pub(super) fn marked<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        match text[open] {
            b'"' => self.quoted(text, open),
            _ if self.citations => self.citation(text, open),
            _ => self.bracketed(text, open),
        }
    }

    /// Finds the longest citation that the grammar accepts from its `<` on. The empty one is not a
    /// citation.
    fn citation<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let window = window(text, open);
        let prefix = self.table.prefix(window);
        match prefix.accepted {
            Some(len) if len > 2 => Ok(Step::Found(
                Extracted {
                    text: Cow::Borrowed(&window[..len]),
                    range: open as u64..(open + len) as u64,
                    wrapper: Wrapper::AngleBrackets,
                    prefixed: false,
                    cut: false,
                    joined: false,
                },
                open + len,
            )),
            _ => Err(open + prefix.viable.max(1)),
        }
    }

    fn bracketed<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let window = window(text, open);
        // Neither bracket can occur in an identifier, so a second `<` shows that the first opened
        // nothing.
        let close = memchr2(b'<', b'>', &window[1..]).map(|at| at + 1);
        match close {
            Some(close) if window[close] == b'>' => self
                .wrapped(text, open, open + close, Wrapper::AngleBrackets)
                .unwrap_or(Err(open + 1)),
            _ => Err(open + 1),
        }
    }

    fn quoted<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let close = memchr(b'"', &window(text, open)[1..]);
        close
            .and_then(|at| self.wrapped(text, open, open + at + 1, Wrapper::DoubleQuotes))
            .unwrap_or(Err(open + 1))
    }

    /// Returns the text between the wrapper's two characters, if it is an identifier.
    fn wrapped<'a>(
        &self,
        text: &'a [u8],
        open: usize,
        close: usize,
        wrapper: Wrapper,
    ) -> Option<Outcome<'a>> {
        let mut start = open + 1 + white_space(&text[open + 1..close]);
        let prefixed =
            text[start..close].get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"URL:"));
        if prefixed {
            start += 4 + white_space(&text[start + 4..close]);
        }
        let found = self.between(text, start, close, wrapper, prefixed).or_else(|| {
            if !self.hash_delimits {
                return None;
            }
            let hash = memchr(b'#', &text[start..close])?;
            self.between(text, start, start + hash, wrapper, prefixed)
        })?;
        Some(Ok(Step::Found(found, close + 1)))
    }

    /// Returns the identifier that fills the text from `start` to `end`, except for white space.
    fn between<'a>(
        &self,
        text: &'a [u8],
        start: usize,
        end: usize,
        wrapper: Wrapper,
        prefixed: bool,
    ) -> Option<Extracted<'a>> {
        let trailing =
            text[start..end].iter().rev().take_while(|&&byte| is_white_space(byte)).count();
        let end = end - trailing;
        // Lines are broken in long identifiers, not in their schemes: `<see http://a/>` contains
        // words.
        if text[start..end].iter().find(|&&byte| byte == b':' || is_white_space(byte))
            != Some(&b':')
        {
            return None;
        }
        let joined = join(&text[start..end], wrapper)?;
        // Quotes enclose words too, so a colon alone is weak evidence there.
        let is_marked =
            prefixed || wrapper == Wrapper::AngleBrackets || self.is_recognised(&joined);
        if !is_marked || !has_content(&joined) || !self.accepts(&joined) {
            return None;
        }
        let is_joined = matches!(joined, Cow::Owned(_));
        let range = start as u64..end as u64;
        Some(Extracted { text: joined, range, wrapper, prefixed, cut: false, joined: is_joined })
    }

    /// Finds an identifier that only the characters around it delimit.
    pub(super) fn bare<'a>(&self, text: &'a [u8], start: usize, colon: usize) -> Outcome<'a> {
        let window = window(text, start);
        if !self.is_recognised(window) {
            return Err(colon + 1);
        }
        let prefix = self.prefix(window);
        let resume = (start + prefix.viable).max(colon + 1);
        // Some of the older documents allow quotes and brackets, and IRIs the punctuation of other
        // scripts. Between white space they end the identifier all the same.
        let end = end_of_word(&window[..prefix.viable]);
        let goes_on = prefix.viable == WINDOW && text.len() > start + WINDOW;
        let (token, accepted) = match end {
            Some(end) => (&window[..end], self.prefix(&window[..end]).accepted),
            None if goes_on => return Err(resume),
            None => (window, prefix.accepted),
        };
        let Some(len) = accepted else { return Err(resume) };
        let found = self.without_punctuation(token, len);
        // Without the punctuation, it may be another identifier or none.
        if !has_content(found) || (found.len() != len && !self.accepts(found)) {
            return Err(resume);
        }
        let prefix = length_of_prefix(&text[..start]);
        let cut = self.is_cut(&text[..start - prefix], &window[found.len()..]);
        let end = start + found.len();
        let found = Extracted {
            text: Cow::Borrowed(found),
            range: start as u64..end as u64,
            wrapper: Wrapper::WhiteSpace,
            prefixed: prefix > 0,
            cut,
            joined: false,
        };
        Ok(Step::Found(found, end))
    }

    /// Returns the longest identifier that a text begins with, and how much could begin one.
    ///
    /// The rule for identifiers with a scheme has no fragment in some documents. There the rule for
    /// whole inputs decides about the fragment.
    fn prefix(&self, text: &[u8]) -> Prefix {
        let mut prefix = self.table.prefix(text);
        if let Some(len) = prefix.accepted.filter(|&len| text.get(len) == Some(&b'#')) {
            let whole = self.whole.prefix(text);
            if whole.accepted > Some(len) {
                prefix.accepted = whole.accepted;
                prefix.viable = prefix.viable.max(whole.viable);
            }
        }
        prefix
    }

    /// Returns the identifier at the beginning of a text, given its length, without the punctuation
    /// of the sentence around it.
    fn without_punctuation<'a>(&self, token: &'a [u8], len: usize) -> &'a [u8] {
        let found = &token[..len];
        if self.hash_delimits && token.get(len) == Some(&b'#') {
            return found;
        }
        &found[..length_without_punctuation(found).max(self.end_of_name(found))]
    }

    /// Returns the end of the name in an identifier, by a document that leaves punctuation to it;
    /// otherwise 0.
    fn end_of_name(&self, found: &[u8]) -> usize {
        if !self.keeps_punctuation {
            return 0;
        }
        let components = self.table.components(found, self.reading).ok();
        let name = components.and_then(|components| components.span(Component::Nss));
        name.map_or(0, |span| span.end as usize)
    }

    /// Returns true if the word continues after an identifier: after any punctuation and closing
    /// brackets, no delimiter follows.
    fn is_cut(&self, before: &[u8], after: &[u8]) -> bool {
        let ends_clause = |byte: &&u8| is_punctuation(**byte) || b")]}".contains(byte);
        let closing = after.iter().take_while(ends_clause).count();
        match after.get(closing) {
            None => false,
            Some(&byte) if is_delimiter(byte) || begins_with_end(&after[closing..]) => false,
            Some(b'#') if self.hash_delimits => false,
            Some(_) => !(0..=closing).any(|at| is_enclosed(before, &after[at..])),
        }
    }

    /// Returns true if a text begins with a scheme and `//`, or with a scheme that needs no
    /// slashes.
    fn is_recognised(&self, text: &[u8]) -> bool {
        let Some(colon) = text.iter().take(LONGEST_SCHEME + 1).position(|&byte| byte == b':')
        else {
            return false;
        };
        let plain = |scheme: &&str| scheme.as_bytes().eq_ignore_ascii_case(&text[..colon]);
        text[colon + 1..].starts_with(b"//") || self.schemes.iter().any(plain)
    }

    fn accepts(&self, found: &[u8]) -> bool {
        // The scanner is several times as fast as the steps that find a prefix, which only a
        // fragment needs.
        self.table.accepts(found)
            || (memchr(b'#', found).is_some() && self.prefix(found).accepted == Some(found.len()))
    }
}

/// Returns the offset of the first character that ends every word.
fn end_of_word(text: &[u8]) -> Option<usize> {
    let ends = |(at, byte): (usize, &u8)| {
        is_delimiter(*byte) || (*byte >= 0xC2 && begins_with_end(&text[at..]))
    };
    text.iter().enumerate().position(ends)
}

fn window(text: &[u8], start: usize) -> &[u8] {
    &text[start..text.len().min(start + WINDOW)]
}

/// Returns the text without white space; `None` if a quoted text has white space without a line
/// break.
fn join(text: &[u8], wrapper: Wrapper) -> Option<Cow<'_, [u8]>> {
    if !search::any(text, is_white_space) {
        return Some(Cow::Borrowed(text));
    }
    let mut joined = Vec::with_capacity(text.len());
    let mut at = 0;
    while at < text.len() {
        let space = white_space(&text[at..]);
        if space > 0 && wrapper == Wrapper::DoubleQuotes {
            text[at..at + space].iter().find(|byte| b"\r\n".contains(byte))?;
        }
        at += space;
        let word =
            text[at..].iter().position(|&byte| is_white_space(byte)).unwrap_or(text.len() - at);
        joined.extend_from_slice(&text[at..at + word]);
        at += word;
    }
    Some(Cow::Owned(joined))
}
