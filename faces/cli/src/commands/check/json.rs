//! Objects of lines, causes and totals.

use serde::Serialize;
use urigram::agreement::Denied;
use urigram::Component;
use urigram_answers::json::{key, Bytes, DifferencesJson, Entries, ErrorJson, Placed};

/// The verdict on a line.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CheckedJson<'a> {
    /// The identifier; absent for a record without one.
    #[serde(flatten)]
    pub(crate) input: Option<Bytes<'a, key::Input>>,
    /// The id of the grammar that rejects it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grammar: Option<&'a str>,
    /// Two grammars that accept the line and split it differently, by `--agree`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) conflict: Option<DifferencesJson<'a>>,
    /// The reason why `--allow` denies the line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) denied: Option<DeniedJson>,
    /// Null if nothing is decided.
    pub(crate) accepted: Option<bool>,
    /// The ids of the grammars that accept.
    pub(crate) accepted_by: Vec<&'a str>,
    /// The reason why none accepts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<ErrorJson>,
}

/// The reason why a line is denied.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DeniedJson {
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct CauseJson<'a> {
    /// The id of the grammar whose rule rejects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) grammar: Option<&'a str>,
    /// The rule.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rule: Option<&'a str>,
    /// The id of the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) constraint: Option<&'a str>,
    /// The id of a grammar, of two that split the lines differently.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) a: Option<&'a str>,
    /// The id of the other one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) b: Option<&'a str>,
    /// The component where they differ, or which is denied.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) component: Option<&'a str>,
    /// The section of the rule or the constraint.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) section: Option<&'a str>,
    /// The character that is not allowed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) culprit: Option<String>,
    /// The cause in words, where no rule is it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) message: Option<&'a str>,
    /// The number of lines.
    pub(crate) lines: u64,
    /// Some of them.
    pub(crate) examples: Vec<Placed<'a, ExampleJson<'a>>>,
}

/// A line with a cause.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ExampleJson<'a> {
    /// The identifier, or its beginning.
    #[serde(flatten)]
    pub(crate) input: Bytes<'a, key::Input>,
    /// The length of an input that is cut, in bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) bytes: Option<usize>,
}

/// The last line of a check.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TotalsLine<'a> {
    /// The numbers of lines.
    pub(crate) totals: TotalsJson<'a>,
}

/// The numbers of lines.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TotalsJson<'a> {
    /// The number of lines.
    pub(crate) lines: u64,
    /// The lines that any grammar accepts.
    pub(crate) accepted: u64,
    /// The lines that all reject.
    pub(crate) rejected: u64,
    /// The number of undecided lines.
    pub(crate) undecided: u64,
    /// The lines that each grammar accepts.
    pub(crate) grammars: Entries<&'a str, u64>,
}
