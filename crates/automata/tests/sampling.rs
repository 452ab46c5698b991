//! Counts and samples against enumeration.

use std::collections::{BTreeMap, BTreeSet};
use urigram_automata::abnf::{Grammar, Terminals};
use urigram_automata::{BigUint, Dfa, Limits, Random, Sampler};

const LIMITS: Limits = Limits { states: 5_000, nodes: 200_000 };

fn dfa(rules: &str) -> Dfa {
    let grammar =
        Grammar::parse(&format!("s = {rules}")).unwrap_or_else(|error| panic!("{error}: {rules}"));
    grammar
        .dfa("s", Terminals::CodePoints, LIMITS)
        .unwrap_or_else(|error| panic!("{error}: {rules}"))
}

#[test]
fn counts_are_those_of_enumeration() {
    for rules in
        ["*( \"a\" / \"b-\" )", "1*2%x30-32 [ \":\" %xE9-EA ]", "%xD800", "\"\"", "*%x80-7FF"]
    {
        let dfa = dfa(rules);
        let sampler = Sampler::new(&dfa, 3, LIMITS).expect("small");
        for len in 0..=2 {
            let all = (0..256usize.pow(len))
                .filter(|index| dfa.accepts(&index.to_le_bytes()[..len as usize]))
                .count();
            assert_eq!(dfa.count(len as usize), BigUint::from(all), "{rules} {len}");
            assert_eq!(sampler.count(len as usize), BigUint::from(all));
        }
        assert_eq!(sampler.count(4), BigUint::ZERO);
    }
    let scalars: u32 =
        (0x800..=0xFFFF).filter(|&value| char::from_u32(value).is_some()).count() as u32;
    assert_eq!(dfa("%x0-10FFFF").count(3), BigUint::from(scalars));
    assert_eq!(dfa("*%x0-7F").count(100), BigUint::from(128u32).pow(100));
}

/// Checks that every string of a length, and every length, is drawn about equally often.
#[test]
fn samples_are_uniform() {
    let dfa = dfa("*4( %x61 / %x62-63 \"-\" ) / 10%x7A");
    let sampler = Sampler::new(&dfa, 12, LIMITS).expect("small");
    assert_eq!(sampler.lengths(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 10]);
    let mut random = Random::seeded(7);
    let mut seen: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
    let count = usize::try_from(sampler.count(4)).expect("small");
    for _ in 0..count * 400 {
        *seen.entry(sampler.of_length(4, &mut random).expect("there are some")).or_default() += 1;
    }
    assert_eq!(seen.len(), count);
    assert!(
        seen.iter().all(|(string, times)| dfa.accepts(string) && (300..500).contains(times)),
        "{seen:?}"
    );
    let mut lengths = [0; 13];
    for _ in 0..4_000 {
        lengths[sampler.sample(&mut random).expect("there are some").len()] += 1;
    }
    assert!(sampler.lengths().iter().all(|&len| (320..480).contains(&lengths[len])), "{lengths:?}");
    assert_eq!(sampler.of_length(9, &mut random), None);
    assert_eq!(sampler.of_length(99, &mut random), None);
}

#[test]
fn a_seed_gives_the_same_samples_again() {
    let dfa = dfa("*%x61-7A");
    let sampler = Sampler::new(&dfa, 30, LIMITS).expect("small");
    let draw = |seed| {
        let mut random = Random::seeded(seed);
        (0..20).map(|_| sampler.sample(&mut random)).collect::<Vec<_>>()
    };
    assert_eq!(draw(1), draw(1));
    assert_ne!(draw(1), draw(2));
}

#[test]
fn nothing_can_be_drawn_from_nothing() {
    let dfa = dfa("%xD800");
    let mut random = Random::seeded(0);
    assert_eq!(Sampler::new(&dfa, 5, LIMITS).expect("small").sample(&mut random), None);
    assert!(Sampler::new(&dfa, usize::MAX, LIMITS).is_err());
}

#[test]
fn near_misses_are_every_rejected_edit_once() {
    let dfa = dfa("1*2( %x61 / \"-\" )");
    for input in ["", "a", "aa", "-a", "zz"] {
        let input = input.as_bytes();
        let misses: Vec<Vec<u8>> = dfa.near_misses(input).collect();
        let set: BTreeSet<Vec<u8>> = misses.iter().cloned().collect();
        assert_eq!(set.len(), misses.len(), "each once");
        let mut edits = BTreeSet::new();
        for at in 0..=input.len() {
            for byte in 0..=255 {
                edits.insert([&input[..at], &[byte], &input[at..]].concat());
                if at < input.len() {
                    edits.insert([&input[..at], &[byte], &input[at + 1..]].concat());
                    edits.insert([&input[..at], &input[at + 1..]].concat());
                }
            }
        }
        edits.remove(input);
        edits.retain(|edit| !dfa.accepts(edit));
        assert_eq!(set, edits);
        let mut random = Random::seeded(3);
        assert!((0..50)
            .all(|_| dfa.near_miss(input, &mut random).is_some_and(|miss| set.contains(&miss))));
    }
    assert_eq!(dfa.near_misses(b"").next(), Some(b"b".to_vec()), "readable bytes first");
}

/// One edit of 513 is rejected, and it is found although the draws may miss it.
#[test]
fn a_rare_near_miss_is_found() {
    let mut random = Random::seeded(9);
    let all_but_empty = dfa("\"\"").complement();
    assert_eq!(all_but_empty.near_miss(b"x", &mut random), Some(Vec::new()));
    assert_eq!(dfa("\"\"").complement().near_miss(b"xyz", &mut random), None);
}
