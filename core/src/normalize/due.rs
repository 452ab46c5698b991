//! What of a text a rung may change: told by one look over it, thirty-two bytes at a time.

use urigram_grammars::{Parts, Span};

use super::blocks::{self, Block};
use super::rewrite::octet;
use super::rules::{Case, EmptyPath, Rules, Scheme};
use super::rungs;
use super::schemes::KnownScheme;
use crate::search;

/// What a rung may change, found by [`Due::look`].
#[derive(Default)]
pub(super) struct Due {
    /// A bit for each mark: one byte, since to read several at once that were just written is slow.
    marks: u8,
    escapes: Escapes,
}

/// Something that a rung may change.
#[derive(Clone, Copy)]
pub(super) enum Mark {
    /// Letters in upper case before the end of what ignores case.
    Letters,
    /// Escapes that are to be decoded, or have digits in lower case.
    Escapes,
    /// A slash before a dot, or a path that begins with a dot.
    Dots,
    /// A port that goes.
    Port,
    /// An empty path that becomes a slash.
    Slash,
    /// Mailboxes that have letters in upper case, or escapes.
    Mailboxes,
}

impl Mark {
    /// Its bit, if it is there.
    #[inline]
    fn bit(self, is_there: bool) -> u8 {
        u8::from(is_there) << self as u8
    }
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
    /// Looks at a text, and tells whether there is anything to be seen to.
    #[inline]
    pub(super) fn look(&mut self, text: &str, parts: &Parts, rules: &Rules) -> bool {
        let bytes = text.as_bytes();
        let head = letters_end(text, parts, rules.case.as_ref());
        blocks::marked_blocks(bytes, head, |from, block| self.look_closer(bytes, from, block, head, rules));
        let path = parts.path();
        let is_dot = rules.path.is_some() && bytes.get(path.start as usize) == Some(&b'.');
        let mut marks = self.marks | Mark::Dots.bit(is_dot);
        if let Some(rule) = &rules.scheme {
            if parts.authority().is_some() {
                let port = parts.port().is_some_and(|port| is_default_port(text, parts, port, rule));
                let slash = path.start == path.end && becomes_slash(text, parts, rule);
                marks |= Mark::Port.bit(port) | Mark::Slash.bit(slash);
            }
            marks |= Mark::Mailboxes.bit(has_mailboxes(text, parts));
        }
        self.marks = marks;
        marks != 0
    }

    #[inline]
    pub(super) fn has(&self, mark: Mark) -> bool {
        self.marks & mark.bit(true) != 0
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
    fn look_closer(&mut self, bytes: &[u8], from: usize, block: &Block, head: usize, rules: &Rules) {
        let dots = rules.path.is_some() & blocks::has_slash_dot(block);
        let letters = from < head && blocks::has_letter(block, head - from);
        let hex = rules.case.as_ref().is_some_and(|case| case.hex);
        let Escapes { first, count, seen } = &mut self.escapes;
        let mut bits = block.first_chunk().map_or(0, |block| blocks::bits_of(block, b'%'));
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
        *seen = from + blocks::SIZE;
        self.marks |= Mark::Dots.bit(dots) | Mark::Letters.bit(letters) | Mark::Escapes.bit(*count > 0);
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
    parts.scheme().is_some_and(|scheme| KnownScheme::holds_mailboxes(text, scheme.end as usize))
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
