//! Every rule of some difficult grammars, on every short string over a few characters. The
//! automaton, the naive matcher and pest itself must agree, or the test names the grammar, the rule
//! and the string.

use pest_meta::optimizer::{optimize, OptimizedExpr, OptimizedRule};
use pest_vm::Vm;
use urigram_automata::peg::{Grammar, Which};
use urigram_automata::Limits;
use urigram_automata::Terminals;

const STEPS: usize = 200_000;

/// pest accepts prefixes, so each rule is run through a wrapper that requires the end of the input.
struct Pest(Vm);

impl Pest {
    fn new(source: &str) -> Pest {
        let pairs =
            pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, source).unwrap();
        let mut rules = optimize(pest_meta::parser::consume_rules(pairs).unwrap());
        for name in rules.iter().map(|rule| rule.name.clone()).collect::<Vec<_>>() {
            let call = |name: &str| Box::new(OptimizedExpr::Ident(name.to_owned()));
            // Nothing is skipped before the end, but within the rule.
            rules.push(OptimizedRule {
                name: format!("spaced {name}"),
                ty: pest_meta::ast::RuleType::NonAtomic,
                expr: *call(&name),
            });
            rules.push(OptimizedRule {
                name: format!("whole {name}"),
                ty: pest_meta::ast::RuleType::Atomic,
                expr: OptimizedExpr::Seq(call(&format!("spaced {name}")), call("EOI")),
            });
        }
        Pest(Vm::new(rules))
    }

    fn accepts(&self, rule: &str, input: &str) -> bool {
        let whole = format!("whole {rule}");
        self.0.parse(&whole, input).is_ok()
    }
}

/// Returns every string over some characters up to a length, shortest first.
pub(crate) fn strings(alphabet: &[&str], longest: usize) -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..longest {
        last = last
            .iter()
            .flat_map(|head| alphabet.iter().map(move |tail| format!("{head}{tail}")))
            .collect();
        all.extend(last.iter().cloned());
    }
    all
}

/// Returns whether a rule matches all of an input, by trying.
fn tried(grammar: &Grammar, rule: &str, which: Which, input: &str) -> bool {
    let trace = grammar.trace(rule, which, input, STEPS).unwrap();
    assert_eq!(trace.cut, None, "{rule} on {input:?}");
    trace.end == Some(input.len())
}

fn agree(source: &str, alphabet: &[&str], longest: usize) {
    let grammar = Grammar::parse(source).unwrap_or_else(|error| panic!("{error}\n{source}"));
    let pest = Pest::new(source);
    let inputs = strings(alphabet, longest);
    for which in [Which::Optimized, Which::Raw] {
        for (rule, dfa) in grammar.dfa_all(which, Terminals::CodePoints, Limits::default()) {
            let dfa = dfa.unwrap_or_else(|error| panic!("{error}\n{source}"));
            // Rules that share an arena must not disturb each other.
            assert_eq!(
                grammar.dfa(rule, which, Terminals::CodePoints, Limits::default()).unwrap(),
                dfa,
                "{rule}"
            );
            for input in &inputs {
                let accepted = dfa.accepts(input.as_bytes());
                let naive = tried(&grammar, rule, which, input);
                assert_eq!(
                    accepted, naive,
                    "automaton and matcher, {which:?} {rule} on {input:?} in\n{source}"
                );
                if which == Which::Optimized {
                    let pest = pest.accepts(rule, input);
                    assert_eq!(
                        accepted, pest,
                        "automaton and pest, {rule} on {input:?} in\n{source}"
                    );
                }
            }
        }
    }
}

#[test]
fn choice_commits() {
    agree(
        r#"
        short_first = { ("a" | "ab") ~ "c" }
        long_first = { ("ab" | "a") ~ "c" }
        commits_late = { ("a" ~ "b"* | "a") ~ "b" ~ "c" }
        inner_choice = { (("a" | "b") ~ "c" | "a" ~ "c" ~ "b") ~ "b"? }
        barred = { ("a" ~ "b" | "a" ~ "c"? | "b") ~ ("c" | "b") ~ "a"* }
        factored = { "a" ~ "b" | "a" ~ "c" | "a" }
        prefix_hides = { "a" | "a" ~ "b" }
        atomic_prefix = @{ "a" ~ "b" | "a" }
        "#,
        &["a", "b", "c"],
        6,
    );
}

#[test]
fn repetition_is_possessive() {
    agree(
        r#"
        star = { "a"* ~ "a" }
        star_then = { ("a" ~ "b")* ~ "a" ~ "b" }
        list = { ("a" ~ "b")* ~ "a" }
        list_of_longer = { (pair ~ "c")* ~ pair }
        pair = { "a" ~ "b"? }
        optional = { "a"? ~ "a" ~ "b" }
        exact = { "a"{2} ~ "b"{2,} ~ "a"{,2} ~ "b" }
        range = { ("a" | "b" ~ "c"){2,4} ~ "b" }
        lazy = { (!"b" ~ ANY)* ~ "b" ~ "c" }
        up_to = @{ (!("ab" | "c") ~ ANY)* ~ ("ab" | "c") }
        up_to_one = @{ (!"ab" ~ ANY)* ~ "ab"* }
        stops_inside = { ("a" ~ ("b" ~ "c")*)* ~ "b"? }
        "#,
        &["a", "b", "c"],
        6,
    );
}

#[test]
fn lookahead_sees_to_the_end() {
    agree(
        r#"
        no_b_before_a = { (!"b" ~ "a" | "c")* }
        nested = { (!(&("a" ~ !"b") ~ ANY ~ "c") ~ ANY)* }
        double_no = { !(!("a" ~ "b"*)) ~ ANY* }
        ends_with_c = { &(ANY* ~ !ANY) ~ (!("c" ~ !ANY) ~ ANY)* ~ "c" }
        last = { ("a" ~ &"b" | "b" ~ !("c" ~ EOI) | "c")+ }
        whole = { SOI ~ "a"* ~ EOI }
        never = { "a" ~ SOI ~ "b" }
        start_again = { (SOI ~ "a" | !SOI ~ "b")* ~ EOI }
        ahead_of_start = { &(SOI ~ "a" ~ !SOI) ~ ("a" | "b")* }
        far = { !(ANY ~ ANY ~ "a") ~ ("a" | &("b" ~ ANY* ~ "c") ~ "b" | "c")* }
        both = { &("a"+ ~ "b"+ ~ !ANY) ~ !("a" ~ "a" ~ "a") ~ ANY* }
        end_twice = { "a" ~ EOI ~ EOI ~ !ANY }
        "#,
        &["a", "b", "c"],
        6,
    );
}

#[test]
fn right_recursion_is_repetition() {
    agree(
        r#"
        digits = { "a" ~ digits | "a" }
        optional_rest = { "a" ~ optional_rest? }
        even = { "a" ~ odd | "b" }
        odd = { "a" ~ even | "c" }
        ahead = { "a" ~ !(ahead ~ "c") ~ ("b" | "a")* }
        "#,
        &["a", "b", "c"],
        7,
    );
}

#[test]
fn line_ends_and_letters_of_either_case() {
    agree(
        r#"
        line = { "a" ~ NEWLINE }
        lines = { (NEWLINE | ^"a")* ~ "\r" }
        any_case = { ^"aB" ~ "a"? ~ ^"a" }
        not_that = { (!^"AB" ~ ANY)* ~ ^"ab" }
        classes = { ASCII_ALPHA_UPPER ~ ASCII_ALPHANUMERIC* ~ ASCII? }
        "#,
        &["a", "B", "A", "b", "\r", "\n"],
        5,
    );
}

#[test]
fn characters_of_any_length() {
    agree(
        r#"
        any = { ANY ~ ANY }
        two_bytes = { '\u{80}'..'\u{7FF}'* ~ "a" }
        not_latin = { (!'\u{00}'..'\u{FF}' ~ ANY)+ }
        astral = { ("é" | '\u{10000}'..'\u{10FFFF}')* ~ ^"éA"? }
        letters = { LETTER* ~ UPPERCASE_LETTER }
        same_first_byte = { ("é" | "è") ~ ("è" ~ "a" | "é" ~ "a"?) }
        no_euro = { (!"€" ~ ANY)* }
        "#,
        &["a", "A", "é", "è", "€", "\u{FFFF}", "\u{1F600}"],
        4,
    );
}

#[test]
fn only_valid_utf8_is_accepted() {
    let grammar =
        Grammar::parse("all = { ANY* }\nnothing = { !ANY }\nfree = { !\"b\" ~ ANY* }").unwrap();
    for (rule, dfa) in grammar.dfa_all(Which::Optimized, Terminals::CodePoints, Limits::default()) {
        let dfa = dfa.unwrap();
        for bytes in
            [&b"\x80"[..], b"\xC0\x80", b"a\xFF", b"\xED\xA0\x80", b"\xF4\x90\x80\x80", b"\xC3"]
        {
            assert!(!dfa.accepts(bytes), "{rule} on {bytes:X?}");
        }
        assert!(dfa.accepts(b""), "{rule}");
    }
}

#[test]
fn octets_are_single_bytes() {
    let source =
        "high = { ('\\u{80}'..'\\u{FF}' | \"é\" | 'Ā'..'ſ')* }\nany = { !\"\\u{E9}\" ~ ANY }\nno = { \"aĀ\" | \"€\" }";
    let grammar = Grammar::parse(source).unwrap();
    let dfa =
        |rule| grammar.dfa(rule, Which::Optimized, Terminals::Octets, Limits::default()).unwrap();
    let (high, any, no) = (dfa("high"), dfa("any"), dfa("no"));
    for byte in 0..=255u8 {
        let text = char::from(byte).to_string();
        for (rule, dfa) in [("high", &high), ("any", &any), ("no", &no)] {
            let naive = tried(&grammar, rule, Which::Optimized, &text);
            assert_eq!(dfa.accepts(&[byte]), naive, "{rule} on {byte:X}");
        }
    }
    assert!(!no.accepts("aĀ".as_bytes()) && no.dead() == Some(0));
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn blanks_and_comments_are_skipped() {
    let rules = r#"
        a = { "a" ~ "b" }
        list = { ("a" ~ ",")* ~ "a"? }
        many = { "a"+ ~ b{2} }
        some = { b{1,2} | (a ~ !"," ~ "a"?)+ }
        b = @{ "b" ~ inner? }
        inner = { "a" ~ "," }
        joined = ${ inner ~ a }
        spaced = !{ inner ~ "b" }
        both = @{ spaced ~ "," | joined ~ "b" }
        ahead = _{ &a ~ "a" ~ ("b" ~ ",")* ~ &inner }
        optional = { "a"? ~ ("," | inner)? }
        silent = _{ a | ("a" | b)* ~ "," }
        explicit = { "a" ~ WHITESPACE? ~ "b"* }
    "#;
    let white = "WHITESPACE = _{ \" \" }\n";
    agree(&format!("{white}{rules}"), &["a", "b", ",", " "], 5);
    for (skipped, extra) in [
        ("COMMENT = { \"#\" ~ (!\"b\" ~ ANY)* }\nWHITESPACE = _{ \" \" }\n", "#"),
        ("COMMENT = ${ \"#\" ~ \"b\" }\nWHITESPACE = @{ \" \" ~ \"#\"? }\n", "#"),
        ("WHITESPACE = !{ \" \" ~ \"#\" | COMMENT }\nCOMMENT = _{ \"##\" }\n", "#"),
    ] {
        agree(&format!("{skipped}{rules}"), &["a", "b", " ", ",", extra], 4);
    }
}
