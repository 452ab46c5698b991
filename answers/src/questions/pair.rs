//! Two documents: their relation, of the whole and component by component.

use serde_json::{json, Value};
use urigram::compare::RuleUnion;
use urigram::proof::{Limits, ProofError, Side};
use urigram::Component;

use super::{automata, Params};
use crate::json::{extend, ComparisonJson};
use crate::refusal::Refusal;

/// Answers `compare`: the object of `urigram compare A B --format json`, by the start rules or by
/// `rule_a` and `rule_b`.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let (a, b) = sides(params)?;
    Ok(serde_json::to_value(ComparisonJson::new(a, b, &automata::compare(a, b)?))?)
}

/// Answers `components`: a comparison for every component that both documents have, each by the
/// union of its rules.
pub(super) fn components(params: &Params) -> Result<Value, Refusal> {
    let (a, b) = sides(params)?;
    let mut rows = Vec::new();
    for component in Component::ALL {
        let of = |side: Side<'_>| automata::of_component(side.grammar, side.reading, component);
        let (Some(of_a), Some(of_b)) = (of(a)?, of(b)?) else { continue };
        let compared = of_a.automaton().compare(of_b.automaton(), Limits::default());
        let compared = compared.map_err(ProofError::Undecided)?;
        let rule_a = Some(rule_for(of_a, compared.only_a.as_deref()));
        let rule_b = Some(rule_for(of_b, compared.only_b.as_deref()));
        let object =
            ComparisonJson::new(Side { rule: rule_a, ..a }, Side { rule: rule_b, ..b }, &compared);
        let mut row = serde_json::to_value(object)?;
        let rules = |union: &RuleUnion| union.rules().map(|rule| rule.id).collect::<Vec<_>>();
        let more = json!({
            "component": component.name(),
            "rules_a": rules(of_a),
            "rules_b": rules(of_b),
        });
        extend(&mut row, &more)?;
        rows.push(row);
    }
    Ok(json!({ "components": rows }))
}

/// Returns the first rule that accepts a witness; without one, the first of all.
fn rule_for(union: &RuleUnion, witness: Option<&[u8]>) -> &'static str {
    let accepting = witness.and_then(|witness| union.accepting(witness));
    accepting.or_else(|| union.rules().next()).map_or("", |rule| rule.id)
}

fn sides(params: &Params) -> Result<(Side<'_>, Side<'_>), Refusal> {
    let side = |grammar, reading, rule| {
        let grammar = params.grammar(grammar)?;
        let rule = params.text(rule)?;
        if let Some(name) = rule {
            let known = grammar.document().rule(name);
            known.map_err(|error| Refusal::unknown_in(name, grammar, error))?;
        }
        Ok::<_, Refusal>(Side { grammar, reading: params.reading(reading)?, rule })
    };
    Ok((side("a", "reading_a", "rule_a")?, side("b", "reading_b", "rule_b")?))
}

#[cfg(test)]
mod tests {
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
        let params = Params::read(b"a=rfc1630&b=rfc1630").unwrap();
        let rows = components(&params).unwrap();
        let query =
            rows["components"].as_array().unwrap().iter().find(|row| row["component"] == "query");
        assert_eq!(query.unwrap()["rules_a"], json!(["search", "url-search"]));
    }
}
