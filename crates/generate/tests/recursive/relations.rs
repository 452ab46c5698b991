//! Members of recursive rules, and relations of two such rules.

use std::path::{Path, PathBuf};

use urigram_automata::{abnf, peg};
use urigram_generate::nested::Limits;
use urigram_generate::{Compared, NestedRule};

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../specs/nested").join(name)
}

fn of_folder(name: &str) -> NestedRule {
    let known: Vec<_> =
        urigram_grammars::Grammar::ALL.iter().map(|grammar| grammar.definition()).collect();
    NestedRule::open(&folder(name), None, false, &known).unwrap().unwrap()
}

fn of_abnf(text: &str) -> NestedRule {
    let rules = abnf::Grammar::parse(text).unwrap();
    NestedRule::of_abnf(&rules, &rules.rules()[0].name).unwrap()
}

fn of_peg(text: &str) -> NestedRule {
    let rules = peg::Grammar::parse(text).unwrap();
    NestedRule::of_peg(&rules, rules.rules()[0].name())
}

fn accepts(rule: &NestedRule, text: &str) -> bool {
    rule.check(text.as_bytes(), Limits::for_length(text.len())).is_ok()
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn samples_are_members_and_near_misses_are_none() {
    for name in ["json", "ldap-filter", "jsonpath", "addr-spec", "abnf"] {
        let rule = of_folder(name);
        for near in [false, true] {
            let texts = rule.samples(20, 60, near, 7).unwrap();
            assert_eq!(texts.len(), 20, "{name}");
            assert_eq!(texts, rule.samples(20, 60, near, 7).unwrap(), "{name}");
            assert_ne!(texts, rule.samples(20, 60, near, 8).unwrap(), "{name}");
            for text in texts {
                assert!(text.len() <= 60 && accepts(&rule, &text) != near, "{name}: {text:?}");
            }
        }
    }
}

#[test]
fn a_rule_with_the_stack_has_samples() {
    let rule = of_peg("tag = { \"<\" ~ PUSH(ASCII_ALPHA+) ~ \">\" ~ tag* ~ \"</\" ~ POP ~ \">\" }");
    let texts = rule.samples(5, 60, false, 1).unwrap();
    assert!(texts.len() == 5 && texts.iter().all(|text| text.contains("</")), "{texts:?}");
}

#[test]
fn equal_languages_are_proved_and_others_have_a_text() {
    let list = "list = \"(\" [ item *( \",\" item ) ] \")\"\nitem = list / 1*%x61-7A\n";
    let list = of_abnf(list);
    let same =
        of_peg("list = { \"(\" ~ (item ~ (\",\" ~ item)*)? ~ \")\" } item = _{ 'a'..'z'+ | list }");
    assert!(matches!(list.compare(&same), Compared::Equal(states) if states > 0));
    assert!(matches!(same.compare(&list), Compared::Equal(_)));
    let more = of_abnf("list = \"(\" *( item / \",\" ) \")\"\nitem = list / 1*%x61-7A\n");
    let Compared::Different { only_first, only_second, .. } = list.compare(&more) else {
        panic!("different")
    };
    let text = only_second.unwrap();
    assert!(accepts(&more, &text) && !accepts(&list, &text), "{text:?}");
    assert_eq!(only_first, None);
    // A regular rule beside a recursive one.
    let flat = of_abnf("list = \"(\" *%x61-7A \")\"\n");
    let Compared::Different { only_first: Some(text), .. } = list.compare(&flat) else {
        panic!("different")
    };
    assert!(accepts(&list, &text) && !accepts(&flat, &text), "{text:?}");
}

/// Calls are met in the same order under any names.
#[test]
fn names_are_no_difference() {
    let one = of_abnf("list = \"(\" *( list / item ) \")\"\nitem = \"[\" *list \"]\"\n");
    let other = of_abnf("zoo = \"(\" *( zoo / animal ) \")\"\nanimal = \"[\" *zoo \"]\"\n");
    assert!(matches!(one.compare(&other), Compared::Equal(states) if states > 10));
    let swapped = of_abnf("zoo = \"(\" *( zoo / animal ) \")\"\nanimal = \"[\" *animal \"]\"\n");
    assert!(matches!(one.compare(&swapped), Compared::Different { .. }));
}

/// A character of a text is not the number of a call, even if the same follows both.
#[test]
fn numbers_of_calls_are_no_text() {
    let one =
        of_abnf("zeta = \"(\" *( zeta / \"x\" %x02 / alpha ) \")\"\nalpha = \"[\" *zeta \"]\"\n");
    let other = of_abnf("a = \"(\" *( a / \"x\" %x01 / b ) \")\"\nb = \"[\" *a \"]\"\n");
    assert!(accepts(&one, "(x\u{2})") && !accepts(&other, "(x\u{2})"));
    assert!(matches!(one.compare(&other), Compared::Different { .. }));
}

/// A bracket that is written in two ways is two: nothing is proved, and no text tells them apart.
#[test]
fn no_answer_is_no_difference() {
    let one = of_abnf("list = \"(\" *list \")\"\n");
    let other = of_abnf("list = \"(\" *pair \")\"\npair = \"(\" *list \")\"\n");
    assert!(matches!(one.compare(&other), Compared::Undecided(_)));
}
