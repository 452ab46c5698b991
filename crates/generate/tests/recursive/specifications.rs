//! The grammars in specs/nested, with the examples of their specifications.

use std::fs;
use std::path::{Path, PathBuf};

use urigram_automata::abnf::Grammar as Abnf;
use urigram_automata::peg::Grammar as Peg;
use urigram_automata::{Limits as Size, Terminals};
use urigram_engine::nested::{Error, Limits, Pushdown};
use urigram_engine::Definition;
use urigram_generate::NestedRule;
use urigram_grammars::Grammar;

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/nested").join(name)
}

pub fn opened(name: &str) -> NestedRule {
    let known: Vec<&'static Definition> =
        Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
    let rule = NestedRule::open(&folder(name), None, false, &known);
    rule.unwrap_or_else(|error| panic!("{error}")).expect("the start rule is recursive")
}

fn accepts(rule: &NestedRule, text: &str) -> bool {
    match rule.check(text.as_bytes(), Limits::for_length(text.len())) {
        Ok(()) => true,
        Err(Error::Rejected { .. }) => false,
        Err(error) => panic!("{error}: {text:?}"),
    }
}

#[test]
fn the_examples_of_the_specifications_are_decided_as_they_say() {
    for name in ["json", "ldap-filter", "addr-spec", "abnf"] {
        let (rule, mut seen) = (opened(name), [0, 0]);
        let text = fs::read_to_string(folder(name).join("examples.toml")).unwrap();
        let table: toml::Table = text.parse().unwrap();
        for example in table["example"].as_array().unwrap() {
            let text = example["text"].as_str().unwrap();
            let is_valid = example["says"].as_str() == Some("valid");
            assert_eq!(accepts(&rule, text), is_valid, "{name}: {text:?}");
            if is_valid {
                // The tree is by the PEG where there is one, which has to agree.
                let tree = rule.parse(text, Limits::for_length(text.len()));
                assert!(tree.is_ok_and(|tree| !tree.is_empty()), "{name}: {text:?}");
            }
            seen[usize::from(is_valid)] += 1;
        }
        assert!(seen[0] > 4 && seen[1] > 4, "{name}: {seen:?}");
    }
}

/// Returns true if a selector is invalid for reasons beside the grammar: the types of functions
/// (section 2.4.3), or a number beyond those that JSON interchanges (section 2.1).
fn is_beyond(selector: &str) -> bool {
    let functions = ["count(", "length(", "match(", "search(", "value("];
    let digits = selector.split(|c: char| !c.is_ascii_digit()).map(str::len).max();
    functions.iter().any(|function| selector.contains(function)) || digits > Some(15)
}

/// The automaton of the ABNF decides, and the PEG gives the tree: each change of one character of a
/// selector is decided alike by both.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn both_notations_of_jsonpath_decide_alike() {
    let by_abnf = opened("jsonpath");
    let text = fs::read_to_string(folder("jsonpath").join("printed.pest")).unwrap();
    let peg = Peg::parse(&text).unwrap();
    let by_peg = NestedRule::of_peg(&peg, "jsonpath_query");
    let suite = fs::read_to_string(folder("jsonpath").join("suite.tsv")).unwrap();
    let (mut seen, mut accepted) = (std::collections::BTreeSet::new(), 0);
    for line in suite.lines().filter(|line| !line.starts_with('#')) {
        let selector = serde_json_string(line.split_once('\t').unwrap().1);
        let ends = (0..=selector.len()).filter(|&at| selector.is_char_boundary(at));
        for at in ends {
            let (before, rest) = selector.split_at(at);
            let behind = rest.chars().next().map_or("", |next| &rest[next.len_utf8()..]);
            seen.insert(format!("{before}{behind}"));
            for put in "$@.[]?()*:,'\"\\ !=<&|-0a_".chars() {
                seen.insert(format!("{before}{put}{behind}"));
                seen.insert(format!("{before}{put}{rest}"));
            }
        }
    }
    for text in &seen {
        let limits = Limits::for_length(text.len());
        let is_one = by_peg.check(text.as_bytes(), limits).is_ok();
        assert_eq!(accepts(&by_abnf, text), is_one, "{text:?}");
        accepted += usize::from(is_one);
    }
    assert!(seen.len() > 100_000 && accepted > 20_000, "{} {accepted}", seen.len());
}

#[test]
fn the_compliance_suite_of_jsonpath_is_decided_as_far_as_the_grammar_goes() {
    let rule = opened("jsonpath");
    let text = fs::read_to_string(folder("jsonpath").join("suite.tsv")).unwrap();
    let (mut beyond, mut rows) = (0, 0);
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (says, selector) = line.split_once('\t').unwrap();
        let selector = serde_json_string(selector);
        match (says == "valid", accepts(&rule, &selector)) {
            (true, accepted) => assert!(accepted, "{selector}"),
            (false, true) => {
                assert!(is_beyond(&selector), "{selector}");
                beyond += 1;
            }
            (false, false) => {}
        }
        rows += 1;
    }
    assert_eq!((rows, beyond), (668, 38));
}

/// Reads a string of JSON by TOML, whose basic strings have the same escapes.
fn serde_json_string(text: &str) -> String {
    // JSON writes characters beyond the BMP as two escapes, and TOML does not.
    let mut units: Vec<u16> = Vec::new();
    let mut rest = text.trim_matches('"');
    while let Some(c) = rest.chars().next() {
        let escape = rest.as_bytes().get(1).copied().filter(|_| c == '\\');
        let (unit, length) = match escape {
            None => {
                units.extend(c.encode_utf16(&mut [0; 2]).iter());
                rest = &rest[c.len_utf8()..];
                continue;
            }
            Some(b'u') => (u16::from_str_radix(&rest[2..6], 16).unwrap(), 6),
            Some(b'n') => (10, 2),
            Some(b'r') => (13, 2),
            Some(b't') => (9, 2),
            Some(b'b') => (8, 2),
            Some(b'f') => (12, 2),
            Some(other) => (u16::from(other), 2),
        };
        units.push(unit);
        rest = &rest[length..];
    }
    String::from_utf16(&units).unwrap()
}

#[test]
fn transcriptions_in_both_notations_are_proved() {
    for (name, rule, pest_rule) in
        [("json", "JSON-text", "JSON_text"), ("ldap-filter", "filter", "filter")]
    {
        let core = "\nALPHA = %x41-5A / %x61-7A\nDIGIT = %x30-39\n\
                    HEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n";
        let source = |ending: &str| {
            fs::read_to_string(folder(name).join(format!("printed.{ending}"))).unwrap()
        };
        let abnf = Abnf::parse(&(source("abnf") + core)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let peg = Peg::parse(&source("pest")).unwrap_or_else(|error| panic!("{name}: {error}"));
        let abnf = abnf.bracketed(rule, Terminals::CodePoints, Size::default()).unwrap();
        let peg = peg.bodies(pest_rule, Size::default());
        let peg = peg.unwrap_or_else(|error| panic!("{name}: {error}"));
        peg.proved(&abnf).unwrap_or_else(|error| panic!("{name}: {error}"));
    }
}

/// RFC 5234's own grammar reads what the reader by hand reads: the ABNF of this project.
#[test]
fn the_grammar_of_abnf_reads_the_rules_of_this_project() {
    let rule = opened("abnf");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let (mut open, mut files) = (vec![root.join("grammars"), root.join("specs")], 0);
    while let Some(next) = open.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "abnf") {
                continue;
            }
            let text = fs::read_to_string(&path).unwrap();
            // RFC 7405's strings are of another document, and comments are in US-ASCII.
            if !text.is_ascii() || text.contains("%s\"") {
                continue;
            }
            // Rules begin at the margin, and a line that is blank ends no rule.
            let lines = text.replace("\r\n", "\n").replace('\n', "\r\n");
            assert!(accepts(&rule, &lines), "{}", path.display());
            assert!(Abnf::parse(&text).is_ok(), "{}", path.display());
            files += 1;
        }
    }
    assert!(files > 20, "{files}");
}

/// The files of packages hold automata that constants and programs read alike.
#[test]
fn constants_read_an_automaton_as_programs_do() {
    const FILES: [(&[u8], &str); 4] = [
        (
            include_bytes!("../../../../specs/nested/json/crate/src/grammar.pushdown"),
            include_str!("../../../../specs/nested/json/crate/tests/words.txt"),
        ),
        (
            include_bytes!("../../../../specs/nested/jsonpath/crate/src/grammar.pushdown"),
            include_str!("../../../../specs/nested/jsonpath/crate/tests/words.txt"),
        ),
        (
            include_bytes!("../../../../specs/nested/ldap-filter/crate/src/grammar.pushdown"),
            include_str!("../../../../specs/nested/ldap-filter/crate/tests/words.txt"),
        ),
        (
            include_bytes!("../../../../specs/ports/toml/crate/src/grammar.pushdown"),
            include_str!("../../../../specs/ports/toml/crate/tests/words.txt"),
        ),
    ];
    let (mut accepted, mut refused) = (0, 0);
    for (file, words) in FILES {
        let automaton = Pushdown::unpacked(file).unwrap();
        assert_eq!(automaton.packed(), file);
        for line in words.lines() {
            let Some((_, text)) = line.split_once('\t') else { continue };
            let text = text.replace("\\u{a}", "\n");
            if !text.is_ascii() || text.contains('\\') {
                continue;
            }
            let is_accepted =
                automaton.check(text.as_bytes(), Limits::for_length(text.len())).is_ok();
            assert_eq!(automaton.accepts_in_constant(&text), Some(is_accepted), "{text}");
            accepted += usize::from(is_accepted);
            refused += usize::from(!is_accepted);
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}
