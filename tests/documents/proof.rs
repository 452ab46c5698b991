//! The proofs of every grammar, in each reading that has rules of its own: the PEG of a rule, as
//! pest runs it, equals its ABNF; pest's optimizer changes nothing; and the PEG's one parse and the
//! shape give each component a place that the rules give it.

use crate::corpus;

use rayon::prelude::*;
use urigram_automata::peg::Which;
use urigram_grammars::proof::{PartsProof, PartsProver, Transcriptions};
use urigram_grammars::{Component, Grammar, Reading};

fn rules(grammar: Grammar, reading: Reading) -> Vec<String> {
    let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
    let mut complaints = Vec::new();
    for rule in grammar.document().rules() {
        // A rule that an ABNF takes from another document need not be in the PEG.
        if rule.imported.is_some() && !both.has_peg(rule.id) {
            continue;
        }
        match both.prove(rule.id) {
            Ok(proof) if proof.proved() => {}
            other => complaints.push(format!("{grammar} {reading} {}: {other:?}", rule.id)),
        }
    }
    let (terminals, limits) = (both.terminals(), both.limits());
    for (name, narrowed) in both.peg().dfa_all(Which::Optimized, terminals, limits) {
        let Some((of, _)) = name.split_once("__") else { continue };
        let whole = both.abnf_automaton(of).expect("a narrowed form is named after its rule");
        let is_within = narrowed.map(|narrowed| narrowed.is_subset(&whole, limits));
        if !matches!(is_within, Ok(Ok(true))) {
            complaints.push(format!("{grammar} {reading} {name} exceeds {of}: {is_within:?}"));
        }
    }
    match both.peg().optimizer_differences(terminals, limits) {
        Ok(changed) => complaints.extend(changed.iter().map(|changed| {
            let (rule, witness) = (&changed.rule, changed.witness.escape_ascii());
            format!("{grammar} {reading}: pest's optimizer changes {rule}, see \"{witness}\"")
        })),
        Err(error) => complaints.push(format!("{grammar} {reading}: {error}")),
    }
    complaints
}

fn components(grammar: Grammar, reading: Reading) -> Vec<String> {
    let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
    let theorem = PartsProver::of(&both).expect("rows are of rules that exist");
    let mut complaints = Vec::new();
    for component in theorem.components() {
        // Rules are not part of a shape: the test is that the rows leave them one place. A grammar
        // whose rules mark the components states none.
        let is_rule = matches!(component, Component::Rule(_));
        let may_lack = is_rule || grammar.tables(reading).start().marking.is_some();
        for (proof, may_lack) in
            [(theorem.shape(component), may_lack), (theorem.peg(component), true)]
        {
            let holds =
                |proof: &Option<PartsProof>| proof.as_ref().map_or(may_lack, PartsProof::holds);
            if !proof.as_ref().is_ok_and(holds) {
                complaints.push(format!("{grammar} {reading} {}: {proof:?}", component.name()));
            }
        }
    }
    complaints
}

#[test]
#[ignore = "minutes; `.ci/long` runs it in release"]
fn every_rule_and_every_component_is_proved() {
    let all = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    let all = all.chain(Grammar::SCHEMES.iter().copied());
    let sources = |grammar: Grammar, reading| (grammar.abnf(reading), grammar.pest(reading));
    let readings = |grammar| {
        let [printed, corrected] = [Reading::Printed, Reading::Corrected];
        let is_same = sources(grammar, printed) == sources(grammar, corrected);
        let readings = [printed, corrected].into_iter().take(if is_same { 1 } else { 2 });
        readings.map(move |reading| (grammar, reading))
    };
    let tasks: Vec<(Grammar, Reading)> = all.flat_map(readings).collect();
    let one = |&(grammar, reading): &(Grammar, Reading)| {
        [rules(grammar, reading), components(grammar, reading)].concat()
    };
    corpus::expect_none(tasks.par_iter().with_max_len(1).flat_map_iter(one).collect());
}
