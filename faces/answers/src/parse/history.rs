//! A string through the documents.

use serde::Serialize;
use urigram::documents::Form;
use urigram::{Grammar, Urc};
use urigram_study::constraints::Violation;
use urigram_study::history::{Lineage, Period, StringHistory, Verdict};

use super::{elements_of, ComponentsJson, ElementJson};
use crate::json::{key, Bytes, ErrorJson};

/// The history of a string.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StringHistoryJson<'a> {
    /// The string.
    #[serde(flatten)]
    input: Bytes<'a, key::Input>,
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["corrected", "printed"])))]
    reading: &'static str,
    /// The periods where the documents of a line accept the string, or reject it.
    periods: Vec<PeriodJson>,
    /// The verdict of each document.
    documents: Vec<VerdictJson<'a>>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct PeriodJson {
    /// The line of documents.
    line: &'static str,
    accepted: bool,
    /// YYYY-MM-DD.
    since: String,
    /// Null for a period that goes on.
    until: Option<String>,
    /// The ids of the grammars that accept.
    documents: Vec<&'static str>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct VerdictJson<'a> {
    grammar: &'static str,
    date: String,
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    components: Option<ComponentsJson<'a>>,
    /// The elements of a citation.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    elements: Vec<ElementJson>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorJson>,
    /// The ids of the constraints that the string breaks.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    violations: Vec<&'static str>,
    /// The reading that alone accepts the string.
    #[serde(skip_serializing_if = "Option::is_none")]
    only_reading: Option<&'static str>,
    /// The errata that are the reason.
    #[serde(skip_serializing_if = "Option::is_none")]
    errata: Option<Vec<&'static str>>,
}

impl<'a> StringHistoryJson<'a> {
    /// Returns the object of a history with the verdicts of these grammars.
    pub fn new(
        input: &'a [u8],
        history: &'a StringHistory<'_>,
        grammars: &[Grammar],
    ) -> StringHistoryJson<'a> {
        let lines = history.lineages();
        let periods = lines.flat_map(|line| {
            history.periods(line).into_iter().map(move |one| PeriodJson::new(line, &one))
        });
        let verdicts =
            history.verdicts.iter().filter(|verdict| grammars.contains(&verdict.grammar));
        StringHistoryJson {
            input: input.into(),
            reading: history.reading.id(),
            periods: periods.collect(),
            documents: verdicts.map(|verdict| VerdictJson::new(input, verdict)).collect(),
        }
    }
}

impl PeriodJson {
    fn new(line: Lineage, period: &Period) -> PeriodJson {
        PeriodJson {
            line: line.name(),
            accepted: period.accepted,
            since: period.since.to_string(),
            until: period.until.map(|until| until.to_string()),
            documents: period.documents.iter().map(|grammar| grammar.as_str()).collect(),
        }
    }
}

impl<'a> VerdictJson<'a> {
    fn new(input: &'a [u8], verdict: &'a Verdict<'a>) -> VerdictJson<'a> {
        let disagreement = verdict.disagreement.as_ref();
        VerdictJson {
            grammar: verdict.grammar.as_str(),
            date: verdict.grammar.document().date.to_string(),
            accepted: verdict.is_accepted(),
            components: verdict.components().map(ComponentsJson::new),
            elements: citation(input, verdict).collect(),
            error: verdict.error().map(ErrorJson::new),
            violations: verdict.violations.iter().map(Violation::id).collect(),
            only_reading: disagreement.map(|disagreement| disagreement.accepts.id()),
            errata: disagreement.map(|disagreement| {
                disagreement.errata.iter().map(|(_, erratum)| erratum.id).collect()
            }),
        }
    }
}

/// Returns the elements of a citation; none for any other string.
pub fn citation<'a>(
    input: &'a [u8],
    verdict: &Verdict<'_>,
) -> impl Iterator<Item = ElementJson> + use<'a> {
    let is_citation = verdict.is_accepted() && verdict.grammar.document().form == Form::Urc;
    let urc =
        is_citation.then(|| Urc::parse_by(verdict.grammar, verdict.reading, input).ok()).flatten();
    urc.into_iter().flat_map(elements_of)
}
