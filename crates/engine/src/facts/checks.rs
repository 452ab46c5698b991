//! Checks that no rule can make: unique items, UTF-8, lengths, functions.

use crate::components::items::List;
use crate::Splitter;

/// A check that no rule can make.
#[doc(hidden)]
#[derive(Debug)]
pub enum Check {
    /// No two items of a list have the same key. The splitter gives an item's key.
    Unique(List, &'static Splitter),
    /// The percent-encoded octets and the characters around them are UTF-8.
    Utf8,
    /// The text has at most so many bytes.
    Longest(usize),
    /// A function of the author's own.
    Holds(fn(&str) -> bool),
}

/// The place of an error, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Wrong {
    At(usize),
    /// There are more items than are compared.
    TooMany,
}

impl Check {
    /// The most items that are compared with each other. The comparison needs no heap and takes
    /// quadratic time, which this bounds.
    pub const ITEMS: usize = 1024;

    /// Returns the first error in the text of the rule that is checked. A function is not called.
    #[inline]
    pub(crate) const fn wrong(&self, part: &[u8]) -> Option<Wrong> {
        match self {
            Check::Unique(list, key) => repeated(list, key, part),
            Check::Utf8 => match not_utf8(part) {
                Some(at) => Some(Wrong::At(at)),
                None => None,
            },
            Check::Longest(most) if part.len() > *most => Some(Wrong::At(*most)),
            Check::Longest(_) | Check::Holds(_) => None,
        }
    }
}

/// A check with the place of the text that is checked.
#[doc(hidden)]
#[derive(Debug)]
pub struct PlacedCheck {
    /// The automaton that gives the place; `None` for the whole text.
    pub place: Option<Splitter>,
    /// The check, which is not a function.
    pub check: Check,
}

impl PlacedCheck {
    /// Returns the part of an input that breaks the constraint, from the first error on: empty
    /// where nothing follows. The input is one that the grammar accepts. More items than can be
    /// compared also break it, as they do in a package.
    #[inline]
    pub fn wrong(&self, input: &[u8]) -> Option<core::ops::Range<usize>> {
        let (start, end) = match &self.place {
            None => (0, input.len()),
            Some(place) => {
                let span = place.split::<1>(input)?.get(0)?;
                (span.start as usize, span.end as usize)
            }
        };
        match self.check.wrong(&input[start..end])? {
            Wrong::At(at) => Some(start + at..end),
            Wrong::TooMany => Some(start..end),
        }
    }
}

/// Returns the offset of the first item whose key an earlier item has.
#[inline]
const fn repeated(list: &List, key: &Splitter, bytes: &[u8]) -> Option<Wrong> {
    let mut starts = [(0, 0); Check::ITEMS];
    let (mut count, mut next) = (0, list.first(bytes));
    while let Some(start) = next {
        let end = list.end(bytes, start);
        let item = bytes.split_at(end).0.split_at(start).1;
        let found = match key.split::<1>(item) {
            Some(places) => match places.get(0) {
                Some(span) => (start + span.start as usize, start + span.end as usize),
                None => (start, start),
            },
            None => (start, end),
        };
        if count == Check::ITEMS {
            return Some(Wrong::TooMany);
        }
        let mut before = 0;
        while before < count {
            if is_same(bytes, starts[before], found) {
                return Some(Wrong::At(found.0));
            }
            before += 1;
        }
        starts[count] = found;
        count += 1;
        next = list.next(bytes, end);
    }
    None
}

#[inline]
const fn is_same(bytes: &[u8], one: (usize, usize), other: (usize, usize)) -> bool {
    let length = one.1 - one.0;
    if length != other.1 - other.0 {
        return false;
    }
    let mut at = 0;
    while at < length {
        if bytes[one.0 + at] != bytes[other.0 + at] {
            return false;
        }
        at += 1;
    }
    true
}

/// Returns the offset of the first octet, percent-encoded or not, where the octets are not UTF-8. A
/// sequence that ends too early is wrong at its first octet.
#[inline]
const fn not_utf8(text: &[u8]) -> Option<usize> {
    let (mut at, mut begun, mut pending) = (0, 0, 0);
    // The least and the greatest next octet of a sequence.
    let (mut least, mut greatest) = (0x80, 0xBF);
    // Literals run this while compiling, where a call costs as much as 60 steps.
    let len = text.len();
    while at < len {
        if pending == 0 && text[at] < 0x80 && text[at] != b'%' {
            at += 1;
            continue;
        }
        let (octet, length) = octet(text, at);
        if pending > 0 {
            if octet < least || octet > greatest {
                return Some(begun);
            }
            pending -= 1;
            (least, greatest) = (0x80, 0xBF);
        } else {
            begun = at;
            (pending, least, greatest) = match octet {
                0..=0x7F => (0, 0x80, 0xBF),
                0xC2..=0xDF => (1, 0x80, 0xBF),
                0xE0 => (2, 0xA0, 0xBF),
                0xED => (2, 0x80, 0x9F),
                0xE1..=0xEF => (2, 0x80, 0xBF),
                0xF0 => (3, 0x90, 0xBF),
                0xF1..=0xF3 => (3, 0x80, 0xBF),
                0xF4 => (3, 0x80, 0x8F),
                _ => return Some(at),
            };
        }
        at += length;
    }
    if pending > 0 {
        Some(begun)
    } else {
        None
    }
}

/// Returns the octet at an offset, and its length as written. A `%` without two digits is itself.
#[inline]
const fn octet(text: &[u8], at: usize) -> (u8, usize) {
    if text[at] == b'%' && at + 2 < text.len() {
        if let (Some(high), Some(low)) = (digit(text[at + 1]), digit(text[at + 2])) {
            return (high << 4 | low, 3);
        }
    }
    (text[at], 1)
}

#[inline]
const fn digit(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::not_utf8;

    /// Returns the octets that a text of escapes and characters spells.
    fn decoded(text: &[u8]) -> Vec<u8> {
        let mut octets = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let (octet, length) = super::octet(text, at);
            octets.push(octet);
            at += length;
        }
        octets
    }

    #[test]
    fn octets_are_utf8_where_the_standard_library_says_so() {
        let edges = [
            0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0,
            0xE1, 0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
        ];
        let mut words: Vec<Vec<u8>> = vec![Vec::new()];
        let mut from = 0;
        for _ in 0..4 {
            let to = words.len();
            for index in from..to {
                for edge in edges {
                    let mut word = words[index].clone();
                    word.push(edge);
                    words.push(word);
                }
            }
            from = to;
        }
        for word in &words {
            let text: String = word.iter().map(|octet| format!("%{octet:02x}")).collect();
            assert_eq!(decoded(text.as_bytes()), *word);
            let valid = core::str::from_utf8(word).map_err(|error| 3 * error.valid_up_to());
            assert_eq!(not_utf8(text.as_bytes()), valid.err(), "{text}");
        }
    }

    #[test]
    fn characters_and_escapes_mix() {
        assert_eq!(not_utf8("é%C3%A9%zz%".as_bytes()), None);
        assert_eq!(not_utf8(b"a%C3"), Some(1));
        assert_eq!(not_utf8(b"a%C3b"), Some(1));
    }
}
