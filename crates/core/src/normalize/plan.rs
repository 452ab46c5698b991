//! The plan of a normal form: one scan of the text, 32 bytes at a time, finds out which changes
//! could apply. Most inputs need none.

use urigram_grammars::{Change, Equivalence, Parts, Span, Summary};

use super::blocks::{self, Block};
use super::rows;
use super::schemes::KnownScheme;
use crate::rewrite::{has_lower_case_digit, octet};
use urigram_grammars::search;

/// The changes that could apply to a text, found by [`Plan::scan`].
#[derive(Default)]
pub(super) struct Plan {
    /// A bit for each kind of work, in one byte: to read several bytes at once that were just
    /// written is slow.
    work: u8,
    escapes: Escapes,
}

/// A kind of work.
#[derive(Clone, Copy)]
pub(super) enum Work {
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
    /// An authority that the document may replace, as `//localhost` in `file`.
    Authority,
}

impl Work {
    /// Returns its bit, or zero.
    fn bit(self, is_pending: bool) -> u8 {
        u8::from(is_pending) << self as u8
    }
}

/// The offsets of escapes that are to be decoded, or have digits in lower case.
#[derive(Default)]
struct Escapes {
    /// The first of them, and an entry that is overwritten.
    first: [u32; Escapes::KEPT + 1],
    count: usize,
    /// Before this offset all have been seen.
    seen: usize,
}

impl Escapes {
    const KEPT: usize = 6;
}

impl Plan {
    /// Scans a text, and returns true if any change could apply.
    pub(super) fn scan(&mut self, text: &str, parts: &Parts, rules: &Summary) -> bool {
        let bytes = text.as_bytes();
        let head = letters_end(text, parts, rules);
        blocks::marked_blocks(bytes, head, |from, block| {
            self.scan_block(bytes, from, block, head, rules);
        });
        let path = parts.path();
        let has_dots = rules.remove_dots | rules.merge_dots;
        let is_dot = has_dots && bytes.get(path.start as usize) == Some(&b'.');
        let mut work = self.work | Work::Dots.bit(is_dot);
        if let Some(scheme) = parts.scheme() {
            if parts.authority().is_some() {
                let port = parts.port().is_some_and(|port| drops_port(text, parts, port, rules));
                let slash = path.start == path.end
                    && rules.empty_path.is_some_and(|row| concerns(row, text, scheme));
                work |= Work::Port.bit(port) | Work::Slash.bit(slash);
            }
            if KnownScheme::is_special(text, scheme.end as usize, &rules.special) {
                work |= special(text, parts, scheme, rules);
            }
        }
        self.work = work;
        work != 0
    }

    pub(super) fn has(&self, work: Work) -> bool {
        self.work & work.bit(true) != 0
    }

    /// Calls `f` with the offset of each escape that needs rewriting until `f` returns `None`. A
    /// text with many of them is searched, and then `f` gets the other escapes too.
    pub(super) fn escapes(
        &self,
        bytes: &[u8],
        mut f: impl FnMut(usize) -> Option<()>,
    ) -> Option<()> {
        let Escapes { first, count, .. } = &self.escapes;
        for &at in &first[..Escapes::KEPT.min(*count)] {
            f(at as usize)?;
        }
        if *count > Escapes::KEPT {
            return search::each(bytes, first[Escapes::KEPT - 1] as usize + 3, b'%', f);
        }
        Some(())
    }

    /// Scans a block that holds a byte of interest.
    #[inline(never)]
    fn scan_block(
        &mut self,
        bytes: &[u8],
        from: usize,
        block: &Block,
        head: usize,
        rules: &Summary,
    ) {
        let dots = (rules.remove_dots | rules.merge_dots) & blocks::has_slash_dot(block);
        let letters = from < head && blocks::has_letter(block, head - from);
        let Escapes { first, count, seen } = &mut self.escapes;
        let mut bits = block.first_chunk().map_or(0, |block| blocks::bits_of(block, b'%'));
        while bits != 0 {
            let at = from + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            let Some(byte) = octet(bytes, at) else { continue };
            let is_plain = match &rules.decoded {
                Some(decoded) => decoded.contains(byte) | (rules.beyond_ascii & (byte >= 0x80)),
                None => false,
            };
            // An entry that is not needed is overwritten by the next: whether it is needed is hard
            // to predict.
            first[Escapes::KEPT.min(*count)] = at as u32;
            *count += usize::from(
                (is_plain | (rules.hex & has_lower_case_digit(bytes, at))) & (at >= *seen),
            );
        }
        *seen = from + blocks::SIZE;
        self.work |=
            Work::Dots.bit(dots) | Work::Letters.bit(letters) | Work::Escapes.bit(*count > 0);
    }
}

/// Returns the end of the text's beginning that holds everything that ignores case, escapes aside.
fn letters_end(text: &str, parts: &Parts, rules: &Summary) -> usize {
    match (parts.scheme(), parts.host()) {
        _ if rules.nid_case => parts.nid_end(text) as usize,
        (_, Some(host)) if rules.host_case => host.end as usize,
        (Some(scheme), _) if rules.scheme_case => scheme.end as usize,
        _ => 0,
    }
}

/// Returns true if the port is empty or the default, and goes.
#[inline(never)]
pub(super) fn drops_port(text: &str, parts: &Parts, port: Span, rules: &Summary) -> bool {
    let Some(scheme) = parts.scheme() else { return false };
    match port.of(text) {
        "" => rules.empty_port.is_some_and(|row| concerns(row, text, scheme)),
        digits => rules.default_port && rows::is_default_port(digits, scheme.of(text)),
    }
}

/// Returns true if the equivalence concerns the scheme, or a scheme that is spelled with other
/// letters.
fn concerns(row: &Equivalence, text: &str, scheme: Span) -> bool {
    row.schemes.is_none_or(|schemes| is_among(schemes, scheme.of(text)))
}

/// Returns true if a scheme is one of these, which are in lower case. A loop over bytes: the
/// standard library's comparison is 1 kB of vector instructions, and schemes are short.
#[inline(never)]
fn is_among(schemes: &[&str], scheme: &str) -> bool {
    let is_it = |known: &&str| {
        let lower = scheme.bytes().map(|byte| byte.to_ascii_lowercase());
        known.len() == scheme.len() && known.bytes().zip(lower).all(|(a, b)| a == b)
    };
    schemes.iter().any(is_it)
}

/// Returns the work for a scheme with a normal form of its own.
#[inline(never)]
fn special(text: &str, parts: &Parts, scheme: Span, rules: &Summary) -> u8 {
    let has_mailboxes = rules.mailboxes && KnownScheme::holds_mailboxes(scheme.of(text));
    let may_change = || {
        search::any(parts.path().of(text).as_bytes(), |byte| {
            byte.is_ascii_uppercase() | (byte == b'%')
        })
    };
    // Letters, escapes and ports may make any other authority one that is replaced.
    let is_replaced = |row: &Equivalence| {
        let Change::Same { texts: [_, others @ ..], .. } = row.change else { return false };
        match parts.authority() {
            Some(authority) => authority.start < authority.end || others.contains(&"//"),
            None => others.contains(&""),
        }
    };
    let has_same_authority =
        rules.same_authority.is_some_and(|row| concerns(row, text, scheme) && is_replaced(row));
    Work::Mailboxes.bit(has_mailboxes && may_change()) | Work::Authority.bit(has_same_authority)
}
