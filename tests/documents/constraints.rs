//! Tests that each requirement is violated by its own example, and by no valid example of a
//! document.

use crate::corpus::{examples_that, Says};
use crate::support::samples;
use urigram::constraints::violations;
use urigram::{Grammar, Reading};

#[test]
fn each_demand_is_broken_by_its_example() {
    for &grammar in Grammar::ALL {
        for constraint in grammar.document().constraints {
            let example = constraint
                .example
                .unwrap_or_else(|| panic!("{grammar} {}: no example", constraint.id));
            let found = violations(grammar, Reading::Corrected, example.as_bytes());
            assert!(
                found.iter().any(|violation| violation.id() == constraint.id),
                "{grammar} {}: {example:?} breaks {found:?}",
                constraint.id
            );
        }
    }
}

#[test]
fn nothing_printed_as_valid_breaks_a_demand() {
    let mut checked = 0;
    for &grammar in Grammar::ALL {
        let start = &grammar.document().start;
        for example in examples_that(grammar, &[Says::Valid]) {
            let Some(text_of) = example.text else { continue };
            let rule = example.rule.as_deref();
            if rule.is_none_or(|rule| rule == start.default || Some(rule) == start.uri) {
                for reading in Reading::ALL {
                    let found = violations(grammar, reading, text_of.as_bytes());
                    assert!(
                        found.is_empty(),
                        "{grammar} ({reading}): {text_of:?} breaks {found:?}"
                    );
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}

#[test]
fn places_lie_in_the_input() {
    for &grammar in Grammar::ALL {
        for input in samples(grammar, 3, 60) {
            for violation in violations(grammar, Reading::Corrected, input.as_bytes()) {
                assert!(
                    input.get(violation.range.clone()).is_some(),
                    "{grammar}: {input:?} {violation:?}"
                );
            }
        }
    }
}

/// Pairs of inputs. One keeps a requirement and the other breaks it.
#[test]
fn demands_hold_up_to_their_borders() {
    for (grammar, id, keeping, breaking) in [
        (Grammar::Rfc8141, "informal-nid", "urn:urn-7:a", "urn:urn-07:a"),
        (Grammar::Rfc8141, "informal-nid", "urn:urn-10:a", "urn:urn-1a:a"),
        (Grammar::Rfc8141, "informal-nid", "urn:urn7:a", "urn:urn-a:a"),
        (Grammar::Rfc1738, "mailto-addr-spec", "mailto:a@b", "mailto:a@"),
        (Grammar::Rfc1808, "relative-colon", "http:a:b", "a_b:c"),
        (Grammar::Rfc1808, "relative-colon", "a;b:c", "a_b:c;d"),
        (Grammar::Rfc1738, "mailto-addr-spec", "mailto:a%2eb%40c", "mailto:a%2e%40c"),
    ] {
        let is_broken = |input: &str| {
            let found = violations(grammar, Reading::Corrected, input.as_bytes());
            found.iter().any(|violation| violation.id() == id)
        };
        assert!(!is_broken(keeping), "{grammar} {id}: {keeping}");
        assert!(is_broken(breaking), "{grammar} {id}: {breaking}");
    }
}

/// Inputs with marks around the place that breaks a requirement.
const PLACES: [(Grammar, &str, &str); 31] = [
    (Grammar::Url1993, "scheme-not-urn", "⟨urn⟩:a"),
    (Grammar::Url1993, "host-is-domain-name", "http://⟨a!b⟩/"),
    (Grammar::Url1993, "host-is-domain-name", "http://u:p@⟨a!b⟩:80/"),
    (Grammar::Url1993, "news-at-sign", "news:a⟨@⟩1"),
    (Grammar::Urc1993, "language-tag", "<Title.⟨e1⟩=x;>"),
    (Grammar::Rfc1630, "file-host-part", "file:⟨a⟩"),
    (Grammar::Rfc1738, "gopher-selector-octets", "gopher://h/1a⟨%0A⟩b"),
    (Grammar::Rfc1738, "mailto-addr-spec", "mailto:⟨a⟩"),
    (Grammar::Rfc1808, "relative-colon", "a_b⟨:⟩c:d"),
    (Grammar::Rfc2141, "no-nul", "urn:foo:a%41⟨%00⟩"),
    (Grammar::Rfc2141, "reserved-unencoded", "urn:foo:a⟨/⟩b?"),
    (Grammar::Rfc2732, "eight-pieces", "http://[⟨1:2⟩]/"),
    (Grammar::Rfc2732, "ipv4-octets", "http://[::1:⟨2.3.4.256⟩]/"),
    (Grammar::Rfc3986, "host-percent-utf8", "http://u@a%41⟨%FF⟩b:8/"),
    (Grammar::Rfc3986, "ipvfuture-known-address", "http://u@[⟨v6.2001:db8::7⟩]:8/"),
    (Grammar::Rfc3986, "http-needs-host", "http://⟨⟩/index.html"),
    (Grammar::Rfc3987, "no-bidi-formatting", "http://h/ä⟨\u{202E}⟩b"),
    (Grammar::Rfc3987, "bidi-one-direction", "http://ab.cd/x/⟨\u{5D0}b\u{5D1}⟩/c"),
    (Grammar::Rfc3987, "bidi-ends", "http://ab.cd/x?y=⟨\u{5D2}1⟩&z"),
    (Grammar::Urn2012, "no-nul", "urn:foo:a⟨%00⟩b"),
    (Grammar::Urn2012, "query-keyword-once", "urn:foo:a?s=I2L&⟨s=I2R⟩"),
    (Grammar::Urn2012, "unreserved-encoded", "urn:foo:a⟨%41⟩b"),
    (Grammar::Rfc6874, "zone-link-local", "http://u@[2001:db8::1%25⟨en1⟩]:8/"),
    (Grammar::Rfc6874, "zone-unreserved", "http://[fe80::a%25en⟨%2F⟩1]"),
    (Grammar::Rfc6874, "zone-unreserved", "http://u@[fe80::a%25en%41⟨%FF⟩]:8/"),
    (Grammar::Rfc8141, "informal-nid", "urn:⟨urn-07⟩:a"),
    (Grammar::Rfc8141, "nid-too-short", "urn:⟨ab⟩:c"),
    (Grammar::Rfc8141, "nid-country-code", "urn:⟨fi-x⟩:a"),
    (Grammar::Rfc8141, "nid-experimental", "urn:⟨X-foo⟩:a"),
    (Grammar::Rfc8141, "utf8-escapes", "urn:example:a⟨%FF⟩b"),
    (Grammar::Rfc8141, "utf8-escapes", "urn:example:a%C3%A4⟨%C3⟩b"),
];

#[test]
fn a_violation_is_where_the_text_breaks_the_demand() {
    for (grammar, id, marked) in PLACES {
        let input = marked.replace(['⟨', '⟩'], "");
        let (start, end) = (marked.find('⟨').unwrap(), marked.find('⟩').unwrap() - '⟨'.len_utf8());
        let found = violations(grammar, Reading::Corrected, input.as_bytes());
        let mut ranges = found.iter().filter(|violation| violation.id() == id);
        let place = ranges.next().map(|violation| violation.range.clone());
        assert_eq!(place, Some(start..end), "{grammar} {id}: {marked}");
        assert!(ranges.next().is_none(), "{grammar} {id}: {marked}");
    }
}
