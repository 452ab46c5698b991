use core::fmt;

/// A set of byte values.
///
/// ```
/// use urigram::encoding::ByteSet;
///
/// let digits: ByteSet = (b'0'..=b'9').collect();
/// assert!(digits.contains(b'5') && digits.len() == 10);
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "facts", derive(serde::Serialize), serde(rename = "ByteSet::from_words"))]
pub struct ByteSet([u64; 4]);

impl ByteSet {
    /// The empty set.
    pub const EMPTY: ByteSet = ByteSet([0; 4]);

    /// The set with these 256 bits, byte 0 the lowest bit of the first word.
    #[inline]
    #[doc(hidden)]
    pub const fn from_words(words: [u64; 4]) -> ByteSet {
        ByteSet(words)
    }

    /// Returns the bits that [`ByteSet::from_words`] reads.
    #[inline]
    #[doc(hidden)]
    pub const fn to_words(self) -> [u64; 4] {
        self.0
    }

    /// Adds a byte.
    pub fn insert(&mut self, byte: u8) {
        self.0[usize::from(byte >> 6)] |= 1 << (byte & 63);
    }

    /// Whether the byte is in the set.
    pub const fn contains(&self, byte: u8) -> bool {
        self.0[(byte >> 6) as usize] >> (byte & 63) & 1 == 1
    }

    pub(crate) const fn is_ascii(&self) -> bool {
        self.0[2] | self.0[3] == 0
    }

    /// Whether every byte of `other` is in this set.
    pub fn is_superset(&self, other: &ByteSet) -> bool {
        self.0.iter().zip(other.0).all(|(mine, theirs)| theirs & !mine == 0)
    }

    /// Returns the bytes of this set that are not in `other`.
    pub fn without(&self, other: &ByteSet) -> ByteSet {
        let mut words = self.0;
        words.iter_mut().zip(other.0).for_each(|(mine, theirs)| *mine &= !theirs);
        ByteSet(words)
    }

    /// Returns the bytes that are in this set or in `other`.
    #[inline]
    pub const fn union(&self, other: &ByteSet) -> ByteSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        ByteSet([a | e, b | f, c | g, d | h])
    }

    /// Returns the bytes of both sets.
    pub const fn intersection(&self, other: &ByteSet) -> ByteSet {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        ByteSet([a & e, b & f, c & g, d & h])
    }

    /// Returns the number of bytes in the set.
    pub fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Returns true if no byte is in the set.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.0[0] | self.0[1] | self.0[2] | self.0[3] == 0
    }

    /// Returns the bytes, ascending.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(|&byte| self.contains(byte))
    }
}

impl FromIterator<u8> for ByteSet {
    fn from_iter<I: IntoIterator<Item = u8>>(bytes: I) -> ByteSet {
        let mut set = ByteSet::EMPTY;
        bytes.into_iter().for_each(|byte| set.insert(byte));
        set
    }
}

impl fmt::Debug for ByteSet {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ByteSet(\"")?;
        self.iter().try_for_each(|byte| write!(f, "{}", core::ascii::escape_default(byte)))?;
        f.write_str("\")")
    }
}
