//! Rules made from expressions instead of from text, optimized as pest would optimize them.

use super::expr::Lowering;
use super::read::MAX_NODES;
use super::{CharSet, Expr, Grammar, Kind, Rule, Stack};
use pest_meta::ast::{Expr as Raw, Rule as RawRule, RuleType};
use pest_meta::optimizer::optimize;
use std::collections::{HashMap, HashSet};

impl Rule {
    /// Returns a normal rule that matches `expr`; `None` if pest cannot express it. `defined` holds
    /// the names of all rules of the grammar.
    pub(crate) fn made(name: &str, expr: Expr, defined: &HashSet<String>) -> Option<Rule> {
        if unrolled(&expr) > MAX_NODES {
            return None;
        }
        let raw = RawRule { name: name.to_owned(), ty: RuleType::Normal, expr: ast(&expr) };
        let optimized = optimize(vec![raw]).into_iter().next()?;
        let mut lowering = Lowering { defined, known: HashMap::new() };
        let optimized = lowering.optimized(name, &optimized.expr, 0).ok()?;
        Some(Rule {
            name: name.to_owned(),
            doc: String::new(),
            kind: Kind::Normal,
            raw: expr,
            optimized,
            leaves_node: true,
            leaves_end: true,
        })
    }
}

impl Grammar {
    /// Returns a grammar of these rules, without a source and without pest's checks.
    pub(crate) fn made(rules: Vec<Rule>) -> Grammar {
        Grammar::new(String::new(), String::new(), rules)
    }
}

/// Returns the number of nodes of an expression once its repetitions are unrolled, which pest's
/// optimizer does.
fn unrolled(expr: &Expr) -> usize {
    let inside = expr.parts().fold(1usize, |sum, part| sum.saturating_add(unrolled(part)));
    match expr {
        Expr::Repeat { min, max, .. } => inside.saturating_mul(max.unwrap_or(*min) as usize + 1),
        _ => inside,
    }
}

fn ast(expr: &Expr) -> Raw {
    let boxed = |expr: &Expr| Box::new(ast(expr));
    match expr {
        Expr::Text(text) => Raw::Str(text.clone()),
        Expr::TextAnyCase(text) => Raw::Insens(text.clone()),
        Expr::Class(set) if *set == CharSet::all() => Raw::Ident("ANY".to_owned()),
        Expr::Class(set) => {
            let ranges =
                set.ranges().map(|(low, high)| Raw::Range(low.to_string(), high.to_string()));
            ranges
                .reduce(|a, b| Raw::Choice(Box::new(a), Box::new(b)))
                .unwrap_or_else(|| Raw::NegPred(Box::new(Raw::Str(String::new()))))
        }
        Expr::Rule(name) => Raw::Ident(name.clone()),
        Expr::Sequence(parts) => {
            let parts = parts.iter().map(ast).reduce(|a, b| Raw::Seq(Box::new(a), Box::new(b)));
            parts.unwrap_or_else(|| Raw::Str(String::new()))
        }
        Expr::Choice(parts) => {
            let parts = parts.iter().map(ast).reduce(|a, b| Raw::Choice(Box::new(a), Box::new(b)));
            parts.unwrap_or_else(|| Raw::Str(String::new()))
        }
        Expr::Repeat { expr, min, max } => match (*min, *max) {
            (0, None) => Raw::Rep(boxed(expr)),
            (1, None) => Raw::RepOnce(boxed(expr)),
            (0, Some(1)) => Raw::Opt(boxed(expr)),
            (min, None) => Raw::RepMin(boxed(expr), min),
            (min, Some(max)) if min == max => Raw::RepExact(boxed(expr), min),
            (0, Some(max)) => Raw::RepMax(boxed(expr), max),
            (min, Some(max)) => Raw::RepMinMax(boxed(expr), min, max),
        },
        Expr::And(expr) => Raw::PosPred(boxed(expr)),
        Expr::Not(expr) => Raw::NegPred(boxed(expr)),
        Expr::StartOfInput => Raw::Ident("SOI".to_owned()),
        Expr::EndOfInput => Raw::Ident("EOI".to_owned()),
        Expr::Stack(Stack::Push(inner)) => Raw::Push(boxed(inner)),
        Expr::Stack(Stack::Restore(inner)) => ast(inner),
        Expr::Stack(Stack::PeekSlice { start, end }) => Raw::PeekSlice(*start, *end),
        Expr::Stack(stack) => Raw::Ident(stack.name().to_owned()),
    }
}
