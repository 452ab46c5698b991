//! PEGs from ABNF alone: proved by automata of their own, with the names and the notes that were
//! promised, and an end to every grammar.

use urigram_automata::abnf::{self, Terminals};
use urigram_automata::peg::{self, Refusal, Which};
use urigram_automata::synthesis::{
    synthesize, synthesize_from, Cause, EditKind, Synthesis, LIMITS,
};
use urigram_automata::Limits;

fn synthesis(text: &str) -> Synthesis {
    synthesize(&abnf::Grammar::parse(text).unwrap(), Terminals::CodePoints, LIMITS)
}

/// Proves every rule of the synthesized text against the ABNF, independently of the synthesis's own
/// claims.
fn proved(text: &str) -> Synthesis {
    let found = synthesis(text);
    let abnf = abnf::Grammar::parse(text).unwrap();
    let pest = peg::Grammar::parse(found.source()).unwrap();
    for rule in abnf.rules() {
        let name = abnf::peg_name(&rule.name);
        let limits = Limits::default();
        if abnf.recursion(&rule.name, limits).is_some() {
            let left = pest.bodies(&name, limits).unwrap();
            let right = abnf.bracketed(&rule.name, Terminals::CodePoints, limits).unwrap();
            left.proved(&right).unwrap();
            continue;
        }
        let left = pest.dfa(&name, Which::Optimized, Terminals::CodePoints, limits).unwrap();
        let right = abnf.dfa(&rule.name, Terminals::CodePoints, limits).unwrap();
        assert_eq!(left, right, "{name}:\n{}", found.source());
    }
    assert!(found.is_proved());
    found
}

fn kinds(found: &Synthesis, rule: &str) -> Vec<EditKind> {
    let rule = found.rules().iter().find(|found| found.rule == rule).unwrap();
    rule.repairs.iter().flat_map(|repair| repair.kinds.clone()).collect()
}

#[test]
fn a_copy_that_is_right_is_left_alone() {
    let found = proved("; The scheme.\nscheme = a *( a / \"+\" )\na = %x61-7A\n");
    assert!(found.rules().iter().all(|rule| rule.repairs.is_empty()));
    let source = "/// The scheme.\n/// scheme = a *( a / \"+\" )\nscheme = { a ~ (a | \"+\")* }\n\n/// a = %x61-7A\na = { 'a'..'z' }\n";
    assert_eq!(found.source(), source);
}

#[test]
fn repairs_are_of_the_listed_kinds() {
    let digit = "d = %x30-39\n";
    let found = proved(&format!("octet = d / %x31-39 d / \"1\" 2d\n{digit}"));
    assert_eq!(kinds(&found, "octet"), [EditKind::Order]);
    let label = "label = a / a *( a / \"-\" ) a\na = %x61-7A\n";
    assert_eq!(kinds(&proved(label), "label"), [EditKind::Order, EditKind::Lookahead]);
    // A number hides a longer name.
    let host = format!("host = 1*d \".\" 1*d / 1*( d / \".\" / \"a\" )\n{digit}");
    assert!(!kinds(&proved(&host), "host").is_empty());
    // The first digit may be the last one.
    let version = format!("version = \"v\" [ d ] d\n{digit}");
    assert_eq!(kinds(&proved(&version), "version"), [EditKind::Lookahead]);
}

/// An expression that pest refuses is not a repair, and the cause names it.
#[test]
fn what_pest_refuses_is_repaired() {
    for (text, expr, refusal) in [
        // An alternative that can match nothing and is not the last.
        ("path = *\"a\" / \"b\"\n", "^\"a\"*", Refusal::Unreached),
        ("path = ( \"b\" / [ \"c\" ] / \"a\" ) \"d\"\n", "^\"c\"?", Refusal::Unreached),
    ] {
        let found = proved(text);
        let cause = Cause::Refused { expr: expr.to_owned(), refusal };
        assert_eq!(found.rules()[0].repairs[0].cause, cause);
        peg::Grammar::parse(found.source()).unwrap();
    }
}

/// A fault behind what most short words fail on is found by the words that reach it.
#[test]
fn faults_are_repaired_wherever_they_are() {
    let found = proved("r = \"abc\" ( d / d d )\nd = %x30-39\n");
    assert_eq!(kinds(&found, "r"), [EditKind::Order]);
}

#[test]
fn two_faults_take_two_edits() {
    let text = "r = ( d / d d ) ( a / a \"-\" )\nd = %x30-39\na = %x61-7A\n";
    assert_eq!(kinds(&proved(text), "r"), [EditKind::Order, EditKind::Order]);
}

#[test]
fn a_rule_without_a_repair_is_made_of_its_automaton() {
    for (text, made_of) in [
        // The loops of a state, all lengths of UTF-8, and a helper's name that is taken.
        (
            "r = *( *a / a \"-\" ) b\na = %x61-7A / %xE0-FF / %x800-10FFFF\n\
             b = \"\" / \"-\" a\nr-state-0 = a\n",
            &["r"][..],
        ),
        // A rule that uses one without a repair.
        ("s = r / r \"x\"\nr = *( *d \"-\" ) d\nd = %x30-39 / \"\"\n", &["s", "r"]),
        // More ranges in one class than fit on a line.
        (
            "r = *( *c / c \"z\" )\n\
             c = \"a\" / \"c\" / \"e\" / \"g\" / \"i\" / \"k\" / \"m\" / \"o\" / \"q\"\n",
            &["r"],
        ),
        // pest refuses a repetition of nothing.
        ("r = *( *\"a\" *\"b\" ) \"c\"\n", &["r"]),
    ] {
        let grammar = abnf::Grammar::parse(text).unwrap();
        let found = synthesize(&grammar, Terminals::CodePoints, LIMITS);
        assert!(found.is_proved(), "{text}{}{:?}", found.source(), found.rules());
        let made = found.rules().iter().filter(|rule| rule.from_automaton);
        assert!(
            made.map(|rule| &*rule.rule).eq(made_of.iter().copied()),
            "{text}{}",
            found.source()
        );
    }
    let barren = abnf::Grammar::parse("b = %x30 b\nc = \"c\"\n").unwrap();
    let found = synthesize(&barren, Terminals::CodePoints, LIMITS);
    assert!(found.rules()[0].proof.is_err() && found.rules()[1].proof.is_ok());
}

/// Each rule of a long file costs what it would cost alone.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn thousands_of_rules_end_soon() {
    let start = std::time::Instant::now();
    let text: String = (0..4_000).map(|at| format!("r{at} = \"a{at}\"\n")).collect();
    let grammar = abnf::Grammar::parse(&text).unwrap();
    assert!(synthesize(&grammar, Terminals::CodePoints, LIMITS).is_proved());
    // A second or two; minutes where a rule costs the time of all.
    assert!(start.elapsed().as_secs() < 60, "{:?}", start.elapsed());
}

#[test]
fn the_note_says_what_broke_the_copy() {
    let found = proved("n = d / d d\nd = %x30-39\n");
    assert!(found
        .source()
        .contains("// Not the copy (order of alternatives): the copy of `n` rejects \"00\".\n"));
}

/// A kept rule is the one of its own name, as it is; the others are copied.
#[test]
fn rules_are_kept_by_their_names() {
    let before = peg::Grammar::parse("a = { (\"x\" ~ \"y\") }\nb = { !\"z\" ~ \"y\" }\n").unwrap();
    let abnf = abnf::Grammar::parse("a = %s\"xy\"\nb = %s\"y\"\nc = a b\n").unwrap();
    for (keep, a, b) in [
        (&[][..], "a = { \"xy\" }", "b = { \"y\" }"),
        (&["a"], "a = { \"x\" ~ \"y\" }", "b = { \"y\" }"),
        (&["b"], "a = { \"xy\" }", "b = { !\"z\" ~ \"y\" }"),
        (&["a", "b", "d"], "a = { \"x\" ~ \"y\" }", "b = { !\"z\" ~ \"y\" }"),
    ] {
        let found = synthesize_from(&abnf, &before, keep, Terminals::CodePoints, LIMITS);
        assert!(found.is_proved() && found.rules().iter().all(|rule| rule.repairs.is_empty()));
        let source = found.source();
        assert!(source.contains(a) && source.contains(b), "{keep:?}:\n{source}");
        assert!(source.contains("c = { a ~ b }"), "{keep:?}:\n{source}");
    }
}

#[test]
fn a_rule_that_cannot_be_written_says_so() {
    let found = synthesis("a = \"x\" [ a ] \"y\" [ a ]\nb = \"y\"\n");
    assert!(
        matches!(&found.rules()[0].proof, Err(Cause::Undecided(why)) if why.contains("recursion"))
    );
    assert!(found.rules()[1].proof.is_ok());
}

#[test]
fn reserved_names_stay_readable_by_pest() {
    let found = proved("any = \"a\"\nPUSHED = \"b\"\nmatch = any / PUSHED\nEOI = \"c\"\n");
    assert!(found.source().contains("_PUSHED = {") && found.source().contains("match_ = {"));
}

/// Every one of these ends, within the limits.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn hostile_grammars_end() {
    let bits = "a = *( \"a\" / \"b\" ) \"a\" 24( \"a\" / \"b\" )\n";
    let chain: String = (0..60).map(|n| format!("r{n} = r{0} r{0} / \"a\"\n", n + 1)).collect();
    let wide = format!("a = \"x\"{}\n", " / \"y\"".repeat(5_000));
    let limits = Limits { states: 2_000, nodes: 200_000 };
    for text in [
        bits,
        "a = 1000000\"x\"\n",
        "a = 4294967295( 4294967295\"x\" )\n",
        &format!("{chain}r60 = \"b\"\n"),
        &wide,
    ] {
        let grammar = abnf::Grammar::parse(text).unwrap();
        let found = synthesize(&grammar, Terminals::CodePoints, limits);
        // The wide rule is proved as it is copied. Automata of the others are beyond the limits.
        let rule = &found.rules()[0];
        let is_wide = text.contains("\"y\"");
        assert_eq!(rule.proof.is_err(), !is_wide, "{}", &text[..text.len().min(60)]);
        assert!(!rule.from_automaton);
    }
    let deep = format!("a = {}\"x\"{}\n", "( ".repeat(100_000), " )".repeat(100_000));
    assert!(abnf::Grammar::parse(&deep).unwrap_err().to_string().contains("more than 100 deep"));
    let deep: String = (0..100_000).map(|n| format!("r{n} = \"(\" r{}\n", n + 1)).collect();
    let grammar = abnf::Grammar::parse(&format!("{deep}r100000 = \"x\"\n")).unwrap();
    assert!(grammar.dfa("r0", Terminals::CodePoints, limits).is_err());
}

/// A thousand rules that each need a repair are repaired, each at the price of its own: a proof
/// looks at what the new edits concern.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn a_thousand_repairs_end_soon() {
    let rule = |at: usize| format!("r{at} = d{at} / %x31-39 d{at} \"{at}\"\nd{at} = %x30-39\n");
    let abnf = abnf::Grammar::parse(&(0..1_000).map(rule).collect::<String>()).unwrap();
    let begun = std::time::Instant::now();
    let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert!(found.is_proved());
    assert_eq!(found.rules().iter().filter(|rule| !rule.repairs.is_empty()).count(), 1_000);
}

/// Recursive rules are copied, repaired and proved with calls as letters. A line reports a string
/// that the copy rejects, with a text in place of the letter.
#[test]
fn rules_that_call_themselves_are_repaired() {
    let found = proved(
        "list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = digits / digits \".\" list\n\
         digits = 1*%x30-39\n",
    );
    assert_eq!(kinds(&found, "item"), [EditKind::Order]);
    assert!(found.rules()[0].repairs.is_empty() && !found.rules()[0].from_automaton);
    assert!(found.source().contains("rejects \"0.()\""), "{}", found.source());
    assert!(found.source().contains("item = { digits ~ \".\" ~ list | digits }"));
    // Left recursion is repetition, whether the rule is regular or not.
    let found = proved(
        "sum = sum \"+\" term / term\nterm = \"(\" sum \")\" / number\n\
         number = number %x30-39 / %x30-39\n",
    );
    assert_eq!(kinds(&found, "sum"), [EditKind::Repetition]);
    assert_eq!(kinds(&found, "number"), [EditKind::Repetition]);
    assert!(found.source().contains("sum = { term ~ (\"+\" ~ term)* }"), "{}", found.source());
}

/// A rule that pest refuses in every form costs those that need it, and no other.
#[test]
fn a_rule_that_is_not_written_costs_no_other() {
    let text =
        "a = b \"x\" / \"y\"\nb = a \"(\" b \")\" / \"z\"\nc = \"q\" / \"qq\"\nd = d \"x\"\n\
                e = \"(\" e \")\" / \"i\"\n";
    let abnf = abnf::Grammar::parse(text).unwrap();
    let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
    let proved: Vec<bool> = found.rules().iter().map(|rule| rule.proof.is_ok()).collect();
    assert_eq!(proved, [false, false, true, false, true], "{}", found.source());
    assert_eq!(found.source().matches("// Not written").count(), 3, "{}", found.source());
}

/// Thousands of mutually recursive rules end at the limit for a file.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn many_rules_that_call_each_other_end_soon() {
    let rule = |at: usize| format!("r{at} = \"(\" r{} \")\" / \"{at}\"\n", (at + 1) % 10_000);
    let abnf = abnf::Grammar::parse(&(0..10_000).map(rule).collect::<String>()).unwrap();
    let begun = std::time::Instant::now();
    let found = synthesize(&abnf, Terminals::CodePoints, LIMITS);
    assert!(begun.elapsed().as_secs() < 60, "{:?}", begun.elapsed());
    assert!(found.rules().iter().any(|rule| rule.proof.is_err()));
}
