//! The rules of a document.

use serde::Serialize;
use urigram::proof::Transcriptions;
use urigram::{Grammar, Reading};

use super::{Params, Question};
use crate::memo::Memo;
use crate::refusal::Refusal;

/// The rules of a document.
pub(super) struct Rules(Grammar);

/// The names of a document's rules, in its order.
#[derive(Serialize)]
struct Names {
    grammar: &'static str,
    rules: Vec<&'static str>,
}

impl Question for Rules {
    const NAME: &'static str = "rules";

    fn read(params: &Params) -> Result<Rules, Refusal> {
        params.grammar("grammar").map(Rules)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let rules = self.0.document().rules().iter().map(|rule| rule.name);
        Ok(Names { grammar: self.0.as_str(), rules: rules.collect() })
    }
}

/// Returns the rules of a document, and the id of one, by default of the start rule.
pub(super) fn rules_of(
    params: &Params,
) -> Result<(&'static Transcriptions, &'static str), Refusal> {
    let (grammar, reading) = (params.grammar("grammar")?, params.reading("reading")?);
    let rule = params.rule("rule", grammar)?;
    let rule = rule.or_else(|| grammar.document().rule(grammar.document().start.default).ok());
    Ok((transcriptions(grammar, reading)?, rule.map_or("", |rule| rule.id)))
}

/// Returns a document's rules, read once: a class steps through the same documents again and again,
/// and pest needs milliseconds to read a grammar.
pub(super) fn transcriptions(
    grammar: Grammar,
    reading: Reading,
) -> Result<&'static Transcriptions, Refusal> {
    static READ: Memo<(Grammar, Reading), Transcriptions> = Memo::new();
    Ok(READ.get((grammar, reading), || Transcriptions::of(grammar, reading))?)
}

pub(super) fn peg_id(id: &str) -> String {
    id.replace('-', "_")
}
