//! Code points as byte sequences, and the automaton of valid UTF-8 (RFC 3629, section 4).

use crate::{ByteClasses, Dfa};

/// One range of bytes for each position.
pub(crate) type Sequence = Vec<(u8, u8)>;

/// Returns byte sequences that together are exactly the UTF-8 of ranges of scalar values; no two of
/// them share a string. No end of a range is a surrogate, and no range has any.
pub(crate) fn sequences(ranges: &[(u32, u32)]) -> Vec<Sequence> {
    let mut out = Vec::new();
    for &(low, high) in ranges {
        for (first, last) in [(0, 0x7F), (0x80, 0x7FF), (0x800, 0xFFFF), (0x1_0000, 0x10_FFFF)] {
            let (low, high) = (low.max(first), high.min(last));
            if low <= high {
                split(low, high, &mut out);
            }
        }
    }
    out
}

/// Splits a range of equally long encodings until the bytes vary independently of each other.
fn split(low: u32, high: u32, out: &mut Vec<Sequence>) {
    for bits in [6, 12, 18] {
        let mask = (1 << bits) - 1;
        if low & !mask != high & !mask {
            if low & mask != 0 {
                split(low, low | mask, out);
                return split((low | mask) + 1, high, out);
            }
            if high & mask != mask {
                split(low, (high & !mask) - 1, out);
                return split(high & !mask, high, out);
            }
        }
    }
    if let (Some(low), Some(high)) = (char::from_u32(low), char::from_u32(high)) {
        let (mut a, mut b) = ([0; 4], [0; 4]);
        let (a, b) = (low.encode_utf8(&mut a), high.encode_utf8(&mut b));
        out.push(a.bytes().zip(b.bytes()).collect());
    }
}

/// The state between two characters; the start of [`step`].
pub(crate) const BETWEEN: u8 = 0;
/// The state after a byte that no valid UTF-8 has there.
pub(crate) const INVALID: u8 = 8;

/// Returns the state of valid UTF-8 after one more byte. States 1 to 3 await as many continuation
/// bytes. States 4 to 7 follow a first byte that restricts the second: E0, ED, F0, F4.
pub(crate) fn step(state: u8, byte: u8) -> u8 {
    match (state, byte) {
        (0, 0..=0x7F) => BETWEEN,
        (0, 0xC2..=0xDF) => 1,
        (0, 0xE0) => 4,
        (0, 0xED) => 5,
        (0, 0xE1..=0xEF) => 2,
        (0, 0xF0) => 6,
        (0, 0xF1..=0xF3) => 3,
        (0, 0xF4) => 7,
        (1..=3, 0x80..=0xBF) => state - 1,
        (4, 0xA0..=0xBF) | (5, 0x80..=0x9F) => 1,
        (6, 0x90..=0xBF) | (7, 0x80..=0x8F) => 2,
        _ => INVALID,
    }
}

impl Dfa {
    /// Returns the automaton of valid UTF-8 (RFC 3629, section 4): shortest forms only, no
    /// surrogates, nothing above 10FFFF.
    ///
    /// A complement contains byte strings that are not text; its intersection with this automaton
    /// does not.
    pub fn utf8() -> Dfa {
        let states = || BETWEEN..=INVALID;
        let classes =
            ByteClasses::by_key(|byte| states().map(|state| step(state, byte)).collect::<Vec<_>>());
        let bytes = classes.representatives();
        let next = states().flat_map(|state| bytes.iter().map(move |&byte| step(state, byte)));
        let next = next.map(u32::from).collect();
        let accepting = states().map(|state| state == BETWEEN).collect();
        Dfa::from_table(classes.clone(), next, accepting)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::peg::CharSet;

    #[test]
    fn sequences_hold_exactly_the_encodings_of_the_set() {
        let edges = [
            '\0', 'a', '\x7F', '\u{80}', '\u{7FF}', '\u{800}', '\u{FFF}', '\u{D7FF}', '\u{E000}',
            '\u{FFFF}',
        ];
        let edges: Vec<char> =
            edges.into_iter().chain(['\u{10000}', '\u{10ABC}', '\u{FFFFF}', char::MAX]).collect();
        for &low in &edges {
            for &high in &edges {
                let set = CharSet::from_ranges([(low, high)]);
                let sequences = sequences(set.scalars());
                for &c in &edges {
                    let mut bytes = [0; 4];
                    let bytes = c.encode_utf8(&mut bytes).as_bytes();
                    let fits = |sequence: &&Sequence| {
                        sequence.len() == bytes.len()
                            && sequence.iter().zip(bytes).all(|(&(l, h), b)| (l..=h).contains(b))
                    };
                    let hits = sequences.iter().filter(fits).count();
                    assert_eq!(
                        hits,
                        usize::from(low <= c && c <= high),
                        "{c:?} in {low:?}..={high:?}"
                    );
                }
            }
        }
    }

    #[test]
    fn step_agrees_with_the_standard_library() {
        let probes = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC2, 0xDF, 0xE0, 0xE1, 0xED,
            0xEE,
        ];
        let probes: Vec<u8> =
            probes.into_iter().chain([0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF]).collect();
        let n = probes.len();
        for code in 0..n * n * n * n {
            let bytes =
                [code, code / n, code / (n * n), code / (n * n * n)].map(|digit| probes[digit % n]);
            let valid = bytes.iter().fold(BETWEEN, |state, &byte| step(state, byte)) == BETWEEN;
            assert_eq!(valid, std::str::from_utf8(&bytes).is_ok(), "{bytes:X?}");
        }
    }
}
