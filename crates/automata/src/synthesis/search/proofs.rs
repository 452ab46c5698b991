//! The proofs of a search, and the rules that an edit concerns.

use super::{Cause, Search, State, COPIES};
use crate::peg::{self, Expr, Facts, Which};
use crate::synthesis::words::Rules;
use crate::Limits;
use std::collections::BTreeSet;

/// The automata that one counts as which hits a limit.
const UNDECIDED: usize = 40;
/// The rules that can be copied while the calls of one are listed.
pub(super) const CALLS: usize = 20;
/// The candidates that take the time of one automaton, beside one for each of its states, and of
/// one that hits a limit.
const AUTOMATON: usize = 5;
const LIMIT: usize = 2_000;

impl Search<'_> {
    /// Returns some rules as a grammar.
    fn grammar(
        &self,
        rules: &Rules,
        some: impl IntoIterator<Item = usize>,
    ) -> Option<peg::Grammar> {
        let made = some.into_iter().map(|index| {
            peg::Rule::made(&self.names[index], (*rules.exprs[index]).clone(), &self.defined)
        });
        Some(peg::Grammar::made(made.collect::<Option<_>>()?))
    }

    /// Decides whether `rule` has its language, and why not.
    ///
    /// Only the rules that it uses are looked at: a file may have thousands of others.
    pub(in crate::synthesis) fn check(&mut self, rules: &Rules, rule: usize) -> Result<(), Cause> {
        let mut used = rules.questions().reachable(rule);
        used.sort_unstable();
        let grammar = self
            .grammar(rules, used)
            .ok_or(Cause::Undecided("pest cannot express the rule".to_owned()))?;
        // The first proof of a rule is not part of a search.
        let work = self.work;
        let checked = self.check_in(
            &grammar,
            &Facts::of(grammar.questions(Which::Raw)),
            rule,
            self.budget.limits,
        );
        self.work = work;
        checked
    }

    /// Decides whether `rule` has its language, and none of the rules is refused.
    pub(in crate::synthesis) fn check_copies(
        &mut self,
        rules: &Rules,
        rule: usize,
    ) -> Result<(), Cause> {
        let grammar = self
            .grammar(rules, 0..self.names.len())
            .ok_or(Cause::Undecided("pest cannot express the rule".to_owned()))?;
        let facts = Facts::of(grammar.questions(Which::Raw));
        (0..self.names.len()).try_for_each(|index| self.refused(&grammar, &facts, index))?;
        self.check_in(&grammar, &facts, rule, self.budget.limits)
    }

    fn check_in(
        &mut self,
        grammar: &peg::Grammar,
        facts: &Facts<'_, Expr>,
        rule: usize,
        limits: Limits,
    ) -> Result<(), Cause> {
        self.refused(grammar, facts, rule)?;
        self.proofs += 1;
        let Some(ideal) = &self.ideals[rule] else {
            return Err(Cause::Undecided("no automaton".to_owned()));
        };
        let dfa = grammar.dfa(&self.names[rule], Which::Optimized, self.terminals, limits);
        // An automaton that hits a limit takes as long as many that do not.
        self.proofs += if matches!(dfa, Err(peg::Error::Undecided(_))) { UNDECIDED } else { 0 };
        self.work += dfa.as_ref().map_or(LIMIT, |dfa| AUTOMATON + dfa.len());
        let dfa = dfa.map_err(|error| Cause::Undecided(error.to_string()))?;
        if dfa == **ideal {
            return Ok(());
        }
        let comparison =
            dfa.compare(ideal, limits).map_err(|error| Cause::Undecided(error.to_string()))?;
        Err(Cause::Words { only_peg: comparison.only_a, only_abnf: comparison.only_b })
    }

    fn refused(
        &self,
        grammar: &peg::Grammar,
        facts: &Facts<'_, Expr>,
        rule: usize,
    ) -> Result<(), Cause> {
        let Some(rule) = grammar.rule(&self.names[rule]) else { return Ok(()) };
        let mut refused = Ok(());
        facts.refusals(rule.expr(Which::Raw), &mut |expr, refusal| {
            if refused.is_ok() {
                refused = Err(Cause::Refused { expr: expr.written().text, refusal });
            }
        });
        refused
    }

    /// Proves the root and every proved rule that uses one which is edited for it: by the edits
    /// from `new` on. Those before were made for other rules, and are proved.
    pub(super) fn check_all(
        &mut self,
        state: &State,
        new: usize,
        root: usize,
    ) -> Result<(), (usize, Cause)> {
        self.work += CALLS * self.names.len() / COPIES;
        let edited = state.edits[new..].iter().map(|edit| edit.0);
        let questions = state.rules.questions();
        let users = users(&questions.callers(), edited);
        let others = users.into_iter().filter(|&other| other != root && self.proved[other]);
        let all: Vec<usize> = [root].into_iter().chain(others).collect();
        let used = BTreeSet::from_iter(questions.callees_first(all.iter().copied()));
        let grammar = self.grammar(&state.rules, used);
        let grammar =
            grammar.ok_or((root, Cause::Undecided("pest cannot express the rule".to_owned())))?;
        let facts = Facts::of(grammar.questions(Which::Raw));
        let Limits { states, nodes } = self.budget.limits;
        let limits = Limits { states, nodes: nodes / 4 };
        for rule in all {
            self.check_in(&grammar, &facts, rule, limits).map_err(|cause| (rule, cause))?;
        }
        Ok(())
    }
}

/// Returns some rules and those that use them, in order.
pub(super) fn users(
    callers: &[Vec<usize>],
    some: impl IntoIterator<Item = usize>,
) -> BTreeSet<usize> {
    let mut open: Vec<usize> = some.into_iter().collect();
    let mut found: BTreeSet<usize> = open.iter().copied().collect();
    while let Some(rule) = open.pop() {
        open.extend(callers[rule].iter().copied().filter(|&caller| found.insert(caller)));
    }
    found
}
