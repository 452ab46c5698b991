use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::str::FromStr;

use urigram_grammars::{Grammar, Parts, Reading, SyntaxError};

use super::Urn;
use crate::FormError;

/// An owned [`Urn`].
///
/// ```
/// use urigram::UrnBuf;
///
/// let urn: UrnBuf = "urn:example:a123,z456".parse()?;
/// assert_eq!(urn.as_urn().nss(), "a123,z456");
/// # Ok::<(), urigram::SyntaxError>(())
/// ```
///
/// Equality, order and hash are those of the text, as for [`Urn`].
#[derive(Clone)]
pub struct UrnBuf {
    text: String,
    parts: Parts,
    nid_end: u32,
    grammar: Grammar,
    reading: Reading,
}

impl UrnBuf {
    /// Parses by [`Urn::GRAMMAR`] and keeps the string.
    ///
    /// # Errors
    /// As [`Urn::parse`].
    pub fn parse(text: impl Into<String>) -> Result<UrnBuf, SyntaxError> {
        let text = text.into();
        let Urn { parts, nid_end, grammar, reading, .. } = Urn::parse(&text)?;
        Ok(UrnBuf { text, parts, nid_end, grammar, reading })
    }

    /// Parses by another document on URNs and keeps the string.
    ///
    /// # Errors
    /// As [`Urn::parse_by`].
    pub fn parse_by(
        grammar: Grammar,
        reading: Reading,
        text: impl Into<String>,
    ) -> Result<UrnBuf, FormError> {
        let text = text.into();
        let Urn { parts, nid_end, .. } = Urn::parse_by(grammar, reading, &text)?;
        Ok(UrnBuf { text, parts, nid_end, grammar, reading })
    }

    /// The borrowed form, which has the components.
    pub fn as_urn(&self) -> Urn<'_> {
        Urn::from_macro(&self.text, self.parts.to_raw(), self.nid_end, self.grammar, self.reading)
    }

    /// The whole text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// The text, without a copy.
    pub fn into_string(self) -> String {
        self.text
    }
}

impl Urn<'_> {
    /// A copy that owns its text.
    pub fn to_buf(&self) -> UrnBuf {
        let Urn { text, parts, nid_end, grammar, reading } = *self;
        UrnBuf { text: text.into(), parts, nid_end, grammar, reading }
    }
}

impl FromStr for UrnBuf {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<UrnBuf, SyntaxError> {
        UrnBuf::parse(text)
    }
}

impl fmt::Display for UrnBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl fmt::Debug for UrnBuf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.as_urn(), f)
    }
}

impl PartialEq for UrnBuf {
    fn eq(&self, other: &UrnBuf) -> bool {
        self.text == other.text
    }
}

impl Eq for UrnBuf {}

impl PartialOrd for UrnBuf {
    fn partial_cmp(&self, other: &UrnBuf) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for UrnBuf {
    fn cmp(&self, other: &UrnBuf) -> Ordering {
        self.text.cmp(&other.text)
    }
}

impl Hash for UrnBuf {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.text.hash(state);
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn names_are_strings_to_serde_and_are_checked() {
        let urn: UrnBuf = serde_json::from_str("\"urn:example:a\"").unwrap();
        assert_eq!(serde_json::to_string(&urn).unwrap(), "\"urn:example:a\"");
        assert!(serde_json::from_str::<UrnBuf>("\"http://a/\"").is_err());
        assert_eq!(serde_json::from_str::<Urn<'_>>("\"urn:example:a\"").unwrap(), urn.as_urn());
    }
}
