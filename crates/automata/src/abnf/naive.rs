//! A matcher that follows RFC 5234 to the letter: slow, and simple enough to check everything else
//! against.

use super::{Expr, Grammar, Refused, Terminals};
use crate::Undecided;
use std::collections::BTreeSet;

/// The deepest nesting of rules and groups while matching, so that no grammar exhausts the stack.
const DEPTH: usize = 300;

impl Grammar {
    /// Returns true if a rule derives the whole input, by trying every way: the reference for
    /// tests.
    ///
    /// Unlike [`Grammar::dfa`] it follows all recursion except left recursion, which hits the
    /// limit. Time can be exponential in the input; `steps` bounds it.
    ///
    /// # Errors
    /// [`Refused`] if the input leads to an undefined rule, or if `steps` is exceeded.
    pub fn matches_naively(
        &self,
        rule: &str,
        terminals: Terminals,
        input: &[u8],
        steps: usize,
    ) -> Result<bool, Refused> {
        let rule = self.rule(rule).ok_or_else(|| self.no_rule(rule))?;
        let mut matcher = Matcher { grammar: self, terminals, input, steps, left: steps, depth: 0 };
        Ok(matcher.ends(&rule.expr, &rule.name, 0)?.contains(&input.len()))
    }
}

struct Matcher<'a> {
    grammar: &'a Grammar,
    terminals: Terminals,
    input: &'a [u8],
    steps: usize,
    left: usize,
    depth: usize,
}

impl Matcher<'_> {
    /// Returns every offset where a match of the expression that begins at `start` can end.
    fn ends(&mut self, expr: &Expr, rule: &str, start: usize) -> Result<BTreeSet<usize>, Refused> {
        self.left = self.left.checked_sub(1).ok_or(Undecided::new("steps", self.steps))?;
        if self.depth == DEPTH {
            return Err(Undecided::new("nested rules and groups", DEPTH).into());
        }
        self.depth += 1;
        let ends = self.ends_inner(expr, rule, start)?;
        self.depth -= 1;
        Ok(ends)
    }

    fn ends_inner(
        &mut self,
        expr: &Expr,
        rule: &str,
        start: usize,
    ) -> Result<BTreeSet<usize>, Refused> {
        let here = BTreeSet::from([start]);
        match expr {
            Expr::Choice(parts) => {
                let mut ends = BTreeSet::new();
                for part in parts {
                    ends.append(&mut self.ends(part, rule, start)?);
                }
                Ok(ends)
            }
            Expr::Sequence(parts) => {
                parts.iter().try_fold(here, |starts, part| self.ends_of_all(part, rule, &starts))
            }
            Expr::Repeat { min, max, expr, .. } => self.repetition(expr, rule, start, *min, *max),
            Expr::Rule(name) => match self.grammar.rule(name) {
                Some(called) => self.ends(&called.expr, &called.name, start),
                None => Err(self.grammar.unusable(name, rule.to_owned())),
            },
            Expr::Text(text) | Expr::TextAnyCase(text) => {
                let matches = self.input.get(start..start + text.len()).is_some_and(|found| {
                    found == text.as_bytes()
                        || matches!(expr, Expr::TextAnyCase(_))
                            && found.eq_ignore_ascii_case(text.as_bytes())
                });
                Ok(matches.then_some(start + text.len()).into_iter().collect())
            }
            Expr::Values(values) => {
                let end = values.iter().try_fold(start, |at, &value| self.value(at, value, value));
                Ok(end.into_iter().collect())
            }
            Expr::Range(low, high) => Ok(self.value(start, *low, *high).into_iter().collect()),
            _ => Err(self.grammar.unusable(&expr.to_string(), rule.to_owned())),
        }
    }

    fn ends_of_all(
        &mut self,
        expr: &Expr,
        rule: &str,
        starts: &BTreeSet<usize>,
    ) -> Result<BTreeSet<usize>, Refused> {
        let mut ends = BTreeSet::new();
        for &start in starts {
            ends.append(&mut self.ends(expr, rule, start)?);
        }
        Ok(ends)
    }

    fn repetition(
        &mut self,
        expr: &Expr,
        rule: &str,
        start: usize,
        min: u32,
        max: Option<u32>,
    ) -> Result<BTreeSet<usize>, Refused> {
        let mut after = BTreeSet::from([start]);
        let mut ends = BTreeSet::new();
        for times in 0..=max.unwrap_or(u32::MAX) {
            if times >= min {
                if after.is_subset(&ends) {
                    // Further rounds reach no new offsets.
                    break;
                }
                ends.extend(&after);
            }
            if after.is_empty() {
                break;
            }
            after = self.ends_of_all(expr, rule, &after)?;
        }
        Ok(ends)
    }

    /// Returns the end of one value from `low` to `high` at an offset, if there is one.
    fn value(&self, at: usize, low: u32, high: u32) -> Option<usize> {
        let rest = self.input.get(at..)?;
        let (value, length) = match self.terminals {
            Terminals::Octets => (u32::from(*rest.first()?), 1),
            Terminals::CodePoints => {
                let valid = |length: &usize| {
                    rest.get(..*length).is_some_and(|bytes| std::str::from_utf8(bytes).is_ok())
                };
                let length = (1..=4).find(valid)?;
                (u32::from(std::str::from_utf8(&rest[..length]).ok()?.chars().next()?), length)
            }
        };
        (low <= value && value <= high).then_some(at + length)
    }
}
