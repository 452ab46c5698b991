//! Random members and near misses of every start rule. pest, the tables and the ABNF must agree on
//! them. An error's offset must be the longest viable prefix and its expectation exact, both
//! computed again without the tables.

use crate::{corpus, parallel};

use crate::engines::Engines;
use urigram_automata::{Limits, Random, Sampler};
use urigram_grammars::{Encoding, Found, Grammar};

const MEMBERS: usize = 40;
const NEAR_MISSES: usize = 3;

/// Returns random members and, for each, random near misses.
fn drawn(engines: &Engines, seed: u64) -> Vec<Vec<u8>> {
    let mut random = Random::seeded(seed);
    let longest = if engines.automaton.len() > 1_000 { 24 } else { 40 };
    let sampler = Sampler::new(&engines.automaton, longest, Limits::default())
        .expect("short strings can be counted");
    let mut all = Vec::new();
    for _ in 0..MEMBERS {
        let member = sampler.sample(&mut random).expect("every start rule accepts something");
        for _ in 0..NEAR_MISSES {
            all.extend(engines.automaton.near_miss(&member, &mut random));
        }
        all.push(member);
    }
    all
}

/// Returns every example of the document and every prefix of it.
fn printed(grammar: Grammar) -> Vec<Vec<u8>> {
    let examples = corpus::examples(grammar);
    let short =
        examples.iter().filter_map(corpus::Example::octets).filter(|octets| octets.len() <= 100);
    let mut all: Vec<Vec<u8>> = short
        .flat_map(|octets| (0..=octets.len()).map(move |end| octets[..end].to_vec()))
        .collect();
    all.sort();
    all.dedup();
    all
}

/// Returns a mistake in the diagnosis of an input, if there is one.
fn diagnosis(engines: &Engines, input: &[u8]) -> Option<String> {
    let wrong = |what: String| Some(engines.complaint(input, &what));
    let error = match engines.table.check(input, engines.reading) {
        Ok(()) if engines.automaton.accepts(input) => return None,
        Ok(()) => return wrong("accepted by the table, and not by the automaton".to_owned()),
        Err(error) => error,
    };
    let offset = error.offset();
    // Where the terminals are characters, the prefix ends between two of them.
    let is_text = |end: usize| {
        engines.grammar.document().encoding == Encoding::Octets
            || std::str::from_utf8(&input[..end]).is_ok()
    };
    let viable =
        (0..=input.len()).rev().find(|&end| engines.is_viable(&input[..end]) && is_text(end));
    if viable != Some(offset) {
        return wrong(format!("the longest viable prefix is {viable:?}, and the offset {offset}"));
    }
    if (offset == input.len()) != (error.found() == Found::End) {
        return wrong(format!("at {offset} of {} is {}", input.len(), error.found()));
    }
    let prefix = &input[..offset];
    let (state, _) = engines.completion(prefix);
    let expected = error.expected();
    if expected.end() != engines.automaton.is_accepting(state) {
        return wrong(format!("that it may end at {offset} is said to be {}", expected.end()));
    }
    for byte in 0..=255u8 {
        if engines.is_viable(&[prefix, &[byte]].concat()) != expected.bytes().contains(byte) {
            return wrong(format!("at {offset} {byte:02X} is wrongly expected, or wrongly not"));
        }
    }
    None
}

/// Completes each expected class of bytes, and returns a mistake if pest does not accept the
/// result.
fn repaired(engines: &Engines, input: &[u8]) -> Option<String> {
    let error = engines.table.check(input, engines.reading).err()?;
    let prefix = &input[..error.offset()];
    for &byte in engines.automaton.classes().representatives() {
        let begun = [prefix, &[byte]].concat();
        if let (_, Some(rest)) = engines.completion(&begun) {
            let whole = [&begun, rest].concat();
            if !engines.pest(&whole) {
                return Some(
                    engines.complaint(&whole, "expected at an error, and refused by pest"),
                );
            }
        }
    }
    let ends = engines.pest(prefix);
    (ends != error.expected().end())
        .then(|| engines.complaint(prefix, "an end is expected, and refused by pest, or not"))
}

#[test]
#[ignore = "deep; `.ci/run` runs it"]
fn engines_agree_and_diagnoses_are_exact() {
    let tasks = Engines::all();
    let outcomes = parallel::map(&tasks, |&(grammar, reading, rule)| {
        let engines = Engines::new(grammar, reading, rule);
        let mut complaints = Vec::new();
        let (mut inputs, mut accepted, mut naive) = (0, 0, 0);
        for (index, input) in drawn(&engines, 1993).into_iter().chain(printed(grammar)).enumerate()
        {
            match engines.verdict(&input, input.len() <= 24) {
                Ok(verdict) => {
                    inputs += 1;
                    accepted += usize::from(verdict.accepted);
                    naive += usize::from(verdict.naive);
                }
                Err(complaint) => complaints.push(complaint),
            }
            complaints.extend(diagnosis(&engines, &input));
            if index % 8 == 0 {
                complaints.extend(repaired(&engines, &input));
            }
        }
        (inputs, accepted, naive, complaints)
    });
    let mut complaints = Vec::new();
    for ((grammar, reading, rule), (inputs, accepted, naive, wrong)) in
        tasks.into_iter().zip(outcomes)
    {
        println!(
            "{grammar} {reading} {rule}: {inputs} inputs, {accepted} accepted, {naive} naively too"
        );
        if accepted < MEMBERS || inputs - accepted < MEMBERS || naive * 4 < inputs {
            complaints.push(format!("{grammar} {reading} {rule}: too few inputs say anything"));
        }
        complaints.extend(wrong);
    }
    corpus::expect_none(complaints);
}
