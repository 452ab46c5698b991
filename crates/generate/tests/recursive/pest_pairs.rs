//! Trees as pest's pairs, against those of pest's own machine: an INI file, as pest's book reads
//! one.

use pest::error::LineColLocation;
use pest::iterators::Pairs;
use pest::Token;
use urigram_automata::peg::Grammar;
use urigram_engine::nested::{Event, Limits, RuleName};
use urigram_engine::nested_rules;
use urigram_generate::nested::program;

nested_rules! {
    /// The rules of the grammar below.
    enum Rule { file, section, property, name, value, EOI }
}

const INI: &str = r#"
    WHITESPACE = _{ " " }
    file = { SOI ~ ((section | property)? ~ NEWLINE)* ~ EOI }
    section = { "[" ~ name ~ "]" }
    property = { name ~ "=" ~ value }
    name = @{ (ASCII_ALPHANUMERIC | "." | "_" | "/")+ }
    value = @{ (!NEWLINE ~ ANY)* }
"#;

#[test]
fn events_go_through_the_tree() {
    let program = program(&Grammar::parse(INI).unwrap());
    let tree = program.parse("file", "[a]\nb=c\n", Limits::for_length(8)).unwrap();
    let mut shown = String::new();
    for event in tree.events() {
        match event {
            Event::Enter(node) => shown.push_str(&format!("{}(", node.rule())),
            Event::Leave(_) => shown.push(')'),
        }
    }
    assert_eq!(shown, "file(section(name())property(name()value())EOI())");
}

#[test]
fn pairs_have_the_tokens_of_pests_machine() {
    let pest = {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, INI).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    };
    let program = program(&Grammar::parse(INI).unwrap());
    let text = "a = 1\n[b/c]\nd.e = \u{fc} x\n\nf=\n[g]\nf = 2\n";
    macro_rules! tokens {
        ($pairs:expr, $name:expr) => {{
            let tokens = $pairs.tokens().map(|token| match token {
                Token::Start { rule, pos } => format!("{}( {:?}", $name(rule), pos.line_col()),
                Token::End { rule, pos } => format!("){} {:?}", $name(rule), pos.line_col()),
            });
            tokens.collect::<Vec<String>>()
        }};
    }
    let ours: Pairs<'_, Rule> = program.pairs(Rule::file, text).unwrap();
    let theirs = pest.parse("file", text).unwrap();
    assert_eq!(tokens!(ours, |rule: Rule| rule.name()), tokens!(theirs, |rule| rule));
    // A parser matches the beginning, as pest's do, and its error has the place.
    let begin: Pairs<'_, Rule> = program.pairs(Rule::section, "[a] [b]").unwrap();
    assert_eq!(begin.as_str(), "[a]");
    let error = program.pairs(Rule::file, "[a]\n[b\n").unwrap_err();
    assert_eq!(error.line_col, LineColLocation::Pos((2, 3)));
    assert_eq!(
        error.variant.message(),
        "byte 6: expected \"]\", found a line break (furthest failure), inside `section`, which \
         begins at byte 4"
    );

    nested_rules! { enum Few { file, section } }
    let error = program.pairs(Few::file, text).unwrap_err();
    assert_eq!(error.variant.message(), "there is no such rule");
}

nested_rules! { enum Nested { list } }

/// pest's builder recurses into each level, so the thread gets a small stack.
#[test]
fn the_depth_of_pairs_is_limited() {
    let program = program(&Grammar::parse("list = { \"(\" ~ list? ~ \")\" }").unwrap());
    let check = move || {
        for (depth, is_read) in [(1_000, true), (1_001, false), (1_000_000, false)] {
            let text = "(".repeat(depth) + &")".repeat(depth);
            match program.pairs(Nested::list, &text) {
                Ok(pairs) => assert!(is_read && pairs.flatten().count() == depth),
                Err(error) => {
                    assert!(!is_read && error.to_string().contains("inside each other"), "{error}");
                }
            }
        }
    };
    std::thread::Builder::new().stack_size(1 << 20).spawn(check).unwrap().join().unwrap();
}
