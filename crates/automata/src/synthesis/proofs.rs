//! The rules of a PEG as they are edited, and the proof of one of them.

use super::Cause;
use crate::abnf;
use crate::peg::{self, Expr, Facts, Which};
use crate::questions;
use crate::{Dfa, Limits, Terminals};
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

/// The rules of a PEG, in the order of the ABNF.
#[derive(Clone)]
pub(super) struct Copies {
    names: Rc<Names>,
    pub(super) exprs: Vec<Rc<Expr>>,
}

struct Names {
    list: Vec<String>,
    defined: HashSet<String>,
    numbers: HashMap<String, usize>,
}

impl Copies {
    /// Takes the expressions of the rules.
    pub(super) fn new(abnf: &abnf::Grammar, exprs: impl IntoIterator<Item = Expr>) -> Copies {
        let list: Vec<String> =
            abnf.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
        let numbers = list.iter().cloned().zip(0..).collect();
        let names = Names { defined: list.iter().cloned().collect(), list, numbers };
        Copies { names: Rc::new(names), exprs: exprs.into_iter().map(Rc::new).collect() }
    }

    /// Returns the PEG's name of a rule.
    pub(super) fn name(&self, rule: usize) -> &str {
        &self.names.list[rule]
    }

    /// Returns the number of the rule of a name.
    pub(super) fn number(&self, name: &str) -> Option<usize> {
        self.names.numbers.get(name).copied()
    }

    /// Returns a rule and those that it uses as a grammar.
    ///
    /// Only these are looked at: a file may have thousands of others.
    pub(super) fn grammar(&self, rule: usize) -> Result<peg::Grammar, Cause> {
        let exprs = self.exprs.iter().map(|expr| &**expr);
        let mut used = questions::Rules::new(exprs, |name| self.number(name)).reachable(rule);
        used.sort_unstable();
        let made = |rule| {
            peg::Rule::made(self.name(rule), (*self.exprs[rule]).clone(), &self.names.defined)
        };
        let made: Option<_> = used.into_iter().map(made).collect();
        let undecided = || Cause::Undecided("pest cannot express the rule".to_owned());
        Ok(peg::Grammar::made(made.ok_or_else(undecided)?))
    }

    /// Decides whether a rule has its language and pest takes it, and why not.
    pub(super) fn check(
        &self,
        rule: usize,
        ideal: &Dfa,
        terminals: Terminals,
        limits: Limits,
    ) -> Result<usize, Cause> {
        let grammar = self.grammar(rule)?;
        refused(&grammar, &[self.name(rule)])?;
        prove(&grammar, self.name(rule), ideal, terminals, limits)
    }
}

/// Returns the first expression of some rules that pest refuses as an error.
pub(super) fn refused(grammar: &peg::Grammar, rules: &[&str]) -> Result<(), Cause> {
    let facts = Facts::of(grammar.questions(Which::Raw));
    let mut refused = Ok(());
    for rule in rules.iter().filter_map(|name| grammar.rule(name)) {
        facts.refusals(rule.expr(Which::Raw), &mut |expr, refusal| {
            if refused.is_ok() {
                refused = Err(Cause::Refused { expr: expr.in_pest().text, refusal });
            }
        });
    }
    refused
}

/// Decides whether a rule of a PEG has a language, and returns the number of its states.
pub(super) fn prove(
    grammar: &peg::Grammar,
    name: &str,
    ideal: &Dfa,
    terminals: Terminals,
    limits: Limits,
) -> Result<usize, Cause> {
    let undecided = |error: &dyn std::fmt::Display| Cause::Undecided(error.to_string());
    let dfa = grammar.dfa(name, Which::Optimized, terminals, limits);
    let dfa = dfa.map_err(|error| undecided(&error))?;
    if dfa == *ideal {
        return Ok(dfa.len());
    }
    let comparison = dfa.compare(ideal, limits).map_err(|error| undecided(&error))?;
    Err(Cause::Words { only_peg: comparison.only_a, only_abnf: comparison.only_b })
}
