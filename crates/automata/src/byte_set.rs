//! A set of byte values.

use std::fmt;

/// A set of byte values.
///
/// ```
/// use urigram_automata::ByteSet;
/// let digits: ByteSet = (b'0'..=b'9').collect();
/// assert!(digits.contains(b'7'));
/// assert_eq!(digits.ranges().collect::<Vec<_>>(), [b'0'..=b'9']);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The empty set.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    /// The set of all bytes.
    pub const ALL: ByteSet = ByteSet([u64::MAX; 4]);

    /// Inserts a byte. Returns true if it was missing.
    pub fn insert(&mut self, byte: u8) -> bool {
        let missing = !self.contains(byte);
        self.0[usize::from(byte / 64)] |= 1 << (byte % 64);
        missing
    }

    /// Removes a byte. Returns true if it was present.
    pub fn remove(&mut self, byte: u8) -> bool {
        let there = self.contains(byte);
        self.0[usize::from(byte / 64)] &= !(1 << (byte % 64));
        there
    }

    /// Returns true if the set contains a byte.
    pub fn contains(&self, byte: u8) -> bool {
        self.0[usize::from(byte / 64)] >> (byte % 64) & 1 == 1
    }

    /// Returns the number of bytes in the set, 0 to 256.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if the set contains no byte.
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Returns the bytes that are in either set.
    pub fn union(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    /// Returns the bytes that are in both sets.
    pub fn intersection(&self, other: &ByteSet) -> ByteSet {
        ByteSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    /// Returns the bytes that are not in the set.
    pub fn complement(&self) -> ByteSet {
        ByteSet(self.0.map(|word| !word))
    }

    /// Returns true if every byte of this set is in the other.
    pub fn is_subset(&self, other: &ByteSet) -> bool {
        self.intersection(other) == *self
    }

    /// Returns the bytes, ascending.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|&byte| self.contains(byte))
    }

    /// Returns the longest runs of adjacent bytes, ascending.
    pub fn ranges(&self) -> impl Iterator<Item = std::ops::RangeInclusive<u8>> + '_ {
        let starts = self.iter().filter(|&byte| byte == 0 || !self.contains(byte - 1));
        starts
            .map(|start| start..=(start..255).find(|&byte| !self.contains(byte + 1)).unwrap_or(255))
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        set.extend(bytes);
        set
    }
}

impl Extend<u8> for ByteSet {
    fn extend<I: IntoIterator<Item = u8>>(&mut self, bytes: I) {
        for byte in bytes {
            self.insert(byte);
        }
    }
}

/// Writes the ranges in brackets, as in `[0-9a-f\x80-\xff]`; brackets, `-` and `\` themselves are
/// escaped.
impl fmt::Debug for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let write_byte = |f: &mut fmt::Formatter<'_>, byte: u8| match byte {
            b'[' | b']' | b'-' => write!(f, "\\{}", char::from(byte)),
            byte => write!(f, "{}", byte.escape_ascii()),
        };
        f.write_str("[")?;
        for range in self.ranges() {
            write_byte(f, *range.start())?;
            if range.start() < range.end() {
                f.write_str("-")?;
                write_byte(f, *range.end())?;
            }
        }
        f.write_str("]")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_range_is_kept_exactly() {
        for low in 0..=255u8 {
            for high in low..=255 {
                let set: ByteSet = (low..=high).collect();
                assert_eq!(set.len(), usize::from(high - low) + 1);
                assert_eq!(set.ranges().collect::<Vec<_>>(), [low..=high]);
                assert!(set.iter().eq(low..=high));
            }
        }
    }

    #[test]
    fn sets_combine_byte_by_byte() {
        let (mut a, b): (ByteSet, ByteSet) =
            (b"az09\xff".iter().copied().collect(), (b'0'..=b'9').collect());
        assert_eq!(format!("{:?}", a.union(&b)), r"[0-9az\xff]");
        assert_eq!(format!("{:?}", a.intersection(&b)), "[09]");
        assert_eq!(a.complement().len(), 251);
        assert_eq!(
            format!("{:?}", (b'-'..=b'/').chain([b']', b'\\']).collect::<ByteSet>()),
            r"[\--/\\-\]]"
        );
        assert!(a.intersection(&b).is_subset(&a) && !b.is_subset(&a));
        assert!(a.remove(b'a') && !a.remove(b'a') && a.insert(b'a') && !a.insert(b'a'));
        assert!(ByteSet::EMPTY.is_empty() && ByteSet::EMPTY.ranges().next().is_none());
    }
}
