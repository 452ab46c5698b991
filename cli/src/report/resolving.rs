//! A base and a reference by every document's own algorithm, step by step.

use serde_json::{json, Value};
use urigram::{Grammar, Leftover, Resolver, SameScheme, Target};

use super::{Params, Refusal};

/// `resolve`: what `urigram resolve --all --steps --format json` says, as one list.
pub(crate) fn answer(params: &Params) -> Result<Value, Refusal> {
    let base = params.text("base")?.unwrap_or("");
    let reference = params.text("reference")?.unwrap_or("");
    let reading = params.reading("reading")?;
    let same_scheme = if params.flag("compatible") { SameScheme::Relative } else { SameScheme::Absolute };
    let leftover = if params.flag("remove") { Leftover::Removed } else { Leftover::Kept };
    let by = |&grammar: &Grammar| {
        let resolver = Resolver::new(grammar).reading(reading).same_scheme(same_scheme).leftover(leftover);
        resolver.is_defined().then(|| one(&resolver, base, reference))
    };
    let answers: Vec<Value> = Grammar::ALL.iter().filter_map(by).collect();
    let without: Vec<&str> = Grammar::ALL
        .iter()
        .filter(|&&grammar| !Resolver::new(grammar).is_defined())
        .map(|grammar| grammar.id())
        .collect();
    Ok(json!({ "base": base, "reference": reference, "answers": answers, "without": without }))
}

fn one(resolver: &Resolver, base: &str, reference: &str) -> Value {
    let grammar = resolver.grammar();
    let (target, steps) = resolver.resolve_with_steps(base, reference);
    let steps: Vec<Value> =
        steps.iter().map(|step| json!({ "label": step.label, "what": step.what, "value": step.value })).collect();
    let mut answer = json!({
        "grammar": grammar.id(),
        "date": grammar.document().date.to_string(),
        "number": grammar.document().number,
        "section": resolver.section(),
        "options": { "compatible": resolver.has_same_scheme(), "remove": resolver.has_leftover() },
        "steps": steps,
    });
    let (key, value) = match &target {
        Ok(target) => {
            answer["same_document"] = matches!(target, Target::CurrentDocument { .. }).into();
            ("target", target.to_string())
        }
        Err(error) => ("error", error.to_string()),
    };
    answer[key] = value.into();
    answer
}
