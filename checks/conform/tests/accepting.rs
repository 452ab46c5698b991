//! The shared pass over all grammars against each grammar's own automaton.

use rayon::prelude::*;
use urigram_grammars::proof::{Dfa, Transcriptions};
use urigram_grammars::{Grammar, GrammarSet, LineClassifier, Reading};

fn automaton(grammar: Grammar, reading: Reading) -> Dfa {
    let rule = grammar.tables(reading).start().rule();
    Transcriptions::of(grammar, reading).unwrap().abnf_automaton(rule).unwrap()
}

/// On the suites of all grammars: words that stay in the language of one, and words that leave it
/// at every place.
#[test]
fn all_grammars_at_once_are_each_of_them() {
    for reading in Reading::ALL {
        let automata: Vec<(Grammar, Dfa)> =
            Grammar::ALL.iter().map(|&one| (one, automaton(one, reading))).collect();
        let classifier = LineClassifier::new(reading);
        let accepted = automata.par_iter().map(|(grammar, dfa)| {
            let mut accepted = GrammarSet::EMPTY;
            let mut lines: Vec<u8> = Vec::new();
            let mut expected = Vec::new();
            for word in dfa.conformance_suite(0) {
                let accepts = automata.iter().filter(|(_, dfa)| dfa.accepts(&word));
                let set: GrammarSet = accepts.map(|(grammar, _)| *grammar).collect();
                assert_eq!(
                    GrammarSet::accepting(&word, reading),
                    set,
                    "{reading} {}",
                    word.escape_ascii()
                );
                accepted = accepted.union(set);
                if !word.contains(&b'\n') && !word.ends_with(b"\r") {
                    lines.extend(&word);
                    lines.extend(if expected.len() % 3 == 0 { &b"\r\n"[..] } else { b"\n" });
                    expected.push(set);
                }
            }
            let mut found = Vec::new();
            classifier.judge(&lines, |_, set| found.push(set));
            assert!(found == expected, "{grammar} {reading}");
            accepted
        });
        assert_eq!(
            accepted.reduce(|| GrammarSet::EMPTY, GrammarSet::union).len(),
            Grammar::ALL.len()
        );
    }
}

/// Every string of up to three bytes, one of each kind that any grammar distinguishes.
#[test]
fn every_short_input() {
    for reading in Reading::ALL {
        let automata: Vec<(Grammar, Dfa)> =
            Grammar::ALL.iter().map(|&one| (one, automaton(one, reading))).collect();
        let class =
            |byte: u8| automata.iter().map(|(_, dfa)| dfa.classes().of(byte)).collect::<Vec<_>>();
        let mut bytes: Vec<u8> = Vec::new();
        for byte in 0..=255 {
            if bytes.iter().all(|&known| class(known) != class(byte)) {
                bytes.push(byte);
            }
        }
        let places = |word: &[u8]| -> Vec<bool> {
            automata.iter().map(|(_, dfa)| dfa.accepts(word)).collect()
        };
        bytes.par_iter().for_each(|&first| {
            let mut words = vec![vec![first]];
            for length in 1..=3 {
                for word in &words {
                    let set = GrammarSet::accepting(word, reading);
                    let found: Vec<bool> =
                        Grammar::ALL.iter().map(|&grammar| set.contains(grammar)).collect();
                    assert_eq!(found, places(word), "{reading} {}", word.escape_ascii());
                }
                if length < 3 {
                    let longer = |word: &Vec<u8>| {
                        bytes.iter().map(|&byte| [&word[..], &[byte]].concat()).collect::<Vec<_>>()
                    };
                    words = words.iter().flat_map(longer).collect();
                }
            }
        });
    }
}
