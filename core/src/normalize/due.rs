//! What of a text a rung may change: told by one look over it, thirty-two bytes at a time.

use urigram_grammars::{Parts, Span};

use super::rewrite::octet;
use super::rules::{Case, EmptyPath, Rules, Scheme};
use super::rungs;
use super::schemes::KnownScheme;
use crate::search::{self, Pairs};

/// What a rung may change, to be looked at by [`Due::look`].
#[derive(Default)]
pub(super) struct Due {
    /// Letters in upper case before the end of what ignores case.
    pub(super) letters: bool,
    /// A slash before a dot, or a path that begins with a dot.
    pub(super) dots: bool,
    /// A port that goes.
    pub(super) port: bool,
    /// An empty path that becomes a slash.
    pub(super) slash: bool,
    /// Mailboxes that have letters in upper case, or escapes.
    pub(super) mailboxes: bool,
    escapes: Escapes,
}

/// Where escapes stand that are to be decoded, or have digits in lower case.
#[derive(Default)]
struct Escapes {
    /// The first of them, and a place for what is overwritten.
    first: [u32; Escapes::KEPT + 1],
    count: usize,
    /// Before this offset all have been seen.
    seen: usize,
}

impl Escapes {
    const KEPT: usize = 6;
}

impl Due {
    /// Looks at a text.
    #[inline]
    pub(super) fn look(&mut self, text: &str, parts: &Parts, rules: &Rules) {
        let bytes = text.as_bytes();
        let head = letters_end(text, parts, rules.case.as_ref());
        search::marked_blocks(bytes, head, |from, block| self.look_closer(bytes, from, block, head, rules));
        let path = parts.path();
        self.dots |= rules.path.is_some() && bytes.get(path.start as usize) == Some(&b'.');
        let Some(rule) = &rules.scheme else { return };
        match parts.authority() {
            Some(_) => {
                self.port = parts.port().is_some_and(|port| is_default_port(text, parts, port, rule));
                self.slash = (path.start == path.end) && becomes_slash(text, parts, rule);
            }
            None => self.mailboxes = has_mailboxes(text, parts),
        }
    }

    /// Whether there is anything to be seen to.
    #[inline]
    pub(super) fn any(&self) -> bool {
        self.letters | self.dots | self.port | self.slash | self.mailboxes | (self.escapes.count > 0)
    }

    /// Calls `see` with the offset of each escape that is due, as long as it returns something; with those that are not
    /// due too where there are many.
    #[inline]
    pub(super) fn escapes(&self, bytes: &[u8], mut see: impl FnMut(usize) -> Option<()>) -> Option<()> {
        let Escapes { first, count, .. } = &self.escapes;
        for &at in &first[..Escapes::KEPT.min(*count)] {
            see(at as usize)?;
        }
        match *count > Escapes::KEPT {
            true => search::each(bytes, first[Escapes::KEPT - 1] as usize + 3, b'%', see),
            false => Some(()),
        }
    }

    /// Looks at a block that has one of the marks.
    #[inline(never)]
    fn look_closer(&mut self, bytes: &[u8], from: usize, block: &Pairs, head: usize, rules: &Rules) {
        self.dots |= rules.path.is_some() & search::has_slash_dot_in(block);
        self.letters |= from < head && search::has_letter(block, head - from);
        let hex = rules.case.as_ref().is_some_and(|case| case.hex);
        let Escapes { first, count, seen } = &mut self.escapes;
        let mut bits = block.first_chunk().map_or(0, |block| search::bits_of(block, b'%'));
        while bits != 0 {
            let at = from + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let Some(byte) = octet(bytes, at) else { continue };
            let is_plain = match &rules.percent {
                Some(percent) => percent.decodes(byte) | (percent.beyond_ascii & (byte >= 0x80)),
                None => false,
            };
            // One that is not due is overwritten by the next: whether it is due is hard to guess.
            first[Escapes::KEPT.min(*count)] = at as u32;
            *count += usize::from((is_plain | (hex & has_lower_case_digit(bytes, at))) & (at >= *seen));
        }
        *seen = from + search::TWO_BLOCKS;
    }
}

/// The end of the text's beginning that holds all that ignores case, escapes aside.
#[inline]
fn letters_end(text: &str, parts: &Parts, case: Option<&Case>) -> usize {
    let Some(case) = case else { return 0 };
    match (parts.scheme(), parts.host()) {
        _ if case.nid => parts.nid_end(text) as usize,
        (_, Some(host)) if case.host => host.end as usize,
        (Some(scheme), _) if case.scheme => scheme.end as usize,
        _ => 0,
    }
}

#[inline(never)]
fn is_default_port(text: &str, parts: &Parts, port: Span, rule: &Scheme) -> bool {
    rungs::is_default_port(port.of(text), known_scheme(text, parts), rule)
}

/// Whether an empty path after an authority is the path `/`.
#[inline]
fn becomes_slash(text: &str, parts: &Parts, rule: &Scheme) -> bool {
    match rule.empty_path {
        EmptyPath::Never => false,
        EmptyPath::BySchemes => known_scheme(text, parts).is_some_and(|known| known.empty_path.is_some()),
        EmptyPath::Always => true,
    }
}

/// Whether the path holds mailboxes that may have to be changed.
#[inline]
fn has_mailboxes(text: &str, parts: &Parts) -> bool {
    known_scheme(text, parts).is_some_and(|known| known.mailboxes.is_some())
        && search::any(parts.path().of(text).as_bytes(), |byte| byte.is_ascii_uppercase() | (byte == b'%'))
}

#[inline]
fn known_scheme(text: &str, parts: &Parts) -> Option<&'static KnownScheme> {
    KnownScheme::before_colon(text, parts.scheme()?.end as usize)
}

/// Whether the percent-encoding at an offset has a letter in lower case.
#[inline]
pub(super) fn has_lower_case_digit(bytes: &[u8], at: usize) -> bool {
    bytes[at + 1].is_ascii_lowercase() | bytes[at + 2].is_ascii_lowercase()
}
