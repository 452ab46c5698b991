use core::fmt;
use core::str::FromStr;

use crate::UnknownName;

/// The version of a document's rules: as corrected, or as printed.
///
/// ```
/// use urigram::{Grammar, Reading, Uri};
///
/// // An erratum repairs the printed rules.
/// let text = "http://info.cern.ch/hypertext";
/// assert!(Uri::parse_by(Grammar::Url1993, Reading::Printed, text).is_err());
/// assert!(Uri::parse_by(Grammar::Url1993, Reading::Corrected, text).is_ok());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(rename_all(deserialize = "kebab-case")))]
pub enum Reading {
    /// The printed rules, with only those repairs that the document's own prose or examples
    /// require.
    #[default]
    Corrected,
    /// The rules exactly as printed, mistakes included.
    Printed,
}

impl Reading {
    /// Both readings, the default first.
    pub const ALL: [Reading; 2] = [Reading::Corrected, Reading::Printed];

    /// `"corrected"` or `"printed"`.
    #[inline]
    pub const fn id(self) -> &'static str {
        match self {
            Reading::Corrected => "corrected",
            Reading::Printed => "printed",
        }
    }
}

impl fmt::Display for Reading {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl FromStr for Reading {
    type Err = UnknownName;

    /// Reads an id, ignoring case.
    ///
    /// # Errors
    /// [`UnknownName`] for any other text than `corrected` and `printed`.
    #[inline]
    fn from_str(text: &str) -> Result<Reading, UnknownName> {
        UnknownName::resolve("reading", text, Reading::ALL, Reading::id)
    }
}
