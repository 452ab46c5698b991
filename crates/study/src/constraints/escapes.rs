//! Requirements on percent-encoded octets.

use std::ops::Range;

use urigram_core::internal::octet;

use super::Subject;

/// Returns the escapes of a text: the offset of each, and its octet.
fn escapes(text: &[u8]) -> impl Iterator<Item = (usize, u8)> + '_ {
    (0..text.len()).filter_map(|at| Some((at, octet(text, at)?)))
}

pub(crate) fn first(text: &[u8], is_bad: impl Fn(u8) -> bool) -> Option<Range<usize>> {
    escapes(text).find(|&(_, octet)| is_bad(octet)).map(|(at, _)| at..at + 3)
}

/// Returns the first escapes in a row, above 7F, that a decoder does not take as a whole. `taken`
/// returns the number of octets that the decoder takes.
pub(crate) fn undecodable(text: &[u8], taken: impl Fn(&[u8]) -> usize) -> Option<Range<usize>> {
    let mut row: Vec<u8> = Vec::new();
    let mut start = 0;
    let bad = |row: &[u8], start: usize| {
        let good = taken(row);
        (good < row.len()).then(|| start + 3 * good..start + 3 * good + 3)
    };
    for (at, octet) in escapes(text) {
        if at != start + 3 * row.len() {
            if let Some(range) = bad(&row, start) {
                return Some(range);
            }
            row.clear();
        }
        if row.is_empty() {
            start = at;
        }
        row.push(octet);
    }
    bad(&row, start)
}

pub(crate) fn taken_as_utf_8(octets: &[u8]) -> usize {
    std::str::from_utf8(octets).map_or_else(|error| error.valid_up_to(), |_| octets.len())
}

pub(super) fn no_nul(subject: &Subject<'_>) -> Option<Range<usize>> {
    first(subject.input, |octet| octet == 0)
}

pub(super) fn unreserved_encoded(subject: &Subject<'_>) -> Option<Range<usize>> {
    first(subject.input, is_unreserved)
}

pub(super) fn is_unreserved(octet: u8) -> bool {
    octet.is_ascii_alphanumeric() || b"-._~".contains(&octet)
}

pub(super) fn utf_8(subject: &Subject<'_>) -> Option<Range<usize>> {
    undecodable(subject.name()?, taken_as_utf_8)
}

/// Counts one to six octets for a character, as RFC 2141 does after RFC 2044.
pub(super) fn utf_8_of_1997(subject: &Subject<'_>) -> Option<Range<usize>> {
    undecodable(subject.name()?, |octets| {
        let mut at = 0;
        while let Some(&octet) = octets.get(at) {
            let len = match octet.leading_ones() {
                0 => 1,
                len @ 2..=6 => len as usize,
                _ => break,
            };
            let continues = |more: &[u8]| more.iter().all(|octet| octet.leading_ones() == 1);
            if !octets.get(at + 1..at + len).is_some_and(continues) {
                break;
            }
            at += len;
        }
        at
    })
}
