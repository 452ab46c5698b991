//! Tags beside those of pest's derived parsers, which `checks/tags` wrote to `tags/trees.txt`.

use std::collections::BTreeMap;
use std::fmt::Write;

use urigram_automata::peg::{Grammar, Rule, Which};
use urigram_automata::Terminals;
use urigram_engine::nested::{Limits, Node, Pairs, Program, Tree};
use urigram_engine::nested_rules;
use urigram_generate::nested::program;

const TREES: &str = include_str!("tags/trees.txt");
const STAYS: &str = include_str!("tags/stays.rules");
const RANDOM: &str = include_str!("tags/random.rules");

/// Returns the grammars by their names in the file.
fn grammars() -> [(&'static str, Grammar); 6] {
    let spaced = |source: &str| format!("{source}WHITESPACE = _{{ \" \" }}");
    [
        ("plain", include_str!("tags/plain.rules").to_owned()),
        ("spaced", include_str!("tags/spaced.rules").to_owned()),
        ("stays", STAYS.to_owned()),
        ("stays_spaced", spaced(STAYS)),
        ("random", RANDOM.to_owned()),
        ("random_spaced", spaced(RANDOM)),
    ]
    .map(|(name, source)| (name, Grammar::parse(&source).unwrap()))
}

fn written(node: Node<'_>, out: &mut String) {
    write!(out, "({} {} {}", node.rule(), node.start(), node.end()).unwrap();
    if let Some(tag) = node.tag() {
        write!(out, " #{tag}").unwrap();
    }
    node.children().for_each(|inner| written(inner, out));
    out.push(')');
}

/// Returns the nodes with their tags; `None` where there are none.
fn nodes(tree: Tree<'_, '_>) -> Option<String> {
    let mut out = String::new();
    tree.roots().for_each(|node| written(node, &mut out));
    Some(out).filter(|out| !out.is_empty())
}

/// Returns the texts that `checks/tags` tries.
fn strings() -> Vec<String> {
    let mut all = vec![String::new()];
    let mut last = all.clone();
    for _ in 0..4 {
        let longer = |head: &String| ["a", "b", " ", "(", ")"].map(|tail| format!("{head}{tail}"));
        last = last.iter().flat_map(longer).collect();
        all.extend(last.iter().cloned());
    }
    all
}

#[test]
fn tags_are_those_of_pest() {
    let mut lines: BTreeMap<(&str, &str, &str), &str> = BTreeMap::new();
    for line in TREES.lines() {
        let [grammar, rule, text, tree] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        lines.insert((grammar, rule, text), tree);
    }
    let texts = strings();
    let (mut direct, mut tagged) = (0, 0);
    for (name, grammar) in grammars() {
        let program = program(&grammar);
        assert_eq!(Program::unpacked(&program.packed()).as_ref(), Some(&program));
        for (rule, is_silent) in grammar.rules().iter().map(|rule| (rule.name(), rule.is_silent()))
        {
            if lines.contains_key(&(name, rule, "*")) {
                continue;
            }
            for text in &texts {
                // The random rules have no parentheses, and the file no texts with any for them.
                if name.starts_with("random") && text.contains(['(', ')']) {
                    continue;
                }
                // What pest does not match is not in the file.
                let known = lines.get(&(name, rule, &**text)).copied();
                // Of what a silent rule matches, pest tells the last node's end only.
                if known == Some("panic") || is_silent && known.is_none() {
                    continue;
                }
                let limits = Limits::for_length(text.len());
                let kept = program.parse_keeping(rule, text, limits).ok().and_then(nodes);
                assert_eq!(kept.as_deref(), known, "{name}: {rule} on {text:?}");
                if let Some(tree) = program.parse_directly(rule, text, limits) {
                    assert_eq!(nodes(tree), kept, "{name}: {rule} on {text:?}");
                    direct += 1;
                }
                tagged += usize::from(known.is_some_and(|tree| tree.contains('#')));
            }
        }
    }
    assert!(direct > 400 && tagged > 450, "{direct} directly, {tagged} with tags");
}

/// The automata follow the same rules: what they accept is what the trees are made of.
#[test]
fn rules_with_tags_match_as_pests_do() {
    for (name, grammar) in grammars() {
        for rule in grammar.rules().iter().map(Rule::name) {
            if grammar.undecided(rule).is_some() {
                continue;
            }
            let limits = urigram_automata::Limits::default();
            let dfa = grammar.dfa(rule, Which::Optimized, Terminals::CodePoints, limits).unwrap();
            for line in TREES.lines().filter(|line| line.starts_with(&format!("{name}\t{rule}\t")))
            {
                let text = line.split('\t').nth(2).unwrap();
                assert!(dfa.accepts(text.as_bytes()), "{name}: {rule} on {text:?}");
            }
        }
    }
}

nested_rules! { enum Sum { sum, number } }

#[test]
fn pairs_are_found_by_their_tags() {
    let source = "sum = { #left = number ~ (\"+\" ~ #right = number)* } number = { '0'..'9'+ }";
    let program = program(&Grammar::parse(source).unwrap());
    let pairs: Pairs<'_, Sum> = program.pairs(Sum::sum, "1+20+3").unwrap();
    let sum = pairs.peek().unwrap();
    assert_eq!((sum.as_rule(), sum.as_node_tag()), (Sum::sum, None));
    assert_eq!(sum.into_inner().next().unwrap().as_node_tag(), Some("left"));
    assert_eq!(pairs.find_first_tagged("left").unwrap().as_str(), "1");
    assert!(pairs.find_first_tagged("none").is_none());
    let right: Vec<&str> = pairs.find_tagged("right").map(|pair| pair.as_str()).collect();
    assert_eq!(right, ["20", "3"]);
}

/// The tag of a list behind which ways are opened and left again is found in linear time.
#[test]
fn tags_behind_long_lists_are_found() {
    let source = "list = { (#t = (item ~ (\",\" ~ \";\")?) ~ \",\"?)* } item = { \"x\" }";
    let program = program(&Grammar::parse(source).unwrap());
    let text = "x,".repeat(100_000);
    let limits = Limits::for_length(text.len()).with_steps(40 * text.len() as u64);
    let tree = program.parse("list", &text, limits).unwrap();
    let items = tree.roots().next().unwrap().children();
    assert_eq!(items.filter(|item| item.tag() == Some("t")).count(), 100_000);
}

/// A tag that stays behind what fails does so in linear time, also where results are kept: each
/// round calls `inner` three times at its place.
#[test]
fn tags_that_stay_are_found_in_linear_time() {
    let source = "list = { (item ~ (inner ~ \"p\" | inner ~ \"q\" | inner)?)* } item = { \"x\" }
        inner = _{ (#t = long ~ \";\") | #u = \"\" ~ \",\" ~ \"!\"? } long = _{ \",\"* ~ \",\"? }";
    let program = program(&Grammar::parse(source).unwrap());
    let text = "x,".repeat(100_000);
    let limits = Limits::for_length(text.len()).with_steps(40 * text.len() as u64);
    assert!(program.parse_directly("list", &text, limits).is_none());
    let tree = program.parse("list", &text, limits).unwrap();
    let items = tree.roots().next().unwrap().children();
    assert_eq!(items.filter(|item| item.tag() == Some("u")).count(), 100_000);
}

/// The direct way reads a rule with a tag where a node begins: no node is before it inside that.
#[test]
fn tags_stay_only_where_a_node_may_be_before_them() {
    let begins = [
        "(#t = \"b\" ~ \"c\" | \"d\")",
        "\"x\"? ~ (#t = \"b\" ~ \"c\" | \"b\" ~ a) ~ a?",
        "&(#t = \"b\" ~ \"c\" | \"b\") ~ \"b\" ~ a?",
        "(#t = \"b\" ~ \"c\")* ~ \"b\"? ~ a?",
        "(a ~ \"b\" | (#t = \"b\" ~ \"c\" | \"b\" ~ a))",
    ];
    let behind = [
        "a? ~ (#t = \"b\" ~ \"c\" | \"b\")",
        "a* ~ (#t = \"b\" ~ \"c\" | \"b\")",
        "(a | \"x\") ~ &(#t = \"b\" ~ \"c\" | \"b\") ~ \"b\"",
        "(#t = \"b\" ~ \"c\" ~ a)* ~ \"b\"",
        "s ~ (#t = \"b\" ~ \"c\" | \"b\")",
    ];
    let texts = ["d", "b", "bc", "ba", "xba", "bca", "ab", "abc", "bcab", "bcabd", "xb", "aab"];
    for (is_direct, bodies) in [(true, begins), (false, behind)] {
        for body in bodies {
            let source =
                format!("top = {{ a? ~ r }} r = {{ {body} }} a = {{ \"a\" }} s = _{{ \"x\" | a }}");
            let program = program(&Grammar::parse(&source).unwrap());
            let mut read = 0;
            for text in texts {
                for rule in ["top", "r"] {
                    let limits = Limits::for_length(text.len());
                    let kept = program.parse_keeping(rule, text, limits).ok().and_then(nodes);
                    let found = program.parse_directly(rule, text, limits).and_then(nodes);
                    assert_eq!(found, kept.filter(|_| is_direct), "{body}: {rule} on {text:?}");
                    read += usize::from(found.is_some());
                }
            }
            assert_eq!(read > 0, is_direct, "{body}");
        }
    }
}

/// A rule that is known to fail in a place is not run again there, and gives its tag again.
#[test]
fn a_failure_that_is_known_gives_its_tag_again() {
    let source = "r = { \"a\" ~ s | a ~ (s | a ~ c) } a = { \"a\" } c = { \"c\" }
        s = _{ #t = \"\" ~ #u = \"\" ~ d } d = _{ \"d\"+ ~ e } e = _{ \"e\"+ }";
    let program = program(&Grammar::parse(source).unwrap());
    let found = program.parse("r", "aac", Limits::for_length(3)).unwrap();
    assert_eq!(nodes(found).as_deref(), Some("(r 0 3(a 0 1 #u)(a 1 2)(c 2 3))"));
}

#[test]
fn a_tag_goes_no_further_than_the_last_token() {
    // As in pest: where the tagged expression leaves no node, the node before it has the tag, if it
    // is the last to have begun or ended.
    for (source, text, tree) in [
        ("r = { a ~ #t = \"b\" } a = { \"a\" }", "ab", "(r 0 2(a 0 1 #t))"),
        ("r = { \"a\" ~ #t = \"b\" ~ a } a = { \"a\" }", "aba", "(r 0 3(a 2 3))"),
        ("r = { a ~ s } s = _{ #t = \"b\" } a = { \"a\" }", "ab", "(r 0 2(a 0 1 #t))"),
        (
            "r = { #t = s } s = { a ~ #u = a } a = { \"a\" }",
            "aa",
            "(r 0 2(s 0 2 #t(a 0 1)(a 1 2 #u)))",
        ),
    ] {
        let program = program(&Grammar::parse(source).unwrap());
        let limits = Limits::for_length(text.len());
        let found = program.parse_keeping("r", text, limits).unwrap();
        assert_eq!(nodes(found).as_deref(), Some(tree), "{source}");
        let found = program.parse_directly("r", text, limits).unwrap();
        assert_eq!(nodes(found).as_deref(), Some(tree), "{source}");
    }
}

nested_rules! { enum Lists { file, list, item, text, EOI } }

#[test]
fn json_is_that_of_pest() {
    let program = program(&Grammar::parse(include_str!("tags/json.rules")).unwrap());
    let pairs: Pairs<'_, Lists> = program.pairs(Lists::file, include!("tags/json.text")).unwrap();
    let inside = pairs.clone().flatten().nth(1).unwrap();
    let json = format!("{}\n{}\n", pairs.to_json(), inside.to_json());
    assert_eq!(json, include_str!("tags/trees.json"));

    let silent = Grammar::parse("file = _{ \"\" }").unwrap();
    let program = urigram_generate::nested::program(&silent);
    let none: Pairs<'_, Lists> = program.pairs(Lists::file, "").unwrap();
    assert_eq!(none.to_json(), "{\n  \"pos\": [\n    0,\n    0\n  ],\n  \"pairs\": []\n}");
}
