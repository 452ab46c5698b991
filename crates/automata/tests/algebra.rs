//! The algebra of automata against membership, string by string.

use urigram_automata::abnf::{Grammar, Terminals};
use urigram_automata::{Comparison, Dfa, Limits, Relation, StateId};

const LIMITS: Limits = Limits { states: 5_000, nodes: 200_000 };

fn dfa(rules: &str) -> Dfa {
    let grammar =
        Grammar::parse(&format!("s = {rules}")).unwrap_or_else(|error| panic!("{error}: {rules}"));
    grammar
        .dfa("s", Terminals::CodePoints, LIMITS)
        .unwrap_or_else(|error| panic!("{error}: {rules}"))
}

fn text(witness: &Option<Vec<u8>>) -> Option<&str> {
    witness.as_deref().map(|bytes| std::str::from_utf8(bytes).expect("UTF-8"))
}

const SAMPLES: &[&str] = &[
    "\"\"",
    "%xD800",
    "*%x61",
    "*( %x61.62 )",
    "%x61 *( %x61-63 )",
    "*%x61-63 %x62",
    "1*3%x61-62 [ \"-\" ]",
    "*( %x61 / %x62 %x61 )",
];

#[test]
fn combinations_accept_what_they_should() {
    let dfas: Vec<Dfa> = SAMPLES.iter().map(|rules| dfa(rules)).collect();
    let mut strings = vec![Vec::new()];
    for from in 0..400 {
        let string: Vec<u8> = strings[from / 5].clone();
        strings.push([string, vec![b"abc-z"[from % 5]]].concat());
    }
    for a in &dfas {
        let complement = a.complement();
        assert_eq!(complement.complement(), *a);
        for b in &dfas {
            let union = a.union(b, LIMITS).expect("small");
            let intersection = a.intersection(b, LIMITS).expect("small");
            let difference = a.difference(b, LIMITS).expect("small");
            for string in &strings {
                let (in_a, in_b) = (a.accepts(string), b.accepts(string));
                assert_eq!(union.accepts(string), in_a || in_b);
                assert_eq!(intersection.accepts(string), in_a && in_b);
                assert_eq!(difference.accepts(string), in_a && !in_b);
                assert_eq!(complement.accepts(string), !in_a);
            }
            assert_eq!(difference.is_empty(), a.is_subset(b, LIMITS).expect("small"));
            // De Morgan, exactly.
            let outside = complement.intersection(&b.complement(), LIMITS).expect("small");
            assert_eq!(outside, union.complement());
            // The comparison says what the combinations say.
            let Comparison { only_a, only_b, both, relation, .. } =
                a.compare(b, LIMITS).expect("small");
            assert_eq!(only_a, difference.shortest());
            assert_eq!(only_b, b.difference(a, LIMITS).expect("small").shortest());
            assert_eq!(both, intersection.shortest());
            assert_eq!(relation == Relation::Equal, a == b);
            assert_eq!(only_a.is_none(), matches!(relation, Relation::Equal | Relation::Subset));
            assert_eq!(only_b.is_none(), matches!(relation, Relation::Equal | Relation::Superset));
        }
    }
}

#[test]
fn every_relation_has_its_witnesses() {
    let compare = |a, b| dfa(a).compare(&dfa(b), LIMITS).expect("small");
    let both = compare("*%x61", "1*%x61 / *%x62");
    assert_eq!((both.relation, text(&both.only_b)), (Relation::Subset, Some("b")));
    let both = compare("%x30-39 / \"-\" / %xE9", "%x30");
    assert_eq!(
        (both.relation, text(&both.only_a), text(&both.both)),
        (Relation::Superset, Some("1"), Some("0"))
    );
    let both = compare("1*%x61-62", "1*%x62-63");
    let witnesses = (text(&both.only_a), text(&both.only_b), text(&both.both));
    assert_eq!(
        (both.relation, witnesses),
        (Relation::Overlapping, (Some("a"), Some("c"), Some("b")))
    );
    assert_eq!(compare("%x61", "%x62").relation, Relation::Disjoint);
    assert_eq!(compare("%x61", "%x62").both, None);
    assert_eq!(compare("%xD800", "%x62").relation, Relation::Subset);
    assert_eq!(compare("%x62", "%xD800").relation, Relation::Superset);
    assert_eq!(compare("%xD800", "%xD801").relation, Relation::Equal);
}

#[test]
fn the_shortest_witness_is_the_most_readable() {
    let shortest = |rules| text(&dfa(rules).shortest()).map(str::to_owned);
    assert_eq!(shortest("%x0-10FFFF").as_deref(), Some("a"));
    assert_eq!(shortest("%x0-60 / %x7B-10FFFF").as_deref(), Some("A"));
    assert_eq!(shortest("%x0-40 / %x7B-10FFFF").as_deref(), Some("0"));
    assert_eq!(shortest("%x0-2F / %x7B-10FFFF").as_deref(), Some("!"));
    assert_eq!(shortest("%x0-20 / %x7F-10FFFF").as_deref(), Some(" "));
    assert_eq!(shortest("%x0-1F / %x7F-10FFFF").as_deref(), Some("\0"));
    assert_eq!(shortest("%x80-10FFFF").as_deref(), Some("\u{80}"));
    assert_eq!(shortest("%x7A.31 / %x41.61 / %x62.2D / %x61.61.61").as_deref(), Some("b-"));
    assert_eq!(shortest("\"\" / %x61").as_deref(), Some(""));
    assert_eq!(shortest("%xD800"), None);
}

#[test]
fn utf8_is_what_std_says() {
    let utf8 = Dfa::utf8();
    assert_eq!(utf8, dfa("*%x0-10FFFF"));
    assert_eq!(utf8, dfa("*%x0-10FFFF").union(&dfa("\"x\""), LIMITS).expect("small"));
    let edges = [
        0, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE1, 0xED, 0xEF, 0xF0,
        0xF4, 0xF5,
    ];
    for index in 0..edges.len().pow(4) {
        let bytes = [1, 17, 289, 4913].map(|scale| edges[index / scale % edges.len()]);
        // Shorter strings occur next to ASCII in these.
        assert_eq!(utf8.accepts(&bytes), std::str::from_utf8(&bytes).is_ok(), "{bytes:x?}");
    }
    assert!(utf8.accepts(b""));
    let outside = dfa("*%x0-7F").complement().intersection(&utf8, LIMITS).expect("small");
    assert_eq!(text(&outside.shortest()), Some("\u{80}"));
}

#[test]
fn limits_are_answered_with_undecided() {
    let (a, b) = (dfa("*( 50%x61 )"), dfa("*( 49%x61 )"));
    let tight = Limits { states: 1_000, nodes: 1_000 };
    let undecided = a.union(&b, tight).expect_err("2450 states");
    assert_eq!(undecided.to_string(), "more than 1000 states, the limit");
    assert!(a.union(&b, LIMITS).is_ok());
    // A counterexample found in time decides, however many states are left.
    assert_eq!(a.is_subset(&b, tight), Ok(false));
    assert!(a.intersection(&b, LIMITS).expect("2450 states").compare(&b, tight).is_err());
}

#[test]
fn expected_bytes_are_those_that_lead_on() {
    let dfa = dfa("1*2%x30-39 [ \".\" %xE9 ]");
    let after = |input: &[u8]| {
        let state: StateId = input.iter().fold(0, |state, &byte| dfa.next(state, byte));
        format!("{:?}", dfa.expected(state))
    };
    assert_eq!(after(b""), "[0-9]");
    assert_eq!(after(b"1"), "[.0-9]");
    assert_eq!(after(b"12"), "[.]");
    assert_eq!(after(b"1."), r"[\xc3]");
    assert_eq!(after("1.é".as_bytes()), "[]");
    assert_eq!(after(b"x"), "[]");
}
