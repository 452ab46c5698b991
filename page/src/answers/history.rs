//! A rule, or what documents call differently and mean alike, through all documents.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use serde_json::{json, Value};
use urigram::history::{HistoryError, RuleHistory};
use urigram::{Concept, Grammar, Reading};

use super::{Params, Refusal};
use crate::commands::history::Json;
use crate::exit::Failure;

/// `history`: what `urigram history RULE --format json` says, and the names of everything that documents share.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let mut told = of(params.text("of")?.unwrap_or("path"), params.reading("reading")?)?;
    let shared: Vec<Value> =
        Concept::all().iter().map(|concept| json!({ "name": concept.name, "means": concept.means })).collect();
    told["shared"] = shared.into();
    Ok(told)
}

/// What a name stands for, spelt in one way: the rules of one thing have one history.
fn followed(name: &str) -> String {
    let standing_for = |grammar: &Grammar| Concept::of(*grammar, grammar.document().rule(name).ok()?.id).next();
    let concept = Concept::named(name).ok().or_else(|| Grammar::ALL.iter().rev().find_map(standing_for));
    concept.map_or(name, |concept| concept.name).to_ascii_lowercase().replace('_', "-")
}

/// Told once for each name: there are at most as many as the documents have rules.
pub(super) fn of(name: &str, reading: Reading) -> Result<Value, Refusal> {
    static TOLD: Mutex<Option<HashMap<(String, Reading), Value>>> = Mutex::new(None);
    let key = (followed(name), reading);
    let told = || TOLD.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = told().get_or_insert_default().get(&key) {
        return Ok(known.clone());
    }
    let history = RuleHistory::of(name, reading).map_err(|error| match error {
        HistoryError::Unknown(error) => Failure::unknown(name, error),
        error => Failure::Limit(error.to_string()),
    })?;
    let value = serde_json::to_value(Json::new(&history))?;
    told().get_or_insert_default().insert(key, value.clone());
    Ok(value)
}
