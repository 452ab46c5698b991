//! Changes of keys that the document of one scheme has and no other, by their names. A program
//! contains those of the documents that it names.

#[cfg(feature = "alloc")]
mod geo;
#[cfg(feature = "alloc")]
mod mailto;

use core::fmt;

#[cfg(feature = "alloc")]
use alloc::string::String;

#[cfg(feature = "alloc")]
use crate::Parts;

/// The function of a change: the text that it makes of an identifier, or `None` where it changes
/// nothing. Its time is linear in the text, except for the sorting of parameters.
#[cfg(feature = "alloc")]
type Apply = fn(&str, &Parts) -> Option<String>;

/// A change of keys that the document of one scheme defines.
///
/// ```
/// use urigram_engine::KeyChange;
/// assert_eq!(KeyChange::GEO_NUMBERS.name(), "geo-numbers");
/// assert!(KeyChange::ALL.contains(&KeyChange::GEO_POLES));
/// ```
#[derive(Clone, Copy)]
pub struct KeyChange {
    name: &'static str,
    #[cfg(feature = "alloc")]
    apply: Apply,
    /// The function that leaves of an identifier what the document decides about: two that differ
    /// in the rest alone are neither equivalent nor different.
    #[cfg(feature = "alloc")]
    decided: Option<Apply>,
}

/// Gives the constant of each change, and the list of all.
macro_rules! changes {
    ($($(#[$doc:meta])* $constant:ident $name:literal $apply:expr, $decided:expr;)*) => {
        impl KeyChange {
            $(
                $(#[$doc])*
                pub const $constant: KeyChange = KeyChange {
                    name: $name,
                    #[cfg(feature = "alloc")]
                    apply: $apply,
                    #[cfg(feature = "alloc")]
                    decided: $decided,
                };
            )*

            /// Every change, in the order of the documents.
            pub const ALL: &'static [KeyChange] = &[$(KeyChange::$constant),*];
        }
    };
}

changes! {
    /// The reference system is lower case, and absent if it is the default (RFC 5870, 3.4.4).
    GEO_SYSTEM "geo-system" geo::system, None;
    /// Numbers that are mathematically identical are written alike (RFC 5870, 3.4.4).
    GEO_NUMBERS "geo-numbers" geo::numbers, None;
    /// Parameters are sorted, their names lower case and their values decoded (RFC 5870, 3.4.4).
    GEO_PARAMETERS "geo-parameters" geo::parameters, Some(geo::without_parameters);
    /// The longitude of a pole is 0 (RFC 5870, 3.4.4).
    GEO_POLES "geo-poles" geo::poles, None;
    /// The longitude -180 is 180 (RFC 5870, 3.4.4).
    GEO_DATE_LINE "geo-date-line" geo::date_line, None;
    /// The names of header fields are lower case (RFC 6068, 2).
    MAILTO_NAMES "mailto-names" mailto::names, None;
    /// Addresses are in one header field `to`, which is the first (RFC 6068, 2).
    MAILTO_TO "mailto-to" mailto::to, None;
}

impl KeyChange {
    /// Returns the name that folders of documents use, `"geo-numbers"`.
    #[inline]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the changed text, or `None` where nothing changes.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    pub fn apply(&self, text: &str, parts: &Parts) -> Option<String> {
        (self.apply)(text, parts).filter(|changed| changed != text)
    }

    /// Returns true if the document decides nothing about two identifiers that differ, because
    /// they differ only in what the change compares.
    #[cfg(feature = "alloc")]
    #[doc(hidden)]
    #[inline]
    pub fn leaves_open(&self, a: (&str, &Parts), b: (&str, &Parts)) -> bool {
        self.decided.is_some_and(|decided| decided(a.0, a.1) == decided(b.0, b.1))
    }
}

/// Reads the name.
#[cfg(feature = "facts")]
impl<'de: 'static> serde::Deserialize<'de> for KeyChange {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<KeyChange, D::Error> {
        let name: &str = serde::Deserialize::deserialize(from)?;
        let found = KeyChange::ALL.iter().find(|known| known.name == name);
        found.copied().ok_or_else(|| serde::de::Error::custom("no change of keys has this name"))
    }
}

/// Writes the name of the constant.
#[cfg(feature = "facts")]
impl serde::Serialize for KeyChange {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_unit_variant("KeyChange", 0, self.name)
    }
}

impl PartialEq for KeyChange {
    #[inline]
    fn eq(&self, other: &KeyChange) -> bool {
        self.name == other.name
    }
}

impl Eq for KeyChange {}

impl fmt::Debug for KeyChange {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("KeyChange").field(&self.name).finish()
    }
}
