//! The search for the smallest repair: best first, each candidate checked on words before it is
//! proved.

use super::edits::{continuations, EditKind, Editor};
use super::meaning::class;
use super::words::{chars, draw, Places, Rules, Word};
use super::{Budget, Cause};
use crate::abnf::{self, Terminals};
use crate::copy::to_abnf;
use crate::peg::{CharSet, Expr};
use crate::{Dfa, Limits};
use proofs::{users, CALLS};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The candidates of one level that the next level starts from.
const WIDTH: usize = 8;
/// The rules that are copied or looked at in the time of one candidate. Each candidate of a file
/// with 20,000 rules is a copy of all of them, and counts as three.
const COPIES: usize = 10_000;
/// The words that a candidate is first tried on.
const TRACED: usize = 2;

/// The rules with some edits made.
#[derive(Clone)]
pub(super) struct State {
    pub(super) rules: Rules,
    pub(super) edits: Vec<(usize, EditKind)>,
    cost: u32,
    failing: usize,
}

pub(super) struct Search<'a> {
    pub(super) abnf: &'a abnf::Grammar,
    pub(super) terminals: Terminals,
    pub(super) budget: Budget,
    /// The PEG's names of the rules.
    pub(super) names: Vec<String>,
    pub(super) defined: HashSet<String>,
    /// The languages that the rules shall have; `None` for rules without an automaton.
    pub(super) ideals: Vec<Option<Rc<Dfa>>>,
    /// Rules for one character each.
    pub(super) classes: Vec<(String, CharSet)>,
    /// Rules with callees first.
    pub(super) order: Vec<usize>,
    pub(super) proved: Vec<bool>,
    words: HashMap<usize, Vec<Word>>,
    candidates: usize,
    proofs: usize,
    /// The part of [`Budget::file`] that the rules so far have taken.
    work: usize,
    /// The rules whose search ended because nothing was left for the file.
    pub(super) cut: usize,
    /// The candidates that the rule at hand may take.
    allowed: usize,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        abnf: &'a abnf::Grammar,
        terminals: Terminals,
        budget: Budget,
        names: Vec<String>,
        ideals: Vec<Option<Rc<Dfa>>>,
        order: Vec<usize>,
    ) -> Search<'a> {
        let classes = ideals
            .iter()
            .zip(&names)
            .filter_map(|(dfa, name)| Some((name.clone(), class(dfa.as_ref()?)?)));
        Search {
            abnf,
            terminals,
            budget,
            defined: names.iter().cloned().collect(),
            classes: classes.collect(),
            proved: vec![false; names.len()],
            names,
            ideals,
            order,
            words: HashMap::new(),
            candidates: 0,
            proofs: 0,
            work: 0,
            cut: 0,
            allowed: budget.candidates,
        }
    }

    pub(super) fn start(&self, exprs: Vec<Expr>) -> State {
        let by_name =
            self.names.iter().enumerate().map(|(index, name)| (name.clone(), index)).collect();
        let exprs = exprs.into_iter().map(Rc::new).collect();
        State {
            rules: Rules { exprs, by_name: Rc::new(by_name) },
            edits: Vec::new(),
            cost: 0,
            failing: 0,
        }
    }

    fn words(&mut self, rule: usize) -> &mut Vec<Word> {
        let drawn = || match &self.ideals[rule] {
            Some(ideal) => draw(self.abnf, rule, ideal, self.terminals),
            None => Vec::new(),
        };
        self.words.entry(rule).or_insert_with(drawn)
    }

    fn learn(&mut self, rule: usize, cause: &Cause) {
        let Cause::Words { only_peg, only_abnf } = cause else { return };
        let terminals = self.terminals;
        for (bytes, accepted) in [(only_peg, false), (only_abnf, true)] {
            if let Some(chars) = bytes.as_ref().and_then(|bytes| chars(bytes, terminals)) {
                let words = self.words(rule);
                if !words.iter().any(|word| word.chars == chars) {
                    let at = words.partition_point(|word| word.chars.len() < chars.len());
                    words.insert(at, Word { chars, accepted });
                }
            }
        }
    }

    /// Returns the number of words of a rule with a wrong verdict, counting up to `most`.
    fn failing(&mut self, rules: &Rules, rule: usize, most: usize) -> usize {
        let words = self.words(rule);
        let wrong = |word: &&Word| rules.accepts(rule, &word.chars, None) == Some(!word.accepted);
        words.iter().filter(wrong).take(most).count()
    }

    fn spent(&self) -> bool {
        let is_rule_spent = self.candidates >= self.allowed || self.proofs >= self.budget.proofs;
        is_rule_spent || self.is_file_spent()
    }

    fn is_file_spent(&self) -> bool {
        self.work >= self.budget.file
    }

    /// Repairs a rule whose proof failed, with edits in any rule that it uses, keeping what is
    /// proved.
    ///
    /// # Errors
    /// The cause that remains when the budget is spent.
    pub(super) fn repair(
        &mut self,
        state: &State,
        root: usize,
        cause: Cause,
    ) -> Result<State, Cause> {
        if self.is_file_spent() {
            self.cut += 1;
            return Err(cause);
        }
        (self.candidates, self.proofs) = (0, 0);
        self.learn(root, &cause);
        let used: HashSet<usize> = state.rules.questions().reachable(root).into_iter().collect();
        // Where a rule that it uses could not be repaired, this one rarely can.
        let hopeless = used.iter().any(|&rule| rule != root && !self.proved[rule]);
        self.allowed = if hopeless { self.budget.candidates / 8 } else { self.budget.candidates };
        let order: Vec<usize> =
            self.order.iter().copied().filter(|rule| used.contains(rule)).collect();
        let mut seen = HashSet::new();
        let mut languages: HashMap<String, Option<Rc<Dfa>>> = HashMap::new();
        for inline in [false, true] {
            let mut first = state.clone();
            (first.cost, first.failing) = (0, self.failing(&state.rules, root, usize::MAX));
            let mut beam = vec![first];
            for _ in 0..self.budget.edits {
                let mut found: Vec<State> = Vec::new();
                for state in std::mem::take(&mut beam) {
                    self.expand(
                        &state,
                        root,
                        &order,
                        inline,
                        &mut seen,
                        &mut languages,
                        &mut found,
                    );
                    if self.spent() {
                        break;
                    }
                }
                found.sort_by_key(|state| (state.failing, state.cost));
                let ready = found.iter().take_while(|state| state.failing == 0).count();
                for next in &mut found[..ready.min(60)] {
                    match self.check_all(next, state.edits.len(), root) {
                        Ok(()) => return Ok(self.simplified(state, next.clone(), root)),
                        Err((rule, cause)) => {
                            self.learn(rule, &cause);
                            next.failing = if rule == root { 1 } else { usize::MAX };
                        }
                    }
                    if self.spent() {
                        break;
                    }
                }
                found.retain(|state| state.failing != usize::MAX);
                found.sort_by_key(|state| (state.failing, state.cost));
                found.truncate(WIDTH);
                beam = found;
                if beam.is_empty() || self.spent() {
                    break;
                }
            }
            if self.spent() {
                break;
            }
        }
        self.cut += usize::from(self.is_file_spent());
        Err(cause)
    }

    /// Appends the candidates one edit away from a state that do better on a word that it fails on.
    #[allow(clippy::too_many_arguments)]
    fn expand(
        &mut self,
        state: &State,
        root: usize,
        order: &[usize],
        inline: bool,
        seen: &mut HashSet<Vec<Rc<Expr>>>,
        languages: &mut HashMap<String, Option<Rc<Dfa>>>,
        found: &mut Vec<State>,
    ) {
        let rules = state.rules.clone();
        let wrong = |word: &&Word| rules.accepts(root, &word.chars, None) == Some(!word.accepted);
        let traced: Vec<Word> =
            self.words(root).iter().filter(wrong).take(TRACED).cloned().collect();
        let mut touched = Places::new();
        for word in &traced {
            rules.accepts(root, &word.chars, Some(&mut touched));
        }
        if traced.is_empty() {
            // Only a refusal is left: any place of the rule may be at fault.
            touched.extend((0..rules.exprs[root].size()).map(|number| (root, number)));
        }
        let follow = continuations(&rules, root, order);
        let callers = rules.questions().callers();
        self.work += CALLS * self.names.len() / COPIES;
        let classes = self.classes.clone();
        for &rule in order.iter().rev() {
            if !touched.iter().any(|place| place.0 == rule) {
                continue;
            }
            let none = Vec::new();
            let edits = {
                let mut language = |expr: &Expr| self.language(&rules, expr, languages);
                let mut editor =
                    Editor { rules: &rules, classes: &classes, language: &mut language };
                editor.edits(rule, &touched, follow.get(&rule).unwrap_or(&none), inline)
            };
            let users = users(&callers, [rule]);
            let affected: Vec<usize> =
                users.into_iter().filter(|&other| other != root && self.proved[other]).collect();
            for edit in edits {
                if self.spent() {
                    return;
                }
                let mut next = state.clone();
                next.rules.exprs[rule] = Rc::new(edit.expr);
                if next.rules.exprs[rule].size() > 2_000
                    || next.rules.exprs[rule] == rules.exprs[rule]
                {
                    continue;
                }
                self.candidates += 1;
                self.work += 1 + self.names.len() / COPIES;
                let right = |word: &&Word| {
                    next.rules.accepts(root, &word.chars, None) == Some(word.accepted)
                };
                if !traced.is_empty() && !traced.iter().any(|word| right(&word)) {
                    continue;
                }
                if affected.iter().any(|&other| self.failing(&next.rules, other, 1) > 0) {
                    continue;
                }
                let key = order.iter().map(|&rule| Rc::clone(&next.rules.exprs[rule])).collect();
                if !seen.insert(key) {
                    continue;
                }
                next.failing = self.failing(&next.rules, root, usize::MAX);
                next.cost = state.cost + edit.cost + edit.kinds.len() as u32 - 1;
                next.edits.extend(edit.kinds.iter().map(|&kind| (rule, kind)));
                found.push(next);
            }
        }
    }

    /// Returns the language of an expression among these rules, without what may follow it.
    fn language(
        &self,
        rules: &Rules,
        expr: &Expr,
        known: &mut HashMap<String, Option<Rc<Dfa>>>,
    ) -> Option<Rc<Dfa>> {
        if let Expr::Rule(name) = expr {
            let rule = *rules.by_name.get(name)?;
            return self.ideals[rule].clone();
        }
        let text = expr.written().text;
        if let Some(known) = known.get(&text) {
            return known.clone();
        }
        // What the ABNF would accept there, since the copy may accept nothing at all.
        let unordered = to_abnf(expr, &|name| {
            rules
                .by_name
                .get(name)
                .map_or_else(|| name.to_owned(), |&rule| self.abnf.rules()[rule].name.clone())
        });
        let limits = Limits { states: 5_000, nodes: 1_000_000 };
        let build = || self.abnf.dfa_of(unordered, self.terminals, limits).ok().map(Rc::new);
        let dfa = build();
        known.insert(text, dfa.clone());
        dfa
    }

    /// Returns the repair without those edited rules that it does not need.
    fn simplified(&mut self, before: &State, mut after: State, root: usize) -> State {
        let edited: Vec<usize> =
            after.edits[before.edits.len()..].iter().map(|edit| edit.0).collect();
        for rule in edited {
            let mut without = after.clone();
            without.rules.exprs[rule] = Rc::clone(&before.rules.exprs[rule]);
            if without.rules.exprs[rule] != after.rules.exprs[rule]
                && self.check_all(&without, before.edits.len(), root).is_ok()
            {
                let (kept, new) = without.edits.split_at(before.edits.len());
                let new = new.iter().copied().filter(|edit| edit.0 != rule);
                without.edits = kept.iter().copied().chain(new).collect();
                after = without;
            }
        }
        after
    }
}

mod proofs;
#[cfg(test)]
mod tests;
