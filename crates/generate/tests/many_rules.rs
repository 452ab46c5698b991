//! Rules of many names or words. Of many names, none is a component, and no error names one.

use std::collections::BTreeSet;
use std::fmt::Write;

use urigram_automata::{Limits, Random};
use urigram_engine::Reading;
use urigram_generate::{load_texts, Libraries, Package};

#[test]
fn a_rule_that_names_many_others_has_no_components() {
    for count in [64, 65] {
        let names: Vec<String> = (0..count).map(|rule| format!("r{rule}")).collect();
        let mut abnf = format!("s = {}\n", names.join(" / "));
        let mut pest = format!("s = {{ {} }}\n", names.join(" | "));
        for rule in 0..count {
            writeln!(abnf, "r{rule} = \"k{rule};\"").unwrap();
            writeln!(pest, "r{rule} = {{ \"k{rule};\" }}").unwrap();
        }
        for (abnf, pest) in [(&*abnf, ""), ("", &*pest)] {
            let loaded = load_texts("many", "id = \"many\"\n", abnf, pest, &[]).unwrap();
            let table = loaded.definition.corrected.all[0];
            let last = format!("k{};", count - 1);
            assert!(table.accepts(last.as_bytes()));
            let error = table.check(b"k;", Reading::Corrected).unwrap_err().to_string();
            assert!(error.starts_with("`;` is not allowed here (byte 1"), "{error}");
            let says = loaded.left_out.join("\n");
            let limit = format!("names {count} rules, and at most 64 are looked at");
            assert_eq!(says.contains(&limit), count > 64, "{says}");
        }
    }
}

/// Returns words of lower-case letters, without any order.
fn words(count: usize) -> BTreeSet<String> {
    let mut random = Random::seeded(59);
    let mut words = BTreeSet::new();
    while words.len() < count {
        let word = (0..4 + random.below(5)).map(|_| char::from(b'a' + random.below(26) as u8));
        words.insert(word.collect());
    }
    words
}

#[test]
fn a_choice_of_twenty_thousand_words_has_a_table() {
    let words = words(20_000);
    // A word is tried before the words that it begins with.
    let quoted: Vec<String> = words.iter().rev().map(|word| format!("{word:?}")).collect();
    let pest = format!("word = {{ {} }}\n", quoted.join(" | "));
    let loaded = load_texts("words", "id = \"words\"\n", "", &pest, &[]).unwrap();
    let table = loaded.definition.corrected.all[0];
    assert!(words.iter().all(|word| table.accepts(word.as_bytes())));
    assert!(table.states() > 20_000, "{}", table.states());
    for word in words.iter().step_by(100) {
        let more = format!("{word}z");
        assert_eq!(table.accepts(more.as_bytes()), words.contains(&more));
    }
}

/// The suite of test words is bounded, and so is the time that a package takes.
#[test]
fn a_choice_of_two_thousand_words_has_a_package() {
    let quoted: Vec<String> = words(2_000).iter().map(|word| format!("{word:?}")).collect();
    let folder = std::env::temp_dir().join(format!("urigram-words-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("words.abnf");
    std::fs::write(&file, format!("word = {}\n", quoted.join("\n / "))).unwrap();
    let package = Package::of(&file, &[]).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let vectors = package.files.iter().find(|(path, _)| path.ends_with("tests/words.tsv")).unwrap();
    let vectors = String::from_utf8_lossy(&vectors.1);
    let first = "# Conformance vectors for `word`: words drawn through its transitions,";
    assert!(vectors.starts_with(first), "{}", vectors.lines().next().unwrap_or_default());
}

#[test]
fn an_automaton_that_no_table_holds_is_refused_with_what_fits() {
    // The 16th letter from the end is a: 2^16 states.
    let abnf = "a = *x %s\"a\" 15x\nx = %s\"a\" / %s\"b\"\n";
    let error = load_texts("wide", "id = \"a\"\n", abnf, "", &[]).unwrap_err();
    let says =
        "`a` has 65537 states and 3 classes of bytes, and a table holds at most 65,535 states";
    assert!(error.is_limit() && error.to_string().contains(says), "{error}");
}

/// Only a count that is made before most of the nodes knows how many are needed.
#[test]
fn rules_that_double_are_refused_before_they_are_built() {
    let rules = |between: &str, open: &str, close: &str| {
        let one = |n| format!("r{n} = {open}r{0}{between}r{0}{close}\n", n + 1);
        (0..40).map(one).collect::<String>() + &format!("r40 = {open}\"x\"{close}\n")
    };
    let (abnf, pest) = (rules(" ", "", ""), rules(" ~ ", "{ ", " }"));
    for (abnf, pest, needed) in [(&*abnf, "", (7u64 << 40) - 4), ("", &*pest, 1 << 40)] {
        let error = load_texts("doubling", "id = \"a\"\n", abnf, pest, &[]).unwrap_err();
        let says =
            format!("`r0`: more than 10000000 nodes, the limit; at least {needed} are needed");
        assert!(error.is_budget() && error.to_string().ends_with(&says), "{error}");
    }
}

#[test]
fn a_budget_is_that_of_every_automaton() {
    let load = |steps, abnf, pest| {
        let known = Libraries { limits: Limits::of_steps(steps), ..Libraries::default() };
        load_texts("many", "id = \"a\"\n", abnf, pest, known)
    };
    let (abnf, pest) = ("a = 200\"x\"\n", "a = { ^\"x\"{200} }\n");
    for (abnf, pest) in [(abnf, pest), (abnf, ""), ("", pest)] {
        for steps in [100, 1_000, 10_000] {
            let error = load(steps, abnf, pest).unwrap_err();
            assert!(error.is_limit() && error.is_budget(), "{error}");
        }
        assert!(load(1_000_000, abnf, pest).is_ok());
    }
}

/// A rule of one character is a class, with or without longer texts beside it.
#[test]
fn classes_are_the_rules_of_one_character() {
    let abnf = "s = a / b / c / d\na = \"x\" / \"y\"\nb = \"xy\" / \"z\"\nc = [ \"xy\" ] a\nd = a / \"z\"\n";
    let pest = "s = { a | b | c | d }\na = { \"x\" | \"y\" }\nb = { \"xy\" | \"z\" }\nc = { \"xy\"? ~ a }\nd = { a | \"xy\" }\n";
    // The PEG's `s` reads one character and never tries "xy".
    for (abnf, pest, expected) in [(abnf, "", &["a", "d"][..]), ("", pest, &["a", "d", "s"])] {
        let loaded = load_texts("few", "id = \"few\"\n", abnf, pest, &[]).unwrap();
        let classes = loaded.definition.document.classes.iter();
        let mut names: Vec<&str> = classes.map(|class| class.name).collect();
        names.sort_unstable();
        assert_eq!(names, expected);
    }
}
