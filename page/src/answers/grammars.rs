//! The list of documents.

use serde_json::{json, Value};
use urigram::Grammar;

use super::{Params, Refusal};
use crate::commands::grammars::Facts;
use crate::serve::is_ahead;

/// `grammars`: what `urigram grammars --format json` says, as one list, the version of the program, and whether
/// everything is computed that is computed ahead.
pub(crate) fn list(_: &Params) -> Result<Value, Refusal> {
    let facts: Vec<Facts> = Grammar::ALL.iter().map(|&grammar| Facts::new(grammar)).collect();
    Ok(json!({ "version": env!("CARGO_PKG_VERSION"), "ahead": is_ahead(), "grammars": facts }))
}
