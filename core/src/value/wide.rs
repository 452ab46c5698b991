//! IRIs with characters beyond US-ASCII, split by the scanner of RFC 3986.
//!
//! The scanner hands an input over to the table at the first byte beyond US-ASCII, and the table
//! takes a step for each byte from there on. RFC 3987 differs from RFC 3986 in nothing but
//! characters that stand where unreserved ones do. So each byte beyond US-ASCII is replaced by `~`,
//! the scanner splits the copy, and the characters are checked by their ranges:
//!
//! ```text
//! http://例え.jp/rosé?x     the IRI, in UTF-8
//! http://~~~~~~.jp/ros~~?x  the copy, with the same offsets
//! ```
//!
//! `~` is no letter, digit or hexadecimal digit, so that it is refused in a scheme, a port, an
//! address and a percent-encoding, as the characters are. Only `[v1.~]` accepts it; a character in
//! a host with brackets is left to the table. So is whatever is refused, for the table knows the
//! rule.

use core::ops::Range;

use urigram_grammars::{Parts, Reading, Table};

use crate::ucs::{is_iprivate, is_ucschar};

/// The longest IRI that is copied. The copy is on the stack.
const LONGEST: usize = 256;

/// Returns the parts of an IRI that is accepted, if that is found without the table of RFC 3987.
/// `table` is the rule of RFC 3986 for the rule of RFC 3987 in question.
pub(super) fn split(text: &str, table: &'static Table) -> Option<Parts> {
    let bytes = text.as_bytes();
    let mut copy = [0u8; LONGEST];
    let copy = copy.get_mut(..bytes.len())?;
    for (to, &from) in copy.iter_mut().zip(bytes) {
        *to = if from < 0x80 { from } else { b'~' };
    }
    let parts = table.split(core::str::from_utf8(copy).ok()?, Reading::Corrected).ok()?;
    let range = |span: urigram_grammars::Span| span.start as usize..span.end as usize;
    let query = parts.query().map_or(0..0, range);
    let literal = parts.host().map(range).filter(|host| bytes.get(host.start) == Some(&b'['));
    are_allowed(text, &query, &literal.unwrap_or(0..0)).then_some(parts)
}

/// Returns true if an IRI may hold the characters beyond US-ASCII where they are.
fn are_allowed(text: &str, query: &Range<usize>, literal: &Range<usize>) -> bool {
    let bytes = text.as_bytes();
    let mut at = 0;
    while let Some(found) = beyond_ascii(&bytes[at..]) {
        at += found;
        while let Some(&first) = bytes.get(at).filter(|byte| !byte.is_ascii()) {
            if literal.contains(&at) {
                return false;
            }
            at += match first {
                // U+00C0 to U+07FF, and U+1000 to U+CFFF: all are a `ucschar`.
                0xC3..=0xDF => 2,
                0xE1..=0xEC => 3,
                _ => match text[at..].chars().next() {
                    Some(c) if is_ucschar(c) || (is_iprivate(c) && query.contains(&at)) => {
                        c.len_utf8()
                    }
                    _ => return false,
                },
            };
        }
    }
    true
}

/// Returns the offset of the first byte beyond US-ASCII.
fn beyond_ascii(bytes: &[u8]) -> Option<usize> {
    let mut rest = bytes;
    while let Some((word, after)) = rest.split_first_chunk() {
        let high = u64::from_le_bytes(*word) & 0x8080_8080_8080_8080;
        if high != 0 {
            return Some(bytes.len() - rest.len() + high.trailing_zeros() as usize / 8);
        }
        rest = after;
    }
    let at = rest.iter().position(|byte| !byte.is_ascii())?;
    Some(bytes.len() - rest.len() + at)
}
