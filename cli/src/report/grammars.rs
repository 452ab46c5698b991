//! The list of documents.

use serde_json::{json, Value};
use urigram::Grammar;

use super::{Params, Refusal};
use crate::commands::grammars::Facts;

/// `grammars`: what `urigram grammars --format json` says, as one list, and the version of the program.
pub(crate) fn list(_: &Params) -> Result<Value, Refusal> {
    let facts: Vec<Facts> = Grammar::ALL.iter().map(|&grammar| Facts::new(grammar)).collect();
    Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "grammars": facts }))
}
