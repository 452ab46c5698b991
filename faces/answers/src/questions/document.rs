//! A document: facts, rules, errata with both verdicts, examples.

use serde::Serialize;
use urigram::documents::{Erratum, Table};
use urigram::{Grammar, Reading};

use super::examples::{self, Example};
use super::{Params, Question};
use crate::json::{DocumentJson, ErrorJson};
use crate::refusal::Refusal;
use crate::rule_ref::RuleRef;

/// A document in a reading.
pub(super) struct Document(Grammar, Reading);

/// A document with its examples.
#[derive(Serialize)]
struct AnswerJson {
    /// The object of `urigram grammars ID --format json`.
    #[serde(flatten)]
    document: DocumentJson,
    /// The errata's examples in both readings.
    readings: Vec<Both>,
    /// The document's own examples.
    examples: Vec<Shown>,
}

impl Question for Document {
    const NAME: &'static str = "document";

    fn read(params: &Params) -> Result<Document, Refusal> {
        Ok(Document(params.grammar("grammar")?, params.reading("reading")?))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let Document(grammar, reading) = *self;
        let document = grammar.document();
        let rules: Vec<_> = document.rules().iter().collect();
        let errata = document.commentary().errata.iter();
        let examples = examples::of(grammar).iter();
        let shown = |example| Shown { accepted: accepted(grammar, reading, example), example };
        Ok(AnswerJson {
            document: DocumentJson::new(grammar, reading, &rules)?,
            readings: errata.map(|one| Both::new(grammar, one)).collect::<Result<_, _>>()?,
            examples: examples.map(shown).collect(),
        })
    }
}

/// An erratum with its example by both readings.
#[derive(Serialize)]
struct Both {
    id: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    example: Option<Verdicts>,
}

/// An example by both readings.
#[derive(Serialize)]
struct Verdicts {
    text: &'static str,
    rule: &'static str,
    printed: Verdict,
    corrected: Verdict,
}

/// A verdict, with the error of a rejection.
#[derive(Serialize)]
struct Verdict {
    accepted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorJson>,
}

impl Both {
    fn new(grammar: Grammar, erratum: &Erratum) -> Result<Both, Refusal> {
        let Some(example) = &erratum.example else {
            return Ok(Both { id: erratum.id, example: None });
        };
        let verdict = |reading| {
            Ok::<_, Refusal>(verdict(
                grammar.table_of(reading, example.rule)?,
                reading,
                example.text,
            ))
        };
        Ok(Both {
            id: erratum.id,
            example: Some(Verdicts {
                text: example.text,
                rule: example.rule,
                printed: verdict(Reading::Printed)?,
                corrected: verdict(Reading::Corrected)?,
            }),
        })
    }
}

fn verdict(table: &'static Table, reading: Reading, text: &str) -> Verdict {
    let error = table.check(text.as_bytes(), reading).err();
    Verdict { accepted: error.is_none(), error: error.as_ref().map(ErrorJson::new) }
}

/// An example that the document prints.
#[derive(Serialize)]
struct Shown {
    #[serde(flatten)]
    example: &'static Example,
    /// Whether its rule accepts it; absent for running text.
    #[serde(skip_serializing_if = "Option::is_none")]
    accepted: Option<bool>,
}

fn accepted(grammar: Grammar, reading: Reading, example: &Example) -> Option<bool> {
    let rule = RuleRef::new(grammar, reading, example.rule.as_deref()).ok()?;
    Some(rule.verdict(example.text.as_ref()?.as_bytes()).is_accepted())
}
