//! Properties of rules that no automaton is needed for.

use super::{Expr, Grammar, Rule};
use crate::components::components;

impl Grammar {
    /// Returns the rules that derive no string, because every way through them calls themselves, as
    /// in `b = DIGIT b`. A name without a rule counts as one that derives something.
    ///
    /// ```
    /// use urigram_automata::abnf::Grammar;
    /// let grammar = Grammar::read("a = \"x\" b\nb = \"y\" b\nc = \"z\" [ c ]\n");
    /// assert!(grammar.barren().iter().map(|rule| &*rule.name).eq(["a", "b"]));
    /// ```
    ///
    /// # Cost
    /// Linear in the grammar for each level of calls.
    pub fn barren(&self) -> Vec<&Rule> {
        let derives = self.fixpoint(&|expr, holds| derives(expr, holds));
        self.rules().iter().zip(derives).filter(|(_, derives)| !derives).map(|it| it.0).collect()
    }

    /// Returns the rules that call themselves before they have read a character.
    ///
    /// # Cost
    /// The time of [`Grammar::barren`].
    pub fn left_recursive(&self) -> Vec<&Rule> {
        let empty = self.fixpoint(&|expr, holds| is_nullable(expr, holds));
        let nullable = |name: &str| self.index_of(name).is_some_and(|index| empty[index]);
        let first = |rule: &Rule| {
            let mut names = Vec::new();
            first_calls(&rule.expr, &nullable, &mut names);
            names.iter().filter_map(|name| Some((self.index_of(name)?, 0))).collect()
        };
        let calls: Vec<Vec<(usize, usize)>> = self.rules().iter().map(first).collect();
        let component = components(&calls);
        let comes_back = |&rule: &usize| {
            calls[rule].iter().any(|&(called, _)| component[called] == component[rule])
        };
        (0..calls.len()).filter(comes_back).map(|index| &self.rules()[index]).collect()
    }

    /// Returns the rules that no other rule uses, the first rule excepted.
    pub fn unused(&self) -> Vec<&Rule> {
        let mut used = vec![false; self.rules().len()];
        for (index, rule) in self.rules().iter().enumerate() {
            rule.expr.visit_rules(&mut |name| {
                if let Some(called) = self.index_of(name).filter(|&called| called != index) {
                    used[called] = true;
                }
            });
        }
        self.rules().iter().zip(used).skip(1).filter(|(_, used)| !used).map(|it| it.0).collect()
    }

    /// Returns for each rule whether a property holds that follows from the same property of the
    /// rules that it calls.
    pub(super) fn fixpoint(&self, holds: &Property<'_>) -> Vec<bool> {
        let mut known = vec![false; self.rules().len()];
        loop {
            let mut is_new = false;
            // Callees are often defined below their callers.
            for (index, rule) in self.rules().iter().enumerate().rev() {
                let call = |name: &str| self.index_of(name).is_none_or(|called| known[called]);
                if !known[index] && holds(&rule.expr, &call) {
                    known[index] = true;
                    is_new = true;
                }
            }
            if !is_new {
                return known;
            }
        }
    }
}

fn derives(expr: &Expr, of: &dyn Fn(&str) -> bool) -> bool {
    match expr {
        Expr::Rule(name) => of(name),
        Expr::Alternation(parts) => parts.iter().any(|part| derives(part, of)),
        Expr::Concatenation(parts) => parts.iter().all(|part| derives(part, of)),
        Expr::Repetition { min, expr, .. } => *min == 0 || derives(expr, of),
        Expr::Optional(_) | Expr::Literal { .. } | Expr::Values(_) | Expr::Range(..) => true,
    }
}

fn is_nullable(expr: &Expr, of: &dyn Fn(&str) -> bool) -> bool {
    match expr {
        Expr::Rule(name) => of(name),
        Expr::Alternation(parts) => parts.iter().any(|part| is_nullable(part, of)),
        Expr::Concatenation(parts) => parts.iter().all(|part| is_nullable(part, of)),
        Expr::Repetition { min, max, expr } => {
            *min == 0 || *max == Some(0) || is_nullable(expr, of)
        }
        Expr::Optional(_) => true,
        Expr::Literal { text, .. } => text.is_empty(),
        Expr::Values(values) => values.is_empty(),
        Expr::Range(..) => false,
    }
}

/// Collects the names that an expression may call before it reads a character.
fn first_calls<'e>(expr: &'e Expr, nullable: &dyn Fn(&str) -> bool, names: &mut Vec<&'e str>) {
    match expr {
        Expr::Rule(name) => names.push(name),
        Expr::Alternation(parts) => {
            parts.iter().for_each(|part| first_calls(part, nullable, names));
        }
        Expr::Concatenation(parts) => {
            for part in parts {
                first_calls(part, nullable, names);
                if !is_nullable(part, nullable) {
                    break;
                }
            }
        }
        Expr::Repetition { expr, .. } | Expr::Optional(expr) => first_calls(expr, nullable, names),
        Expr::Literal { .. } | Expr::Values(_) | Expr::Range(..) => {}
    }
}

/// A property of an expression that follows from the same property of the rules that it calls.
pub(super) type Property<'p> = dyn Fn(&Expr, &dyn Fn(&str) -> bool) -> bool + 'p;
