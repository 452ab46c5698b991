//! The proof of every rule of every grammar, in both readings: its PEG, as pest runs it, equals its
//! ABNF, and pest's optimizer changes nothing. `unproved.toml` lists the exceptions with reasons;
//! an entry that is no longer needed is an error.

use crate::corpus;

use rayon::prelude::*;
use serde::Deserialize;
use urigram_grammars::proof::Transcriptions;
use urigram_grammars::{Grammar, Reading};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Expected {
    #[serde(default)]
    unproved: Vec<Unproved>,
}

/// A rule that is known to have no proof.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Unproved {
    grammar: String,
    reading: String,
    rule: String,
    /// The result of the attempt: the witness of a difference, or the reason why nothing is
    /// decided.
    answer: String,
    reason: String,
}

/// The results of one grammar and reading.
struct Outcome {
    proved: usize,
    narrowed: usize,
    /// The rules with their results.
    unproved: Vec<(String, String)>,
    complaints: Vec<String>,
}

fn prove(grammar: Grammar, reading: Reading) -> Outcome {
    let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
    let mut outcome =
        Outcome { proved: 0, narrowed: 0, unproved: Vec::new(), complaints: Vec::new() };
    for rule in grammar.document().rules() {
        match both.prove(rule.id) {
            Ok(proof) if proof.proved() => outcome.proved += 1,
            Ok(proof) => {
                let shown = |only: &Option<Vec<u8>>| {
                    only.as_ref().map(|only| only.escape_ascii().to_string())
                };
                let answer = format!(
                    "only PEG: {:?}, only ABNF: {:?}",
                    shown(&proof.only_pest),
                    shown(&proof.only_abnf)
                );
                outcome.unproved.push((rule.id.to_owned(), answer));
            }
            Err(error) => outcome.unproved.push((rule.id.to_owned(), error.to_string())),
        }
    }
    let (terminals, limits) = (both.terminals(), both.limits());
    for (name, narrowed) in
        both.peg().dfa_all(urigram_automata::peg::Which::Optimized, terminals, limits)
    {
        let Some((of, _)) = name.split_once("__") else { continue };
        let whole = both.abnf_automaton(of).expect("a narrowed form is named after its rule");
        match narrowed.map(|narrowed| narrowed.is_subset(&whole, limits)) {
            Ok(Ok(true)) => outcome.narrowed += 1,
            other => outcome
                .complaints
                .push(format!("{grammar} {reading} {name} goes beyond {of}: {other:?}")),
        }
    }
    match both.peg().optimizer_differences(terminals, limits) {
        Ok(changed) => outcome.complaints.extend(changed.iter().map(|changed| {
            let witness = changed.witness.escape_ascii();
            format!(
                "{grammar} {reading}: pest's optimizer changes {}, as \"{witness}\" shows",
                changed.rule
            )
        })),
        Err(error) => outcome.complaints.push(format!("{grammar} {reading}: {error}")),
    }
    outcome
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_rule_is_proved() {
    let path =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/documents/unproved.toml");
    let text = std::fs::read_to_string(&path).expect("unproved.toml can be read");
    let expected: Expected =
        toml::from_str(&text).unwrap_or_else(|error| panic!("unproved.toml: {error}"));
    let mut stale: Vec<&Unproved> = expected.unproved.iter().collect();
    let tasks: Vec<(Grammar, Reading)> = Grammar::ALL
        .iter()
        .flat_map(|&grammar| Reading::ALL.map(|reading| (grammar, reading)))
        .collect();
    let one = |&(grammar, reading): &(Grammar, Reading)| prove(grammar, reading);
    let outcomes: Vec<Outcome> = tasks.par_iter().with_max_len(1).map(one).collect();
    let (mut proved, mut complaints) = (0, Vec::new());
    for ((grammar, reading), outcome) in tasks.into_iter().zip(outcomes) {
        println!(
            "{grammar} {reading}: {} rules proved, {} narrowed forms",
            outcome.proved, outcome.narrowed
        );
        proved += outcome.proved;
        complaints.extend(outcome.complaints);
        for (rule, answer) in outcome.unproved {
            let listed = |entry: &&Unproved| {
                (entry.grammar.as_str(), entry.reading.as_str()) == (grammar.as_str(), reading.id())
                    && (&entry.rule, &entry.answer) == (&rule, &answer)
                    && !entry.reason.trim().is_empty()
            };
            match stale.iter().position(listed) {
                Some(at) => drop(stale.swap_remove(at)),
                None => complaints.push(format!("{grammar} {reading} {rule}: {answer}")),
            }
        }
    }
    let gone = |entry: &Unproved| {
        format!("unproved.toml: {} {} {} is stale", entry.grammar, entry.reading, entry.rule)
    };
    complaints.extend(stale.into_iter().map(gone));
    println!("{proved} rules proved, {} listed as unproved", expected.unproved.len());
    corpus::expect_none(complaints);
    let all: usize = Grammar::ALL
        .iter()
        .map(|grammar| grammar.document().rules().len() * Reading::ALL.len())
        .sum();
    assert_eq!(proved + expected.unproved.len(), all);
}
