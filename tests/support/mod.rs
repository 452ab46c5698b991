//! Strings for tests: all short ones, and some that a grammar accepts.

use urigram::{Grammar, Reading};
use urigram_automata::{Limits, Random, Sampler};
use urigram_grammars::proof::Side;

/// Returns every string of up to `longest` of these characters.
pub fn strings(alphabet: &str, longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = all.len();
        for index in from..to {
            all.extend(
                alphabet.chars().map(|c| all[index].clone() + &c.to_string()).collect::<Vec<_>>(),
            );
        }
        from = to;
    }
    all
}

const PIECES: [&str; 44] = [
    "http", "HTTP", "ftp", "mailto", "foo", "urn", "wais", ":", ":", ":", "//", "//", "//", "/",
    "/", "/", "/", "?", "#", "@", ".", "..", "/./", "/../", "%7e", "%7E", "%41", "%2E", "%2e",
    "%c3%A9", "%25", "a", "B", "x-y", "~", ":80", ":21", ":", "1.2.3.4", "[::A]", "é", ";", "!",
    "=",
];

/// Returns strings that the grammar's default start rule accepts: random ones from its automaton,
/// and combinations of pieces that matter to meaning.
pub fn samples(grammar: Grammar, seed: u64, count: usize) -> Vec<String> {
    let mut random = Random::seeded(seed);
    let table = grammar.tables(Reading::Corrected).start();
    let mut all = Vec::new();
    let side = Side { grammar, reading: Reading::Corrected, rule: None };
    let dfa = side.automaton().unwrap();
    let sampler = Sampler::new(&dfa, 24, Limits::default()).unwrap();
    for _ in 0..count {
        all.extend(sampler.sample(&mut random).and_then(|bytes| String::from_utf8(bytes).ok()));
    }
    for _ in 0..count * 40 {
        let pieces = 3 + random.below(10);
        let text: String = (0..pieces).map(|_| PIECES[random.below(PIECES.len())]).collect();
        if table.accepts(text.as_bytes()) {
            all.push(text);
        }
    }
    all
}
