//! Objects of the rules of a text, and of findings on a file.

use serde::Serialize;
use urigram_answers::author::Finding;

/// The rules of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct AbnfJson<'a> {
    /// The path of the file.
    pub(crate) file: &'a str,
    /// The rules.
    pub(crate) rules: Vec<FoundRuleJson<'a>>,
    /// Lines that look like a rule and are left out.
    pub(crate) left_out: Vec<LeftOutJson<'a>>,
}

/// A rule of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FoundRuleJson<'a> {
    /// The name.
    pub(crate) rule: &'a str,
    /// The first line in the file, from 1.
    pub(crate) line: usize,
    /// The page, from 1; 0 where the file has no pages.
    pub(crate) page: usize,
    /// The number of the section, empty where there isn't one.
    pub(crate) section: &'a str,
    /// The definition, without the margin of the file.
    pub(crate) source: &'a str,
    /// Changes that were made to the notation.
    pub(crate) changes: &'a [&'static str],
}

/// Lines that look like a rule and are left out.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct LeftOutJson<'a> {
    /// The name before `=`.
    pub(crate) rule: &'a str,
    /// The first line in the file, from 1.
    pub(crate) line: usize,
    /// The reason.
    pub(crate) why: &'a str,
}

/// A finding on a file, by `--check`.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FindingJson<'a> {
    /// The path of the file.
    pub(crate) file: &'a str,
    /// The finding.
    #[serde(flatten)]
    pub(crate) finding: &'a Finding,
}
