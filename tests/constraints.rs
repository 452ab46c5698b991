//! Tests that each requirement is violated by its own example, and by no valid example of a
//! document.

use crate::support::{examples, samples, text};
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
        for example in examples(grammar, &["valid"]) {
            let Some(text_of) = text(&example, "text") else { continue };
            if text(&example, "rule")
                .is_none_or(|rule| rule == start.default || Some(rule) == start.uri)
            {
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

/// Inputs next to each other, of which one keeps a requirement and the other breaks it.
#[test]
fn demands_hold_up_to_their_borders() {
    for (grammar, id, keeping, breaking) in [
        (Grammar::Rfc8141, "informal-nid", "urn:urn-7:a", "urn:urn-07:a"),
        (Grammar::Rfc8141, "informal-nid", "urn:urn-10:a", "urn:urn-1a:a"),
        (Grammar::Rfc8141, "informal-nid", "urn:urn7:a", "urn:urn-a:a"),
        (Grammar::Rfc1738, "mailto-addr-spec", "mailto:a@b", "mailto:a@"),
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
