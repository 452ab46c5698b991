//! The fuzzers' functions on a stable compiler: on random inputs of useful kinds, and on the
//! fuzzers' seeds.

use std::path::{Path, PathBuf};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use urigram_conform::targets::{self, Target};

/// Pieces that mean something somewhere.
const PIECES: [&str; 64] = [
    "http",
    "HTTP",
    "ftp",
    "mailto",
    "urn",
    "URN",
    "wais",
    "gopher",
    "a",
    "B",
    "x-y",
    "example",
    ":",
    ":",
    ":",
    "//",
    "//",
    "/",
    "/",
    "/",
    "?",
    "#",
    "@",
    ".",
    "..",
    "/./",
    "/../",
    "%7e",
    "%41",
    "%2E",
    "%c3%A9",
    "%25",
    "%",
    "%4",
    "%00",
    ":80",
    ":21",
    "1.2.3.4",
    "[::1]",
    "[v1.a]",
    "[fe80::a%25en1]",
    "[",
    "]",
    "é",
    "\u{1F600}",
    ";",
    "!",
    "=",
    "+",
    "?+",
    "?=",
    "<",
    ">",
    "\"",
    "URL:",
    "\n",
    "\r\n",
    " ",
    "-\n",
    "<URN:IANA:0::d:1;",
    "A=b;",
    ">",
    "Title.sv/Text/Plain=",
    "\t",
];

/// Pieces of rules in ABNF and as PEGs.
const RULES: [&str; 32] = [
    "a", "b", "a = ", "b = ", "\n", "\r\n", "\"x\"", "%x61", "%x61-7A", "%s\"A\"", "%d97.98", "/",
    " ", "*", "1*2", "3", "[", "]", "(", ")", " = { ", " }\n", " ~ ", " | ", "!", "&", "?", "+",
    "{2,3}", "'a'..'z'", "ANY", "^\"Q\"",
];

fn bytes(pieces: &'static [&'static str], most: usize) -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        12 => proptest::sample::select(pieces).prop_map(|piece| piece.as_bytes().to_vec()),
        1 => vec(any::<u8>(), 1..3),
        1 => (proptest::sample::select(pieces), 1..40usize)
            .prop_map(|(piece, times)| piece.repeat(times).into_bytes()),
    ];
    (any::<u8>(), vec(piece, 0..most))
        .prop_map(|(choice, pieces)| [vec![choice], pieces.concat()].concat())
}

fn run(target: Target, cases: u32, inputs: &impl Strategy<Value = Vec<u8>>) {
    // The same inputs each time; fuzzers look for others.
    let config = Config { cases, failure_persistence: None, ..Config::default() };
    let rng = proptest::test_runner::TestRng::deterministic_rng(
        proptest::test_runner::RngAlgorithm::ChaCha,
    );
    let done = TestRunner::new_with_rng(config, rng).run(inputs, |data| {
        target(&data);
        Ok(())
    });
    if let Err(error) = done {
        panic!("{error}");
    }
}

fn without_choice(most: usize) -> impl Strategy<Value = Vec<u8>> {
    bytes(&PIECES, most).prop_map(|data| data[1..].to_vec())
}

#[test]
fn engines() {
    run(targets::engines, 6_000, &bytes(&PIECES, 12));
}

#[test]
fn lines() {
    run(targets::lines, 2_000, &bytes(&PIECES, 60));
}

#[test]
fn accepting() {
    run(targets::accepting, 6_000, &without_choice(12));
}

#[test]
fn meaning() {
    run(targets::meaning, 4_000, &bytes(&PIECES, 20));
}

#[test]
fn extract() {
    run(targets::extract, 4_000, &bytes(&PIECES, 40));
}

#[test]
fn urc() {
    let citation =
        without_choice(10).prop_map(|data| [b"<URN:IANA:0::d:1;", &data[..], b">"].concat());
    run(targets::urc, 4_000, &citation);
}

#[test]
fn rules() {
    run(targets::rules, 4_000, &bytes(&RULES, 16).prop_map(|data| data[1..].to_vec()));
}

#[test]
fn values() {
    run(targets::values, 3_000, &bytes(&PIECES, 12));
}

#[test]
fn functions() {
    run(targets::functions, 150, &bytes(&PIECES, 12));
}

fn seeds(name: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(name);
    let files =
        std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    files.map(|file| file.expect("a folder can be listed").path()).collect()
}

#[test]
fn every_target_has_a_file_and_seeds_that_pass() {
    for (name, target) in targets::ALL {
        let file =
            Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../fuzz/fuzz_targets/{name}.rs"));
        let source = std::fs::read_to_string(&file)
            .unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        assert!(source.contains(&format!("targets::{name}(")), "{}", file.display());
        let seeds = seeds(name);
        assert!(!seeds.is_empty());
        seeds.iter().for_each(|seed| target(&std::fs::read(seed).expect("a seed can be read")));
    }
}
