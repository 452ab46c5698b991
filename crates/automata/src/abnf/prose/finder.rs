//! The characters that the rules of a grammar have, for prose that names them.

use super::{number, Set, Term};
use crate::abnf::{key, Expr, Grammar};
use crate::expr::one_or;
use std::cell::Cell;

impl Grammar {
    /// Returns the expression of a set by the rules of this grammar and the core rules; `None` if a
    /// name in it is not a rule for single characters.
    pub(in crate::abnf) fn expr_of_set(&self, set: &Set, core: &Grammar) -> Option<Expr> {
        let finder =
            Finder { grammar: self, core, steps: Cell::new(STEPS), is_except: Cell::new(false) };
        let (besides, ranges) = match finder.besides(set) {
            Some((besides, ranges)) if set.besides.is_empty() => (besides, ranges),
            _ => (set.besides.clone(), finder.set(set, 0)?),
        };
        let mut parts: Vec<Expr> =
            ranges.into_iter().map(|(low, high)| Expr::Range(low, high)).collect();
        parts.extend(besides.into_iter().map(Expr::Rule));
        (!parts.is_empty()).then(|| one_or(parts, Expr::Choice))
    }
}

/// Finds the characters of rules.
struct Finder<'g> {
    grammar: &'g Grammar,
    core: &'g Grammar,
    /// The rules that may still be looked into.
    steps: Cell<usize>,
    /// Whether characters are left out. A line end of two characters is not one of them.
    is_except: Cell<bool>,
}

/// Ranges of characters, in order and apart.
type Ranges = Vec<(u32, u32)>;

/// The most rules that are looked into for one set. Alternatives of alternatives are exponential in
/// their depth, and characters of a document are some dozens of rules.
const STEPS: usize = 10_000;

/// The deepest chain of rules. A longer one is taken as recursive.
const DEPTH: usize = 32;

impl Finder<'_> {
    fn set(&self, set: &Set, depth: usize) -> Option<Ranges> {
        let some = self.all(&set.some, depth)?;
        let before = self.is_except.replace(true);
        let except = self.all(&set.except, depth);
        self.is_except.set(before);
        Some(without(some, &except?))
    }

    fn all(&self, terms: &[Term], depth: usize) -> Option<Ranges> {
        let mut all = Vec::new();
        for term in terms {
            match term {
                Term::Range(low, high) => all.push((*low, *high)),
                Term::Rule(name) => all.extend(self.rule(name, depth + 1)?),
            }
        }
        Some(merged(all))
    }

    /// Returns the rules that a set has besides single characters, and these characters, if the set
    /// takes one rule with such a set, and nothing that is left out occurs in the rules besides:
    /// `<any TEXT except <">>` where `TEXT` is `<any OCTET except CTLs, but including LWS>`.
    fn besides(&self, set: &Set) -> Option<(Vec<String>, Ranges)> {
        let [Term::Rule(name)] = &set.some[..] else { return None };
        let Expr::Rule(placed) = &self.grammar.rule(name)?.expr else { return None };
        let (of, _) = self.grammar.sets.get(number(placed)?)?;
        let except = self.all(&set.except, 0)?;
        for name in &of.besides {
            let all = self.alphabet(name, 0)?;
            if without(all.clone(), &except) != all {
                return None;
            }
        }
        Some((of.besides.clone(), without(self.set(of, 0)?, &except)))
    }

    /// Returns the characters that occur in the strings of a rule.
    fn alphabet(&self, name: &str, depth: usize) -> Option<Ranges> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        let rule = self.grammar.rule(name).or_else(|| self.core.rule(name));
        if depth > DEPTH {
            return None;
        }
        self.alphabet_of(&rule?.expr, depth)
    }

    fn alphabet_of(&self, expr: &Expr, depth: usize) -> Option<Ranges> {
        match expr {
            Expr::Choice(_) | Expr::Sequence(_) | Expr::Repeat { .. } => {
                let all = expr.parts().iter().map(|part| self.alphabet_of(part, depth));
                Some(merged(all.collect::<Option<Vec<_>>>()?.concat()))
            }
            Expr::Rule(name) if number(name).is_none() => {
                self.rule(name, depth + 1).or_else(|| self.alphabet(name, depth + 1))
            }
            single => self.expr(single, depth),
        }
    }

    /// Returns the characters of a rule, or of the rule whose plural this is.
    fn rule(&self, name: &str, depth: usize) -> Option<Ranges> {
        self.steps.set(self.steps.get().checked_sub(1)?);
        if depth > DEPTH {
            return None;
        }
        let singular = name.strip_suffix('s').unwrap_or(name);
        for name in [name, singular] {
            let is_own = self.grammar.index_of(name).is_some();
            if self.grammar.broken.contains_key(&key(name)) {
                return None;
            }
            let own = self.grammar.rule(name);
            if let Some(rule) = own.or_else(|| self.core.rule(name).filter(|_| !is_own)) {
                return self.expr(&rule.expr, depth);
            }
        }
        // The name that ASCII and RFC 822 give to this character.
        (name == "SPACE").then(|| vec![(0x20, 0x20)])
    }

    fn expr(&self, expr: &Expr, depth: usize) -> Option<Ranges> {
        match expr {
            Expr::Choice(parts) => {
                let all = parts.iter().map(|part| self.expr(part, depth));
                Some(merged(all.collect::<Option<Vec<_>>>()?.concat()))
            }
            Expr::Rule(name) => match number(name).and_then(|at| self.grammar.sets.get(at)) {
                Some((set, _)) => self.set(set, depth + 1).filter(|_| set.besides.is_empty()),
                None => self.rule(name, depth + 1),
            },
            Expr::Range(low, high) => Some(vec![(*low, *high)]),
            Expr::Values(values) => match values[..] {
                [one] => Some(vec![(one, one)]),
                [_, _, ..] if self.is_except.get() => Some(Vec::new()),
                _ => None,
            },
            Expr::Sequence(parts) if self.is_except.get() => {
                let is_long = |part: &Expr| matches!(part, Expr::Values(_) | Expr::Range(..));
                (parts.len() > 1 && parts.iter().all(is_long)).then(Vec::new)
            }
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                let mut chars = text.chars();
                let (Some(c), None) = (chars.next(), chars.next()) else {
                    return (self.is_except.get() && text.len() > 1).then(Vec::new);
                };
                let cases = match expr {
                    Expr::Text(_) => vec![c],
                    _ => vec![c.to_ascii_lowercase(), c.to_ascii_uppercase()],
                };
                Some(merged(cases.into_iter().map(|c| (u32::from(c), u32::from(c))).collect()))
            }
            _ => None,
        }
    }
}

fn merged(mut ranges: Ranges) -> Ranges {
    ranges.sort_unstable();
    let mut all: Ranges = Vec::new();
    for (low, high) in ranges {
        match all.last_mut() {
            Some((_, end)) if low <= end.saturating_add(1) => *end = (*end).max(high),
            _ => all.push((low, high)),
        }
    }
    all
}

fn without(ranges: Ranges, except: &Ranges) -> Ranges {
    let mut left = ranges;
    for &(low, high) in except {
        left = left
            .into_iter()
            .flat_map(|(from, to)| {
                let before = (from < low).then(|| (from, to.min(low.saturating_sub(1))));
                let behind = (to > high).then(|| (from.max(high + 1), to));
                before.into_iter().chain(behind)
            })
            .collect();
    }
    left
}
