//! Reports of the RFC Editor's errata system on a document, read from its `errata.toml`, and the
//! decision about each rule that a report changes.

use serde::{Deserialize, Serialize};
use urigram::documents::Encoding;
use urigram::proof::abnf::Grammar as Rules;
use urigram::proof::synthesis::{change, origin, Cause, Change, Origin, LIMITS};
use urigram::proof::Terminals;
use urigram::{Grammar, Reading};

use crate::author::first_match;
use crate::escape::{escaped, witness};
use crate::memo::Memo;
use crate::refusal::Refusal;

use super::comparison::relation_name;

/// A report on a document.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Report {
    /// The report's number.
    pub eid: u32,
    /// `verified`, `held` (for an update of the document), `rejected` or `reported`.
    pub status: String,
    /// `technical` or `editorial`.
    pub kind: String,
    /// The section that it names, unless it is about the whole document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    /// Its claim, the verdict of its verifier, and the document's own words about it.
    pub claims: String,
    /// Rules in ABNF that the report begins with, where these are not the printed ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<String>,
    /// The rules in ABNF that the report wants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<String>,
    /// The decision about each rule that there is before and after.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub decided: Vec<Decided>,
}

/// The decision about a rule that a report changes. Strings are escaped.
#[derive(Clone, Debug, Deserialize, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Decided {
    /// The rule.
    pub rule: String,
    /// The relation of the rule before the change to the rule after it.
    pub relation: String,
    /// A shortest string that only the rule before the change has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_before: Option<String>,
    /// A shortest string that only the rule after the change has.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub only_after: Option<String>,
    /// The difference that it makes to read the rule before the change first match first.
    pub first_match_before: String,
    /// The difference that it makes to read the rule after the change first match first.
    pub first_match_after: String,
    /// The origin of a PEG that is proved to be the rule after the change.
    pub peg: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    report: Vec<Report>,
}

/// Returns the reports on a document, in its order.
///
/// # Errors
/// [`Refusal`] for an `errata.toml` of a folder that is not as `grammars/README.md` says.
pub fn reports(grammar: Grammar) -> Result<&'static [Report], Refusal> {
    static READ: Memo<Grammar, Vec<Report>> = Memo::new();
    let read = || toml::from_str::<File>(grammar.reports()).map(|file| file.report);
    let wrong = |error: toml::de::Error| Refusal::Usage(format!("errata.toml: {error}"));
    READ.get(grammar, read).map(Vec::as_slice).map_err(wrong)
}

impl Report {
    /// Decides each rule that the report changes.
    ///
    /// # Errors
    /// A message for rules that cannot be read or have no automaton, and where a limit is hit.
    pub fn decide(&self, grammar: Grammar) -> Result<Vec<Decided>, Refusal> {
        let Some(after) = &self.after else { return Ok(Vec::new()) };
        let printed = Rules::read(grammar.abnf(Reading::Printed));
        let before = Rules::parse(self.before.as_deref().unwrap_or_default())?;
        let after = Rules::parse(after)?;
        let before = Rules::overlay(&printed, &before);
        let new = Rules::overlay(&before, &after);
        let terminals = match grammar.document().encoding {
            Encoding::Utf8 => Terminals::CodePoints,
            Encoding::Octets => Terminals::Octets,
        };
        let own = [Reading::Printed, Reading::Corrected]
            .map(|reading| (reading, Rules::read(grammar.abnf(reading))));
        let known = after.rules().iter().filter(|rule| before.rule(&rule.name).is_some());
        let decide = |name: &str| {
            let changed = change(&before, &new, name, terminals, LIMITS)?;
            // The PEG of a reading is proved to be its ABNF.
            let language = new.dfa(name, terminals, LIMITS).ok();
            let is_language = |rules: &Rules| {
                rules.rule(name).is_some() && rules.dfa(name, terminals, LIMITS).ok() == language
            };
            let peg = match own.iter().find(|(_, rules)| is_language(rules)) {
                _ if changed.first_match_after.is_none() => Origin::Copy.name().to_owned(),
                Some((reading, _)) => format!("that of {}", reading.id()),
                None => origin(&new, name, terminals, LIMITS).name().to_owned(),
            };
            Ok(Decided::new(name, &changed, peg))
        };
        known.map(|rule| decide(&rule.name)).collect()
    }
}

impl Decided {
    fn new(rule: &str, change: &Change, peg: String) -> Decided {
        let text = |string: &Option<Vec<u8>>| string.as_deref().map(escaped);
        let said = |cause: &Option<Cause>| match cause {
            None => "accepts the same strings".to_owned(),
            Some(cause) => first_match(cause).unwrap_or_else(|| "is not decided".to_owned()),
        };
        Decided {
            rule: rule.to_owned(),
            relation: relation_name(change.comparison.relation).to_owned(),
            only_before: text(&change.comparison.only_a),
            only_after: text(&change.comparison.only_b),
            first_match_before: said(&change.first_match_before),
            first_match_after: said(&change.first_match_after),
            peg,
        }
    }

    /// Returns the decision in words.
    pub fn says(&self) -> String {
        let relation = match &*self.relation {
            "equal" => "the report has the same strings",
            "superset" => "the report has fewer strings",
            "subset" => "the report has more strings",
            "disjoint" => "the report has other strings",
            _ => "the report has other strings, and some of the same",
        };
        let only = |who: &str, string: &Option<String>| {
            let shown = |text: &str| witness(text.as_bytes()).replace("\\\\", "\\");
            string
                .as_ref()
                .map_or_else(String::new, |text| format!("; only {who}: {}", shown(text)))
        };
        format!(
            "{relation}{}{}. Taking the first match, the print {}; the report {}. PEG of the report: \
             {}.",
            only("the print", &self.only_before),
            only("the report", &self.only_after),
            self.first_match_before,
            self.first_match_after,
            self.peg
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The errata of each document name the reports by number.
    #[test]
    fn reports_are_those_that_the_documents_name() {
        let mut count = 0;
        for &grammar in Grammar::ALL {
            let reports = reports(grammar).unwrap();
            count += reports.len();
            for report in reports {
                assert!(
                    ["verified", "held", "rejected", "reported"].contains(&&*report.status)
                        && ["technical", "editorial"].contains(&&*report.kind),
                    "{grammar} {}",
                    report.eid
                );
                let decides = report.after.is_some();
                assert_eq!(decides, !report.decided.is_empty(), "{grammar} {}", report.eid);
            }
            for erratum in grammar.document().commentary().errata {
                for eid in erratum.rfc_editor {
                    assert!(reports.iter().any(|report| report.eid == *eid), "{grammar} {eid}");
                }
            }
        }
        assert_eq!(count, 39);
    }

    /// A changed record is found, so that `prove` compares more than the number of rules.
    #[test]
    fn a_report_is_decided() {
        let reports = reports(Grammar::Rfc3986).unwrap();
        let report = reports.iter().find(|report| report.eid == 4393).unwrap();
        let decided = report.decide(Grammar::Rfc3986).unwrap();
        assert_eq!(decided, report.decided);
        assert_eq!(decided[0].first_match_before, "rejects 10");
        let after = Some("dec-octet = DIGIT / 2DIGIT\n".to_owned());
        let other = Report { after, ..report.clone() }.decide(Grammar::Rfc3986).unwrap();
        assert_eq!(
            (&*other[0].relation, other[0].only_after.as_deref()),
            ("overlapping", Some("00"))
        );
    }
}
