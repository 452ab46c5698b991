//! Tests of the pairs of names that documents on URNs print as equivalent or different, and of
//! the rules for namespace identifiers.

use crate::corpus::{examples_that, Says};
use urigram::documents::Form;
use urigram::normalization::Objective;
use urigram::urn::NidRule;
use urigram::{Component, Grammar, Reading, Urn, UrnBuf};

#[test]
fn names_are_equivalent_where_their_document_says_so() {
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form == Form::Urn) {
        let mut pairs = 0;
        for example in examples_that(grammar, &[Says::Equivalent, Says::Different]) {
            if example.rule.is_some_and(|rule| rule != grammar.document().start.default) {
                continue;
            }
            let (a, b) = (example.text.unwrap(), example.with.unwrap());
            let urn = |text| Urn::parse_by(grammar, Reading::Corrected, text).unwrap();
            let objectives: &[Objective] = match example.option.as_deref() {
                None => &Objective::ALL,
                Some("5a") => &[Objective::Identity],
                Some("5b") => &[Objective::Retrieval],
                Some(other) => panic!("{grammar}: option {other}"),
            };
            for &objective in objectives {
                let found = urn(&*a).is_equivalent_to(&urn(&b), objective);
                assert_eq!(
                    found,
                    example.says == Says::Equivalent,
                    "{grammar}: {a} and {b}, {objective:?}"
                );
            }
            pairs += 1;
        }
        assert!(pairs >= 7, "{grammar}: {pairs}");
    }
}

/// The printed rules differ in the shortest identifier and in a hyphen at the end.
#[test]
fn namespace_identifiers_are_by_the_rule_that_is_named() {
    let long = "a".repeat(32);
    for (nid, rfc2141, section_2, appendix_b) in [
        ("", false, false, false),
        ("a", true, false, false),
        ("-", false, false, false),
        ("0a", true, true, true),
        ("a-", true, false, true),
        ("-a", false, false, false),
        ("a-b", true, true, true),
        ("a.b", false, false, false),
        ("\u{e9}\u{e9}", false, false, false),
        (&long, true, true, true),
        (&format!("{long}a"), false, false, false),
    ] {
        assert_eq!(NidRule::Rfc2141.accepts(nid), rfc2141, "{nid}");
        assert_eq!(NidRule::Urn2012Section2.accepts(nid), section_2, "{nid}");
        assert_eq!(NidRule::Urn2012AppendixB.accepts(nid), appendix_b, "{nid}");
    }
}

#[test]
fn an_owned_name_lends_one_that_answers() {
    let text = "URN:ab:c%2c?s=I2L&x=1&x=2#f";
    let owned = UrnBuf::parse_by(Grammar::Urn2012, Reading::Corrected, text).unwrap();
    let urn = owned.as_urn();
    assert_eq!(urn.nss_span().of(text), "c%2c");
    for objective in Objective::ALL {
        assert!(urn.is_equivalent_to(&urn.normalize().as_urn(), objective));
    }
    assert_eq!(urn.heeded_directives(&["x"]).count(), 1);
    assert_eq!(urn.service().map(|service| service.name), Some("I2L"));
}

#[test]
fn parts_of_a_name_are_of_the_name_and_not_of_the_uri() {
    let urn = Urn::parse("urn:ab:c").unwrap();
    assert_eq!(urn.components().text(Component::Nid), Some(&b"ab"[..]));
    assert_eq!(urn.as_uri().components().text(Component::Nid), Some(&b"ab"[..]));
    assert_eq!(urn.as_uri().component(Component::Nid), None);
    assert_eq!(format!("{:>4}", Component::Nid), " nid");
}
