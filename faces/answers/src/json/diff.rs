//! Lines and strings that two grammars take differently.

use serde::Serialize;

use super::{key, Bytes, DifferencesJson, Entries, Placed, RejectionJson, Texts};

/// A line that two grammars take differently, by `--lines`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MigratedJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The kinds of its differences.
    pub kinds: Vec<&'static str>,
    /// The components by the first grammar.
    pub before: Option<Texts<'a>>,
    /// The components by the second grammar.
    pub after: Option<Texts<'a>>,
    /// The causes.
    pub causes: Vec<ReasonJson>,
}

/// A cause with what both documents make of the line.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ReasonJson {
    /// The kind of difference.
    pub kind: &'static str,
    /// The cause in words.
    pub message: String,
    /// The interpretation by the first grammar.
    pub before: InterpretationJson,
    /// The interpretation by the second grammar.
    pub after: InterpretationJson,
}

/// The interpretation of an input by one document, as far as the cause concerns it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct InterpretationJson {
    /// Whether the document accepts it, where the other one differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accepted: Option<bool>,
    /// The reason why it is rejected, or has no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<RejectionJson>,
    /// The components that differ, by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub components: Option<Entries<&'static str, String>>,
    /// The target against `--base`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub target: Option<String>,
    /// The normal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub normalized: Option<String>,
}

/// A cause of differences.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MigrationCauseJson<'a> {
    /// The kind of difference.
    pub kind: &'static str,
    /// The id of the grammar that it concerns.
    pub grammar: &'static str,
    /// The rule.
    pub rule: &'a str,
    /// The section of the document.
    pub section: &'a str,
    /// The character that is not allowed, or what changes.
    pub culprit: String,
    /// The components that change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub changes: Option<Vec<PresenceJson>>,
    /// The cause in words.
    pub message: String,
    /// The number of lines.
    pub lines: u64,
    /// Some of them.
    pub examples: Vec<Placed<'a, MigrationExampleJson<'a>>>,
}

/// The presence of a component before and after.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PresenceJson {
    /// The component.
    pub component: &'static str,
    /// Its presence by the first grammar.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["absent", "empty", "text"])))]
    pub before: &'static str,
    /// Its presence by the second grammar.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["absent", "empty", "text"])))]
    pub after: &'static str,
}

/// A line with a cause.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MigrationExampleJson<'a> {
    /// The identifier, or its beginning.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The length of an input that is cut, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
    /// The interpretation by the first grammar.
    pub before: InterpretationJson,
    /// The interpretation by the second grammar.
    pub after: InterpretationJson,
}

/// The last line of a migration.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MigrationTotalsLine {
    /// The numbers of lines.
    pub totals: MigrationTotalsJson,
}

/// The numbers of lines: `lines` is the sum of `same`, `rejected`, `undecided` and `different`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct MigrationTotalsJson {
    /// The first grammar.
    pub from: String,
    /// The second grammar.
    pub to: String,
    /// The number of lines.
    pub lines: u64,
    /// The lines that both take alike.
    pub same: u64,
    /// The lines that both reject.
    pub rejected: u64,
    /// The number of undecided lines.
    pub undecided: u64,
    /// The lines that they take differently.
    pub different: u64,
    /// The lines that differ in several ways, which count in each of their kinds.
    pub in_several_ways: u64,
    /// The lines of each kind.
    pub kinds: Entries<&'static str, u64>,
}

/// A line that two grammars split differently.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SplitDifferentlyJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The components that differ.
    #[serde(flatten)]
    pub differences: DifferencesJson<'a>,
}

/// The changes over all strings, by `--shortest`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ShortestJson {
    /// The first grammar.
    pub from: String,
    /// The second grammar.
    pub to: String,
    /// The strings that only the first accepts.
    pub lost: ShortestChangeJson,
    /// The strings that only the second accepts.
    pub gained: ShortestChangeJson,
    /// The strings whose host is elsewhere.
    pub host: ShortestChangeJson,
    /// The strings whose host has another value.
    pub host_value: ShortestChangeJson,
}

/// A change over all strings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ShortestChangeJson {
    /// The answer.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["changes", "none", "undecided"])))]
    pub result: &'static str,
    /// A shortest string that changes; null where there isn't one or nothing is decided.
    pub shortest: Option<String>,
    /// The reason why nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
}
