//! Objects of sections, and of recursive rules.

use serde::Serialize;

/// A section of a document, and what became of it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct SectionJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// The number of the section, or its heading where there are no numbers.
    pub(crate) section: &'a str,
    /// Its title.
    pub(crate) title: &'a str,
    /// The rows of the grammar's folder that cite the section.
    pub(crate) became: &'a [String],
    /// The reason why no row cites the section.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub(crate) nothing: &'a str,
}

/// A file or folder whose start rule is recursive.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct NestedRulesJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// Its rules.
    pub(crate) rules: Vec<WayJson>,
}

/// A rule, and how it runs.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct WayJson {
    /// The rule.
    pub(crate) rule: String,
    /// The way that it runs, or the reason why it does not; of a recursive rule that was not asked
    /// for, `recursive`.
    pub(crate) runs: String,
}
