//! Rules that call themselves, with a bound for their nesting.

use super::{Expr, Grammar, Rule};
use crate::nested::{too_many_copies, COPIES};
use crate::Undecided;
use std::collections::BTreeSet;

impl Grammar {
    /// Returns rules that derive what a rule derives with at most `depth` calls of the `called`
    /// rules open at once: a call beyond that derives nothing. The rule keeps its name, and each
    /// other rule that comes to a `called` one has a copy for each number of calls that are left,
    /// `item#2` for example.
    ///
    /// ```
    /// use urigram_automata::{abnf::Grammar, Limits, Terminals};
    /// let rules = Grammar::parse("list = \"(\" *list \")\"\n")?.unrolled("list", &["list"], 1)?;
    /// let two = rules.dfa("list", Terminals::CodePoints, Limits::default())?;
    /// assert!(two.accepts(b"(()())") && !two.accepts(b"((()))"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`Undecided`] for more than 20,000 copies.
    ///
    /// # Cost
    /// The size of the rules for each number of calls.
    pub fn unrolled(
        &self,
        rule: &str,
        called: &[&str],
        depth: usize,
    ) -> Result<Grammar, Undecided> {
        let called: BTreeSet<usize> =
            called.iter().filter_map(|name| self.index_of(name)).collect();
        let comes_to = self.fixpoint(&|expr, holds| {
            let mut found = false;
            expr.visit_rules(&mut |name| {
                let index = self.index_of(name);
                found |= holds(name) || index.is_some_and(|index| called.contains(&index));
            });
            found
        });
        let mut grammar = Grammar::default();
        let mut made = BTreeSet::new();
        let start = self.index_of(rule).into_iter().map(|rule| (rule, depth));
        let mut open: Vec<(usize, usize)> = start.collect();
        while let Some((index, left)) = open.pop() {
            let name = |index: usize, left: usize| {
                let name = &self.rules[index].name;
                let is_start = (Some(index), left) == (self.index_of(rule), depth);
                if is_start || !comes_to[index] {
                    name.clone()
                } else {
                    format!("{name}#{left}")
                }
            };
            if !made.insert(name(index, left)) {
                continue;
            }
            if made.len() > COPIES {
                return Err(too_many_copies());
            }
            let expr = self.rules[index].expr.replaced(&|used| {
                let used = self.index_of(used)?;
                Some(match left.checked_sub(usize::from(called.contains(&used))) {
                    Some(left) => Expr::Rule(name(used, left)),
                    // A surrogate is no character.
                    None => Expr::Range(0xD800, 0xD800),
                })
            });
            self.rules[index].expr.visit_rules(&mut |used| {
                let used = self.index_of(used);
                open.extend(used.and_then(|used| {
                    Some((used, left.checked_sub(usize::from(called.contains(&used)))?))
                }));
            });
            grammar.add(Rule { name: name(index, left), expr, ..self.rules[index].clone() });
        }
        Ok(grammar)
    }
}
