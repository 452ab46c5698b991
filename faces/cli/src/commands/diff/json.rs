//! Objects of lines and strings that two grammars take differently.

use serde::Serialize;
use urigram_answers::json::{key, Bytes, DifferencesJson, Entries, Placed, RejectionJson, Texts};

/// A line that two grammars take differently, by `--lines`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MigratedJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The kinds of its differences.
    pub(crate) kinds: Vec<&'static str>,
    /// The components by the first grammar.
    pub(crate) before: Option<Texts<'a>>,
    /// The components by the second grammar.
    pub(crate) after: Option<Texts<'a>>,
    /// The causes.
    pub(crate) causes: Vec<ReasonJson>,
}

/// A cause with what both documents make of the line.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ReasonJson {
    /// The kind of difference.
    pub(crate) kind: &'static str,
    /// The cause in words.
    pub(crate) message: String,
    /// The interpretation by the first grammar.
    pub(crate) before: InterpretationJson,
    /// The interpretation by the second grammar.
    pub(crate) after: InterpretationJson,
}

/// The interpretation of an input by one document, as far as the cause concerns it.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct InterpretationJson {
    /// Whether the document accepts it, where the other one differs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted: Option<bool>,
    /// The reason why it is rejected, or has no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<RejectionJson>,
    /// The components that differ, by their names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) components: Option<Entries<&'static str, String>>,
    /// The target against `--base`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<String>,
    /// The normal form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) normalized: Option<String>,
}

/// A cause of differences.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MigrationCauseJson<'a> {
    /// The kind of difference.
    pub(crate) kind: &'static str,
    /// The id of the grammar that it concerns.
    pub(crate) grammar: &'static str,
    /// The rule.
    pub(crate) rule: &'a str,
    /// The section of the document.
    pub(crate) section: &'a str,
    /// The character that is not allowed, or what changes.
    pub(crate) culprit: String,
    /// The components that change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) changes: Option<Vec<PresenceJson>>,
    /// The cause in words.
    pub(crate) message: String,
    /// The number of lines.
    pub(crate) lines: u64,
    /// Some of them.
    pub(crate) examples: Vec<Placed<'a, MigrationExampleJson<'a>>>,
}

/// The presence of a component before and after.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PresenceJson {
    /// The component.
    pub(crate) component: &'static str,
    /// Its presence by the first grammar.
    #[cfg_attr(test, schemars(extend("enum" = ["absent", "empty", "text"])))]
    pub(crate) before: &'static str,
    /// Its presence by the second grammar.
    #[cfg_attr(test, schemars(extend("enum" = ["absent", "empty", "text"])))]
    pub(crate) after: &'static str,
}

/// A line with a cause.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MigrationExampleJson<'a> {
    /// The identifier, or its beginning.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The length of an input that is cut, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<usize>,
    /// The interpretation by the first grammar.
    pub(crate) before: InterpretationJson,
    /// The interpretation by the second grammar.
    pub(crate) after: InterpretationJson,
}

/// The last line of a migration.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MigrationTotalsLine {
    /// The numbers of lines.
    pub(crate) totals: MigrationTotalsJson,
}

/// The numbers of lines: `lines` is the sum of `same`, `rejected`, `undecided` and `different`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct MigrationTotalsJson {
    /// The first grammar.
    pub(crate) from: String,
    /// The second grammar.
    pub(crate) to: String,
    /// The number of lines.
    pub(crate) lines: u64,
    /// The lines that both take alike.
    pub(crate) same: u64,
    /// The lines that both reject.
    pub(crate) rejected: u64,
    /// The number of undecided lines.
    pub(crate) undecided: u64,
    /// The lines that they take differently.
    pub(crate) different: u64,
    /// The lines that differ in several ways, which count in each of their kinds.
    pub(crate) in_several_ways: u64,
    /// The lines of each kind.
    pub(crate) kinds: Entries<&'static str, u64>,
}

/// A line that two grammars split differently.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SplitDifferentlyJson<'a> {
    /// The identifier.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The components that differ.
    #[serde(flatten)]
    pub(crate) differences: DifferencesJson<'a>,
}

/// The changes over all strings, by `--shortest`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShortestJson {
    /// The first grammar.
    pub(crate) from: String,
    /// The second grammar.
    pub(crate) to: String,
    /// The strings that only the first accepts.
    pub(crate) lost: ShortestChangeJson,
    /// The strings that only the second accepts.
    pub(crate) gained: ShortestChangeJson,
    /// The strings whose host is elsewhere.
    pub(crate) host: ShortestChangeJson,
    /// The strings whose host has another value.
    pub(crate) host_value: ShortestChangeJson,
}

/// A change over all strings.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ShortestChangeJson {
    /// The answer.
    #[cfg_attr(test, schemars(extend("enum" = ["changes", "none", "undecided"])))]
    pub(crate) result: &'static str,
    /// A shortest string that changes; null where there isn't one or nothing is decided.
    pub(crate) shortest: Option<String>,
    /// The reason why nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<String>,
}
