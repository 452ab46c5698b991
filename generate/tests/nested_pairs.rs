//! Code for pest's pairs, over pest's own and over ours: an INI file, as pest's book reads one.

use std::collections::BTreeMap;

use urigram_automata::peg::Grammar;
use urigram_engine::nested::{Event, Limits};
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

type Settings = BTreeMap<(String, String), (String, (usize, usize))>;

/// Makes a function of pairs: the calls are the same for pest's and for ours.
macro_rules! reader {
    ($function:ident, $pairs:ty, $rule:expr) => {
        fn $function(pairs: $pairs) -> Settings {
            let (mut settings, mut section) = (Settings::new(), String::new());
            for file in pairs {
                for line in file.into_inner() {
                    match $rule(line.as_rule()) {
                        "section" => {
                            let name = line.into_inner().next().unwrap();
                            section = name.as_str().to_owned();
                        }
                        "property" => {
                            let place = line.line_col();
                            assert_eq!(line.as_span().as_str(), line.as_str());
                            let mut parts = line.into_inner();
                            let name = parts.next().unwrap().as_str().to_owned();
                            let value = parts.next().unwrap();
                            assert!(value.as_span().end() >= value.as_span().start());
                            let value = (value.as_str().to_owned(), place);
                            settings.insert((section.clone(), name), value);
                        }
                        _ => {}
                    }
                }
            }
            settings
        }
    };
}

reader!(by_pest, pest::iterators::Pairs<'_, &str>, |rule| rule);
reader!(by_ours, urigram_engine::nested::Pairs<'_, Rule>, |rule| match rule {
    Rule::section => "section",
    Rule::property => "property",
    _ => "",
});

#[test]
fn code_for_pests_pairs_reads_ours() {
    let pest = {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, INI).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    };
    let program = program(&Grammar::parse(INI).unwrap());
    let text = "a = 1\n[b/c]\nd.e = \u{fc} x\n\nf=\n[g]\nf = 2\n";
    let tree = program.parse("file", text, Limits::for_length(text.len())).unwrap();
    let ours = by_ours(tree.clone().pairs().unwrap());
    assert_eq!(ours, by_pest(pest.parse("file", text).unwrap()));
    assert_eq!(ours[&("b/c".to_owned(), "d.e".to_owned())], ("\u{fc} x".to_owned(), (3, 1)));
    assert_eq!(ours.len(), 4);

    nested_rules! { enum Few { file, section } }
    assert!(tree.pairs::<Few>().is_err());
}

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
