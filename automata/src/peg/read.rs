//! Reading a grammar through pest_meta.

use super::expr::{Lowering, MAX_DEPTH};
use super::source::Source;
use super::{Error, Grammar, Kind, Rule};
use pest_meta::ast::{Expr as Raw, Rule as RawRule, RuleType};
use pest_meta::optimizer::{optimize, OptimizedRule};
use pest_meta::{parser, validator};
use std::collections::HashMap;

/// pest unrolls repetitions and walks the result recursively, so its size is bounded before it starts.
const MAX_NODES: usize = 10_000;
/// What pest cuts a rule into before anything is unrolled, about three pieces for each literal. Its validator takes
/// time cubic in the alternatives of a rule: half a second for 250, half a minute for the 1,300 that this admits.
const MAX_PIECES: usize = 4_000;
/// Reserved, not used: deep enough for everything within the bounds above.
const STACK: usize = 256 << 20;

pub(super) fn grammar(source: Source) -> Result<Grammar, Error> {
    // pest's parser, validator and optimizer recurse on the depth of what they are given.
    let outcome = std::thread::scope(|scope| {
        let worker = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || read(&source));
        worker.map(|worker| worker.join())
    });
    match outcome {
        Ok(Ok(rules)) => rules.map(|(doc, rules)| Grammar::new(source.text, doc, rules)),
        Ok(Err(_panic)) => Err(source.error_at(0, "pest_meta gave up on this grammar".to_owned())),
        Err(_no_thread) => Err(Error::TooLarge { rule: None, what: "bytes of stack needed to read it", limit: 0 }),
    }
}

fn read(source: &Source) -> Result<(String, Vec<Rule>), Error> {
    let outline = source.outline()?;
    if let Some(large) = outline.definitions.iter().find(|definition| definition.pieces > MAX_PIECES) {
        let rule = Some(large.name.clone());
        return Err(Error::TooLarge { rule, what: "operators and operands", limit: MAX_PIECES });
    }
    if let Some(deep) = outline.definitions.iter().find(|definition| definition.nesting > MAX_DEPTH) {
        let rule = Some(deep.name.clone());
        return Err(Error::TooLarge { rule, what: "levels of nesting", limit: MAX_DEPTH });
    }
    let first = |errors: Vec<_>| match errors.into_iter().next() {
        Some(error) => source.error(error),
        None => source.error_at(0, "pest_meta refuses this grammar".to_owned()),
    };
    let pairs = parser::parse(parser::Rule::grammar_rules, &source.text).map_err(|error| source.error(error))?;
    validator::validate_pairs(pairs.clone()).map_err(first)?;
    let raw = parser::consume_rules(pairs).map_err(first)?;
    for rule in &raw {
        if rule.name == "WHITESPACE" || rule.name == "COMMENT" {
            return Err(Error::Unsupported { rule: rule.name.clone(), construct: format!("implicit {}", rule.name) });
        }
        if unrolled(&rule.expr) > MAX_NODES {
            return Err(too_large(&rule.name));
        }
    }
    let optimized = optimize(raw.clone());
    let doc = outline.doc.join("\n");
    let docs = outline.definitions.into_iter().map(|definition| definition.doc.join("\n"));
    Ok((doc, lower(&raw, &optimized, docs)?))
}

fn lower(raw: &[RawRule], optimized: &[OptimizedRule], docs: impl Iterator<Item = String>) -> Result<Vec<Rule>, Error> {
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
            })
        })
        .collect()
}

/// How many nodes an expression has once its repetitions are unrolled.
fn unrolled(expr: &Raw) -> usize {
    let times = |inner: &Raw, n: u32| unrolled(inner).saturating_mul((n as usize).saturating_add(1));
    let nodes = match expr {
        Raw::PosPred(inner) | Raw::NegPred(inner) | Raw::Opt(inner) | Raw::Rep(inner) | Raw::Push(inner) => {
            unrolled(inner)
        }
        Raw::Seq(left, right) | Raw::Choice(left, right) => unrolled(left).saturating_add(unrolled(right)),
        Raw::RepOnce(inner) => times(inner, 1),
        Raw::RepExact(inner, n) | Raw::RepMin(inner, n) | Raw::RepMax(inner, n) => times(inner, *n),
        Raw::RepMinMax(inner, min, max) => times(inner, *min.max(max)),
        _ => 0,
    };
    nodes.saturating_add(1)
}

fn too_large(rule: &str) -> Error {
    Error::TooLarge { rule: Some(rule.to_owned()), what: "nodes once repetitions are unrolled", limit: MAX_NODES }
}
