//! Sets of characters, with a table of first bytes.

use alloc::vec::Vec;

/// A byte that begins no character of the set.
pub(super) const NO: u8 = 0;
/// A byte that begins characters of the set only.
pub(super) const YES: u8 = 1;
/// A byte that begins characters of the set and others.
pub(super) const ASK: u8 = 2;

/// A set of characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Set {
    ascii: [u64; 2],
    /// In order, and not touching each other.
    ranges: Vec<(char, char)>,
}

impl Set {
    /// Makes a set of ranges.
    pub fn new(ranges: impl IntoIterator<Item = (char, char)>) -> Set {
        let mut ranges: Vec<(char, char)> =
            ranges.into_iter().filter(|(low, high)| low <= high).collect();
        ranges.sort_unstable();
        let mut merged: Vec<(char, char)> = Vec::new();
        for (low, high) in ranges {
            match merged.last_mut() {
                Some(last) if after(last.1).is_none_or(|next| low <= next) => {
                    last.1 = last.1.max(high);
                }
                _ => merged.push((low, high)),
            }
        }
        let mut set = Set { ascii: [0; 2], ranges: merged };
        for byte in 0..128u8 {
            if set.has(char::from(byte)) {
                set.ascii[usize::from(byte / 64)] |= 1 << (byte % 64);
            }
        }
        set
    }

    /// Returns the ranges, in order.
    pub(super) fn ranges(&self) -> &[(char, char)] {
        &self.ranges
    }

    /// Returns the characters that are not in the set.
    fn others(&self) -> Set {
        let (mut ranges, mut next) = (Vec::new(), Some('\0'));
        for &(low, high) in &self.ranges {
            if let Some((first, last)) = next.zip(before(low)).filter(|(first, last)| first <= last)
            {
                ranges.push((first, last));
            }
            next = after(high);
        }
        Set::new(ranges.into_iter().chain(next.map(|first| (first, char::MAX))))
    }

    /// Returns true if the set has this character.
    pub(super) fn contains(&self, c: char) -> bool {
        if c.is_ascii() {
            self.ascii[c as usize / 64] >> (c as usize % 64) & 1 == 1
        } else {
            self.has(c)
        }
    }

    fn has(&self, c: char) -> bool {
        let behind = self.ranges.partition_point(|&(low, _)| low <= c);
        behind > 0 && c <= self.ranges[behind - 1].1
    }

    /// Returns what each first byte says. If every character beyond ASCII is in the set, so is
    /// every byte of such characters.
    pub(super) fn table(&self) -> [u8; 256] {
        let mut table = [NO; 256];
        for &(low, high) in &self.ranges {
            let ascii = u32::from(low)..=u32::from(high).min(0x7F);
            ascii.for_each(|c| table[c as usize] = YES);
            if !high.is_ascii() {
                let low = low.max('\u{80}');
                table[usize::from(first(low))..=usize::from(first(high))].fill(ASK);
                if (low, high) == ('\u{80}', char::MAX) {
                    table[0x80..].fill(YES);
                }
            }
        }
        table
    }
}

/// Returns the first byte of a character.
fn first(c: char) -> u8 {
    c.encode_utf8(&mut [0; 4]).as_bytes()[0]
}

fn after(c: char) -> Option<char> {
    match c {
        '\u{D7FF}' => Some('\u{E000}'),
        c => char::from_u32(u32::from(c) + 1),
    }
}

fn before(c: char) -> Option<char> {
    match c {
        '\u{E000}' => Some('\u{D7FF}'),
        c => char::from_u32(u32::from(c).checked_sub(1)?),
    }
}

/// Sets by their numbers.
#[derive(Debug)]
pub(super) struct Sets(pub(super) Vec<Set>);

impl Sets {
    pub(super) fn number(&mut self, set: Set) -> u32 {
        let known = self.0.iter().position(|known| *known == set);
        known.unwrap_or_else(|| {
            self.0.push(set);
            self.0.len() - 1
        }) as u32
    }

    pub(super) fn both(&mut self, one: u32, other: u32) -> u32 {
        let all = [one, other].map(|set| self.0[set as usize].ranges.clone());
        self.number(Set::new(all.concat()))
    }

    pub(super) fn without(&mut self, set: u32, no: u32) -> u32 {
        let mut ranges = self.0[set as usize].others().ranges;
        ranges.extend(&self.0[no as usize].ranges);
        let rest = Set::new(ranges).others();
        self.number(rest)
    }
}
