//! A rule, or what documents name differently and mean alike, through all documents.

use serde_json::{json, Value};
use urigram::history::Concept;
use urigram::history::{HistoryError, RuleHistory};
use urigram::{Grammar, Reading};

use super::{known, Params};
use crate::json::RuleHistoryJson;
use crate::memo::Memo;
use crate::refusal::Refusal;

/// Answers `history`: the object of `urigram history --rule RULE --format json`, and the names of
/// everything that documents share.
pub(super) fn answer(params: &Params) -> Result<Value, Refusal> {
    let mut history = of(params.text("of")?.unwrap_or("path"), params.reading("reading")?)?.clone();
    let shared = |concept: &Concept| json!({ "name": concept.name, "means": concept.means });
    history["shared"] = Concept::all().iter().map(shared).collect::<Vec<Value>>().into();
    Ok(history)
}

/// Returns the one spelling under which all rules for the same thing are followed.
fn followed(name: &str) -> String {
    let standing_for =
        |grammar: &Grammar| Concept::of(*grammar, grammar.document().rule(name).ok()?.id).next();
    let concept = Concept::named(name).ok();
    let concept = concept.or_else(|| known::all().iter().rev().find_map(standing_for));
    concept.map_or(name, |concept| concept.name).to_ascii_lowercase().replace('_', "-")
}

/// Returns the history of a name, computed once: there are at most as many as the documents have
/// rules, because an unknown name has none.
fn of(name: &str, reading: Reading) -> Result<&'static Value, Refusal> {
    static KNOWN: Memo<(String, Reading), Value> = Memo::new();
    KNOWN.get((followed(name), reading), || {
        let history =
            RuleHistory::among(name, reading, &known::all()).map_err(|error| match error {
                HistoryError::Unknown(error) => Refusal::unknown(name, error),
                error => Refusal::Limit(error.to_string()),
            })?;
        Ok(serde_json::to_value(RuleHistoryJson::new(&history))?)
    })
}
