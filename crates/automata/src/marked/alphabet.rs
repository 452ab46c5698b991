//! The letters of marked strings: classes of bytes, and marks.

use crate::product::readability;
use crate::{ByteClasses, Undecided};

/// The letter of the mark before a component.
pub(crate) const BEGIN: u8 = 253;
/// The letter of the mark after a component.
pub(crate) const END: u8 = 254;
/// The letter of the private mark between the two parts of
/// [`Pattern::Shortest`](super::Pattern::Shortest).
pub(super) const CUT: u8 = 255;

/// Letters for bytes. Letters are bytes themselves, so that a language over letters has a
/// [`Dfa`](crate::Dfa): those from 0 on are the numbers of byte classes, the last three are marks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alphabet(ByteClasses);

impl Alphabet {
    /// Gives each class a letter.
    ///
    /// # Errors
    /// [`Undecided`] when there are so many classes that no letter is left for the marks.
    pub(crate) fn new(classes: ByteClasses) -> Result<Alphabet, Undecided> {
        let limit = usize::from(BEGIN);
        if classes.len() > limit {
            return Err(Undecided::new("classes of bytes", limit));
        }
        Ok(Alphabet(classes))
    }

    /// Returns the classes of bytes.
    pub(crate) fn bytes(&self) -> &ByteClasses {
        &self.0
    }

    /// Returns the letter of a byte.
    pub(crate) fn letter(&self, byte: u8) -> u8 {
        self.0.of(byte) as u8
    }

    /// Returns the smallest byte that has a letter; `None` for a mark.
    pub(crate) fn byte(&self, letter: u8) -> Option<u8> {
        self.0.representatives().get(usize::from(letter)).copied()
    }

    /// Returns the most readable byte that has a letter; `None` for a mark.
    pub(super) fn readable(&self, letter: u8) -> Option<u8> {
        self.0.bytes(usize::from(letter)).min_by_key(|&byte| readability(byte))
    }

    /// Returns the partition of all 256 values where each letter is alone and the values without
    /// meaning are one.
    pub(crate) fn letters(&self) -> ByteClasses {
        let meaningless = self.0.len() as u8;
        ByteClasses::by_key(|value| if value >= BEGIN { value } else { value.min(meaningless) })
    }

    /// Returns each letter once, and one value without meaning where there is one.
    pub(super) fn all_letters(&self) -> Vec<u8> {
        self.letters().representatives().to_vec()
    }
}
