//! The relation of two rules' languages.

use serde::Serialize;
use urigram::proof::{Comparison, Relation, Side};
use urigram::Reading;

use super::{key, OptionalBytes};

/// One of two rules that are compared: of a document, or of somebody's file.
#[derive(Clone, Copy, Debug)]
pub struct ComparedRule<'a> {
    /// The document's id, or the file's path.
    pub name: &'a str,
    /// The rule.
    pub rule: &'a str,
    /// The reading of a document.
    pub reading: Option<Reading>,
}

impl<'a> From<Side<'a>> for ComparedRule<'a> {
    fn from(side: Side<'a>) -> ComparedRule<'a> {
        ComparedRule {
            name: side.grammar.as_str(),
            rule: rule_of(side),
            reading: Some(side.reading),
        }
    }
}

/// The relation of two rules, with a shortest string for each part that is not empty.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ComparisonJson<'a> {
    a: &'a str,
    b: &'a str,
    rule_a: &'a str,
    rule_b: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading_a: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reading_b: Option<&'static str>,
    relation: &'static str,
    #[serde(flatten)]
    only_a: OptionalBytes<'a, key::OnlyA>,
    #[serde(flatten)]
    only_b: OptionalBytes<'a, key::OnlyB>,
    #[serde(flatten)]
    both: OptionalBytes<'a, key::Both>,
}

impl<'a> ComparisonJson<'a> {
    /// Returns the object of two rules, one of them recursive: `equal`, `different` or `undecided`,
    /// with texts that only one of them accepts, which need not be the shortest.
    pub fn of_nested(
        a: ComparedRule<'a>,
        b: ComparedRule<'a>,
        relation: &'static str,
        [only_a, only_b]: [Option<&'a str>; 2],
    ) -> ComparisonJson<'a> {
        ComparisonJson {
            a: a.name,
            b: b.name,
            rule_a: a.rule,
            rule_b: b.rule,
            reading_a: None,
            reading_b: None,
            relation,
            only_a: only_a.map(str::as_bytes).into(),
            only_b: only_b.map(str::as_bytes).into(),
            both: None::<&[u8]>.into(),
        }
    }

    /// Returns the object of a comparison of two rules.
    pub fn new(
        a: impl Into<ComparedRule<'a>>,
        b: impl Into<ComparedRule<'a>>,
        comparison: &'a Comparison,
    ) -> ComparisonJson<'a> {
        let (a, b) = (a.into(), b.into());
        ComparisonJson {
            a: a.name,
            b: b.name,
            rule_a: a.rule,
            rule_b: b.rule,
            reading_a: a.reading.map(Reading::id),
            reading_b: b.reading.map(Reading::id),
            relation: relation_name(comparison.relation),
            only_a: comparison.only_a.as_deref().into(),
            only_b: comparison.only_b.as_deref().into(),
            both: comparison.both.as_deref().into(),
        }
    }
}

/// Returns the name of a side's rule as the document spells it: the start rule if none is named.
pub fn rule_of(side: Side<'_>) -> &'static str {
    let document = side.grammar.document();
    let named = side.rule.and_then(|rule| document.rule(rule).ok());
    named.map_or(document.start.default, |rule| rule.name)
}

/// Returns a relation as one word.
pub fn relation_name(relation: Relation) -> &'static str {
    match relation {
        Relation::Equal => "equal",
        Relation::Subset => "subset",
        Relation::Superset => "superset",
        Relation::Overlapping => "overlapping",
        Relation::Disjoint => "disjoint",
    }
}
