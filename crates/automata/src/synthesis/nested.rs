//! Recursive rules: their repair and their proof.
//!
//! Such a rule has no automaton, but what stands inside brackets can be taken for one letter
//! (docs/theory/recursive.md). In
//!
//! ```text
//! list = "(" [ item *( "," item ) ] ")"        list   = "(" L
//! item = 1*DIGIT / 1*DIGIT "." list            list#1 = [ item *( "," item ) ] ")"
//! ```
//!
//! with `L` in place of `list#1`, the right side is not recursive. So it is repaired as any
//! rule is: the alternatives of `item` change places, since the copy would take the
//! digits and never see the point. Then `list#1` is written back where `L` stands. The proof knows
//! nothing of letters: it takes the ABNF and the text of the PEG apart, and compares their bodies.
//!
//! Letters are characters, which other characters of the rules may be alike. This can spoil a
//! repair, and then the proof fails.

use super::repaired::{copied, without_left_recursion, Repaired};
use super::{Cause, Repair};
use crate::abnf::{self, Refused, Terminals};
use crate::peg::{self, Expr, Which};
use crate::Limits;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The first letter, a character for private use, and the last one.
const FIRST: u32 = 0x10_F000;
const LAST: u32 = 0x10_FFFD;

/// The most steps of the search for a derivation of a reported string.
const STEPS: usize = 1_000_000;

/// The longest string that takes the place of a letter, in bytes.
const LONGEST: usize = 200;

/// The nodes of the automata of all proofs of a file together, and how many of them a rule that is
/// used, a state and a proof that fails count as.
const PROOFS: usize = 10_000_000;
const RULE: usize = 1_000;
const STATE: usize = 100;
const FAILED: usize = 1_000_000;

/// Rules with letters in place of what stands inside brackets, and the brackets as rules behind
/// them.
pub(super) struct Lettered {
    pub(super) abnf: abnf::Grammar,
    /// The rules as they are.
    whole: abnf::Grammar,
    /// The rule that each bracket stands in.
    owners: Vec<usize>,
    /// The number of rules without the brackets.
    count: usize,
}

impl Lettered {
    /// Returns `None` where no rule has brackets, or more than there are letters.
    pub(super) fn new(abnf: &abnf::Grammar, is_nested: &dyn Fn(usize) -> bool) -> Option<Lettered> {
        let count = abnf.rules().len();
        let nested: Vec<usize> = (0..count).filter(|&index| is_nested(index)).collect();
        let (cut, owners) = abnf.cut(&nested);
        if owners.is_empty() || owners.len() > (LAST - FIRST) as usize {
            return None;
        }
        let letter = |name: &str| {
            let bracket = cut.index_of(name)?.checked_sub(count)?;
            Some(Expr::Values(vec![FIRST + bracket as u32]))
        };
        let lettered = cut.map(|rule| rule.expr.replaced(&letter));
        Some(Lettered { abnf: lettered, whole: abnf.clone(), owners, count })
    }

    /// Returns the rules to begin with: copies of recursive ones, and what was found for the
    /// others.
    pub(super) fn copies(
        &self,
        found: &[Rc<Expr>],
        is_nested: &dyn Fn(usize) -> bool,
    ) -> Vec<Expr> {
        let rule = |index: usize| match found.get(index) {
            Some(found) if !is_nested(index) => (**found).clone(),
            _ => copied(&self.abnf, index, &mut Vec::new()),
        };
        (0..self.abnf.rules().len()).map(rule).collect()
    }

    /// Returns the rules with brackets in place of their letters. A rule without a
    /// repair stays as it was found `before`.
    pub(super) fn restored(&self, found: Repaired, before: &Repaired) -> Repaired {
        let mut restored = before.clone();
        let mut edited = BTreeSet::new();
        let shortest = self.shortest();
        for (index, repairs) in found.repairs.into_iter().enumerate() {
            let owner = index.checked_sub(self.count).map_or(index, |bracket| self.owners[bracket]);
            for repair in repairs {
                edited.insert(owner);
                let cause = self.cause(repair.cause, owner, before, &shortest);
                restored.repairs[owner].push(Repair { cause, ..repair });
            }
        }
        for rule in edited {
            let mut open = Vec::new();
            let exprs = &found.copies.exprs;
            if let Some(expr) = self.written_back(&exprs[rule], exprs, &mut open) {
                restored.copies.exprs[rule] = Rc::new(expr);
            }
        }
        restored.proved = found.proved[..self.count].to_vec();
        restored.refused = found.refused[..self.count].to_vec();
        restored
    }

    /// Returns the number of the rule that is the bracket of a letter.
    fn bracket(&self, c: char) -> Option<usize> {
        let letter = u32::from(c).checked_sub(FIRST)? as usize;
        (letter < self.owners.len()).then_some(self.count + letter)
    }

    /// Returns a cause without letters. The cause keeps its string if the rules as they are confirm
    /// it; otherwise the cause is that the copy differs.
    fn cause(
        &self,
        cause: Cause,
        rule: usize,
        before: &Repaired,
        shortest: &[Option<String>],
    ) -> Cause {
        let Cause::Words { only_peg, only_abnf } = cause else { return cause };
        let plain = |word: Vec<u8>| {
            let mut plain = String::new();
            for c in String::from_utf8(word).ok()?.chars() {
                match self.bracket(c) {
                    None => plain.push(c),
                    Some(bracket) => plain.push_str(shortest[bracket].as_deref()?),
                }
            }
            Some(plain)
        };
        let copy = before.copies.grammar(rule);
        let name = &self.whole.rules()[rule].name;
        let is = |word: &str, derived: bool, matched: bool| {
            let derives =
                self.whole.matches_naively(name, Terminals::CodePoints, word.as_bytes(), STEPS);
            let trace = |copy: &peg::Grammar| {
                copy.trace(&abnf::peg_name(name), Which::Raw, word, STEPS / 10).ok()
            };
            let trace = copy.as_ref().ok().and_then(trace).filter(|trace| trace.cut.is_none());
            let is_matched = trace.map(|trace| trace.end == Some(word.len()));
            derives == Ok(derived) && is_matched == Some(matched)
        };
        Cause::Words {
            only_peg: only_peg
                .and_then(plain)
                .filter(|word| is(word, false, true))
                .map(String::into_bytes),
            only_abnf: only_abnf
                .and_then(plain)
                .filter(|word| is(word, true, false))
                .map(String::into_bytes),
        }
    }

    /// Returns a shortest string of each rule and bracket.
    fn shortest(&self) -> Vec<Option<String>> {
        let mut known: Vec<Option<String>> = vec![None; self.abnf.rules().len()];
        loop {
            let mut is_new = false;
            for index in 0..known.len() {
                let found = self.shortest_of(&self.abnf.rules()[index].expr, &known);
                let is_shorter = found.as_ref().is_some_and(|found| {
                    known[index].as_ref().is_none_or(|known| found.len() < known.len())
                });
                if is_shorter {
                    (known[index], is_new) = (found, true);
                }
            }
            if !is_new {
                return known;
            }
        }
    }

    fn shortest_of(&self, expr: &Expr, known: &[Option<String>]) -> Option<String> {
        match expr {
            Expr::Choice(parts) => {
                let all = parts.iter().filter_map(|part| self.shortest_of(part, known));
                all.min_by_key(String::len)
            }
            Expr::Sequence(parts) => {
                parts.iter().map(|part| self.shortest_of(part, known)).collect()
            }
            Expr::Repeat { min: 0, .. } => Some(String::new()),
            Expr::Repeat { min, expr, .. } => {
                let one = self.shortest_of(expr, known)?;
                (one.len() * *min as usize <= LONGEST).then(|| one.repeat(*min as usize))
            }
            Expr::Rule(name) => known[self.abnf.index_of(name)?].clone(),
            Expr::Text(text) | Expr::TextAnyCase(text) => Some(text.clone()),
            Expr::Values(values) => {
                let one = |value: &u32| match char::from_u32(*value)? {
                    c if self.bracket(c).is_some() => known[self.bracket(c)?].clone(),
                    c => Some(c.to_string()),
                };
                values.iter().map(one).collect()
            }
            Expr::Range(low, _) => char::from_u32(*low).map(String::from),
            _ => None,
        }
        .filter(|found: &String| found.len() <= LONGEST)
    }

    /// Returns an expression with brackets in place of their letters. `None` where a bracket is
    /// inside itself, as it is where a rule was written out in its own bracket. The nesting of one
    /// expression bounds the recursion.
    fn written_back(&self, expr: &Expr, exprs: &[Rc<Expr>], open: &mut Vec<usize>) -> Option<Expr> {
        let mut inside = |bracket: usize| {
            if open.contains(&bracket) {
                return None;
            }
            open.push(bracket);
            let inside = self.written_back(&exprs[bracket], exprs, open);
            open.pop();
            inside
        };
        Some(match expr {
            Expr::Text(text) => {
                let (mut parts, mut plain) = (Vec::new(), String::new());
                for c in text.chars() {
                    match self.bracket(c) {
                        None => plain.push(c),
                        Some(bracket) => {
                            if !plain.is_empty() {
                                parts.push(Expr::Text(std::mem::take(&mut plain)));
                            }
                            parts.push(inside(bracket)?);
                        }
                    }
                }
                if !plain.is_empty() || parts.is_empty() {
                    parts.push(Expr::Text(plain));
                }
                Expr::sequence(parts)
            }
            Expr::Sequence(parts) => {
                let parts = parts.iter().map(|part| self.written_back(part, exprs, open));
                Expr::sequence(parts.collect::<Option<Vec<_>>>()?)
            }
            _ => {
                let mut inner = |part: &Expr| self.written_back(part, exprs, open).ok_or(());
                expr.try_inner(&mut inner).ok()?
            }
        })
    }
}

/// Returns the rules that are left out so that pest reads the others: rules that are recursive or
/// derive nothing, and that pest refuses, as it refuses left recursion.
pub(super) fn not_written(
    abnf: &abnf::Grammar,
    ideals: &[Result<crate::Dfa, Refused>],
    repaired: &Repaired,
) -> BTreeSet<usize> {
    let nested = |index: &usize| matches!(ideals[*index], Err(Refused::Recursion { .. }));
    let barren: BTreeSet<usize> =
        abnf.barren().iter().filter_map(|rule| abnf.index_of(&rule.name)).collect();
    if barren.is_empty() && !(0..ideals.len()).any(|index| nested(&index)) {
        return BTreeSet::new();
    }
    let is_own = |index: usize| move |name: &str| abnf.index_of(name) == Some(index);
    let repeated = abnf.map(|rule| {
        let index = abnf.index_of(&rule.name).unwrap_or_default();
        without_left_recursion(&rule.expr, &is_own(index)).unwrap_or_else(|| rule.expr.clone())
    });
    let left = repeated.left_recursive();
    let left = left.iter().filter_map(|rule| abnf.index_of(&rule.name));
    let refused = repaired.refused.iter().enumerate().filter(|(_, is)| **is);
    let all = left.chain(refused.map(|(index, _)| index));
    all.filter(|index| nested(index) || barren.contains(index)).collect()
}

/// The proofs of recursive rules, under one limit for all of a file.
pub(super) struct Proofs {
    left: usize,
    limits: Limits,
    /// The rules without a proof so far, each with those that it uses.
    open: Vec<(String, Vec<String>)>,
}

impl Proofs {
    pub(super) fn new(limits: Limits) -> Proofs {
        Proofs { left: PROOFS, limits, open: Vec::new() }
    }

    /// Compares the bodies of a rule in both notations, and returns the number of their states.
    /// Rules come after those that they use, except where rules use each other: a rule has no proof
    /// if it uses one without a proof outside its own circle.
    pub(super) fn prove(
        &mut self,
        abnf: &abnf::Grammar,
        rule: &str,
        used: Vec<peg::Rule>,
        terminals: Terminals,
    ) -> Result<usize, Cause> {
        let names: Vec<String> = used.iter().map(|used| used.name().to_owned()).collect();
        let proved = self.compare(abnf, rule, used, terminals);
        if proved.is_err() {
            self.open.push((abnf::peg_name(rule), names));
        }
        proved
    }

    fn compare(
        &mut self,
        abnf: &abnf::Grammar,
        rule: &str,
        used: Vec<peg::Rule>,
        terminals: Terminals,
    ) -> Result<usize, Cause> {
        let no = |why: &dyn std::fmt::Display| {
            Cause::Undecided(format!("it is recursive, and nothing is proved: {why}"))
        };
        let name = abnf::peg_name(rule);
        let is_used = |open: &str| used.iter().any(|used| used.name() == open);
        let mut open =
            self.open.iter().filter(|(open, uses)| is_used(open) && !uses.contains(&name));
        if let Some((open, _)) = open.next() {
            return Err(Cause::Undecided(format!("it needs `{open}`, which is not proved")));
        }
        let limits = Limits { nodes: self.left.min(self.limits.nodes), ..self.limits };
        self.left = self.left.saturating_sub(used.len() * RULE);
        let mine = abnf.bracketed(rule, terminals, limits);
        let theirs = || peg::Grammar::made(used).bodies(&name, limits);
        let proved = mine.and_then(|mine| mine.proved(&theirs()?));
        self.left =
            self.left.saturating_sub(proved.as_ref().map_or(FAILED, |states| states * STATE));
        proved.map_err(|why| no(&why))
    }
}
