//! A component through all documents, each compared with the one before it that knows the component.

use serde_json::{json, Value};
use urigram::proof::{Limits, ProofError, Side};
use urigram::{Component, Grammar};

use super::pair::Part;
use super::{Params, Refusal};
use crate::bytes::Keyed;
use crate::commands::compare::relation;

/// `history`: for a component its rules in each document as ABNF, and how they relate to the document before.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let reading = params.reading("reading")?;
    let name = params.text("of")?.unwrap_or("path");
    let Some(component) = Component::ALL.into_iter().find(|component| component.name() == name) else {
        return Err(Refusal::Usage(format!("there is no component {name:?}; rules of one name are no history")));
    };
    let mut entries = Vec::new();
    let mut before: Option<(Grammar, Part)> = None;
    for &grammar in Grammar::ALL {
        let Some(part) = Part::new(Side { grammar, reading, rule: None }, component)? else { continue };
        let rules: Vec<Value> =
            part.rules().iter().map(|rule| json!({ "rule": rule, "abnf": grammar.abnf_of(reading, rule) })).collect();
        let date = grammar.document().date.to_string();
        let mut entry = json!({ "grammar": grammar.id(), "date": date, "rules": rules });
        if let Some((other, older)) = &before {
            let compared = older.all.compare(&part.all, Limits::default()).map_err(ProofError::Undecided)?;
            entry["before"] = other.id().into();
            entry["relation"] = relation(compared.relation).into();
            entry["lost_rule"] = older.accepting(compared.only_a.as_deref()).into();
            entry["won_rule"] = part.accepting(compared.only_b.as_deref()).into();
            super::string::extend(&mut entry, &Keyed("lost", compared.only_a.as_deref()))?;
            super::string::extend(&mut entry, &Keyed("won", compared.only_b.as_deref()))?;
        }
        entries.push(entry);
        before = Some((grammar, part));
    }
    Ok(json!({ "of": name, "reading": reading.id(), "entries": entries }))
}
