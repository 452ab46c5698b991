//! IRIs with characters beyond US-ASCII, split by the scanner of RFC 3986.
//!
//! The scanner leaves an input to the table at the first byte beyond US-ASCII, and the table takes
//! a step for each byte from there on. RFC 3987 differs from RFC 3986 only in characters that may
//! appear where unreserved ones do. So each byte beyond US-ASCII is replaced by `~`, the scanner
//! splits the copy, and the characters are checked by their ranges:
//!
//! ```text
//! http://例え.jp/rosé?x     the IRI, in UTF-8
//! http://~~~~~~.jp/ros~~?x  the copy, with the same offsets
//! ```
//!
//! `~` is not a letter, digit or hexadecimal digit, so a scheme, a port, an address and a
//! percent-encoding refuse it, as they refuse the characters. Only `[v1.~]` accepts it, so the
//! table reads hosts in brackets. It also reads refused texts, because it knows the rule of an
//! error.
//!
//! Every character that begins with C3 to DF or with E1 to EC is a `ucschar`. The characters are
//! looked at one by one only where some begin with another byte.

use core::ops::Range;

use urigram_grammars::{Parts, Reading, Table};

use crate::ucs::{is_iprivate, is_ucschar};

/// The longest IRI that is copied. The copy is on the stack.
const LONGEST: usize = 256;

/// The size of a smaller copy, which most IRIs fit into: the copy is cleared first.
const SHORT: usize = 128;

/// The bytes that are replaced at once.
const BLOCK: usize = 32;

/// Returns the parts of an IRI that is accepted, if that is found without the table of RFC 3987.
/// `table` is the rule of RFC 3986 for the rule of RFC 3987 in question.
#[inline]
pub(super) fn split(text: &str, table: &'static Table) -> Option<Parts> {
    if text.len() <= SHORT {
        split_copy::<SHORT>(text, table)
    } else {
        split_copy::<LONGEST>(text, table)
    }
}

/// Like [`split`], with a copy of this size.
#[inline(always)]
fn split_copy<const SIZE: usize>(text: &str, table: &'static Table) -> Option<Parts> {
    let bytes = text.as_bytes();
    let mut copy = [0u8; SIZE];
    copy.get_mut(..bytes.len())?.copy_from_slice(bytes);
    let mut is_doubtful = false;
    // Blocks of one size, so that compilers make vector instructions of all.
    let padded = bytes.len().next_multiple_of(BLOCK);
    for block in copy[..padded].chunks_exact_mut(BLOCK) {
        for byte in block {
            is_doubtful |= (*byte == 0xC2) | (*byte == 0xE0) | (*byte >= 0xED);
            *byte = if *byte < 0x80 { *byte } else { b'~' };
        }
    }
    let parts = table.split_bytes(&copy[..bytes.len()], Reading::Corrected).ok()?;
    let range = |span: urigram_grammars::Span| span.start as usize..span.end as usize;
    let literal = parts.host().map(range).filter(|host| bytes.get(host.start) == Some(&b'['));
    if is_doubtful || literal.is_some() {
        let query = parts.query().map_or(0..0, range);
        return are_allowed(text, &query, &literal.unwrap_or(0..0)).then_some(parts);
    }
    Some(parts)
}

/// Returns true if an IRI may hold the characters beyond US-ASCII where they are.
#[inline]
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
#[inline]
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

#[cfg(test)]
mod tests {
    use std::string::String;

    use super::*;

    /// Each copy is as long as it has to be, and what is longer than both is left to RFC 3987.
    #[test]
    fn iris_of_up_to_256_bytes_are_split() {
        let table = urigram_grammars::Grammar::Rfc3986.tables(Reading::Corrected).start();
        let mut text = String::from("s://é/");
        while text.len() <= LONGEST {
            let parts = split(&text, table).unwrap();
            assert_eq!(parts.host().map(|span| span.of(&text)), Some("é"));
            assert_eq!(parts.path().of(&text), &text[6..], "{text}");
            text.push('a');
        }
        assert!(split(&text, table).is_none());
    }
}
