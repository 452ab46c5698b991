//! Owned citations.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use urigram_grammars::{Grammar, Reading, SyntaxError};

use super::{Bytes, Urc};
use crate::Rejected;

/// An owned [`Urc`]. Its text is bytes.
///
/// ```
/// use urigram::UrcBuf;
///
/// let urc = UrcBuf::parse(*b"<Title.sv=R\xE4ksm\xF6rg\xE5s;>")?;
/// assert_eq!(urc.as_bytes()[11], 0xE4);
/// assert_eq!(Vec::from(urc).len(), 22);
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
#[derive(Clone)]
pub struct UrcBuf {
    text: Vec<u8>,
    grammar: Grammar,
    reading: Reading,
}

impl UrcBuf {
    /// Parses by [`Urc::GRAMMAR`] and keeps the bytes.
    ///
    /// # Errors
    /// [`SyntaxError`] at the first byte that cannot be right, like [`Urc::parse`].
    pub fn parse(text: impl Into<Vec<u8>>) -> Result<UrcBuf, SyntaxError> {
        UrcBuf::parse_by(Urc::GRAMMAR, Reading::Corrected, text)
    }

    /// Parses by another document on URCs and keeps the bytes.
    ///
    /// # Errors
    /// The errors of [`Urc::parse_by`].
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: impl Into<Vec<u8>>,
    ) -> Result<UrcBuf, SyntaxError> {
        let text = text.into();
        Urc::parse_by(grammar, reading, &text)?;
        Ok(UrcBuf { text, grammar, reading })
    }

    /// Returns the borrowed form. No cost.
    pub const fn as_urc(&self) -> Urc<'_> {
        Urc { text: self.text.as_slice(), grammar: self.grammar, reading: self.reading }
    }

    /// Returns the whole text.
    pub const fn as_bytes(&self) -> &[u8] {
        self.text.as_slice()
    }

    /// Returns the text, without a copy.
    pub fn into_bytes(self) -> Vec<u8> {
        self.text
    }

    /// Returns the grammar that accepted the text.
    pub const fn grammar(&self) -> Grammar {
        self.grammar
    }

    /// Returns the reading of the grammar.
    pub const fn reading(&self) -> Reading {
        self.reading
    }
}

impl Urc<'_> {
    /// Returns a copy that owns its text.
    #[allow(clippy::should_implement_trait)]
    pub fn to_owned(&self) -> UrcBuf {
        UrcBuf { text: self.text.into(), grammar: self.grammar, reading: self.reading }
    }
}

urigram_grammars::__owned_text!(UrcBuf, Urc, as_urc, Bytes, Vec<u8>, as_bytes);

/// The error gives the buffer back.
impl TryFrom<Vec<u8>> for UrcBuf {
    type Error = Rejected<Vec<u8>>;

    fn try_from(input: Vec<u8>) -> Result<UrcBuf, Rejected<Vec<u8>>> {
        match Urc::parse(&input) {
            Ok(Urc { grammar, reading, .. }) => Ok(UrcBuf { text: input, grammar, reading }),
            Err(error) => Err(Rejected::new(input, error.into())),
        }
    }
}

impl fmt::Debug for UrcBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_urc().fmt(f)
    }
}

impl From<UrcBuf> for Vec<u8> {
    fn from(owned: UrcBuf) -> Vec<u8> {
        owned.text
    }
}

impl From<UrcBuf> for Box<[u8]> {
    fn from(owned: UrcBuf) -> Box<[u8]> {
        owned.text.into_boxed_slice()
    }
}

impl TryFrom<&[u8]> for UrcBuf {
    type Error = SyntaxError;

    fn try_from(text: &[u8]) -> Result<UrcBuf, SyntaxError> {
        UrcBuf::parse(text)
    }
}

impl fmt::Display for UrcBuf {
    /// Writes the text; bytes that are not UTF-8 as replacement characters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_urc().fmt(f)
    }
}
