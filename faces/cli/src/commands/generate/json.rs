//! Objects of the PEG of a file of ABNF.

use serde::Serialize;
use urigram_answers::json::{key, OptionalBytes};

/// The PEG of a file of ABNF.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PegJson<'a> {
    /// The path of the file.
    pub(crate) grammar: String,
    /// The PEG.
    pub(crate) source: &'a str,
    /// The rules.
    pub(crate) rules: Vec<PegRuleJson<'a>>,
}

/// A rule of a PEG that is made.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct PegRuleJson<'a> {
    /// The rule of the ABNF.
    pub(crate) rule: &'a str,
    /// Its name in the PEG.
    pub(crate) name: &'a str,
    /// Whether both are proved equal.
    pub(crate) proved: bool,
    /// A shortest string that only the PEG accepts.
    #[serde(flatten)]
    pub(crate) only_pest: OptionalBytes<'a, key::OnlyPest>,
    /// A shortest string that only the ABNF derives.
    #[serde(flatten)]
    pub(crate) only_abnf: OptionalBytes<'a, key::OnlyAbnf>,
    /// The number of states that were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) states: Option<usize>,
    /// The limit that was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<&'a str>,
    /// True if the rule is made of its minimal automaton: no repair was found.
    pub(crate) automaton: bool,
    /// The repairs.
    pub(crate) repairs: Vec<RepairJson<'a>>,
}

/// A repair of a rule that reads otherwise first match first.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct RepairJson<'a> {
    /// The changes.
    pub(crate) edits: Vec<String>,
    /// A shortest string that only the copy accepts.
    #[serde(flatten)]
    pub(crate) only_pest: OptionalBytes<'a, key::OnlyPest>,
    /// A shortest string that only the ABNF derives.
    #[serde(flatten)]
    pub(crate) only_abnf: OptionalBytes<'a, key::OnlyAbnf>,
    /// The reason why pest refuses the copy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) refused: Option<&'a str>,
}
