//! The list of documents.

use serde::Serialize;
use urigram::Grammar;

use super::Kept;
use crate::json::FactsJson;
use crate::refusal::Refusal;

/// The documents.
#[derive(Serialize)]
pub(super) struct Grammars {
    /// The version of the program.
    version: &'static str,
    /// The objects of `urigram grammars --format json`.
    grammars: Vec<FactsJson>,
}

impl Kept for Grammars {
    const NAME: &'static str = "grammars";

    fn answer() -> Result<impl Serialize, Refusal> {
        let grammars = Grammar::ALL.iter().copied().map(FactsJson::new).collect();
        Ok(Grammars { version: env!("CARGO_PKG_VERSION"), grammars })
    }
}
