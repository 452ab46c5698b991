//! The steps of a PEG match and the positions of an ABNF reading agree with the automata and the
//! naive matchers.

use urigram_automata::peg::{Grammar, Happening, Which};
use urigram_automata::{abnf, Limits, Terminals};

use crate::peg_exhaustive::strings;

const ABNF: &str = "\
host = *( label \".\" ) top [ \".\" ]
label = alnum / alnum *( alnum / \"-\" ) alnum
top = alpha / alpha *( alnum / \"-\" ) alnum
alnum = alpha / digit
alpha = %x61-7A
digit = %x30-39
digits = digit [ digits ]
many = 2*3( \"ab\" / \"aB\" ) %s\"C\"
few = 2*3\"a\" [ \".\" ]
more = 2*\"a\" [ \".\" ]
";

const PEG: &str = r#"
host = { (label ~ "." ~ &alnum)* ~ top ~ "."? }
label = { alnum ~ (alnum | "-"+ ~ alnum)* }
top = { alpha ~ (alnum | "-"+ ~ alnum)* }
alnum = { alpha | digit }
alpha = { 'a'..'z' }
digit = { '0'..'9' }
digits = { digit+ }
many = { ^"ab"{2,3} ~ "C" }
few = { ^"a"{2,3} ~ "."? }
more = { ^"a"{2,} ~ "."? }
"#;

#[test]
fn traces_end_as_the_automaton_does() {
    let grammar = Grammar::parse(PEG).unwrap();
    let strings = strings(&["a", "0", "-", ".", "B", "C"], 5);
    for rule in ["host", "label", "digits", "many", "few", "more"] {
        for which in [Which::Raw, Which::Optimized] {
            let dfa = grammar.dfa(rule, which, Terminals::CodePoints, Limits::default()).unwrap();
            for input in &strings {
                let trace = grammar.trace(rule, which, input, 100_000).unwrap();
                assert_eq!(trace.cut, None);
                let accepted = trace.end == Some(input.len());
                assert_eq!(accepted, dfa.accepts(input.as_bytes()), "{rule} {input}");
                let mut open = Vec::new();
                for step in &trace.steps {
                    match step.happening {
                        Happening::Try => open.push(*step),
                        happening => {
                            let tried = open.pop().unwrap();
                            assert_eq!((tried.rule, tried.expr), (step.rule, step.expr));
                            assert!(
                                step.at >= tried.at
                                    && (happening == Happening::Match || step.at == tried.at)
                            );
                        }
                    }
                }
                assert!(open.is_empty());
            }
        }
    }
}

#[test]
fn live_places_accept_what_the_automaton_accepts_and_die_where_it_dies() {
    let grammar = abnf::Grammar::parse(ABNF).unwrap();
    for rule in ["host", "label", "digits", "many", "few", "more"] {
        let dfa = grammar.dfa(rule, Terminals::CodePoints, Limits::default()).unwrap();
        for input in strings(&["a", "b", "0", "-", ".", "C"], 5) {
            let live =
                grammar.live(rule, Terminals::CodePoints, input.as_bytes(), 100_000).unwrap();
            let last = live.last().unwrap();
            let accepted = last.at == input.len() && last.end;
            assert_eq!(accepted, dfa.accepts(input.as_bytes()), "{rule} {input}");
            // Every rule here can be finished from every position, so positions die exactly where
            // the automaton does.
            if let Some(offset) = dfa.reject_offset(input.as_bytes()) {
                assert_eq!(last.at, offset, "{rule} {input}");
            }
        }
    }
}

#[test]
fn a_literal_copy_fails_where_a_branch_wins_too_early() {
    let abnf = abnf::Grammar::parse(ABNF).unwrap();
    let copy = Grammar::parse(&abnf.copied_to_peg("label").unwrap()).unwrap();
    let trace = copy.trace("label", Which::Raw, "aa", 1_000).unwrap();
    assert_eq!(trace.end, Some(1));
    let copied =
        copy.dfa("label", Which::Optimized, Terminals::CodePoints, Limits::default()).unwrap();
    let meant = abnf.dfa("label", Terminals::CodePoints, Limits::default()).unwrap();
    let compared = copied.compare(&meant, Limits::default()).unwrap();
    assert_eq!(compared.only_b.map(|witness| witness.len()), Some(2));
    assert_eq!(compared.only_a, None);
}

#[test]
fn limits_end_what_has_no_end() {
    let grammar = Grammar::parse("a = { \"x\" ~ a? ~ \"y\"? }").unwrap();
    let trace = grammar.trace("a", Which::Raw, &"x".repeat(10_000), 1_000_000).unwrap();
    assert_eq!(trace.cut.unwrap().what, "expressions inside each other");
    let trace = grammar.trace("a", Which::Raw, "xxxx", 7).unwrap();
    assert_eq!((trace.cut.unwrap().what, trace.steps.len()), ("steps", 7));
    let nested = abnf::Grammar::parse("a = \"x\" a \"y\" / \"\"\nb = b \"x\" / \"x\"\n").unwrap();
    assert!(nested.live("b", Terminals::CodePoints, b"xx", 10_000).is_err());
    assert_eq!(
        nested.live("a", Terminals::CodePoints, b"xxyy", 10_000).unwrap().last().unwrap().at,
        4
    );
    assert!(nested.live("a", Terminals::CodePoints, &[b'x'; 5_000], 100_000).is_err());
}

#[test]
fn texts_of_expressions_read_back() {
    let peg = Grammar::parse(PEG).unwrap();
    let text: String = peg
        .rules()
        .iter()
        .map(|rule| {
            let written = rule.expr(Which::Raw).in_pest();
            assert_eq!(written.spans.len(), rule.expr(Which::Raw).size());
            format!("{} = {{ {} }}\n", rule.name(), written.text)
        })
        .collect();
    let again = Grammar::parse(&text).unwrap();
    for rule in peg.rules() {
        assert_eq!(
            again.rule(rule.name()).unwrap().expr(Which::Raw),
            rule.expr(Which::Raw),
            "{}",
            rule.name()
        );
    }
    let abnf = abnf::Grammar::parse(ABNF).unwrap();
    for rule in abnf.rules() {
        assert_eq!(rule.expr.in_abnf().text, rule.expr.to_string());
    }
}
