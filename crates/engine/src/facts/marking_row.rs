use crate::{Component, Reading};

/// A statement about the places of components that the rules of `[components]` alone do not give.
///
/// Fields that are empty or `None` say nothing. `urigram_grammars::proof::PartsProver` decides with
/// the rows of a document that its shape gives each component exactly the places that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "facts", serde(deny_unknown_fields))]
pub struct MarkingRow {
    /// The components.
    #[cfg_attr(feature = "facts", serde(deserialize_with = "super::list"))]
    pub components: &'static [Component],
    /// The reading; both if there isn't one.
    pub reading: Option<Reading>,
    /// The rules where the component begins, in place of those of `[components]`.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub rules: &'static [&'static str],
    /// The rules at whose end it ends, if one of them follows.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "super::list"))]
    pub to: &'static [&'static str],
    /// Sets of rules. Of the derivations of a string, those that enter a rule of the first set are
    /// meant, if there are any; of these, those that enter one of the second; and so on.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "lists"))]
    pub prefer: &'static [&'static [&'static str]],
    /// The prose as rules in ABNF, which may use the document's, in place of those that the
    /// component has. The first rule is the whole string. Of its alternatives the first that fits
    /// gives the place: that of the rule `part`, or of one whose name begins with `part-`. Where no
    /// alternative fits the component is absent.
    #[cfg_attr(feature = "facts", serde(default))]
    pub prose: &'static str,
    /// The choice among several places: `"shortest"` or `"longest"` of those that begin first.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "choice"))]
    pub choice: &'static str,
    /// The component ends before the first of its bytes that is this one.
    #[cfg_attr(feature = "facts", serde(default, deserialize_with = "cut"))]
    pub cut: Option<u8>,
    /// The component is empty where the rules give it no place, before the first of these bytes or
    /// at the end.
    #[cfg_attr(feature = "facts", serde(default))]
    pub empty: &'static str,
    /// The shortest place by `prose` that no derivation gives, with `⟨` and `⟩` around the
    /// component; empty if a derivation gives each.
    #[cfg_attr(feature = "facts", serde(skip_deserializing))]
    pub beyond: &'static str,
    /// The section of the document.
    pub section: &'static str,
    /// The document's words.
    pub says: &'static str,
}

#[cfg(feature = "facts")]
fn lists<'de: 'static, D: serde::Deserializer<'de>>(
    from: D,
) -> Result<&'static [&'static [&'static str]], D::Error> {
    let lists: &[alloc::vec::Vec<&str>] = super::list(from)?;
    Ok(lists.iter().map(alloc::vec::Vec::as_slice).collect::<alloc::vec::Vec<_>>().leak())
}

#[cfg(feature = "facts")]
fn choice<'de, D: serde::Deserializer<'de>>(from: D) -> Result<&'static str, D::Error> {
    #[derive(serde::Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Choice {
        Shortest,
        Longest,
    }
    serde::Deserialize::deserialize(from).map(|choice| match choice {
        Choice::Shortest => "shortest",
        Choice::Longest => "longest",
    })
}

#[cfg(feature = "facts")]
fn cut<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<u8>, D::Error> {
    let cut: char = serde::Deserialize::deserialize(from)?;
    let byte = u8::try_from(cut).ok().filter(u8::is_ascii);
    byte.map(Some).ok_or_else(|| serde::de::Error::custom("write a character of US-ASCII"))
}
