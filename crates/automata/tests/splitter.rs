//! The automaton that splits gives each component the place that its marked automaton gives it.

use urigram_automata::abnf::{core_rules, Grammar, Unsplit};
use urigram_automata::{Limits, Random, Terminals};

const LIMITS: Limits = Limits { states: 100_000, nodes: 10_000_000 };

/// Grammars with a start rule and components: delimiters, components inside components, ends that
/// only the rest of the input decides, and empty components.
const CASES: &[(&str, &[&str], &str)] = &[
    ("a = x [ \":\" y ]\nx = *%x61-7A\ny = *%x61-7A\n", &["x", "y"], ""),
    // The last dot ends the name, and only the end of the input shows which one is last.
    ("file = name \".\" suffix\nname = 1*( ALPHA / \".\" )\nsuffix = 1*ALPHA\n", &["name", "suffix"], ""),
    // The first half ends three bytes before the end.
    ("a = head tail\nhead = *%x61-62\ntail = 3%x61-62\n", &["head", "tail"], ""),
    ("url = [ authority ] path\nauthority = \"//\" [ user \"@\" ] host\nuser = *ALPHA\nhost = *ALPHA\n\
      path = *( \"/\" 1*ALPHA )\n", &["user", "authority", "host"], "//@"),
    ("d = \"did:\" method \":\" id\nmethod = 1*%x61-7A\nid = *( *c \":\" ) 1*c\nc = ALPHA / \"%\" 2HEXDIG\n",
     &["method", "id"], ""),
    ("l = item *( \",\" item ) [ rest ]\nrest = \";\" *ALPHA\nitem = *ALPHA\n", &["rest"], ""),
];

fn grammar(text: &str) -> Grammar {
    let mut grammar = Grammar::parse(text).unwrap();
    grammar.import(&[("RFC 5234", &core_rules())]);
    grammar
}

#[test]
fn every_component_is_where_its_marks_are() {
    for (text, components, more) in CASES {
        let grammar = grammar(text);
        let rule = &grammar.rules()[0].name;
        let splitter = match grammar.splitter(rule, components, Terminals::CodePoints, LIMITS) {
            Ok(splitter) => splitter,
            Err(error) => panic!("{text}: {error}"),
        };
        let (mut inputs, mut split) = (0, 0);
        for (number, component) in components.iter().enumerate() {
            let marked = grammar.marked(rule, component, Terminals::CodePoints, LIMITS).unwrap();
            let mut check = |input: &[u8]| {
                inputs += 1;
                let places = splitter.split(input).map(|places| places[number].clone());
                split += usize::from(matches!(places, Some(Some(_))));
                let shown = input.escape_ascii();
                assert_eq!(places, marked.markings(input).pop(), "{rule}, {component}: {shown}");
            };
            let mut random = Random::seeded(16);
            marked.conformance_inputs(1, 100_000, &mut random, &mut check);
            check(more.as_bytes());
        }
        assert!(inputs > 50 && split > 10, "{rule}: {inputs} inputs, {split} with the component");
    }
}

#[test]
fn the_automaton_accepts_what_the_rule_accepts() {
    for (text, components, _) in CASES {
        let grammar = grammar(text);
        let rule = &grammar.rules()[0].name;
        let splitter = grammar.splitter(rule, components, Terminals::CodePoints, LIMITS).unwrap();
        let plain = grammar.dfa(rule, Terminals::CodePoints, LIMITS).unwrap();
        let compared = splitter.dfa().compare(&plain, LIMITS).unwrap();
        assert_eq!((compared.only_a, compared.only_b), (None, None), "{rule}");
    }
}

#[test]
fn two_places_and_two_occurrences_are_refused() {
    let refused = |text: &str, component: &str| {
        let grammar = grammar(text);
        let rule = grammar.rules()[0].name.clone();
        grammar.splitter(&rule, &[component], Terminals::CodePoints, LIMITS).unwrap_err()
    };
    let twice = refused("l = item *( \",\" item )\nitem = 1*ALPHA\n", "item");
    assert_eq!(twice, Unsplit::Repeated { component: "item".into(), input: b"A,A".into() });
    let either = refused("a = [ x ] *ALPHA\nx = 1*ALPHA\n", "x");
    assert_eq!(
        either.to_string(),
        "the component \"x\" is not unique: the component has two places in \"a\": none, and \
         bytes 0 to 1"
    );
    assert!(matches!(refused("a = x\nx = \"(\" x \")\" / ALPHA\n", "x"), Unsplit::Refused(_)));
}

/// A component of several rules has the outermost occurrence of any of them, also where one of them
/// calls the other at its end.
#[test]
fn a_component_of_several_rules_is_the_outermost_of_them() {
    let one = ("one", &["x", "y"][..]);
    let grammar = grammar("a = *ALPHA \":\" ( x / y )\nx = \"<\" y\ny = 1*DIGIT / \"-\" x\n");
    let places = grammar.places("a", one, false, None, Terminals::CodePoints, LIMITS).unwrap();
    let splitter =
        grammar.splitter_of("a", &[one], false, None, Terminals::CodePoints, LIMITS).unwrap();
    for (input, place) in [("A:1", Some(2..3)), (":<-<12", Some(1..6)), (":-<7", Some(1..4))] {
        assert_eq!(places.split(input.as_bytes()), Some(place.clone()), "{input}");
        assert_eq!(splitter.split(input.as_bytes()), Some(vec![place]), "{input}");
    }
}

/// Strings that the condition refuses count neither as ambiguous nor as repeated.
#[test]
fn a_condition_leaves_strings_out() {
    let grammar = grammar("a = [ x ] *ALPHA *( x )\nx = 1*DIGIT\n");
    let one = ("x", &["x"][..]);
    let (values, rules) = (Terminals::CodePoints, &grammar);
    assert!(matches!(
        rules.places("a", one, false, None, values, LIMITS),
        Err(Unsplit::Repeated { .. })
    ));
    let condition = Grammar::parse("c = 2*%x30-39\n").unwrap().dfa("c", values, LIMITS).unwrap();
    let places = rules.places("a", one, false, Some(&condition), values, LIMITS);
    // Two digits are one occurrence, or two.
    assert!(matches!(places, Err(Unsplit::Repeated { input, .. }) if input == b"00"));
    let condition = Grammar::parse("c = %x30-39 1*%x41-5A\n").unwrap();
    let condition = condition.dfa("c", values, LIMITS).unwrap();
    let places = rules.places("a", one, false, Some(&condition), values, LIMITS).unwrap();
    assert_eq!(places.split(b"1AB"), Some(Some(0..1)));
    assert_eq!(places.split(b"1"), None);
    let splitter = rules.splitter_of("a", &[one], false, Some(&condition), values, LIMITS).unwrap();
    assert_eq!(splitter.split(b"1AB"), Some(vec![Some(0..1)]));
    assert_eq!(splitter.split(b"1"), None);
    let only = splitter.dfa().compare(&condition, LIMITS).unwrap();
    assert_eq!((only.only_a, only.only_b), (None, None));
}
