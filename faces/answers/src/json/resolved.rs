//! The target of a reference.

use serde::Serialize;

use super::{RejectionJson, RemarkJson};

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
