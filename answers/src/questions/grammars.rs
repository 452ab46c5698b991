//! The list of documents.

use serde::Serialize;

use super::{known, Described, Kept};
use crate::json::FactsJson;
use crate::refusal::Refusal;

/// The documents.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(super) struct Grammars {
    /// The version of the program.
    version: &'static str,
    /// The objects of `urigram grammars --format json`.
    grammars: Vec<FactsJson>,
}

impl Kept for Grammars {
    const NAME: &'static str = "grammars";

    fn answer() -> Result<impl Described, Refusal> {
        let grammars = known::all().into_iter().map(FactsJson::new).collect();
        Ok(Grammars { version: env!("CARGO_PKG_VERSION"), grammars })
    }
}
