//! The list of documents.

use serde_json::{json, Value};

use super::{known, Params};
use crate::json::FactsJson;
use crate::refusal::Refusal;

/// Answers `grammars`: for each document the object of `urigram grammars --format json`, as one
/// list, and the version of the program.
pub(super) fn list(_: &Params) -> Result<Value, Refusal> {
    let facts: Vec<FactsJson> = known::all().into_iter().map(FactsJson::new).collect();
    Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "grammars": facts }))
}
