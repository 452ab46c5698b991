//! Two documents: their relation, of the whole and component by component.

use serde::{Serialize, Serializer};
use urigram::proof::{Comparison, Dfa, Limits, ProofError, Side};
use urigram::Component;
use urigram_study::compare::RuleUnion;

use super::{automata, Params, Question};
use crate::json::{ComparedRule, ComparisonJson};
use crate::refusal::Refusal;

/// Two rules with the relation of their languages: as JSON the object of `urigram compare A B`.
#[derive(Debug)]
pub struct Compared<'a> {
    /// One rule.
    pub a: ComparedRule<'a>,
    /// The other rule.
    pub b: ComparedRule<'a>,
    /// The relation, with the shortest strings.
    pub comparison: Comparison,
}

impl<'a> Compared<'a> {
    /// Compares the automata of two rules.
    ///
    /// # Errors
    /// [`ProofError::Undecided`] where a limit is hit.
    pub fn new(
        (a, of_a): (impl Into<ComparedRule<'a>>, &Dfa),
        (b, of_b): (impl Into<ComparedRule<'a>>, &Dfa),
    ) -> Result<Compared<'a>, ProofError> {
        let comparison = of_a.compare(of_b, Limits::default()).map_err(ProofError::Undecided)?;
        Ok(Compared { a: a.into(), b: b.into(), comparison })
    }
}

impl Serialize for Compared<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        ComparisonJson::new(self.a, self.b, &self.comparison).serialize(serializer)
    }
}

/// The relation of two documents, by their start rules or by `rule_a` and `rule_b`.
pub(super) struct Compare([Side<'static>; 2]);

impl Question for Compare {
    const NAME: &'static str = "compare";

    fn read(params: &Params) -> Result<Compare, Refusal> {
        let a = params.side(["a", "reading_a", "rule_a"])?;
        Ok(Compare([a, params.side(["b", "reading_b", "rule_b"])?]))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let [a, b] = self.0;
        Ok(Compared::new((a, automata::of(a)?), (b, automata::of(b)?))?)
    }
}

/// The relation of two documents in every component that both have, each by the union of its rules.
pub(super) struct Components(Compare);

/// The comparisons of all components.
#[derive(Serialize)]
struct Rows {
    components: Vec<Row>,
}

/// The comparison of a component.
#[derive(Serialize)]
struct Row {
    component: &'static str,
    rules_a: Vec<&'static str>,
    rules_b: Vec<&'static str>,
    #[serde(flatten)]
    compared: Compared<'static>,
}

impl Question for Components {
    const NAME: &'static str = "components";

    fn read(params: &Params) -> Result<Components, Refusal> {
        Compare::read(params).map(Components)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let [a, b] = self.0 .0;
        let mut rows = Vec::new();
        for component in Component::ALL {
            let of = |side: Side<'_>| automata::of_component(side.grammar, side.reading, component);
            let (Some(of_a), Some(of_b)) = (of(a)?, of(b)?) else { continue };
            let mut compared = Compared::new((a, of_a.automaton()), (b, of_b.automaton()))?;
            compared.a.rule = rule_for(of_a, compared.comparison.only_a.as_deref());
            compared.b.rule = rule_for(of_b, compared.comparison.only_b.as_deref());
            let rules = |union: &RuleUnion| union.rules().map(|rule| rule.id).collect();
            let (component, rules_a, rules_b) = (component.name(), rules(of_a), rules(of_b));
            rows.push(Row { component, rules_a, rules_b, compared });
        }
        Ok(Rows { components: rows })
    }
}

/// Returns the first rule that accepts a witness; without one, the first of all.
fn rule_for(union: &RuleUnion, witness: Option<&[u8]>) -> &'static str {
    let accepting = witness.and_then(|witness| union.accepting(witness));
    accepting.or_else(|| union.rules().next()).map_or("", |rule| rule.name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::question::json_of;
    use super::*;

    #[test]
    fn rules_of_one_name_have_automata_of_their_own() {
        let of = |rule| Side {
            grammar: urigram::Grammar::Rfc1630,
            reading: Default::default(),
            rule: Some(rule),
        };
        let (first, second) =
            (automata::of(of("search")).unwrap(), automata::of(of("url-search")).unwrap());
        assert!(second.accepts(b"a++b") && !first.accepts(b"a++b"));
        let rows = json_of::<Components>("a=rfc1630&b=rfc1630").unwrap();
        let query =
            rows["components"].as_array().unwrap().iter().find(|row| row["component"] == "query");
        assert_eq!(query.unwrap()["rules_a"], json!(["search", "url-search"]));
    }
}
