//! Byte classes: bytes that no state distinguishes share a column.

/// A partition of the 256 byte values, numbered by each class's smallest byte.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct ByteClasses {
    of: [u8; 256],
    representatives: Vec<u8>,
}

impl ByteClasses {
    /// Returns the partition where `key` is constant on each class.
    ///
    /// ```
    /// let classes = urigram_automata::ByteClasses::by_key(|byte| byte.is_ascii_digit());
    /// assert_eq!(classes.len(), 2);
    /// assert_eq!(classes.of(b'3'), classes.of(b'7'));
    /// ```
    pub fn by_key<K: Eq + std::hash::Hash>(mut key: impl FnMut(u8) -> K) -> ByteClasses {
        let mut seen = std::collections::HashMap::new();
        let mut representatives = Vec::new();
        let mut of = [0; 256];
        for byte in 0..=255u8 {
            of[usize::from(byte)] = *seen.entry(key(byte)).or_insert_with(|| {
                representatives.push(byte);
                (representatives.len() - 1) as u8
            });
        }
        ByteClasses { of, representatives }
    }

    /// Returns the coarsest partition that refines both.
    pub fn refine(&self, other: &ByteClasses) -> ByteClasses {
        ByteClasses::by_key(|byte| (self.of(byte), other.of(byte)))
    }

    /// Returns the class of a byte.
    pub fn of(&self, byte: u8) -> usize {
        usize::from(self.of[usize::from(byte)])
    }

    /// Returns the number of classes, 1 to 256.
    #[allow(clippy::len_without_is_empty)]
    pub fn len(&self) -> usize {
        self.representatives.len()
    }

    /// Returns the smallest byte of each class, in class order.
    pub fn representatives(&self) -> &[u8] {
        &self.representatives
    }

    /// Returns the bytes of one class, ascending.
    pub fn bytes(&self, class: usize) -> impl Iterator<Item = u8> + '_ {
        (0..=255).filter(move |&byte| self.of(byte) == class)
    }

    /// Returns the class of every byte, as a table.
    pub fn table(&self) -> &[u8; 256] {
        &self.of
    }
}

impl std::fmt::Debug for ByteClasses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ByteClasses({})", self.len())
    }
}
