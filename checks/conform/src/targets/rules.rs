//! Rules that a stranger wrote.

use urigram_automata::{abnf, peg, Limits, Random, Sampler, Terminals};

/// Longer rules take long to read as PEGs, by pest's own reader.
const LONGEST: usize = 200;

const LIMITS: Limits = Limits { states: 200, nodes: 20_000 };

/// Readers of ABNF and PEG neither panic nor loop on any text, and what the automaton of an ABNF
/// accepts is what its rules match, tried every way.
///
/// # Panics
/// Where an automaton and the matcher differ.
pub fn rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(&data[..data.len().min(LONGEST)]) else { return };
    if let Ok(grammar) = abnf::Grammar::parse(text) {
        for rule in grammar.rules() {
            as_abnf(&grammar, &rule.name);
        }
    }
    if let Ok(grammar) = peg::Grammar::parse(text) {
        for rule in grammar.rules() {
            let _ = grammar.dfa(rule.name(), peg::Which::Optimized, Terminals::CodePoints, LIMITS);
        }
    }
}

fn as_abnf(grammar: &abnf::Grammar, rule: &str) {
    const STEPS: usize = 10_000;
    let Ok(dfa) = grammar.dfa(rule, Terminals::CodePoints, LIMITS) else { return };
    let Ok(sampler) = Sampler::new(&dfa, 8, Limits::default()) else { return };
    let mut random = Random::seeded(5234);
    for _ in 0..4 {
        let Some(member) = sampler.sample(&mut random) else { return };
        for word in dfa.near_miss(&member, &mut random).into_iter().chain([member]) {
            if let Ok(matches) = grammar.matches_naively(rule, Terminals::CodePoints, &word, STEPS)
            {
                assert_eq!(matches, dfa.accepts(&word), "{rule} {}", word.escape_ascii());
            }
        }
    }
}
