//! Runs of bytes that lead from a place to itself, such as those of a text or a number.
//!
//! The first bytes of a run are looked at one by one, as most names and numbers are short; from
//! there on eight at a time. No byte waits for the one before it, as none changes the place. In
//!
//! ```text
//! "name": "a longer text of letters, é among them, up to \n"
//! ```
//!
//! `name` ends in the first part. The longer text is read by words up to the backslash. Its `é` is
//! two bytes that both lead to the place again, since the input is known to be UTF-8.

use crate::dfa::word::{self, within, HIGH};

/// The most ranges of ASCII.
const RANGES: usize = 3;
/// The bytes that are looked at one by one.
const BYTES: usize = 12;

/// A set of bytes: a few ranges of ASCII, and all bytes beyond ASCII or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Skip {
    table: [bool; 256],
    /// The first and the last byte of each range, in every lane of a word.
    ranges: [(u64, u64); RANGES],
    /// The high bits of the lanes if the bytes beyond ASCII are in the set.
    beyond: u64,
}

impl Skip {
    /// Returns the set of the bytes that a function returns true for; `None` if it is empty or has
    /// more ranges.
    pub(super) fn new(is_inside: impl Fn(u8) -> bool) -> Option<Skip> {
        let table: [bool; 256] = core::array::from_fn(|byte| is_inside(byte as u8));
        let (ascii, beyond) = table.split_at(0x80);
        if beyond.contains(&!beyond[0]) {
            return None;
        }
        let (mut ranges, mut count, mut next) = ([(0, 0); RANGES], 0, 0);
        while let Some(low) = ascii[next..].iter().position(|&inside| inside) {
            let low = next + low;
            let length = ascii[low..].iter().position(|&inside| !inside);
            next = length.map_or(ascii.len(), |length| low + length);
            let lanes = |byte: usize| u64::from_le_bytes([byte as u8; 8]);
            *ranges.get_mut(count)? = (lanes(low), lanes(next - 1));
            count += 1;
        }
        let first = *ranges[..count].first()?;
        ranges[count..].fill(first);
        Some(Skip { table, ranges, beyond: if beyond[0] { HIGH } else { 0 } })
    }

    /// Returns the offset of the first byte from an offset on that is not in the set.
    #[inline(always)]
    pub(super) fn run(&self, input: &[u8], from: usize) -> usize {
        let mut at = from;
        while input.get(at).is_some_and(|&byte| self.table[usize::from(byte)]) {
            at += 1;
            if at == from + BYTES {
                return self.words(input, at);
            }
        }
        at
    }

    /// Returns the same by words. A function of its own, so that nothing else takes its registers.
    #[inline(never)]
    fn words(&self, input: &[u8], from: usize) -> usize {
        let is_inside = |byte: u8| self.table[usize::from(byte)];
        word::run(input, from, is_inside, |word| {
            let ranges = self.ranges.map(|(low, high)| within(word, low, high));
            ranges[0] | ranges[1] | ranges[2] | word & self.beyond
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sets of up to three ranges, with and without the bytes beyond ASCII, and each length.
    #[test]
    fn a_run_ends_before_the_first_byte_that_is_not_in_the_set() {
        let sets: [fn(u8) -> bool; 6] = [
            |byte| byte.is_ascii_digit(),
            |byte| byte.is_ascii_alphanumeric(),
            |byte| !matches!(byte, b'"' | b'\\' | 0..0x20),
            |byte| byte < 0x80,
            |byte| byte != 0x7F,
            |byte| byte == b'x',
        ];
        for is_inside in sets {
            let skip = Skip::new(is_inside).unwrap();
            let inside = (0..=u8::MAX).rev().find(|&byte| is_inside(byte)).unwrap();
            for stop in (0..=u8::MAX).filter(|&byte| !is_inside(byte)) {
                for length in 0..40 {
                    let mut input = [inside; 40];
                    input[length] = stop;
                    assert_eq!(skip.run(&input, 0), length);
                    assert_eq!(skip.run(&input[..length], 0), length);
                    assert_eq!(skip.run(&input, length / 2), length);
                }
            }
        }
    }

    #[test]
    fn other_sets_are_not_skipped() {
        let sets: [fn(u8) -> bool; 3] = [
            |_| false,
            |byte| matches!(byte, b'a' | b'c' | b'e' | b'g'),
            |byte| matches!(byte, b'a' | 0xC3),
        ];
        assert!(sets.into_iter().all(|is_inside| Skip::new(is_inside).is_none()));
    }
}
