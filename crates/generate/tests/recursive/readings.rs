//! Rules that run by all readings of a text at once, and how many bytes decide in others.

use std::collections::{BTreeMap, BTreeSet};

use urigram_automata::nested::{self, Bodies, Net, Place};
use urigram_automata::{Limits as Size, Random, Terminals};
use urigram_engine::nested::{Error, Limits};
use urigram_generate::NestedRule;

use crate::recursive::abnf_matcher::{by_readings, compared, expression, made, rules, strings};

/// Until the last byte, `a` or `b` may be open, each as often as there are parentheses.
const APART: &str = "p = a \"1\" / b \"2\"\na = \"(\" [ a ] \")\"\nb = \"(\" [ b ] \")\"";

/// The end decides; what is in between is read by three mutually recursive rules.
const DECLARED: &str = "p = use \";\" / call \"=\" call\nuse = name [ \"(\" *use \")\" ]\n\
                        call = name [ \"(\" *arg \")\" ]\narg = call / \"'\"\nname = \"n\"";

/// The second half mirrors the first, and no byte says where it begins.
const MIRROR: &str = "p = \"a\" p \"a\" / \"b\" p \"b\" / \"\"";

/// Only the end of a text tells which `p` has a `b`.
const FEWER: &str = "p = \"a\" p \"b\" / \"a\" p / \"\"";

/// The comment of RFC 2616, whose parts may all be empty.
const COMMENT: &str =
    "p = \"(\" *( text / pair / p ) \")\"\ntext = *( \"a\" / \"b\" )\npair = \"\\\" ( \"a\" / \"(\" )";

/// Every verdict, place of an error and expected byte of rules that no automaton decides, and of
/// some that one does.
#[test]
fn all_readings_decide() {
    for (source, alphabet, longest, checked) in [
        (APART, &b"()12"[..], 9, 3),
        (DECLARED, b"n();='", 7, 3),
        (MIRROR, b"abc", 9, 3),
        (FEWER, b"abc", 9, 5),
        (COMMENT, b"(a)\\", 6, 2),
        ("p = \"a\" p p / [ \"b\" ]", b"abc", 7, 5),
    ] {
        let grammar = rules(source);
        let table = by_readings(&grammar, "p");
        assert!(compared(&grammar, &table, "p", alphabet, longest, checked) > 3, "{source}");
    }
    // The matcher has no left recursion.
    let (left, right) = (rules("p = p \"a\" / p p / \"b\""), rules("p = \"b\" *( \"a\" / \"b\" )"));
    assert!(compared(&right, &by_readings(&left, "p"), "p", b"abc", 7, 5) > 3);
    for source in [APART, MIRROR, FEWER] {
        assert!(made(&rules(source), "p").is_err(), "{source}");
        let way = NestedRule::of_abnf(&rules(source), "p").unwrap().way();
        assert_eq!(way, "all readings of a text at once, by the ABNF");
    }
}

/// A text that takes more than the limit of steps is undecided, and never rejected.
#[test]
fn too_many_readings_are_a_limit() {
    let rule = NestedRule::of_abnf(&rules(MIRROR), "p").unwrap();
    let check = |length: usize, end: &str| {
        let text = "a".repeat(length) + end;
        rule.check(text.as_bytes(), Limits::for_length(text.len()))
    };
    assert_eq!(check(400, ""), Ok(()));
    assert!(matches!(check(401, ""), Err(Error::Rejected { offset: 401, .. })));
    assert!(matches!(check(400, "c"), Err(Error::Rejected { offset: 400, .. })));
    for end in ["", "c"] {
        assert_eq!(check(3_000, end), Err(Error::Limit { what: "steps" }), "{end}");
    }
}

/// The place of an error is the longest prefix that some derived string begins with, although what
/// follows it changes what the automaton reads.
#[test]
fn errors_are_exact_where_the_end_decides() {
    let rule = NestedRule::of_abnf(&rules(APART), "p").unwrap();
    let error = |input: &str| match rule.check(input.as_bytes(), Limits::for_length(input.len())) {
        Err(Error::Rejected { offset, bytes: Some(expected), open, .. }) => {
            let open: Vec<_> = open.iter().map(|open| &*open.rule).collect();
            format!("{offset} {expected} {}", open.join(" "))
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(error("(())3"), "4 \"1\" or \"2\" p");
    assert_eq!(error("((1"), "2 \"(\" or \")\" p");
    // Both ways are left, so that neither is open for certain.
    assert_eq!(error("(()"), "3 \")\" p");
    let deep = format!("{}{}", "(".repeat(100_000), ")".repeat(99_999));
    assert_eq!(error(&deep), "199999 \")\" p");
}

/// A literal is decided as a text is, though a constant has no heap.
#[test]
fn literals_are_decided_as_texts_are() {
    let json = "v = \"[\" [ v *( \",\" v ) ] \"]\" / 1*%x30-39 / %x22 *%xE0-FFFF %x22 / \"t\"";
    for (source, start, alphabet, longest) in
        [(APART, "p", &b"()12"[..], 6), (DECLARED, "p", b"n();='", 5), (json, "v", b"[],1t\"", 5)]
    {
        let grammar = rules(source);
        let rule = made(&grammar, start).unwrap_or_else(|_| by_readings(&grammar, start));
        let texts =
            strings(alphabet, longest).into_iter().map(|text| String::from_utf8(text).unwrap());
        for text in
            texts.chain(["[\"\u{e9}\u{20}", "\u{e9}", "1\u{e9}", "(\u{20ac}"].map(str::to_owned))
        {
            let is_accepted = rule.accepts(text.as_bytes(), Limits::for_length(text.len()));
            assert_eq!(rule.accepts_in_constant(&text), is_accepted, "{source} {text:?}");
        }
    }
    let long = "p = *a \"1\" / *b \"2\"\na = \"(\" *a \")\"\nb = \"(\" *b \")\"";
    let long = by_readings(&rules(long), "p");
    for (text, is_accepted) in [("()".repeat(500), true), ("(())".repeat(200) + "))", false)] {
        assert_eq!(long.accepts_in_constant(&(text.clone() + "1")), Some(is_accepted));
        assert_eq!(long.accepts_in_constant(&text), Some(false));
    }
    let deep = |depth: usize| format!("{}{}1", "(".repeat(depth), ")".repeat(depth));
    let apart = by_readings(&rules(APART), "p");
    assert_eq!(
        [100, 3_000].map(|depth| apart.accepts_in_constant(&deep(depth))),
        [Some(true), None]
    );
    // A rule that no byte decides has the room of all readings; any other has a stack.
    let stack = made(&rules("a = \"(\" [ a ] \")\""), "a").unwrap();
    let deep = |depth: usize| "(".repeat(depth) + &")".repeat(depth);
    assert_eq!([100, 200].map(|depth| stack.accepts_in_constant(&deep(depth))), [Some(true), None]);
}

#[test]
fn many_calls_need_no_stack_of_the_process() {
    let rule = NestedRule::of_abnf(&rules(APART), "p").unwrap();
    for (end, is_accepted) in [("1", true), ("2", true), ("3", false)] {
        let text = format!("{}{}{end}", "(".repeat(100_000), ")".repeat(100_000));
        let limits = Limits::for_length(text.len());
        assert_eq!(rule.check(text.as_bytes(), limits).is_ok(), is_accepted, "{end}");
    }
}

/// The readings of a text, each as the places where its open calls return. A call after which its
/// caller can only end takes the caller's place.
type Readings = BTreeSet<Vec<Place>>;

fn is_last(net: &Net, place: Place) -> bool {
    let reads = (0..net.classes().len()).any(|class| net.next(place, class).is_some());
    net.is_end(place) && net.calls(place).is_empty() && !reads
}

/// Returns what the readings become before another byte; `None` for left recursion.
fn closed(net: &Net, readings: &Readings) -> Option<Readings> {
    let (mut found, mut open) = (BTreeSet::new(), Vec::from_iter(readings.clone()));
    while let Some(reading) = open.pop() {
        if reading.len() > 40 {
            return None;
        }
        if !found.insert(reading.clone()) {
            continue;
        }
        let (&place, below) = reading.split_last()?;
        if net.is_end(place) && !below.is_empty() {
            open.push(below.to_vec());
        }
        for &(body, behind) in net.calls(place) {
            let mut called = below.to_vec();
            if !is_last(net, behind) {
                called.push(behind);
            }
            called.push(net.start(body));
            open.push(called);
        }
    }
    Some(found)
}

/// Returns the most prefixes in a row of strings over an alphabet that have several readings.
fn longest_doubt(net: &Net, alphabet: &[u8], longest: usize) -> Option<usize> {
    let mut most = 0;
    let mut open = vec![(BTreeSet::from([vec![net.start(0)]]), 0, 0)];
    while let Some((readings, doubt, length)) = open.pop() {
        most = most.max(doubt);
        let closed = closed(net, &readings)?;
        for &byte in alphabet.iter().filter(|_| length < longest) {
            let class = net.classes().of(byte);
            let next = closed.iter().filter_map(|reading| {
                let (&place, below) = reading.split_last()?;
                Some(below.iter().copied().chain([net.next(place, class)?]).collect())
            });
            let next: Readings = next.collect();
            if !next.is_empty() {
                let doubt = if next.len() > 1 { doubt + 1 } else { 0 };
                open.push((next, doubt, length + 1));
            }
        }
    }
    Some(most)
}

fn bodies(source: &str) -> Option<Bodies> {
    rules(source).bodies("a", Terminals::CodePoints, Size::default()).ok()
}

#[test]
fn the_number_of_bytes_that_decide_is_the_least() {
    let looks = |source: &str| {
        let bodies = bodies(source).unwrap();
        let looks = nested::Pushdown::new(&bodies, Size::default()).unwrap().looks();
        (looks, longest_doubt(&Net::new(&bodies), b"xy()12", 6).unwrap())
    };
    assert_eq!(looks("a = \"(\" *a \")\""), (Some(1), 0));
    let merged = "a = b / c\nb = \"(\" \"x\" [ a ] \")\"\nc = \"(\" \"y\" [ a ] \")\"";
    assert_eq!(looks(merged), (Some(1), 0), "only recursive rules are called");
    let three = "a = b \"1\" / c \"2\"\nb = \"(xx\" [ b ] \")\"\nc = \"(xy\" [ c ] \")\"";
    assert_eq!(looks(three), (Some(3), 2));
    // Blanks belong to either rule, however many there are.
    let (never, doubt) = looks("a = \"(\" *\"x\" [ b ] \")\"\nb = *\"x\" \"y\" [ b ] \"2\"");
    assert!(never.is_none() && doubt > 3, "{never:?} {doubt}");
}

/// Of rules made by a seed, no text has several readings for as long as the number of bytes.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn random_rules_are_decided_by_as_many_bytes() {
    let mut random = Random::seeded(12);
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    let (mut tight, mut never) = (0, 0);
    for _ in 0..1_500 {
        let mut source = String::new();
        for rule in ["a", "b", "c"] {
            source.push_str(&format!("{rule} = {}\n", expression(&mut random, 3)));
        }
        let Some(bodies) = bodies(&source) else { continue };
        let made = nested::Pushdown::new(&bodies, Size { states: 200, nodes: 50_000 });
        let Ok(made) = made else { continue };
        let Some(looks) = made.looks() else {
            never += 1;
            continue;
        };
        let Some(doubt) = longest_doubt(&Net::new(&bodies), b"xy(", 6) else { continue };
        assert!(doubt < looks, "{doubt} prefixes in a row, decided by {looks} bytes, in\n{source}");
        *counts.entry(looks).or_default() += 1;
        tight += usize::from(doubt + 1 == looks);
    }
    let several: usize = counts.range(2..).map(|(_, count)| count).sum();
    assert!(
        counts[&1] > 50 && several > 5 && never > 20 && tight > 50,
        "{counts:?} {never} {tight}"
    );
}

/// Of rules made by a seed, those that no automaton decides accept what they derive.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn random_rules_are_followed_by_all_readings() {
    let mut random = Random::seeded(4);
    let mut followed = 0;
    for _ in 0..600 {
        // Two rules that the end tells apart, with bodies over the same characters.
        let of = |random: &mut Random, rule: &str| {
            let inner = ["", "\"x\"", "*\"x\"", "[ \"y\" ]"][random.below(4)];
            let call = [format!("[ {rule} ]"), format!("*{rule}")][random.below(2)].clone();
            let more = ["", " / \"x\"", " / \"y(\""][random.below(3)];
            format!("{rule} = \"(\" {inner} {call} \"y\"{more}\n")
        };
        let source = format!(
            "p = a {} / b {}\n{}{}",
            ["\"x\"", "\"xx\"", "*\"x\""][random.below(3)],
            ["\"y\"", "\"(\"", "\"xy\""][random.below(3)],
            of(&mut random, "a"),
            of(&mut random, "b")
        );
        let grammar = rules(&source);
        if made(&grammar, "p").is_ok() {
            continue;
        }
        let table = by_readings(&grammar, "p");
        followed += 1;
        for input in strings(b"xy(", 7) {
            let truth = grammar.matches_naively("p", Terminals::CodePoints, &input, 1_000_000);
            let found = table.accepts(&input, Limits::for_length(input.len()));
            assert_eq!(found, truth.ok(), "{:?} in\n{source}", input.escape_ascii());
        }
    }
    assert!(followed > 30, "{followed}");
}
