//! The claims of docs/whatwg.md, decided again.

use std::cell::Cell;

use urigram::proof::{first_rule, Dfa, Limits, Random, Relation, Sampler, Side};
use urigram::{Grammar, Reading};

const PAGE: &str = include_str!("../../docs/whatwg.md");

/// Returns the rules of a block of the page.
fn block(number: usize) -> &'static str {
    let block = PAGE.split("```abnf\n").nth(number + 1).expect("the page has the block");
    block.split("```").next().expect("the block has an end")
}

fn automaton(rules: &str) -> Dfa {
    first_rule(rules, Grammar::Whatwg, Reading::Corrected).unwrap()
}

fn valid() -> Dfa {
    let rule = Some("absolute-URL-with-fragment");
    Side { grammar: Grammar::Whatwg, reading: Reading::Corrected, rule }.automaton().unwrap()
}

/// Returns the parser's rules with one of them replaced.
fn repaired() -> String {
    let (repair, rules) = (block(1), block(0));
    let begin = format!("\n{}", &repair[..repair.find("= ").unwrap() + 2]);
    let start = rules.find(&begin).unwrap() + 1;
    let end = start + rules[start..].find('\n').unwrap() + 1;
    format!("{}{repair}{}", &rules[..start], &rules[end..])
}

#[test]
fn one_repair_makes_valid_strings_those_without_a_validation_error() {
    let limits = Limits::default();
    let compared = valid().compare(&automaton(block(0)), limits).unwrap();
    assert_eq!(compared.relation, Relation::Subset);
    let shortest = compared.only_b.unwrap();
    let shortest = String::from_utf8(shortest).unwrap();
    let row = format!("| no validation error, and not valid | `{shortest}` |");
    assert!(PAGE.contains(&row), "{shortest}");
    let compared = valid().compare(&automaton(&repaired()), limits).unwrap();
    assert_eq!(compared.relation, Relation::Equal, "{compared:?}");
}

#[test]
fn shortest_domains_are_as_the_page_says() {
    // Domains in US-ASCII that the lenient parser takes without a word.
    let characters = "%x21-22 / %x24 / %x26-2E / DIGIT / %x3B / %x3D / %x41-5A / %x5F-7B / %x7D-7E";
    let lenient = automaton(&format!("x = 1*( {characters} )"));
    let strict = automaton("x = valid-domain");
    let ascii = automaton("x = *%x00-7F");
    let limits = Limits::default();
    let silent = lenient.difference(&strict, limits).unwrap();
    assert_eq!(silent.shortest().map(|domain| domain.len()), Some(1));
    assert!(silent.accepts(b"!") && silent.accepts(b"a..b") && silent.accepts(b"a_b"));
    let valid = strict.intersection(&ascii, limits).unwrap();
    assert!(valid.is_subset(&lenient, limits).unwrap());
}

/// Whether the crate `url` takes a string without reporting a violation.
fn is_silent(text: &str) -> bool {
    let violated = Cell::new(false);
    let note = |_| violated.set(true);
    let options = url::Url::options().syntax_violation_callback(Some(&note));
    let parsed = options.parse(text);
    parsed.is_ok() && !violated.get()
}

#[test]
fn a_parser_that_reports_errors_says_the_same() {
    for text in ["a://[0a::]", "ws://[0:00::1]/", "ws://!", "ws://a_b", "ws://a..b"] {
        assert!(is_silent(text), "{text}");
        assert!(!valid().accepts(text.as_bytes()), "{text}");
    }
    for text in ["ws:/a", "ws:\\\\a", "ws://u@a", "a:b c", "ws://a/%z", "ws:///a"] {
        assert!(!is_silent(text), "{text}");
        assert!(!automaton(block(0)).accepts(text.as_bytes()), "{text}");
    }
    let mut random = Random::seeded(17);
    let valid = valid();
    let sampler = Sampler::new(&valid, 24, Limits::default()).unwrap();
    let mut silent = 0;
    for _ in 0..3_000 {
        let Some(text) = sampler.sample(&mut random) else { continue };
        let text = String::from_utf8(text).unwrap();
        // The crate maps domains beyond US-ASCII, and refuses some.
        if text.is_ascii() && !text.to_ascii_lowercase().contains("xn--") {
            assert!(is_silent(&text), "{text:?}");
            silent += 1;
        }
    }
    assert!(silent > 100, "{silent}");
}
