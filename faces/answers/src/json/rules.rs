//! Rules of files: what `abnf` and `generate --peg` make of them, and how recursive ones run; the
//! sections of a document.

use serde::Serialize;

use super::{key, OptionalBytes};
use crate::author::Finding;

/// The rules of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct AbnfJson<'a> {
    /// The path of the file.
    pub file: &'a str,
    /// The rules.
    pub rules: Vec<FoundRuleJson<'a>>,
    /// Lines that look like a rule and are left out.
    pub left_out: Vec<LeftOutJson<'a>>,
}

/// A rule of a text.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FoundRuleJson<'a> {
    /// The name.
    pub rule: &'a str,
    /// The first line in the file, from 1.
    pub line: usize,
    /// The page, from 1; 0 where the file has no pages.
    pub page: usize,
    /// The number of the section, empty where there isn't one.
    pub section: &'a str,
    /// The definition, without the margin of the file.
    pub source: &'a str,
    /// Changes that were made to the notation.
    pub changes: &'a [&'static str],
}

/// Lines that look like a rule and are left out.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct LeftOutJson<'a> {
    /// The name before `=`.
    pub rule: &'a str,
    /// The first line in the file, from 1.
    pub line: usize,
    /// The reason.
    pub why: &'a str,
}

/// A finding on a file, by `--check`.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct FindingJson<'a> {
    /// The path of the file.
    pub file: &'a str,
    /// The finding.
    #[serde(flatten)]
    pub finding: &'a Finding,
}

/// The PEG of a file of ABNF.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PegJson<'a> {
    /// The path of the file.
    pub grammar: String,
    /// The PEG.
    pub source: &'a str,
    /// The rules.
    pub rules: Vec<PegRuleJson<'a>>,
}

/// A rule of a PEG that is made.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct PegRuleJson<'a> {
    /// The rule of the ABNF.
    pub rule: &'a str,
    /// Its name in the PEG.
    pub name: &'a str,
    /// Whether both are proved equal.
    pub proved: bool,
    /// A shortest string that only the PEG accepts.
    #[serde(flatten)]
    pub only_pest: OptionalBytes<'a, key::OnlyPest>,
    /// A shortest string that only the ABNF derives.
    #[serde(flatten)]
    pub only_abnf: OptionalBytes<'a, key::OnlyAbnf>,
    /// The number of states that were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub states: Option<usize>,
    /// The limit that was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<&'a str>,
    /// True if the rule is made of its minimal automaton: no repair was found.
    pub automaton: bool,
    /// The repairs.
    pub repairs: Vec<RepairJson<'a>>,
}

/// A repair of a rule that reads otherwise first match first.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RepairJson<'a> {
    /// The changes.
    pub edits: Vec<String>,
    /// A shortest string that only the copy accepts.
    #[serde(flatten)]
    pub only_pest: OptionalBytes<'a, key::OnlyPest>,
    /// A shortest string that only the ABNF derives.
    #[serde(flatten)]
    pub only_abnf: OptionalBytes<'a, key::OnlyAbnf>,
    /// The reason why pest refuses the copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<&'a str>,
}

/// A section of a document, and what became of it.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SectionJson<'a> {
    /// The id of the grammar.
    pub grammar: &'a str,
    /// The number of the section, or its heading where there are no numbers.
    pub section: &'a str,
    /// Its title.
    pub title: &'a str,
    /// The rows of the grammar's folder that cite the section.
    pub became: &'a [String],
    /// The reason why no row cites the section.
    #[serde(skip_serializing_if = "str::is_empty")]
    pub nothing: &'a str,
}

/// A file or folder whose start rule is recursive.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct NestedRulesJson<'a> {
    /// The id of the grammar.
    pub grammar: &'a str,
    /// Its rules.
    pub rules: Vec<WayJson>,
}

/// A rule, and how it runs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WayJson {
    /// The rule.
    pub rule: String,
    /// The way that it runs, or the reason why it does not; of a recursive rule that was not asked
    /// for, `recursive`.
    pub runs: String,
}
