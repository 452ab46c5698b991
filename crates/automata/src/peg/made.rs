//! Rules made from expressions instead of from text, optimized as pest would optimize them.

use super::check::unrolled;
use super::names::Names;
use super::optimizer::optimized;
use super::read::MAX_NODES;
use super::{Expr, Grammar, Kind, Rule};
use std::collections::{HashMap, HashSet};

impl Rule {
    /// Returns a normal rule that matches `expr`; `None` if pest cannot express it. `defined` holds
    /// the names of all rules of the grammar.
    pub(crate) fn made(name: &str, expr: Expr, defined: &HashSet<String>) -> Option<Rule> {
        let grown = unrolled(&expr, true) - unrolled(&expr, false);
        if grown.saturating_add(expr.size()) > MAX_NODES {
            return None;
        }
        let mut names = Names { defined, known: HashMap::new() };
        let optimized = optimized(expr.clone(), Kind::Normal, &HashMap::new());
        let optimized = names.resolve(name, &optimized, 0).ok()?;
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
