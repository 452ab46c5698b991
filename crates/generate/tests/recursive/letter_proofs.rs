//! Proofs by letters hold on every short string.

use std::collections::BTreeSet;

use urigram_automata::abnf::Grammar as Abnf;
use urigram_automata::nested::Bodies;
use urigram_automata::peg::Grammar as Peg;
use urigram_automata::synthesis::{synthesize, LIMITS};
use urigram_automata::{Limits as Size, Random, Terminals};
use urigram_engine::nested::{Error, Limits};
use urigram_generate::nested::program;
use urigram_generate::pushdown;

/// Returns the number of states of the proof, or why there isn't one.
fn prove(abnf: &Abnf, peg: &Peg, rule: &str) -> Result<usize, String> {
    let abnf = abnf.bracketed(rule, Terminals::CodePoints, Size::default());
    let abnf = abnf.map_err(|error| format!("ABNF: {error}"))?;
    let peg = peg.bodies(rule, Size::default()).map_err(|error| format!("PEG: {error}"))?;
    peg.proved(&abnf).map_err(|error| error.to_string())
}

fn both(abnf: &str, pest: &str) -> (Abnf, Peg) {
    let texts = format!("{abnf}\n{pest}");
    let abnf = Abnf::parse(abnf).unwrap_or_else(|error| panic!("{error}\n{texts}"));
    (abnf, Peg::parse(pest).unwrap_or_else(|error| panic!("{error}\n{texts}")))
}

/// Returns a short string on which the two differ.
fn differing(abnf: &Abnf, peg: &Peg, rule: &str, alphabet: &str, longest: usize) -> Option<String> {
    let program = program(peg);
    all(alphabet, longest).into_iter().find(|input| {
        let limits = Limits::for_length(input.len());
        let derived =
            abnf.matches_naively(rule, Terminals::CodePoints, input.as_bytes(), 3_000_000);
        let matched = program.parse(rule, input, limits).is_ok();
        derived.is_ok_and(|derived| derived != matched)
    })
}

#[test]
fn nested_rules_are_proved() {
    let (abnf, peg) = both(
        "list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = list / 1*%x30-39",
        "list = { \"(\" ~ (item ~ (\",\" ~ item)*)? ~ \")\" }\nitem = { list | '0'..'9'+ }",
    );
    assert!(prove(&abnf, &peg, "list").is_ok(), "{:?}", prove(&abnf, &peg, "list"));
    assert!(prove(&abnf, &peg, "item").is_ok(), "{:?}", prove(&abnf, &peg, "item"));
    // Blanks that belong to a rule before the bracket, and implicit ones.
    let (abnf, peg) = both(
        "a = ws \"[\" ws [ a *( ws \",\" a ) ws ] \"]\"\nws = *\" \"",
        "a = { ws ~ \"[\" ~ ws ~ (a ~ (ws ~ \",\" ~ a)* ~ ws)? ~ \"]\" }\nws = { \" \"* }",
    );
    assert!(prove(&abnf, &peg, "a").is_ok(), "{:?}", prove(&abnf, &peg, "a"));
    let (abnf, peg) = both(
        "a = \"[\" ws [ a ws *( \",\" ws a ws ) ] \"]\"\nws = *\" \"",
        "WHITESPACE = _{ \" \" }\na = { \"[\" ~ (a ~ (\",\" ~ a)*)? ~ \"]\" }",
    );
    assert!(prove(&abnf, &peg, "a").is_ok(), "{:?}", prove(&abnf, &peg, "a"));
}

/// Each condition of docs/theory/recursive.md, with rules that break it. Most are different
/// languages.
#[test]
fn what_breaks_a_condition_is_not_proved() {
    let rows = [
        // A predicate reads what a call begins with.
        (
            "a = \"(\" [ b ] \")\"\nb = \"[\" a \"]\" / \"x\"",
            "a = { \"(\" ~ (!\"[(\" ~ b)? ~ \")\" }\nb = { \"[\" ~ a ~ \"]\" | \"x\" }",
        ),
        // An alternative reads into a bracket and goes back.
        ("a = \"(\" [ a ] \")\" / \"(x\"", "a = { \"(\" ~ \"x\" | \"(\" ~ a? ~ \")\" }"),
        // What a call matches depends on what follows it.
        (
            "a = \"(\" *b \")\"\nb = \"[\" a \"]\"",
            "a = { \"(\" ~ b* ~ \")\" }\nb = { \"[\" ~ a ~ &(\"]\" ~ !\"[\") ~ \"]\" }",
        ),
        // The end of a call is another one than that of the rules.
        ("a = \"(\" [ a ] \")\" / \"(\" [ a ] \"))\"", "a = { \"(\" ~ a? ~ \")\" ~ \")\"? }"),
        // The start of the input is elsewhere inside a call.
        (
            "a = \"(\" [ b ] \")\"\nb = \"[\" a \"]\"",
            "a = { \"(\" ~ (SOI ~ b | b)? ~ \")\" }\nb = { \"[\" ~ a ~ \"]\" }",
        ),
        // The order of alternatives loses a string.
        (
            "a = \"(\" [ a ] \")\" / \"(\" a \"x)\"",
            "a = { \"(\" ~ a ~ \")\" | \"(\" ~ a ~ \"x)\" | \"()\" }",
        ),
        // No bracket at all.
        ("a = \"x\" [ a ] \"y\" [ a ]", "a = { \"x\" ~ a? ~ \"y\" ~ a? }"),
        // The end of the input inside a call.
        ("a = \"(\" *a \")\"", "a = { \"(\" ~ (a | EOI)* ~ \")\" }"),
    ];
    for (abnf, pest) in rows {
        let Ok(peg) = Peg::parse(pest) else { continue };
        let abnf = Abnf::parse(abnf).unwrap();
        let proof = prove(&abnf, &peg, "a");
        if proof.is_ok() {
            assert_eq!(differing(&abnf, &peg, "a", "()[]x", 6), None, "{pest}");
        }
    }
    let open = |abnf: &str, pest: &str| {
        let (abnf, peg) = both(abnf, pest);
        prove(&abnf, &peg, "a").unwrap_err()
    };
    let (abnf, pest) = rows[0];
    assert!(open(abnf, pest).contains("where a call may begin"), "{}", open(abnf, pest));
    let (abnf, pest) = rows[2];
    assert!(open(abnf, pest).contains("depends on what follows"), "{}", open(abnf, pest));
    let (abnf, pest) = rows[4];
    assert!(open(abnf, pest).contains("start of the input"), "{}", open(abnf, pest));
    let stack = "a = { PUSH(\"(\") ~ a? ~ \")\" ~ DROP }";
    assert!(open("a = \"(\" [ a ] \")\"", stack).contains("the stack of texts"));
    let (abnf, pest) = rows[6];
    assert!(open(abnf, pest).contains("recursion"), "{}", open(abnf, pest));
}

/// One expression in both notations. Where the order of alternatives and possessive repetitions
/// matter, they are different languages.
fn expression(random: &mut Random, depth: usize) -> (String, String) {
    let leaf = |random: &mut Random| {
        let text = ["(", ")", "x", "y", ""][random.below(5)];
        match random.below(5) {
            0 => ("a".to_owned(), "a".to_owned()),
            1 => ("b".to_owned(), "b".to_owned()),
            _ => (format!("\"{text}\""), format!("\"{text}\"")),
        }
    };
    if depth == 0 {
        return leaf(random);
    }
    let one = |random: &mut Random| expression(random, depth - 1);
    match random.below(9) {
        0 | 1 => {
            let (left, right) = (one(random), one(random));
            (format!("( {} / {} )", left.0, right.0), format!("({} | {})", left.1, right.1))
        }
        2 => {
            let (left, right) = (one(random), one(random));
            (format!("{} {}", left.0, right.0), format!("{} ~ {}", left.1, right.1))
        }
        3 | 4 => {
            let inner = one(random);
            (format!("\"(\" {} \")\"", inner.0), format!("\"(\" ~ {} ~ \")\"", inner.1))
        }
        5 => {
            let inner = one(random);
            (format!("[ {} ]", inner.0), format!("({})?", inner.1))
        }
        6 => {
            let inner = one(random);
            (format!("*( \"x\" {} )", inner.0), format!("(\"x\" ~ {})*", inner.1))
        }
        7 => {
            let inner = one(random);
            let look = ["!\"x\"", "&\"(\"", "!\"(x\"", "!a", "&b"][random.below(5)];
            (inner.0, format!("{look} ~ {}", inner.1))
        }
        _ => leaf(random),
    }
}

/// A PEG's automaton matches as the machine does, which tests compare with pest, and errors are at
/// the longest prefix of a match.
#[test]
fn automata_of_pegs_match_as_the_machine_does() {
    let mut random = Random::seeded(4515);
    let strings = all("()xy", 6);
    let (mut made, mut placed) = (0, 0);
    for _ in 0..3_000 {
        let (a, b) = (expression(&mut random, 3), expression(&mut random, 3));
        let pest = format!("a = {{ {} }}\nb = {{ {} }}\n", a.1, b.1);
        let Ok(peg) = Peg::parse(&pest) else { continue };
        if peg.undecided("a").is_none() {
            continue;
        }
        let Ok(bodies) = peg.bodies("a", Size::default()) else { continue };
        let Ok(table) = pushdown(&bodies, &Bodies::default()) else { continue };
        made += 1;
        let program = program(&peg);
        let limits = |input: &str| Limits::for_length(input.len());
        let matches = |input: &str| program.parse("a", input, limits(input)).is_ok();
        let matched: BTreeSet<&str> =
            strings.iter().map(|input| &**input).filter(|input| matches(input)).collect();
        let prefixes: BTreeSet<&str> =
            matched.iter().flat_map(|input| (0..=input.len()).map(|to| &input[..to])).collect();
        for input in &strings {
            let checked = table.check(input.as_bytes(), limits(input));
            assert_eq!(checked.is_ok(), matched.contains(&**input), "{input} by {pest}");
            if let Err(Error::Rejected { offset, .. }) = checked {
                let longest = (0..=input.len()).rev().find(|&to| prefixes.contains(&input[..to]));
                // A match that goes on may be longer than all of these strings.
                assert!(offset >= longest.unwrap_or(0), "{input} by {pest}");
                placed += usize::from(Some(offset) == longest);
            }
        }
    }
    assert!(made > 100 && placed > 10_000, "{made} {placed}");
}

fn all(alphabet: &str, longest: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut from = 0;
    for _ in 0..longest {
        let to = strings.len();
        for at in from..to {
            let longer = alphabet.chars().map(|c| format!("{}{c}", strings[at]));
            let longer: Vec<String> = longer.collect();
            strings.extend(longer);
        }
        from = to;
    }
    strings
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn whatever_is_proved_holds_on_short_strings() {
    let mut random = Random::seeded(8259);
    let (mut proved, mut open, mut different) = (0, 0, 0);
    for _ in 0..6_000 {
        let (a, b) = (expression(&mut random, 3), expression(&mut random, 3));
        let abnf = format!("a = {}\nb = {}\n", a.0, b.0);
        let pest = format!("a = {{ {} }}\nb = {{ {} }}\n", a.1, b.1);
        let (Ok(abnf), Ok(peg)) = (Abnf::parse(&abnf), Peg::parse(&pest)) else { continue };
        if abnf.recursion("a", Size::default()).is_none() || peg.undecided("a").is_none() {
            continue;
        }
        match prove(&abnf, &peg, "a") {
            Ok(_) => {
                proved += 1;
                let differs = differing(&abnf, &peg, "a", "()xy", 6);
                assert_eq!(differs, None, "{pest}");
            }
            Err(_) => {
                open += 1;
                different +=
                    usize::from(open % 20 == 0 && differing(&abnf, &peg, "a", "()xy", 4).is_some());
            }
        }
    }
    assert!(proved > 100 && open > 100 && different > 0, "{proved} {open} {different}");
}

/// The synthesis proves of recursive rules only what holds on short strings.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn synthesized_rules_hold_on_short_strings() {
    let mut random = Random::seeded(5234);
    let (mut copied, mut repaired, mut open) = (0, 0, 0);
    for _ in 0..4_000 {
        let (a, b) = (expression(&mut random, 3).0, expression(&mut random, 2).0);
        let Ok(abnf) = Abnf::parse(&format!("a = {a}\nb = {b}\n")) else { continue };
        if abnf.recursion("a", Size::default()).is_none() {
            continue;
        }
        let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
        let Ok(peg) = Peg::parse(found.source()) else {
            panic!("pest refuses {}", found.source());
        };
        match &found.rules()[0].proof {
            Err(_) => open += 1,
            Ok(_) => {
                let edits = found.rules().iter().any(|rule| !rule.repairs.is_empty());
                *(if edits { &mut repaired } else { &mut copied }) += 1;
                let differs = differing(&abnf, &peg, "a", "()xy", 6);
                assert_eq!(differs, None, "a = {a}\nb = {b}\n{}", found.source());
            }
        }
    }
    assert!(copied > 50 && repaired > 10 && open > 50, "{copied} {repaired} {open}");
}
