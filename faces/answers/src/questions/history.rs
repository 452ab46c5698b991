//! A rule, or what documents name differently and mean alike, through all documents.

use serde::Serialize;
use urigram::{Grammar, Reading};
use urigram_study::history::{Concept, HistoryError, RuleHistory};

use super::{Params, Question};
use crate::json::RuleHistoryJson;
use crate::memo::Memo;
use crate::refusal::Refusal;

/// The history of a rule or a concept, by default of `path`.
pub(super) struct History(String, Reading);

/// The history with the names of everything that documents share.
#[derive(Serialize)]
struct AnswerJson {
    /// The object of `urigram history --rule RULE --format json`.
    #[serde(flatten)]
    history: RuleHistoryJson<'static>,
    shared: Vec<Shared>,
}

/// A concept that documents share.
#[derive(Serialize)]
struct Shared {
    name: &'static str,
    means: &'static str,
}

impl Question for History {
    const NAME: &'static str = "history";

    fn read(params: &Params) -> Result<History, Refusal> {
        let of = params.text("of")?.unwrap_or("path");
        Ok(History(of.to_owned(), params.reading("reading")?))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let shared = |concept: &Concept| Shared { name: concept.name, means: concept.means };
        let shared = Concept::all().iter().map(shared).collect();
        Ok(AnswerJson { history: RuleHistoryJson::new(of(&self.0, self.1)?), shared })
    }
}

/// Returns the one spelling under which all rules for the same thing are followed.
fn followed(name: &str) -> String {
    let standing_for =
        |grammar: &Grammar| Concept::of(*grammar, grammar.document().rule(name).ok()?.id).next();
    let concept = Concept::named(name).ok();
    let concept = concept.or_else(|| Grammar::ALL.iter().rev().find_map(standing_for));
    concept.map_or(name, |concept| concept.name).to_ascii_lowercase().replace('_', "-")
}

/// Returns the history of a name, computed once. Unknown names are refused, so there are at most as
/// many as the documents have rules.
fn of(name: &str, reading: Reading) -> Result<&'static RuleHistory, Refusal> {
    static KNOWN: Memo<(String, Reading), RuleHistory> = Memo::new();
    KNOWN.get((followed(name), reading), || {
        RuleHistory::among(name, reading, Grammar::ALL).map_err(|error| match error {
            HistoryError::Unknown(error) => Refusal::unknown(name, error),
            error => Refusal::Limit(error.to_string()),
        })
    })
}
