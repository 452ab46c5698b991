//! Two documents: how they relate, whole and component by component.

use serde_json::{json, Value};
use urigram::proof::{Dfa, Limits, ProofError, Side};
use urigram::Component;

use super::{automata, Params, Refusal};
use crate::commands::compare::Json;

/// `compare`: what `urigram compare A B --format json` says, by the start rules or by `rule_a` and `rule_b`.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let (a, b) = sides(params)?;
    Ok(serde_json::to_value(Json::new(a, b, &automata::compare(a, b)?))?)
}

/// `components`: the same for every component that both documents know, by all rules for it together.
pub(crate) fn components(params: &Params) -> Result<Value, Refusal> {
    let (a, b) = sides(params)?;
    let mut rows = Vec::new();
    for component in Component::ALL {
        let parts = (Part::new(a, component)?, Part::new(b, component)?);
        let (Some(of_a), Some(of_b)) = parts else { continue };
        let compared = of_a.all.compare(&of_b.all, Limits::default()).map_err(ProofError::Undecided)?;
        let (rule_a, rule_b) = (of_a.accepting(compared.only_a.as_deref()), of_b.accepting(compared.only_b.as_deref()));
        let sides = (Side { rule: Some(rule_a), ..a }, Side { rule: Some(rule_b), ..b });
        let mut row = serde_json::to_value(Json::new(sides.0, sides.1, &compared))?;
        let more = json!({ "component": component.name(), "rules_a": of_a.rules(), "rules_b": of_b.rules() });
        super::string::extend(&mut row, &more)?;
        rows.push(row);
    }
    Ok(json!({ "components": rows }))
}

/// What a document takes for a component: any of some rules.
pub(super) struct Part {
    rules: Vec<(&'static str, &'static Dfa)>,
    pub(super) all: Dfa,
}

impl Part {
    pub(super) fn new(side: Side<'_>, component: Component) -> Result<Option<Part>, Refusal> {
        let rules: Vec<(&'static str, &'static Dfa)> = side
            .grammar
            .document()
            .component_rules(component)
            .iter()
            .map(|rule| Ok((*rule, automata::of(Side { rule: Some(rule), ..side })?)))
            .collect::<Result<_, ProofError>>()?;
        let Some((_, first)) = rules.first() else { return Ok(None) };
        let all = rules[1..].iter().try_fold((*first).clone(), |all, (_, one)| all.union(one, Limits::default()));
        Ok(Some(Part { all: all.map_err(ProofError::Undecided)?, rules }))
    }

    pub(super) fn rules(&self) -> Vec<&'static str> {
        self.rules.iter().map(|(rule, _)| *rule).collect()
    }

    /// The first rule that accepts a witness; the first of all without one.
    pub(super) fn accepting(&self, witness: Option<&[u8]>) -> &'static str {
        let accepting = self.rules.iter().find(|(_, dfa)| witness.is_none_or(|witness| dfa.accepts(witness)));
        accepting.or(self.rules.first()).map_or("", |(rule, _)| rule)
    }
}

fn sides(params: &Params) -> Result<(Side<'_>, Side<'_>), Refusal> {
    let side = |grammar, reading, rule| {
        let grammar = params.grammar(grammar)?;
        let rule = params.text(rule)?;
        if let Some(name) = rule {
            let known = grammar.document().rule(name);
            known.map_err(|error| Refusal::Usage(format!("{name:?} in {grammar}: {error}")))?;
        }
        Ok::<_, Refusal>(Side { grammar, reading: params.reading(reading)?, rule })
    };
    Ok((side("a", "reading_a", "rule_a")?, side("b", "reading_b", "rule_b")?))
}
