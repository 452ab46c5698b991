//! The search for the next identifier. Every decision about a candidate depends only on the byte
//! before it and on the `WINDOW` bytes from its first, so that a text and a stream of it give the
//! same result.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::{Extracted, Extractor, Wrapper, WINDOW};

pub(super) enum Step<'a> {
    /// An identifier, and the offset at which the search continues.
    Found(Extracted<'a>, usize),
    /// No identifier before this offset. From there on more text is needed, or the text ends there.
    #[cfg_attr(not(feature = "std"), allow(dead_code))] // only streams read on
    More(usize),
}

/// The result for a candidate.
enum Outcome<'a> {
    Found(Extracted<'a>, usize),
    /// No identifier; the search continues here.
    Not(usize),
}

/// A scheme longer than this is not recognised.
const LONGEST_SCHEME: usize = 64;

impl Extractor<'_> {
    /// Returns the first identifier at or after `from`; `complete` if nothing follows `text`.
    pub(super) fn step<'a>(&self, text: &'a [u8], from: usize, complete: bool) -> Step<'a> {
        let mut at = from;
        let mut in_word = from > 0 && text[from - 1].is_ascii_alphanumeric();
        let mut scheme: Option<usize> = None;
        while let Some(&byte) = text.get(at) {
            if let Some(start) = scheme {
                if at - start > LONGEST_SCHEME {
                    scheme = None;
                }
            }
            let candidate = match byte {
                b':' if !self.citations => scheme,
                b'<' => Some(at),
                b'"' if !self.citations => Some(at),
                b'a'..=b'z' | b'A'..=b'Z' => {
                    if !in_word {
                        scheme = Some(at);
                    }
                    in_word = true;
                    at += 1;
                    continue;
                }
                b'0'..=b'9' => {
                    in_word = true;
                    at += 1;
                    continue;
                }
                b'+' | b'-' | b'.' if scheme.is_some() => {
                    at += 1;
                    continue;
                }
                _ => None,
            };
            let mut next = at + 1;
            if let Some(start) = candidate {
                if !complete && text.len() - start < WINDOW {
                    return Step::More(start);
                }
                let outcome = match byte {
                    b'<' if self.citations => self.citation(text, at),
                    b'<' => self.bracketed(text, at),
                    b'"' => self.quoted(text, at),
                    _ => self.bare(text, start, at),
                };
                match outcome {
                    Outcome::Found(found, resume) => return Step::Found(found, resume),
                    Outcome::Not(resume) => next = resume,
                }
            }
            at = next;
            scheme = None;
            in_word = text[at - 1].is_ascii_alphanumeric();
        }
        Step::More(scheme.unwrap_or(text.len()))
    }

    /// Finds the longest citation that the grammar accepts from its `<` on. The empty one is not a
    /// citation.
    fn citation<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let window = window(text, open);
        let prefix = self.table.prefix(window);
        match prefix.accepted {
            Some(len) if len > 2 => Outcome::Found(
                Extracted {
                    text: Cow::Borrowed(&window[..len]),
                    range: open as u64..(open + len) as u64,
                    wrapper: Wrapper::AngleBrackets,
                    prefixed: false,
                    hyphens: Vec::new(),
                },
                open + len,
            ),
            _ => Outcome::Not(open + prefix.viable.max(1)),
        }
    }

    fn bracketed<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let window = window(text, open);
        // Neither bracket can occur in an identifier, so a second `<` shows that the first opened
        // nothing.
        let close = window[1..].iter().position(|byte| b"<>".contains(byte)).map(|at| at + 1);
        match close {
            Some(close) if window[close] == b'>' => {
                self.wrapped(text, open, open + close, Wrapper::AngleBrackets).unwrap_or(Outcome::Not(open + 1))
            }
            _ => Outcome::Not(open + 1),
        }
    }

    fn quoted<'a>(&self, text: &'a [u8], open: usize) -> Outcome<'a> {
        let close = window(text, open)[1..].iter().position(|&byte| byte == b'"');
        close
            .and_then(|at| self.wrapped(text, open, open + at + 1, Wrapper::DoubleQuotes))
            .unwrap_or(Outcome::Not(open + 1))
    }

    /// Returns the text between the wrapper's two characters, if it is an identifier.
    fn wrapped<'a>(&self, text: &'a [u8], open: usize, close: usize, wrapper: Wrapper) -> Option<Outcome<'a>> {
        let mut start = open + 1 + white_space(&text[open + 1..close]);
        let prefixed = text[start..close].get(..4).is_some_and(|prefix| prefix.eq_ignore_ascii_case(b"URL:"));
        if prefixed {
            start += 4 + white_space(&text[start + 4..close]);
        }
        let trailing = text[start..close].iter().rev().take_while(|&&byte| is_white_space(byte)).count();
        let end = close - trailing;
        // Lines are broken in long identifiers, not in their schemes: `<see http://a/>` contains
        // words.
        if text[start..end].iter().find(|&&byte| byte == b':' || is_white_space(byte)) != Some(&b':') {
            return None;
        }
        let (joined, hyphens) = join(&text[start..end], wrapper)?;
        // Quotes enclose words too, so a colon alone is weak evidence there.
        let is_marked = prefixed || wrapper == Wrapper::AngleBrackets || self.is_recognised(&joined);
        if !is_marked || !has_content(&joined) || !self.accepts(&joined) {
            return None;
        }
        let range = start as u64..end as u64;
        Some(Outcome::Found(Extracted { text: joined, range, wrapper, prefixed, hyphens }, close + 1))
    }

    /// Finds an identifier that only the characters around it delimit.
    fn bare<'a>(&self, text: &'a [u8], start: usize, colon: usize) -> Outcome<'a> {
        let window = window(text, start);
        if !self.is_recognised(window) {
            return Outcome::Not(colon + 1);
        }
        let prefix = self.table.prefix(window);
        let resume = (start + prefix.viable).max(colon + 1);
        // Some of the older documents allow quotes and brackets. Between white space they end the
        // identifier all the same.
        let viable = &window[..prefix.viable];
        let end = viable.iter().position(|&byte| is_white_space(byte) || b"<>\"".contains(&byte));
        let (token, accepted) = match end {
            Some(end) => (&window[..end], self.table.prefix(&window[..end]).accepted),
            None => (window, prefix.accepted),
        };
        let is_cut = |len: usize| len == WINDOW && text.len() > start + len;
        let Some(len) = accepted.map(|len| with_fragment(token, len)).filter(|&len| !is_cut(len)) else {
            return Outcome::Not(resume);
        };
        let found = &token[..without_punctuation(&token[..len])];
        if !has_content(found) || !self.accepts(found) {
            return Outcome::Not(resume);
        }
        let prefixed = start >= 4 && preceded_by_prefix(&text[..start]);
        let range = start as u64..(start + found.len()) as u64;
        let wrapper = Wrapper::WhiteSpace;
        let hyphens = Vec::new();
        Outcome::Found(Extracted { text: Cow::Borrowed(found), range, wrapper, prefixed, hyphens }, start + found.len())
    }

    /// Returns true if a text begins with a scheme and `//`, or with a scheme that needs no
    /// slashes.
    fn is_recognised(&self, text: &[u8]) -> bool {
        let Some(colon) = text.iter().take(LONGEST_SCHEME + 1).position(|&byte| byte == b':') else {
            return false;
        };
        let plain = |scheme: &&str| scheme.as_bytes().eq_ignore_ascii_case(&text[..colon]);
        text[colon + 1..].starts_with(b"//") || self.schemes.iter().any(plain)
    }

    fn accepts(&self, found: &[u8]) -> bool {
        let prefix = self.table.prefix(found);
        prefix.accepted.is_some_and(|len| with_fragment(found, len) == found.len())
    }
}

fn window(text: &[u8], start: usize) -> &[u8] {
    &text[start..text.len().min(start + WINDOW)]
}

fn is_white_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r' | 0)
}

/// Returns the number of bytes of white space that a text begins with.
fn white_space(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_white_space(byte)).count()
}

/// Returns the text without white space, and the positions of hyphens at line ends; `None` if a
/// quoted text has white space without a line break.
fn join(text: &[u8], wrapper: Wrapper) -> Option<(Cow<'_, [u8]>, Vec<usize>)> {
    if !text.iter().any(|&byte| is_white_space(byte)) {
        return Some((Cow::Borrowed(text), Vec::new()));
    }
    let mut joined = Vec::with_capacity(text.len());
    let mut hyphens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let space = white_space(&text[at..]);
        if space > 0 {
            let breaks = text[at..at + space].iter().any(|byte| b"\r\n".contains(byte));
            if !breaks && wrapper == Wrapper::DoubleQuotes {
                return None;
            }
            if breaks && joined.last() == Some(&b'-') {
                hyphens.push(joined.len() - 1);
            }
        }
        at += space;
        let word = text[at..].iter().position(|&byte| is_white_space(byte)).unwrap_or(text.len() - at);
        joined.extend_from_slice(&text[at..at + word]);
        at += word;
    }
    Some((Cow::Owned(joined), hyphens))
}

/// Returns a length with the fragment that follows it: some documents keep fragments out of their
/// rules and in the brackets (url-1997, Appendix E).
fn with_fragment(text: &[u8], len: usize) -> usize {
    if text.get(len) != Some(&b'#') {
        return len;
    }
    let is_fragment = |byte: &u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@/?%".contains(byte);
    len + 1 + text[len + 1..].iter().take_while(|byte| is_fragment(byte)).count()
}

/// Returns true if something follows `scheme:` or `scheme://`.
fn has_content(found: &[u8]) -> bool {
    let after = found.iter().position(|&byte| byte == b':').map_or(&[][..], |colon| &found[colon + 1..]);
    !after.strip_prefix(b"//").unwrap_or(after).is_empty()
}

/// Returns the length without the punctuation that ends a clause and without unopened closing
/// brackets.
fn without_punctuation(found: &[u8]) -> usize {
    let count = |wanted: u8| found.iter().filter(|&&byte| byte == wanted).count() as isize;
    let mut open = [count(b'(') - count(b')'), count(b'[') - count(b']'), count(b'{') - count(b'}')];
    let mut len = found.len();
    while let Some(&last) = found[..len].last() {
        let bracket = match last {
            b'.' | b',' | b';' | b':' | b'!' | b'?' | b'\'' => {
                len -= 1;
                continue;
            }
            b')' => 0,
            b']' => 1,
            b'}' => 2,
            _ => break,
        };
        if open[bracket] >= 0 {
            break;
        }
        open[bracket] += 1;
        len -= 1;
    }
    len
}

/// Returns true if the text ends with `URL:` or `URL: `.
fn preceded_by_prefix(before: &[u8]) -> bool {
    let before = before.strip_suffix(b" ").unwrap_or(before);
    before.len() >= 4 && before[before.len() - 4..].eq_ignore_ascii_case(b"URL:")
}
