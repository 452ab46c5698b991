//! Parsing, overlaying and rejecting grammars: every error names the place and the mistake.

use crate::mutate::{mutants, Mutant, Mutation};
use urigram_automata::peg::{Error, Grammar, Kind, Origin, Rule, Which};
use urigram_automata::Terminals;
use urigram_automata::{Limits, Undecided};

fn refusal(source: &str) -> String {
    Grammar::parse(source).err().map_or_else(|| "accepted".to_owned(), |error| error.to_string())
}

fn no_automaton(source: &str, rule: &str) -> Error {
    let grammar = Grammar::parse(source).unwrap();
    grammar.dfa(rule, Which::Optimized, Terminals::CodePoints, Limits::default()).unwrap_err()
}

fn accepts(grammar: &Grammar, rule: &str, input: &str) -> bool {
    let dfa =
        grammar.dfa(rule, Which::Optimized, Terminals::CodePoints, Limits::default()).unwrap();
    dfa.accepts(input.as_bytes())
}

#[test]
fn documentation_and_kind_of_rules_are_kept() {
    let source = "//! A grammar.\n//! Two lines.\n\n/// Section 1: a = \"a\"\n/// Shape as printed.\na = { \"a\" }\n// unseen\nb = _{ a }\nc = @{ a ~ b }\n";
    let grammar = Grammar::parse(source).unwrap();
    assert_eq!(grammar.doc(), "A grammar.\nTwo lines.");
    assert_eq!(grammar.source(), source);
    let [a, b, c] = grammar.rules() else { panic!("three rules") };
    assert_eq!(
        (a.name(), a.doc(), a.kind()),
        ("a", "Section 1: a = \"a\"\nShape as printed.", Kind::Normal)
    );
    assert_eq!((b.name(), b.doc(), b.is_silent()), ("b", "", true));
    assert_eq!((c.kind(), c.is_silent()), (Kind::Atomic, false));
}

#[test]
fn pest_refusals_have_a_place() {
    assert_eq!(
        refusal("a = { \"a\" }\nb = { \"é\" ~ cc }"),
        "line 2, column 13: rule cc is undefined"
    );
    assert_eq!(refusal("a = { \"a\" }\na = { \"b\" }"), "line 2, column 1: rule a already defined");
    assert!(
        refusal("a = { \"a\" ").starts_with("line 1, column 11: expected"),
        "{}",
        refusal("a = { \"a\" ")
    );
    assert!(refusal("a = { b? | \"c\" }\nb = { \"b\" }").starts_with("line 1, column 7: "));
    assert!(refusal("a = { (\"a\"?)* }").starts_with("line 1, column 7: "));
    assert!(refusal("a = { a ~ \"b\" }").contains("left-recursive"));
    // pest_meta panics at these.
    assert_eq!(refusal(r#"a = { "\u{D7FF}\\u{D800}" }"#), "accepted");
    assert_eq!(
        refusal(r#"a = { "\\\u{D800}" }"#),
        "line 1, column 10: this escape is not a character"
    );
    assert_eq!(
        refusal(r"a = { '\u{110000}'..'b' }"),
        "line 1, column 8: this escape is not a character"
    );
}

/// A backslash at the end of documentation does not escape anything.
#[test]
fn a_backslash_may_end_a_documentation() {
    for doc in ["\\", "\"x\"\\", "\\u{D800}", "é\\é\\"] {
        assert_eq!(refusal(&format!("/// {doc}\na = {{ \"b\" }}")), "accepted", "{doc}");
        assert_eq!(refusal(&format!("//! {doc}\n/// {doc}\na = {{ \"b\" }}")), "accepted", "{doc}");
    }
}

#[test]
fn the_stack_is_refused_by_name_and_takes_no_other_rule_with_it() {
    for (operation, name) in [
        ("PUSH(\"a\")", "PUSH"),
        ("\"a\" ~ POP", "POP"),
        ("\"a\" ~ DROP", "DROP"),
        ("\"a\" ~ PEEK_ALL", "PEEK_ALL"),
        ("\"a\" ~ PEEK[0..1]", "PEEK"),
    ] {
        let text = format!("r = {{ {operation} }}\nuses = {{ \"x\" ~ r }}\nother = {{ \"x\"+ }}");
        let grammar = Grammar::parse(&text).unwrap();
        let why = format!("rule r: {name} has no counterpart in a finite automaton");
        let dfa =
            |rule| grammar.dfa(rule, Which::Optimized, Terminals::CodePoints, Limits::default());
        for rule in ["r", "uses"] {
            assert_eq!(grammar.undecided(rule).unwrap().to_string(), why);
            assert_eq!(dfa(rule).unwrap_err().to_string(), why);
        }
        assert!(grammar.undecided("other").is_none());
        assert!(dfa("other").unwrap().accepts(b"xx"));
        let all = grammar.dfa_all(Which::Optimized, Terminals::CodePoints, Limits::default());
        assert_eq!(all.iter().filter(|(_, dfa)| dfa.is_ok()).count(), 1);
    }
}

#[test]
fn a_rule_of_the_grammar_hides_a_built_in_one() {
    // As in pest's generated code; pest's interpreter would take the built-in rule.
    let grammar = Grammar::parse("ASCII_DIGIT = { \"x\" }\nr = { ASCII_DIGIT }").unwrap();
    assert!(accepts(&grammar, "r", "x") && !accepts(&grammar, "r", "1"));
}

#[test]
fn recursion_that_is_not_regular_names_its_cycle() {
    let nested = no_automaton(
        "top = { list }\nlist = { \"(\" ~ items ~ \")\" | \"x\" }\nitems = { list }",
        "top",
    );
    let Error::Recursion { cycle } = &nested else { panic!("{nested}") };
    assert_eq!((cycle.len(), &cycle[0]), (3, &cycle[2]));
    assert!(cycle.contains(&"list".to_owned()) && cycle.contains(&"items".to_owned()), "{nested}");
    let repeated = no_automaton("r = { (\"a\" ~ r)* ~ \"b\" }", "r");
    assert_eq!(
        repeated.to_string(),
        "not regular: r -> r recurs with more to match after the call"
    );
    // A lookahead starts afresh, so it may contain recursion.
    let ahead = Grammar::parse("r = { \"a\" ~ !r ~ ANY ~ \"b\" | \"c\" }").unwrap();
    assert!(accepts(&ahead, "r", "abb") && !accepts(&ahead, "r", "acb"));
    // A rule that does not use the cycle is not rejected.
    let grammar =
        Grammar::parse("bad = { \"(\" ~ bad ~ \")\" | \"x\" }\ngood = { \"x\" }").unwrap();
    let all = grammar.dfa_all(Which::Optimized, Terminals::CodePoints, Limits::default());
    assert!(all[0].1.is_err() && all[1].1.is_ok());
}

#[test]
fn an_unknown_rule_is_named() {
    assert_eq!(no_automaton("a = { \"a\" }", "b").to_string(), "there is no rule b");
}

#[test]
fn limits_answer_undecided() {
    let grammar =
        Grammar::parse("r = { (!(\"a\" ~ ANY ~ ANY ~ ANY ~ \"b\") ~ (\"a\" | \"b\"))* }").unwrap();
    let with = |states, nodes| {
        grammar.dfa("r", Which::Raw, Terminals::CodePoints, Limits { states, nodes })
    };
    assert_eq!(with(5, 10_000_000).unwrap_err().to_string(), "more than 5 states, the limit");
    for nodes in 0..200 {
        let Err(Error::Undecided(Undecided { what, limit, .. })) = with(100_000, nodes) else {
            panic!("decided")
        };
        assert_eq!((what, limit), ("nodes", nodes));
    }
    assert!(with(100_000, 1_000_000).is_ok());
    let all = grammar.dfa_all(
        Which::Raw,
        Terminals::CodePoints,
        Limits { states: 5, ..Limits::default() },
    );
    assert!(matches!(all[0].1, Err(Error::Undecided(_))));
}

#[test]
fn rules_that_do_not_fit_together_are_tried_alone() {
    let grammar = Grammar::parse(
        "a = { (\"a\" | \"bc\")* ~ \"d\" }\nb = { (\"e\" | \"fg\")* ~ \"h\" }\nc = { a ~ b }",
    )
    .unwrap();
    let mut alone = 0;
    for nodes in (0..4_000).step_by(7) {
        let limits = Limits { nodes, ..Limits::default() };
        let together = grammar.dfa_all(Which::Optimized, Terminals::CodePoints, limits);
        for (rule, dfa) in together {
            let own = grammar.dfa(rule, Which::Optimized, Terminals::CodePoints, limits);
            assert_eq!(dfa.is_ok(), own.is_ok(), "{rule} with {nodes} nodes");
            alone += usize::from(own.is_ok());
        }
    }
    assert!(alone > 100, "{alone}");
}

#[test]
fn an_undecided_answer_is_the_source_of_its_error() {
    use std::error::Error as _;

    let grammar = Grammar::parse("r = { \"a\"* }").unwrap();
    let few = Limits { states: 1, ..Limits::default() };
    let error = grammar.dfa("r", Which::Raw, Terminals::CodePoints, few).unwrap_err();
    let source = error.source().expect("the limit is the reason").to_string();
    assert_eq!(source, "more than 1 states, the limit");
    assert!(no_automaton("a = { \"a\" }", "b").source().is_none());
}

/// pest writes what is repeated once or more twice, so that nested repetitions double.
#[test]
fn nested_repetitions_are_counted_as_pest_unrolls_them() {
    for (mark, doubles) in
        [("?", false), ("*", false), ("+", true), ("{1,}", true), ("{1}", true), ("{0,1}", false)]
    {
        let nested = |depth: usize| {
            let (open, close) = ("(\"b\" ~ ".repeat(depth), format!("){mark}").repeat(depth));
            Grammar::parse(&format!("r = {{ {open}\"a\"{close} }}"))
        };
        assert!(nested(8).is_ok(), "{mark}");
        assert_eq!(nested(14).is_err(), doubles, "{mark}");
    }
}

#[test]
fn what_nobody_types_is_refused_and_overflows_no_stack() {
    assert_eq!(
        refusal("r = { \"a\"{1000000000} }"),
        "rule r: more than 10000 nodes once repetitions are unrolled"
    );
    assert!(refusal("r = { ((\"a\"{1000}){1000}){1000} }").contains("more than 10000 nodes"));
    let nested =
        |depth| format!("r = {{ {}\"a\"{} }}", "(\"b\" ~ ".repeat(depth), ")?".repeat(depth));
    assert!(Grammar::parse(&nested(30)).is_ok());
    assert!(
        refusal(&nested(300)).contains("more than 100 levels of nesting"),
        "{}",
        refusal(&nested(300))
    );
    let operators = |n| format!("r = {{ {}\"a\" }}", "!".repeat(n));
    assert!(refusal(&operators(200)).contains("more than 100 levels of nesting"));
    assert_eq!(refusal(&operators(200_000)), "rule r: more than 131071 operators and operands");
    for source in [nested(4_000), "r = { ".repeat(999)] {
        assert_ne!(refusal(&source), "accepted");
    }
}

/// Ten thousand words and as many rules. Some words begin with others.
#[test]
fn a_choice_of_many_words_is_a_tree_of_prefixes() {
    let words: Vec<String> =
        (0..10_000u64).map(|n| format!("{:x}", n * 2_654_435 % 9_999_991)).collect();
    let quoted: Vec<String> = words.iter().map(|word| format!("\"{word}\"")).collect();
    let all = Grammar::parse(&format!("r = {{ {} }}", quoted.join(" | "))).unwrap();
    let few = Limits { states: 40_000, nodes: 200_000 };
    let dfa = all.dfa("r", Which::Optimized, Terminals::CodePoints, few).unwrap();
    // A word that begins with an earlier one is never reached.
    let is_lost =
        |index: usize| words[..index].iter().any(|early| words[index].starts_with(early.as_str()));
    let lost = (0..500).filter(|&index| {
        assert_eq!(dfa.accepts(words[index].as_bytes()), !is_lost(index), "{}", words[index]);
        is_lost(index)
    });
    assert!(lost.count() > 0);
    let names: Vec<String> = (0..10_000).map(|n| format!("r{n}")).collect();
    let rules = names.iter().zip(&words);
    let rules: Vec<String> =
        rules.map(|(name, word)| format!("{name} = {{ \"{word}=\" ~ ASCII_DIGIT+ }}")).collect();
    let flat = format!("r = {{ {} }}\n{}", names.join(" | "), rules.join("\n"));
    let flat = Grammar::parse(&flat).unwrap();
    let dfa = flat.dfa("r", Which::Optimized, Terminals::CodePoints, few).unwrap();
    assert!(words.iter().all(|word| dfa.accepts(format!("{word}=12").as_bytes())));
    assert!(!dfa.accepts(b"=1") && !dfa.accepts(words[0].as_bytes()));
}

#[test]
fn long_chains_overflow_no_stack() {
    // The question whether the empty input is accepted asks each of the optional parts in turn, all
    // at one position.
    let optional = Grammar::parse("r = { (\"b\"?){4000} }").unwrap();
    for which in [Which::Optimized, Which::Raw] {
        let few = Limits { states: 50, ..Limits::default() };
        let error = optional.dfa("r", which, Terminals::CodePoints, few).unwrap_err();
        assert_eq!(error.to_string(), "more than 50 states, the limit");
    }
    let chain: Vec<String> =
        (0..100).map(|n| format!("r{n} = {{ &r{} ~ ANY | \"x\"? ~ \"b\" }}", n + 1)).collect();
    let chain = Grammar::parse(&format!("{}\nr100 = {{ \"a\" }}", chain.join("\n"))).unwrap();
    assert!(
        accepts(&chain, "r0", "a") && accepts(&chain, "r0", "b") && !accepts(&chain, "r0", "c")
    );
}

#[test]
fn an_option_is_demanded() {
    let grammar = Grammar::parse(r#"a = { "xy"? ~ "z" }"#).unwrap();
    let mutants = mutants(&grammar);
    let demands = |mutant: &&Mutant| mutant.mutation == Mutation::DemandOption;
    let demanded = mutants.iter().find(demands).unwrap();
    assert_eq!(demanded.source(grammar.source()), r#"a = { "xy" ~ "z" }"#);
}

#[test]
fn a_range_loses_and_gains_a_character_at_each_end() {
    let changed = |text: &str| {
        let grammar = Grammar::parse(text).unwrap();
        let mutants = mutants(&grammar);
        mutants.iter().map(|mutant| mutant.source(text)).collect::<Vec<_>>()
    };
    let expected = ["'a'..'d'", "'b'..'e'", "'c'..'d'", "'b'..'c'"];
    let ranges = changed("r = { 'b'..'d' }");
    for range in expected {
        assert!(ranges.contains(&format!("r = {{ {range} }}")), "{range}: {ranges:?}");
    }
    assert!(!changed("r = { 'b'..'b' }").iter().any(|text| text.contains("'c'..'b'")));
}

#[test]
fn a_patch_replaces_rules_by_name_and_adds_others() {
    let base = "//! Base.\n\n/// Base a.\na = { \"a\" ~ b }\n\n// on b\n/// Base b.\nb = { \"b\" } // kept\n/// Base c.\nc = { a }\n";
    let patch =
        "//! Patch.\n// why b\n/// Patch b.\nb = { \"B\" ~ d } // dropped\nc = { b }\n/// Patch d.\nd = { \"d\" }\n";
    let grammar = Grammar::overlay(base, patch).unwrap();
    let names: Vec<&str> = grammar.rules().iter().map(Rule::name).collect();
    let docs: Vec<&str> = grammar.rules().iter().map(Rule::doc).collect();
    assert_eq!(names, ["a", "b", "c", "d"]);
    assert_eq!(docs, ["Base a.", "Patch b.", "Base c.", "Patch d."]);
    assert_eq!(grammar.doc(), "Base.");
    assert!(
        accepts(&grammar, "a", "aBd")
            && !accepts(&grammar, "a", "ab")
            && accepts(&grammar, "c", "Bd")
    );
    let merged = "//! Base.\n\n/// Base a.\na = { \"a\" ~ b }\n\n// on b\n// why b\n/// Patch b.\nb = { \"B\" ~ d } // kept\n/// Base c.\nc = { b }\n\n/// Patch d.\nd = { \"d\" }\n";
    assert_eq!(grammar.source(), merged);
    assert_eq!(Grammar::parse(grammar.source()).unwrap().rules().len(), 4);
}

#[test]
fn an_error_after_merging_is_placed_in_its_own_text() {
    let base = "a = { \"a\" ~ b }\nb = { \"b\" }\nc = { \"c\" }\n";
    let place = |patch: &str| match Grammar::overlay(base, patch).unwrap_err() {
        Error::Syntax { origin, line, column, message } => (origin, line, column, message),
        error => panic!("{error}"),
    };
    assert_eq!(
        place("\n\nb = { \"é\" ~ x }"),
        (Origin::Patch, 3, 13, "rule x is undefined".to_owned())
    );
    assert_eq!(
        place("d = { \"d\" }\nd = { \"e\" }"),
        (Origin::Patch, 2, 1, "rule d already defined".to_owned())
    );
    // A repetition in the base that the patch makes endless is found in the base.
    let base = "a = { \"a\" }\nb = { \"x\" ~ a* }\n";
    let error = Grammar::overlay(base, "a = { \"a\"? }").unwrap_err();
    assert!(error.to_string().starts_with("line 2, column 13: "), "{error}");
    let error = Grammar::overlay(base, "a = {").unwrap_err();
    assert!(error.to_string().starts_with("line 1, column 6 of the patch: "), "{error}");
}

#[test]
fn the_optimizer_is_caught_where_it_changes_a_language() {
    // (r ~ s)* ~ r becomes r ~ (s ~ r)*. On its own this is the same; before an expression that
    // begins with s it is not.
    let source = "list = { (\"a\" ~ \"b\")* ~ \"a\" }\nuser = { list ~ \"b\" }\nuser_of_user = { \"u\" ~ user }";
    let grammar = Grammar::parse(source).unwrap();
    let differences =
        grammar.optimizer_differences(Terminals::CodePoints, Limits::default()).unwrap();
    for difference in &differences {
        let witness = std::str::from_utf8(&difference.witness).unwrap();
        let matches = |which| {
            let trace = grammar.trace(&difference.rule, which, witness, 10_000).unwrap();
            trace.end == Some(witness.len())
        };
        assert_ne!(
            matches(Which::Raw),
            matches(Which::Optimized),
            "{} on {witness:?}",
            difference.rule
        );
    }
    let rules: Vec<&str> = differences.iter().map(|difference| difference.rule.as_str()).collect();
    assert_eq!(rules, ["user", "user_of_user"]);
    assert_eq!(differences[0].witness, b"ab");
    assert!(differences[0].optimized.accepts(b"ab") && !differences[0].raw.accepts(b"ab"));
}

/// pest_derive leaves its own rule out where the grammar has one of its name (`specs/ports` derives
/// such a parser), and so is it here.
#[test]
fn a_rule_takes_the_place_of_pests_own() {
    for (rules, accepted, rejected) in [
        ("line = { \"a\" ~ NEWLINE }", "a\n", "a;"),
        ("line = { \"a\" ~ NEWLINE }\nNEWLINE = { \";\" }", "a;", "a\n"),
        ("line = { \"a\" ~ ALPHABETIC }\nALPHABETIC = { \";\" }", "a;", "ab"),
    ] {
        let grammar = Grammar::parse(rules).unwrap();
        assert!(accepts(&grammar, "line", accepted) && !accepts(&grammar, "line", rejected));
    }
}
