//! Code for pest's pairs, over pest's own and over ours: an INI file, as pest's book reads one.

use std::collections::BTreeMap;

use urigram_automata::peg::Grammar;
use urigram_engine::nested::{
    Event, Limits, Pairs, PairsError, PairsOffset, PairsPlace, PairsReason, RuleName,
};
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

/// Every way to go through pairs has the pairs of pest, in its order.
#[test]
fn pairs_go_forward_backward_and_flat_as_pests_do() {
    let pest = {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, INI).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    };
    let program = program(&Grammar::parse(INI).unwrap());
    let text = "a = 1\n[b/c]\nd.e = \u{fc} x\n\nf=\n[g]\nf = 2\n";
    // Takes pairs from both ends by the bits of a number, and writes them.
    macro_rules! taken {
        ($pairs:expr, $ends:expr, $name:expr) => {{
            let (mut pairs, mut ends, mut all) = ($pairs, $ends, Vec::new());
            loop {
                let pair = if ends % 2 == 0 { pairs.next() } else { pairs.next_back() };
                ends /= 2;
                let Some(pair) = pair else { break };
                let span = pair.as_span();
                let place = (span.start_pos().line_col(), span.end_pos().line_col());
                all.push(format!("{} {} {place:?}", $name(pair.as_rule()), span.start()));
            }
            all
        }};
    }
    let ours: Pairs<'_, Rule> = program.pairs(Rule::file, text).unwrap();
    let theirs = pest.parse("file", text).unwrap();
    for ends in 0..64 {
        let ours = taken!(ours.peek().unwrap().into_inner(), ends, |rule: Rule| rule.name());
        let theirs = theirs.clone().next().unwrap().into_inner();
        assert_eq!(ours, taken!(theirs, ends, |rule| rule), "{ends}");
        assert_eq!(ours.len(), 7);
    }
    let mut file = ours.peek().unwrap().into_inner();
    for left in (0..=7).rev() {
        assert_eq!((file.len(), file.is_empty()), (left, left == 0));
        let _ = if left % 2 == 0 { file.next() } else { file.next_back() };
    }
    let flat = |ours: Pairs<'_, Rule>| -> Vec<String> {
        ours.flatten().map(|pair| format!("{:?} {}", pair.as_rule(), pair.as_str())).collect()
    };
    let theirs: Vec<String> =
        theirs.flatten().map(|pair| format!("{} {}", pair.as_rule(), pair.as_str())).collect();
    assert_eq!(flat(ours.clone()), theirs);
    assert_eq!(ours.as_str(), text);
    // A parser matches the beginning, as pest's do, and its error has the place.
    let begin: Pairs<'_, Rule> = program.pairs(Rule::section, "[a] [b]").unwrap();
    assert_eq!(begin.as_str(), "[a]");
    let error = program.pairs(Rule::file, "[a]\n[b\n").map(|_: Pairs<'_, Rule>| ()).unwrap_err();
    assert_eq!(error.line_col, PairsPlace::Pos((2, 3)));
    assert_eq!(error.location, PairsOffset::Pos(6));
    let renamed = error.renamed_rules(|rule| format!("the {}", rule.name()));
    assert_eq!(
        renamed.to_string(),
        "file: line 2, column 3, byte 6: expected \"]\" (furthest failure), inside `the section`, \
         which begins at byte 4"
    );
    let span = ours.flatten().nth(1).unwrap().as_span();
    let custom = PairsReason::CustomError { message: "no such key".to_owned() };
    let custom: PairsError<Rule> = PairsError::new_from_span(custom, span);
    assert_eq!(custom.line_col, PairsPlace::Span((1, 1), (1, 6)));
    assert_eq!(custom.to_string(), "line 1, column 1, no such key");
}

/// Tokens, spans and places have the answers of pest's.
#[test]
fn tokens_spans_and_texts_are_those_of_pest() {
    use std::collections::HashSet;

    let pest = {
        let pairs = pest_meta::parser::parse(pest_meta::parser::Rule::grammar_rules, INI).unwrap();
        let rules = pest_meta::parser::consume_rules(pairs).unwrap();
        pest_vm::Vm::new(pest_meta::optimizer::optimize(rules))
    };
    let program = program(&Grammar::parse(INI).unwrap());
    let text = "a = 1\n[b/c]\nd.e = \u{fc} x\n\nf=\n[g]\nf = 2\n";
    macro_rules! told {
        ($pairs:expr, $token:ident, $iterators:ident, $module:ident, $name:expr) => {{
            let mut told: Vec<String> = Vec::new();
            let pairs = $pairs;
            told.push(format!("{pairs} {} {}", pairs.concat(), pairs.get_input()));
            let tokens = pairs.clone().tokens();
            assert_eq!(tokens.len(), pairs.clone().tokens().count());
            for token in tokens {
                told.push(match token {
                    $token::Start { rule, pos } => format!("{}( {}", $name(rule), pos.pos()),
                    $token::End { rule, pos } => format!("){} {}", $name(rule), pos.pos()),
                });
            }
            let mut seen = HashSet::new();
            for pair in pairs.clone().flatten() {
                assert!(seen.insert(pair.clone()) && pair == pair.clone());
                let alone = $iterators::single(pair.clone());
                assert_eq!(alone.peek(), Some(pair.clone()));
                assert_ne!(alone, alone.peek().unwrap().into_inner());
                // Not `alone.as_str()`: pest's ends where the last pair inside does.
                told.push(format!("{pair} {alone} {}", pair.clone().tokens().count()));
                told.push(pair.get_input().to_owned());
                let span = pair.as_span();
                let (start, end) = span.split();
                assert_eq!(start.span(&end), span);
                #[allow(deprecated)] // pest has deprecated it as well
                let same = pair.clone().into_span();
                assert_eq!(same, span);
                for other in pairs.clone().flatten().map(|pair| pair.as_span()) {
                    let merged = $module::merge_spans(&span, &other);
                    told.push(format!("{:?}", merged.map(|span| (span.start(), span.end()))));
                }
                told.push(format!("{:?} {:?}", start.line_of(), end.line_of()));
                told.extend(span.lines().map(str::to_owned));
                told.extend(
                    span.lines_span().map(|line| format!("{} {}", line.start(), line.end())),
                );
                for range in [0..0, 0..1, 1..3, 2..9] {
                    told.push(format!("{:?}", span.get(range.clone()).map(|part| part.as_str())));
                }
                told.push(format!("{:?}", span.get(1..=2).map(|part| (part.start(), part.end()))));
                told.push(format!("{:?}", span.get(..).map(|part| part.get_input())));
            }
            told
        }};
    }
    use pest::iterators::Pairs as Theirs;
    use pest::Token as TheirToken;
    use urigram_engine::nested::{pest as as_pest, PairToken};
    let ours: Pairs<'_, Rule> = program.pairs(Rule::file, text).unwrap();
    let theirs = pest.parse("file", text).unwrap();
    let with_rules = format!("{:#} {:#}", ours, ours.peek().unwrap());
    assert_eq!(with_rules, format!("{:#} {:#}", theirs, theirs.peek().unwrap()).replace('"', ""));
    let ours = told!(ours, PairToken, Pairs, as_pest, |rule: Rule| rule.name());
    assert_eq!(ours, told!(theirs, TheirToken, Theirs, pest, |rule| rule));
    assert!(ours.len() > 200, "{}", ours.len());

    use urigram_engine::nested::{PairPosition, PairSpan};
    assert_eq!(PairSpan::new("\u{fc}", 0, 1), None);
    let empty = PairSpan::new("a\nb\n", 2, 2).unwrap();
    assert_eq!(empty.lines().collect::<Vec<_>>(), ["b\n"]);
    assert_eq!(PairPosition::from_start("").line_of(), "");
}

nested_rules! { enum Lists { file, list, item, text, EOI } }

#[test]
fn json_is_that_of_pest() {
    let program = program(&Grammar::parse(include_str!("pairs/json.rules")).unwrap());
    let pairs: Pairs<'_, Lists> = program.pairs(Lists::file, include!("pairs/json.text")).unwrap();
    let inside = pairs.clone().flatten().nth(1).unwrap();
    let json = format!("{}\n{}\n", pairs.to_json(), inside.to_json());
    assert_eq!(json, include_str!("pairs/trees.json"));

    let silent = Grammar::parse("file = _{ \"\" }").unwrap();
    let program = urigram_generate::nested::program(&silent);
    let none: Pairs<'_, Lists> = program.pairs(Lists::file, "").unwrap();
    assert_eq!(none.to_json(), "{\n  \"pos\": [\n    0,\n    0\n  ],\n  \"pairs\": []\n}");
}
