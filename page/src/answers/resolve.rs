//! A base and a reference by every document's own algorithm, step by step.

use serde::Serialize;
use serde_json::{json, Value};
use urigram::{Grammar, ResolveError, Resolver, Target};

use super::{Params, Refusal};
use crate::commands::resolve::others;

/// `resolve`: each document's answer with its steps, and under it what it gives where it leaves a choice.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let base = params.text("base")?.unwrap_or("");
    let reference = params.text("reference")?.unwrap_or("");
    let reading = params.reading("reading")?;
    let (defined, without): (Vec<Resolver>, Vec<Resolver>) = Grammar::ALL
        .iter()
        .map(|&grammar| Resolver::new(grammar).reading(reading))
        .partition(|resolver| resolver.is_defined());
    let answers: Vec<Document> = defined.iter().map(|&resolver| Document::new(resolver, base, reference)).collect();
    let without: Vec<&str> = without.iter().map(|resolver| resolver.grammar().id()).collect();
    Ok(json!({ "base": base, "reference": reference, "answers": answers, "without": without }))
}

/// One document.
#[derive(Serialize)]
struct Document {
    grammar: &'static str,
    date: String,
    number: &'static str,
    section: Option<&'static str>,
    #[serde(flatten)]
    usual: Answer,
    /// Only where they differ.
    alternatives: Vec<Alternative>,
}

#[derive(Serialize)]
struct Alternative {
    option: &'static str,
    #[serde(flatten)]
    answer: Answer,
}

#[derive(PartialEq, Serialize)]
struct Answer {
    #[serde(skip_serializing_if = "Option::is_none")]
    target: Option<String>,
    /// Whether the document says "the current document" instead of a target.
    same_document: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// What the algorithm gives to the letter, where that is refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    literal: Option<String>,
    steps: Vec<Step>,
}

#[derive(PartialEq, Serialize)]
struct Step {
    label: &'static str,
    what: &'static str,
    value: String,
}

impl Document {
    fn new(resolver: Resolver, base: &str, reference: &str) -> Document {
        let grammar = resolver.grammar();
        let usual = Answer::new(resolver, base, reference);
        let alternatives = others(resolver).filter_map(|(option, other)| {
            let answer = Answer::new(other, base, reference);
            let differs = (&answer.target, &answer.error) != (&usual.target, &usual.error);
            differs.then_some(Alternative { option, answer })
        });
        let alternatives = alternatives.collect();
        Document {
            grammar: grammar.id(),
            date: grammar.document().date.to_string(),
            number: grammar.document().number,
            section: resolver.section(),
            usual,
            alternatives,
        }
    }
}

impl Answer {
    fn new(resolver: Resolver, base: &str, reference: &str) -> Answer {
        let (target, steps) = resolver.resolve_with_steps(base, reference);
        let steps = steps.into_iter().map(|step| Step { label: step.label, what: step.what, value: step.value });
        Answer {
            same_document: matches!(target, Ok(Target::CurrentDocument { .. })),
            literal: target.as_ref().err().and_then(ResolveError::literal).map(str::to_owned),
            error: target.as_ref().err().map(ToString::to_string),
            target: target.ok().map(|target| target.to_string()),
            steps: steps.collect(),
        }
    }
}
