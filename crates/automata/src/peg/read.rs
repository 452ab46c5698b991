//! Reading a grammar.

use super::names::Names;
use super::source::{Definition, Source};
use super::Kind;
use super::{check, optimizer, Error, Grammar, Rule};
use std::collections::HashMap;

/// pest unrolls repetitions. The most nodes that this may add to a rule.
pub(super) const MAX_NODES: usize = 10_000;

pub(super) fn grammar(source: Source) -> Result<Grammar, Error> {
    let outline = source.outline()?;
    check::check(&source, &outline.definitions)?;
    for rule in &outline.definitions {
        if check::unrolled(&rule.expr, true) - check::unrolled(&rule.expr, false) > MAX_NODES {
            return Err(Error::TooLarge {
                rule: Some(rule.name.clone()),
                what: "nodes once repetitions are unrolled",
                limit: MAX_NODES,
            });
        }
    }
    let doc = outline.doc.join("\n");
    Ok(Grammar::new(source.text, doc, rules(outline.definitions)?))
}

fn rules(definitions: Vec<Definition>) -> Result<Vec<Rule>, Error> {
    let written = definitions.iter().map(|rule| (rule.name.as_str(), &rule.expr)).collect();
    let optimized = definitions.iter().map(|rule| {
        (rule.name.as_str(), optimizer::optimized(rule.expr.flattened(), rule.kind, &written))
    });
    let optimized = optimizer::restoring(optimized.collect());
    let defined = definitions.iter().map(|rule| rule.name.clone()).collect();
    let mut names = Names { defined: &defined, known: HashMap::new() };
    let rules = definitions.iter().zip(&optimized);
    rules
        .map(|(rule, optimized)| {
            Ok(Rule {
                name: rule.name.clone(),
                doc: rule.doc.join("\n"),
                kind: rule.kind,
                raw: names.resolve(&rule.name, &rule.expr, 0)?,
                optimized: names.resolve(&rule.name, optimized, 0)?,
                leaves_node: rule.kind != Kind::Silent,
                leaves_end: rule.kind != Kind::Atomic,
            })
        })
        .collect()
}
