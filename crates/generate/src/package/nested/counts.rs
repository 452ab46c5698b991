//! Bounds for the nodes that a match has, rule by rule.

use std::collections::{BTreeMap, HashMap};

use urigram_automata::peg::Expr;

/// The least and the most nodes of a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) least: u8,
    pub(super) most: u8,
}

const NONE: Count = Count { least: 0, most: 0 };
pub(super) const ONE: Count = Count { least: 1, most: 1 };

/// The nodes of each rule that a match has.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Counts(pub(super) BTreeMap<String, Count>);

impl Counts {
    pub(super) fn none() -> Counts {
        Counts(BTreeMap::new())
    }

    pub(super) fn node(name: &str) -> Counts {
        Counts(BTreeMap::from([(name.to_owned(), ONE)]))
    }

    pub(super) fn merged(&self, other: &Counts, merge: impl Fn(Count, Count) -> Count) -> Counts {
        let get = |counts: &Counts, name: &str| counts.0.get(name).copied().unwrap_or(NONE);
        let names = self.0.keys().chain(other.0.keys());
        let merged = names.map(|name| (name.clone(), merge(get(self, name), get(other, name))));
        Counts(merged.collect())
    }

    /// One after the other.
    pub(super) fn and(&self, other: &Counts) -> Counts {
        let sum = |a: u8, b: u8| (a + b).min(2);
        self.merged(other, |a, b| Count { least: sum(a.least, b.least), most: sum(a.most, b.most) })
    }

    /// One or the other.
    pub(super) fn or(&self, other: &Counts) -> Counts {
        self.merged(other, |a, b| Count { least: a.least.min(b.least), most: a.most.max(b.most) })
    }

    fn repeated(&self, min: u32, max: Option<u32>) -> Counts {
        let times = |count: u8, times: u32| (u32::from(count).saturating_mul(times)).min(2) as u8;
        let max = max.unwrap_or(u32::MAX);
        self.merged(&Counts::none(), |one, _| Count {
            least: times(one.least, min),
            most: times(one.most, max),
        })
    }
}

/// Finds the nodes of expressions.
pub(super) struct Finder<'g> {
    pub(super) numbers: HashMap<&'g str, usize>,
    /// For each rule of the grammar what a match leaves.
    pub(super) found: Vec<Counts>,
}

impl Finder<'_> {
    /// Returns what a match of an expression leaves, as far as it is known of the rules.
    pub(super) fn of(&self, expr: &Expr) -> Counts {
        match expr {
            Expr::Rule(name) => {
                let number = self.numbers.get(&**name);
                number.map_or_else(Counts::none, |&number| self.found[number].clone())
            }
            Expr::Choice(parts) => {
                let counts = parts.iter().map(|part| self.of(part));
                counts.reduce(|a, b| a.or(&b)).unwrap_or_else(Counts::none)
            }
            Expr::Repeat { expr, min, max, .. } => self.of(expr).repeated(*min, *max),
            // A lookahead leaves no nodes.
            Expr::And(_) | Expr::Not(_) => Counts::none(),
            _ => expr.parts().iter().fold(Counts::none(), |all, inner| all.and(&self.of(inner))),
        }
    }
}
