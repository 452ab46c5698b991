//! Helpers of several tests: the examples of the document folders, and strings that a grammar
//! accepts.
#![allow(dead_code)]

use std::path::Path;

use urigram::{Grammar, Reading};
use urigram_automata::{Limits, Random, Sampler};
use urigram_grammars::proof::Side;

/// Returns the examples of a document folder with one of the statements `says`.
pub fn examples(grammar: Grammar, says: &[&str]) -> Vec<toml::Table> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("grammars")
        .join(grammar.as_str())
        .join("examples.toml");
    let mut file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
    let Some(toml::Value::Array(all)) = file.remove("example") else { return Vec::new() };
    let tables = all.into_iter().filter_map(|example| match example {
        toml::Value::Table(table) => Some(table),
        _ => None,
    });
    tables
        .filter(|example| example["says"].as_str().is_some_and(|word| says.contains(&word)))
        .collect()
}

/// Returns a value of an example.
pub fn text<'a>(example: &'a toml::Table, key: &str) -> Option<&'a str> {
    example.get(key).and_then(toml::Value::as_str)
}

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
