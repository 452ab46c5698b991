//! Other forms of an identifier: normal form and key, the key of archives, the target of a
//! reference, and what two have in common.

use serde::Serialize;
use urigram::documents::Equivalence;

use super::{key, Bytes, RejectionJson, RemarkJson};

/// A string.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TextJson<'a> {
    /// The string.
    #[serde(flatten)]
    pub text: Bytes<'a, key::Text>,
}

/// A URL and its key in the Internet Archive's index.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SurtJson<'a> {
    /// The URL.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The key.
    #[serde(flatten)]
    pub surt: Bytes<'a, key::Surt>,
}

/// An identifier, its normal form and its key.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NormalizedJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The id of the grammar.
    pub grammar: &'static str,
    /// The normal form.
    #[serde(flatten)]
    pub normalized: Bytes<'a, key::Normalized>,
    /// Equal for two identifiers exactly where the document makes them equivalent; null where it
    /// does not say.
    pub key: Option<&'a str>,
    /// The steps to the normal form, with `--steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<NormalizedStepJson>>,
}

/// A step to the normal form.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NormalizedStepJson {
    /// The equivalence.
    pub id: &'static str,
    /// Its level.
    pub level: &'static str,
    /// The section of the document.
    pub section: &'static str,
    /// The identifier after the step.
    pub text: String,
}

/// Two identifiers, and whether they are equivalent.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EquivalentJson<'a> {
    /// The first identifier.
    #[serde(flatten)]
    pub a: Bytes<'a, key::A>,
    /// The second identifier.
    #[serde(flatten)]
    pub b: Bytes<'a, key::B>,
    /// The id of the grammar.
    pub grammar: &'static str,
    /// Null where the document does not say.
    pub equivalent: Option<bool>,
    /// The equivalences that make them so.
    pub by: Option<Vec<EquivalenceJson>>,
    /// The reason why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RejectionJson>,
}

/// An equivalence of a document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct EquivalenceJson {
    id: &'static str,
    /// The section of the document.
    section: &'static str,
}

impl EquivalenceJson {
    /// Returns the objects of equivalences.
    pub fn of(rows: &[&'static Equivalence]) -> Vec<EquivalenceJson> {
        rows.iter().map(|row| EquivalenceJson { id: row.id, section: row.section }).collect()
    }
}

/// A base, a reference, and the target.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResolvedJson<'a> {
    /// The base.
    pub base: &'a str,
    /// The reference.
    pub reference: &'a str,
    /// The id of the grammar.
    pub grammar: &'static str,
    /// The target, or the reason why there is no target.
    #[serde(flatten)]
    pub target: TargetJson,
    /// The answers by what the document leaves open, with `--all`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<AlternativeJson>,
}

/// The target of a reference, or the reason why there is no target.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TargetJson {
    /// The target; a reference where it is the current document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// Whether the document calls this a reference to the same document, if it says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub same_document: Option<bool>,
    /// Whether the document says that the reference is to the current document, for any base.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub current_document: bool,
    /// The reason why there is no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RejectionJson>,
    /// The algorithm's literal result, where that is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub literal: Option<String>,
    /// The requirements of the document's prose that the target violates, with their places in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<RemarkJson<'static>>,
    /// The steps of the algorithm, with `--steps`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<ResolvedStepJson>>,
}

/// A step of the algorithm.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ResolvedStepJson {
    /// The document's label of the step.
    pub step: &'static str,
    /// Its work in words.
    pub does: &'static str,
    /// The value after it.
    pub value: String,
}

/// Another answer by the same document.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AlternativeJson {
    /// The option.
    pub option: &'static str,
    /// The answer.
    #[serde(flatten)]
    pub target: TargetJson,
}

/// A base, a target, and a reference that leads from one to the other.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RelativeJson<'a> {
    /// The base.
    pub base: &'a str,
    /// The target.
    pub target: &'a str,
    /// The id of the grammar.
    pub grammar: &'static str,
    /// The reference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reference: Option<&'a str>,
    /// The reason why there isn't one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RejectionJson>,
}
