//! Classes of characters, with a table of first bytes.

use alloc::vec::Vec;

/// A byte that begins no character of the class.
pub(super) const NO: u8 = 0;
/// A byte that begins characters of the class only.
pub(super) const YES: u8 = 1;
/// A byte that begins characters of the class and others.
pub(super) const ASK: u8 = 2;

/// A set of characters, as ranges in order that do not touch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Class {
    ranges: Vec<(char, char)>,
}

impl Class {
    pub(super) fn new(ranges: Vec<(char, char)>) -> Class {
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
        Class { ranges: merged }
    }

    /// Returns the characters that are not in the class.
    fn others(&self) -> Class {
        let (mut ranges, mut next) = (Vec::new(), Some('\0'));
        for &(low, high) in &self.ranges {
            if let Some((first, last)) = next.zip(before(low)).filter(|(first, last)| first <= last)
            {
                ranges.push((first, last));
            }
            next = after(high);
        }
        ranges.extend(next.map(|first| (first, char::MAX)));
        Class { ranges }
    }

    pub(super) fn contains(&self, c: char) -> bool {
        let behind = self.ranges.partition_point(|&(low, _)| low <= c);
        behind > 0 && c <= self.ranges[behind - 1].1
    }

    /// Returns what each first byte says. If every character beyond ASCII is in the class, so is
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

/// Classes by their numbers.
#[derive(Debug, Default)]
pub(super) struct Classes(pub(super) Vec<Class>);

impl Classes {
    pub(super) fn number(&mut self, class: Class) -> u32 {
        let known = self.0.iter().position(|known| *known == class);
        known.unwrap_or_else(|| {
            self.0.push(class);
            self.0.len() - 1
        }) as u32
    }

    pub(super) fn both(&mut self, one: u32, other: u32) -> u32 {
        let mut ranges = self.0[one as usize].ranges.clone();
        ranges.extend(&self.0[other as usize].ranges);
        self.number(Class::new(ranges))
    }

    pub(super) fn without(&mut self, class: u32, no: u32) -> u32 {
        let mut ranges = self.0[class as usize].others().ranges;
        ranges.extend(&self.0[no as usize].ranges);
        let rest = Class::new(ranges).others();
        self.number(rest)
    }
}
