//! The relation of two rules' languages.

use serde::Serialize;
use urigram::proof::{Comparison, Relation, Side};

use super::KeyedBytes;

/// The relation of two rules, with a shortest string for each part that is not empty.
#[derive(Debug, Serialize)]
pub struct ComparisonJson<'a> {
    a: &'static str,
    b: &'static str,
    rule_a: &'static str,
    rule_b: &'static str,
    reading_a: &'static str,
    reading_b: &'static str,
    relation: &'static str,
    #[serde(flatten)]
    only_a: KeyedBytes<'a>,
    #[serde(flatten)]
    only_b: KeyedBytes<'a>,
    #[serde(flatten)]
    both: KeyedBytes<'a>,
}

impl<'a> ComparisonJson<'a> {
    /// Returns the object of a comparison of two sides.
    pub fn new(a: Side<'_>, b: Side<'_>, comparison: &'a Comparison) -> ComparisonJson<'a> {
        ComparisonJson {
            a: a.grammar.id(),
            b: b.grammar.id(),
            rule_a: rule_of(a),
            rule_b: rule_of(b),
            reading_a: a.reading.id(),
            reading_b: b.reading.id(),
            relation: relation_name(comparison.relation),
            only_a: KeyedBytes("only_a", comparison.only_a.as_deref()),
            only_b: KeyedBytes("only_b", comparison.only_b.as_deref()),
            both: KeyedBytes("both", comparison.both.as_deref()),
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
