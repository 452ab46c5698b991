//! Rules that a text has twice: a section has it, and so does the collected grammar in an appendix.
//!
//! RFC 9110 writes a list as `#media-range` in section 12.5.1, and what a sender may generate in
//! appendix A. So the second definition counts as the first again if it is one of the expansions of
//! it that RFC 9110 or RFC 7230 prints, or if both derive the same strings.

use super::lists::{self, Blank};
use super::{Block, ListRule};
use std::cell::Cell;
use std::collections::HashMap;
use urigram_automata::abnf::{core_rules, key, Expr, Grammar, Terminals};
use urigram_automata::Limits;

/// The limits of an automaton: what does not fit is not decided, and so no repetition.
const LIMITS: Limits = Limits { states: 2_000, nodes: 100_000 };

/// The most second definitions of one text that automata are asked about. RFC 9110 has 40; a text
/// made to take long has thousands, and its others are errors.
const MOST: usize = 200;

/// The definitions of a text, to compare a second one with.
pub(super) struct Definitions {
    /// The first definition of each name: its expression, and the notation before lists were
    /// expanded.
    first: HashMap<String, (Expr, String)>,
    grammar: Grammar,
    /// The number of definitions that automata may still be asked about.
    left: Cell<usize>,
}

impl Definitions {
    /// Collects the first definitions.
    pub(super) fn of<'b>(blocks: impl Iterator<Item = (&'b Block, &'b Expr)>) -> Definitions {
        let (mut first, mut grammar) = (HashMap::new(), Grammar::default());
        for (block, expr) in blocks.filter(|(block, _)| !block.source.contains("=/")) {
            first.entry(key(&block.name)).or_insert_with(|| {
                grammar.define(&block.name, expr.clone());
                (expr.clone(), block.raw.clone())
            });
        }
        grammar.import(&[("RFC 5234", &core_rules())]);
        Definitions { first, grammar, left: Cell::new(MOST) }
    }

    /// Returns true if a later definition says again what the first one of its name says.
    pub(super) fn are_repeated_by(&self, block: &Block, expr: &Expr) -> bool {
        let Some((first, raw)) = self.first.get(&key(&block.name)) else { return false };
        first == expr || self.expands(raw, expr) || self.is_same(first, expr)
    }

    fn expands(&self, raw: &str, expr: &Expr) -> bool {
        raw.contains('#')
            && [ListRule::Sender, ListRule::Recipient].into_iter().chain(ListRule::OLDER).any(
                |list| {
                    let (source, _) = lists::expand(raw, list, Blank::Optional);
                    let grammar = Grammar::read(&format!("{source}\n"));
                    grammar.rules().first().is_some_and(|rule| plain(&rule.expr) == plain(expr))
                },
            )
    }

    fn is_same(&self, first: &Expr, expr: &Expr) -> bool {
        let Some(left) = self.left.get().checked_sub(1) else { return false };
        self.left.set(left);
        let strings = |expr: &Expr| {
            let used = self.grammar.dfa_of(expr.clone(), Terminals::CodePoints, LIMITS);
            used.ok()
        };
        let (Some(first), Some(second)) = (strings(first), strings(expr)) else { return false };
        let compared = first.compare(&second, LIMITS);
        compared.is_ok_and(|found| found.only_a.is_none() && found.only_b.is_none())
    }
}

/// Returns an expression without the names' case, and without groups inside sequences.
fn plain(expr: &Expr) -> Expr {
    expr.flattened().renamed(&|name| Some(key(name)))
}
