//! Reading a grammar.

use super::expr::Names;
use super::source::{Definition, Source};
use super::{check, optimizer, Error, Grammar, Rule};
use super::{Expr, Kind};
use std::collections::HashMap;

/// pest unrolls repetitions. The most nodes that this may add to a rule.
pub(super) const MAX_NODES: usize = 10_000;

pub(super) fn grammar(source: Source) -> Result<Grammar, Error> {
    let outline = source.outline()?;
    check::check(&source, &outline.definitions)?;
    for rule in &outline.definitions {
        if check::unrolled(&rule.node, true) - check::unrolled(&rule.node, false) > MAX_NODES {
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
    let written: Vec<Expr> = definitions.iter().map(|rule| rule.node.expr()).collect();
    let nodes = definitions.iter().map(|rule| (rule.name.as_str(), &rule.node)).collect();
    let optimized = definitions.iter().zip(&written);
    let optimized = optimized.map(|(rule, expr)| {
        (rule.name.as_str(), optimizer::optimized(expr.clone(), rule.kind, &nodes))
    });
    let optimized = optimizer::restoring(optimized.collect());
    let defined = definitions.iter().map(|rule| rule.name.clone()).collect();
    let mut names = Names { defined: &defined, known: HashMap::new() };
    let rules = definitions.iter().zip(&written).zip(&optimized);
    rules
        .map(|((rule, written), optimized)| {
            Ok(Rule {
                name: rule.name.clone(),
                doc: rule.doc.join("\n"),
                kind: rule.kind,
                raw: names.resolve(&rule.name, written, 0)?,
                optimized: names.resolve(&rule.name, optimized, 0)?,
                leaves_node: rule.kind != Kind::Silent,
                leaves_end: rule.kind != Kind::Atomic,
            })
        })
        .collect()
}
