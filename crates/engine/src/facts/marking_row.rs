use crate::{Component, Reading};

/// A statement about the places of components that the rules of `[components]` alone do not give.
///
/// Fields that are empty or `None` say nothing. `urigram_grammars::proof::Theorem` decides with the
/// rows of a document that its shape gives each component exactly the places that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "facts", derive(serde::Serialize))]
pub struct MarkingRow {
    /// The components.
    pub components: &'static [Component],
    /// The reading; both if there isn't one.
    pub reading: Option<Reading>,
    /// The rules where the component begins, in place of those of `[components]`.
    pub rules: &'static [&'static str],
    /// The rules at whose end it ends, if one of them follows.
    pub to: &'static [&'static str],
    /// Sets of rules. Of the derivations of a string, those that enter a rule of the first set are
    /// meant, if there are any; of these, those that enter one of the second; and so on.
    pub prefer: &'static [&'static [&'static str]],
    /// The prose as rules in ABNF, which may use the document's, in place of those that the
    /// component has. The first rule is the whole string. Of its alternatives the first that fits
    /// gives the place: that of the rule `part`, or of one whose name begins with `part-`. Where no
    /// alternative fits the component is absent.
    pub prose: &'static str,
    /// The choice among several places: `"shortest"` or `"longest"` of those that begin first.
    pub choice: &'static str,
    /// The component ends before the first of its bytes that is this one.
    pub cut: Option<u8>,
    /// The component is empty where the rules give it no place, before the first of these bytes or
    /// at the end.
    pub empty: &'static str,
    /// The shortest place by `prose` that no derivation gives, with `⟨` and `⟩` around the
    /// component; empty if a derivation gives each.
    pub beyond: &'static str,
    /// The section of the document.
    pub section: &'static str,
    /// The document's words.
    pub says: &'static str,
}
