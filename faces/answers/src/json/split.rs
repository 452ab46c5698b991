//! The components of a record, and what a recursive rule says about an input.

use serde::Serialize;

use super::{key, Bytes, ErrorJson, Texts};

/// The components of a record.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SplitJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The id of the grammar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<&'a str>,
    /// The components, or the parts and rules that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<Texts<'a>>,
    /// The reason why there aren't any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorJson>,
}

/// An input by a recursive rule, without its tree, which nests as deep as the input.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ParsedByCallsJson<'a> {
    /// The input.
    pub input: &'a str,
    /// The id of the grammar.
    pub grammar: &'a str,
    /// The rule.
    pub rule: &'a str,
    /// Whether the rule derives the input.
    pub accepted: bool,
    /// The reason why it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorJson>,
}
