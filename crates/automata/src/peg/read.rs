//! Reading a grammar: our own reader, pest's optimizer.

use super::expr::Lowering;
use super::source::{Definition, Source};
use super::{check, Error, Grammar, Kind, Rule};
use pest_meta::ast::{Expr as Raw, Rule as RawRule, RuleType};
use pest_meta::optimizer::{optimize, OptimizedRule};
use std::collections::HashMap;

/// pest unrolls repetitions and walks the result recursively, so its size is bounded before it
/// starts.
pub(super) const MAX_NODES: usize = 10_000;
/// Reserved, not used: deep enough for everything within the bounds above.
#[cfg(not(target_family = "wasm"))]
const STACK: usize = 256 << 20;

/// WebAssembly has no threads, and where its only stack ends, the browser ends the call.
#[cfg(target_family = "wasm")]
pub(super) fn grammar(source: Source) -> Result<Grammar, Error> {
    read(&source).map(|(doc, rules)| Grammar::new(source.text, doc, rules))
}

#[cfg(not(target_family = "wasm"))]
pub(super) fn grammar(source: Source) -> Result<Grammar, Error> {
    // pest's optimizer recurses on the length of a chain of alternatives.
    let outcome = std::thread::scope(|scope| {
        let worker =
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || read(&source));
        worker.map(std::thread::ScopedJoinHandle::join)
    });
    match outcome {
        Ok(Ok(read)) => read.map(|(doc, rules)| Grammar::new(source.text, doc, rules)),
        Ok(Err(_panic)) => Err(source.error_at(0, "pest_meta gave up on this grammar".to_owned())),
        Err(_no_thread) => {
            Err(Error::TooLarge { rule: None, what: "bytes of stack needed to read it", limit: 0 })
        }
    }
}

/// Returns the documentation of a text, and its rules.
fn read(source: &Source) -> Result<(String, Vec<Rule>), Error> {
    let outline = source.outline()?;
    check::check(source, &outline.definitions)?;
    for rule in &outline.definitions {
        if check::unrolled(&rule.node) > MAX_NODES {
            return Err(too_large(&rule.name));
        }
    }
    let raw =
        |rule: &Definition| RawRule { name: rule.name.clone(), ty: rule.ty, expr: rule.node.raw() };
    let raw: Vec<RawRule> = outline.definitions.iter().map(raw).collect();
    let optimized = optimized(&raw);
    let doc = outline.doc.join("\n");
    let docs = outline.definitions.into_iter().map(|definition| definition.doc.join("\n"));
    Ok((doc, lower(&raw, &optimized, docs)?))
}

/// Returns the rules as pest's optimizer leaves them.
///
/// For each choice and repetition it looks at all rules that are called there, in case one of them
/// changes the stack of texts, which takes minutes for some thousand rules. It looks at other rules
/// for that and in atomic rules only. So a grammar that has neither is optimized rule by rule.
pub(super) fn optimized(raw: &[RawRule]) -> Vec<OptimizedRule> {
    let depends = |rule: &RawRule| {
        rule.ty == RuleType::Atomic
            || rule.expr.iter_top_down().any(|expr| match expr {
                Raw::Push(_) => true,
                Raw::Ident(name) => name == "POP" || name == "DROP",
                _ => false,
            })
    };
    if raw.iter().any(depends) {
        return optimize(raw.to_vec());
    }
    raw.iter().flat_map(|rule| optimize(vec![rule.clone()])).collect()
}

fn lower(
    raw: &[RawRule],
    optimized: &[OptimizedRule],
    docs: impl Iterator<Item = String>,
) -> Result<Vec<Rule>, Error> {
    let defined = raw.iter().map(|rule| rule.name.clone()).collect();
    let mut lowering = Lowering { defined: &defined, known: HashMap::new() };
    let pairs = raw.iter().zip(optimized).zip(docs);
    pairs
        .map(|((raw, optimized), doc)| {
            Ok(Rule {
                name: raw.name.clone(),
                doc,
                kind: match raw.ty {
                    RuleType::Normal => Kind::Normal,
                    RuleType::Silent => Kind::Silent,
                    RuleType::Atomic => Kind::Atomic,
                    RuleType::CompoundAtomic => Kind::CompoundAtomic,
                    RuleType::NonAtomic => Kind::NonAtomic,
                },
                raw: lowering.raw(&raw.name, &raw.expr, 0)?,
                optimized: lowering.optimized(&raw.name, &optimized.expr, 0)?,
                leaves_node: raw.ty != RuleType::Silent,
                leaves_end: raw.ty != RuleType::Atomic,
            })
        })
        .collect()
}

fn too_large(rule: &str) -> Error {
    Error::TooLarge {
        rule: Some(rule.to_owned()),
        what: "nodes once repetitions are unrolled",
        limit: MAX_NODES,
    }
}
