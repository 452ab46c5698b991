//! Verdicts on lines, and what a check counts.

use serde::Serialize;
use urigram::agreement::Denied;
use urigram::Component;

use super::{key, Bytes, DifferencesJson, Entries, ErrorJson, Placed};

/// The verdict on a line.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CheckedJson<'a> {
    /// The identifier; absent for a record without one.
    #[serde(flatten)]
    pub input: Option<Bytes<'a, key::Input>>,
    /// The id of the grammar that rejects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<&'a str>,
    /// Two grammars that accept the line and split it differently, by `--agree`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conflict: Option<DifferencesJson<'a>>,
    /// The reason why `--allow` denies the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub denied: Option<DeniedJson>,
    /// Null if nothing is decided.
    pub accepted: Option<bool>,
    /// The ids of the grammars that accept.
    pub accepted_by: Vec<&'a str>,
    /// The reason why none accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<ErrorJson>,
}

/// The reason why a line is denied.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct DeniedJson {
    /// The id of the grammar that does not take the line.
    reader: &'static str,
    /// Null where a syntax error is in none.
    component: Option<&'static str>,
    /// The reason in words.
    reason: String,
}

impl From<&Denied> for DeniedJson {
    fn from(denied: &Denied) -> DeniedJson {
        DeniedJson {
            reader: denied.reader().as_str(),
            component: denied.component().map(Component::name),
            reason: denied.why().to_string(),
        }
    }
}

/// A cause of rejections, by `--causes`: a rule, a constraint, two grammars that split the lines
/// differently, or what `--allow` denies.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CauseJson<'a> {
    /// The id of the grammar whose rule rejects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grammar: Option<&'a str>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'a str>,
    /// The id of the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub constraint: Option<&'a str>,
    /// The id of a grammar, of two that split the lines differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub a: Option<&'a str>,
    /// The id of the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub b: Option<&'a str>,
    /// The component where they differ, or which is denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub component: Option<&'a str>,
    /// The section of the rule or the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<&'a str>,
    /// The character that is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub culprit: Option<String>,
    /// The cause in words, where no rule is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<&'a str>,
    /// The number of lines.
    pub lines: u64,
    /// Some of them.
    pub examples: Vec<Placed<'a, ExampleJson<'a>>>,
}

/// A line with a cause.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ExampleJson<'a> {
    /// The identifier, or its beginning.
    #[serde(flatten)]
    pub input: Bytes<'a, key::Input>,
    /// The length of an input that is cut, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bytes: Option<usize>,
}

/// The last line of a check.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TotalsLine<'a> {
    /// The numbers of lines.
    pub totals: TotalsJson<'a>,
}

/// The numbers of lines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct TotalsJson<'a> {
    /// The number of lines.
    pub lines: u64,
    /// The lines that any grammar accepts.
    pub accepted: u64,
    /// The lines that all reject.
    pub rejected: u64,
    /// The number of undecided lines.
    pub undecided: u64,
    /// The lines that each grammar accepts.
    pub grammars: Entries<&'a str, u64>,
}
