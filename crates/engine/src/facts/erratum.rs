//! Places where the print contradicts the document itself.

/// A place where the print contradicts the document itself.
///
/// ```
/// use urigram::Grammar;
///
/// let errata = Grammar::Rfc2396.document().commentary().errata;
/// let known = errata.iter().find(|erratum| erratum.rfc_editor.contains(&452)).unwrap();
/// assert!(known.repair.is_some());
/// ```
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct Erratum {
    /// Its id, unique in the document.
    pub id: &'static str,
    /// The section of the mistake.
    pub section: &'static str,
    /// The numbers of the reports on it among the RFC Editor's errata (EID 2033), if there are any.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub rfc_editor: &'static [u32],
    /// The rules concerned.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub rules: &'static [&'static str],
    /// The text as printed.
    pub printed: &'static str,
    /// The contradicting statement or example of the document.
    pub says: &'static str,
    /// The replacement in [`Reading::Corrected`](crate::Reading::Corrected), if it repairs the
    /// erratum.
    pub repair: Option<&'static str>,
    /// An input that shows it, with the verdicts of the printed and the corrected rule.
    #[cfg_attr(feature = "facts", serde(skip_deserializing))]
    pub example: Option<ErratumExample>,
}

impl Erratum {
    /// Returns true if the repair changes the language.
    #[inline]
    #[doc(hidden)]
    pub fn changes_the_language(&self) -> bool {
        let example = self.example.as_ref();
        self.repair.is_some() && example.is_some_and(|example| example.printed != example.corrected)
    }
}

/// An input on which the two readings differ.
#[derive(Debug)]
#[cfg_attr(feature = "facts", derive(Clone, Copy, serde::Serialize))]
pub struct ErratumExample {
    /// The input.
    pub text: &'static str,
    /// The rule that is applied to the input.
    pub rule: &'static str,
    /// Whether the printed rules accept the input.
    pub printed: bool,
    /// Whether the corrected rules accept the input.
    pub corrected: bool,
}
