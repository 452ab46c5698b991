//! Objects of proofs.

use serde::Serialize;
use urigram::proof::Proof;
use urigram_answers::json::{key, Bytes, OptionalBytes};
use urigram_answers::reports::Decided;

/// A rule of a grammar and the comparison of its notations.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProvedRuleJson<'a> {
    /// The id of the grammar, or the path of a file.
    pub(crate) grammar: &'a str,
    /// The reading; null for files, which have one.
    #[cfg_attr(test, schemars(extend("enum" = ["corrected", "printed", null])))]
    pub(crate) reading: Option<&'static str>,
    /// The rule.
    pub(crate) rule: &'a str,
    /// Whether both notations are proved equal.
    pub(crate) proved: bool,
    /// True if no string matches the rule, because it recurs without an end.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) empty: bool,
    /// A string that only the PEG accepts: a shortest one, but of a recursive rule.
    #[serde(flatten)]
    pub(crate) only_pest: OptionalBytes<'a, key::OnlyPest>,
    /// A string that only the ABNF derives: a shortest one, but of a recursive rule.
    #[serde(flatten)]
    pub(crate) only_abnf: OptionalBytes<'a, key::OnlyAbnf>,
    /// The number of states that were compared.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) states: Option<usize>,
    /// The number of calls, where the rule is recursive and both notations were compared as words
    /// over bytes and calls.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) calls: Option<usize>,
    /// The way that a recursive rule runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) runs: Option<String>,
    /// A string that only one of the rules before and after pest's optimizer accepts.
    #[serde(flatten)]
    pub(crate) optimizer: Option<Bytes<'a, key::Optimizer>>,
    /// The limit that was hit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<String>,
}

impl<'a> ProvedRuleJson<'a> {
    /// Returns the object of a rule about which nothing is known yet.
    pub(crate) fn new(grammar: &'a str, reading: Option<&'static str>, rule: &'a str) -> Self {
        ProvedRuleJson {
            grammar,
            reading,
            rule,
            proved: false,
            empty: false,
            only_pest: None::<&[u8]>.into(),
            only_abnf: None::<&[u8]>.into(),
            states: None,
            calls: None,
            runs: None,
            optimizer: None,
            undecided: None,
        }
    }

    /// Returns the object with the result of a proof.
    pub(crate) fn with(self, proof: &'a Proof) -> Self {
        ProvedRuleJson {
            proved: proof.proved(),
            empty: proof.empty,
            only_pest: proof.only_pest.as_deref().into(),
            only_abnf: proof.only_abnf.as_deref().into(),
            states: Some(proof.states),
            ..self
        }
    }
}

/// A component: whether its places by the PEG and by the shape are those by the ABNF.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ProvedComponentJson {
    /// The id of the grammar.
    pub(crate) grammar: &'static str,
    /// The reading.
    #[cfg_attr(test, schemars(extend("enum" = ["corrected", "printed"])))]
    pub(crate) reading: &'static str,
    /// The start rule.
    pub(crate) rule: &'static str,
    /// The component.
    pub(crate) component: &'static str,
    /// Whether all places are proved to be the same.
    pub(crate) proved: bool,
    /// Says if the PEG's parse gives the component a place that the ABNF gives; null if no rule is
    /// the component.
    pub(crate) peg: Option<String>,
    /// Says if the grammar's delimiters give the component the place that rules and rows leave;
    /// null for a grammar that is split by its rules.
    pub(crate) shape: Option<String>,
}

/// A wrong statement of a folder, apart from its rules.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct FactJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// The statement, and why it is wrong.
    pub(crate) fact: &'a str,
    /// False.
    pub(crate) proved: bool,
}

/// The statements of a folder apart from its rules, by who can decide them.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct StatementsJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// The number of those that were decided.
    pub(crate) decided: usize,
    /// The kinds of those that only a reader can judge.
    pub(crate) for_readers: Vec<ForReadersJson<'a>>,
}

/// A kind of statements that only a reader can judge.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct ForReadersJson<'a> {
    /// The key, or the kind of row and the key: `constraint.message`.
    pub(crate) kind: &'a str,
    /// The key or row of each statement.
    pub(crate) places: &'a [String],
}

/// A statement of a folder, by `--text`: a quotation, a fact of the head, a heading or a rule.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct QuotationJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'a str,
    /// The row of the folder; a fact of the head, `title`; `heading 3.2`; or `printed RULE`.
    pub(crate) quotation: &'a str,
    /// The section where the quoted words are.
    pub(crate) section: &'a str,
    /// Whether the text has it so.
    pub(crate) proved: bool,
    /// The reason why nothing is decided: what is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<&'a str>,
    /// The reason why the text has it otherwise, or the erratum that states the difference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) why: Option<&'a str>,
}

/// A rule that a report of the RFC Editor's errata system changes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct DecidedReportJson<'a> {
    /// The id of the grammar.
    pub(crate) grammar: &'static str,
    /// The rule.
    pub(crate) rule: &'a str,
    /// The number of the report.
    pub(crate) report: u32,
    /// Whether the decision is the recorded one.
    pub(crate) proved: bool,
    /// The decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) decided: Option<&'a Decided>,
    /// The reason why nothing is decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) undecided: Option<&'a str>,
}
