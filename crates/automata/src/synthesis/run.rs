//! The steps of a synthesis: copies, repairs, rules made of automata, and proofs of the text.
//!
//! ```text
//! octet = digit / %x31-39 digit     digit = %x30-39     row = *( *"a" *"b" ) "c"
//! item  = digit / digit "(" [ item ] ")"
//!
//! copied     `/` becomes `|`, and so on
//! repaired   octet: its alternatives change places. row: no edit helps
//! written    pest refuses the copy of row, which would cost every rule its proof: so row is made
//!            of its automaton
//! proved     octet, digit, row: each automaton of the text is that of the ABNF
//! again      item is recursive and had no automaton to be repaired by. With a letter in place of
//!            `[ item ]` it has one: its alternatives change places. It is written and proved again
//! ```

use super::ideals::affordable;
use super::nested::{self, Lettered};
use super::print::{self, Made, Written};
use super::repaired::{copied, repaired, Ideals, Repaired};
use super::{automaton, gave_up, proofs, Cause, Found, Repair, Synthesis};
use crate::abnf::{self, Refused, Terminals};
use crate::peg::{self, Expr};
use crate::{Limits, Undecided};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;

/// The most rounds where rules are made of their automata.
const ROUNDS: usize = 4;

/// The most nodes that the rules of a long file have together.
const FILE: usize = 500_000;

/// Writes the PEG of the rules that have all names which they need, and says of the others what
/// they lack: one missing name costs no more than the rules that depend on it.
pub(super) fn run(
    abnf: &abnf::Grammar,
    kept: &[(String, Expr)],
    terminals: Terminals,
    limits: Limits,
) -> Synthesis {
    let mut lacking: HashMap<&str, Refused> =
        abnf.undecided().into_iter().map(|(rule, refused)| (&*rule.name, refused)).collect();
    let decided = abnf.decided();
    let (affordable, beyond) = affordable(&decided, FILE);
    for name in beyond {
        let why = Undecided::new("nodes in the rules of the file", FILE);
        lacking.insert(abnf.rule(name).map_or(name, |rule| &*rule.name), why.into());
    }
    let ideals = affordable.dfas(terminals, limits);
    let found = run_decided(&affordable, kept, &ideals, terminals, limits);
    let mut decided = found.rules.into_iter().zip(ideals);
    let of = |rule: &abnf::Rule| match lacking.remove(&*rule.name) {
        Some(why) => {
            let proof = Err(Cause::Undecided(why.to_string()));
            Some((Found { proof, ..gave_up(&rule.name) }, Err(why)))
        }
        None => decided.next(),
    };
    let (rules, dfas) = abnf.rules().iter().filter_map(of).unzip();
    Synthesis { rules, dfas, ..found }
}

fn run_decided(
    abnf: &abnf::Grammar,
    kept: &[(String, Expr)],
    ideals: &Ideals,
    terminals: Terminals,
    limits: Limits,
) -> Synthesis {
    let names: Vec<String> = abnf.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
    let of_kept = |index: usize| kept.iter().find(|(name, _)| *name == names[index]);
    let mut repairs: Vec<Vec<Repair>> = vec![Vec::new(); names.len()];
    let mut copies = Vec::new();
    for (index, repairs) in repairs.iter_mut().enumerate() {
        copies.push(match of_kept(index) {
            Some((_, expr)) => expr.clone(),
            None => copied(abnf, index, repairs),
        });
    }
    let first = repaired(abnf, copies, repairs, ideals, terminals, limits);
    let is_nested = |index: usize| matches!(ideals[index], Err(Refused::Recursion { .. }));
    let found = written(abnf, &first, ideals, terminals, limits);
    let open = |found: &Synthesis| found.rules.iter().filter(|rule| rule.proof.is_err()).count();
    let mut all = 0..abnf.rules().len();
    if terminals == Terminals::Octets
        || all.clone().all(|index| !is_nested(index) || found.rules[index].proof.is_ok())
        || all.any(|index| is_nested(index) && of_kept(index).is_some())
    {
        return found;
    }
    // Some recursive rule is not a copy: it is repaired with letters in place of its calls.
    let Some(lettered) = Lettered::new(abnf, &is_nested) else { return found };
    let copies = lettered.copies(&first.copies.exprs, &is_nested);
    let own = |index: usize| match ideals.get(index).filter(|_| !is_nested(index)) {
        Some(ideal) => ideal.clone(),
        None => lettered.abnf.dfa(&lettered.abnf.rules()[index].name, terminals, limits),
    };
    let languages: Ideals = (0..copies.len()).map(own).collect();
    let none = vec![Vec::new(); copies.len()];
    let again = repaired(&lettered.abnf, copies, none, &languages, terminals, limits);
    let again = lettered.restored(again, &first);
    if again.copies.exprs == first.copies.exprs {
        return found;
    }
    let better = written(abnf, &again, ideals, terminals, limits);
    if open(&better) < open(&found) {
        better
    } else {
        found
    }
}

/// Writes the rules as text, makes those of their automata that nothing repaired, and proves the
/// text.
fn written(
    abnf: &abnf::Grammar,
    repaired: &Repaired,
    ideals: &Ideals,
    terminals: Terminals,
    limits: Limits,
) -> Synthesis {
    let Repaired { repairs, proved, .. } = repaired;
    let count = abnf.rules().len();
    let taken: BTreeSet<String> =
        abnf.rules().iter().map(|rule| abnf::peg_name(&rule.name)).collect();
    let mut exprs = repaired.copies.exprs.clone();
    let mut made: Vec<Written> = (0..count).map(|_| Written::Edited).collect();
    // What pest refuses in one rule would cost all others.
    for index in nested::not_written(abnf, ideals, repaired) {
        exprs[index] = Rc::new(Expr::nothing());
        made[index] = Written::Nothing;
    }
    let mut source = print::source(abnf, &exprs, repairs, &made);
    let mut grammar = peg::Grammar::parse(&source);
    let mut proofs = prove(abnf, &grammar, terminals, limits, ideals);
    // A rule that pest refuses costs the proofs of all, so those that no repair was found for go
    // first. Otherwise a rule may be proved once those that it uses are: it comes after them.
    for round in 0..ROUNDS {
        let is_any = grammar.is_err() || round + 1 == ROUNDS;
        let mut is_new = false;
        for index in 0..count {
            let Ok(ideal) = &ideals[index] else { continue };
            let mut is_open =
                proofs[index].is_err() && (round > 0 || grammar.is_ok() || !proved[index]);
            abnf.rules()[index].expr.visit_rules(&mut |name| {
                let used = abnf.index_of(name).filter(|&used| used != index);
                is_open &= is_any || used.is_none_or(|used| proofs[used].is_ok());
            });
            if is_open && matches!(made[index], Written::Edited) {
                let own = &abnf.rules()[index].name;
                let is_taken = |prefix: &str| {
                    let mut behind = taken.range(prefix.to_owned()..);
                    behind.next().is_some_and(|name| name.starts_with(prefix))
                };
                if let Some(of) = automaton::make(&abnf::peg_name(own), ideal, &is_taken) {
                    made[index] = Written::Made(of);
                    is_new = true;
                }
            }
        }
        if is_new {
            source = print::source(abnf, &exprs, repairs, &made);
            grammar = peg::Grammar::parse(&source);
            proofs = prove(abnf, &grammar, terminals, limits, ideals);
        } else if is_any {
            break;
        }
    }
    for rule in abnf.barren() {
        if let Some(index) = abnf.index_of(&rule.name) {
            // Two automata of no string are equal, and nobody means such a rule.
            let why = "it derives no string: it recurs without end".to_owned();
            proofs[index] = Err(Cause::Undecided(why));
        }
    }
    let rules = abnf.rules().iter().zip(proofs).zip(repairs.iter().zip(&made));
    let found = |((rule, proof), (repairs, made)): ((&abnf::Rule, _), (&Vec<_>, &_))| Found {
        rule: rule.name.clone(),
        name: abnf::peg_name(&rule.name),
        proof,
        repairs: repairs.clone(),
        from_automaton: matches!(made, Written::Made(Made { .. })),
    };
    let rules = rules.map(found).collect();
    Synthesis { source, rules, dfas: Vec::new() }
}

/// Proves each rule of the text, read as anybody else would read it.
fn prove(
    abnf: &abnf::Grammar,
    grammar: &Result<peg::Grammar, peg::Error>,
    terminals: Terminals,
    limits: Limits,
    ideals: &Ideals,
) -> Vec<Result<usize, Cause>> {
    let grammar = match grammar {
        Ok(grammar) => grammar,
        Err(error) => {
            let cause = Cause::Undecided(format!("pest refuses the grammar: {error}"));
            return vec![Err(cause); ideals.len()];
        }
    };
    let mut bracketed = nested::Proofs::new(limits);
    let mut proofs: Vec<Option<Result<usize, Cause>>> = vec![None; ideals.len()];
    for index in abnf.callees_first() {
        let (rule, ideal) = (&abnf.rules()[index], &ideals[index]);
        let mut prove = || {
            // A file may have thousands of rules that this one does not use.
            let name = abnf::peg_name(&rule.name);
            let used = || grammar.reachable(&name).into_iter().flatten().cloned().collect();
            let ideal = match ideal {
                Ok(ideal) => ideal,
                Err(Refused::Recursion { .. }) => {
                    return bracketed.prove(abnf, &rule.name, used(), terminals);
                }
                Err(refused) => return Err(Cause::Undecided(refused.to_string())),
            };
            proofs::prove(&peg::Grammar::made(used()), &name, ideal, terminals, limits)
        };
        proofs[index] = Some(prove());
    }
    // The order has every rule.
    proofs.into_iter().flatten().collect()
}
