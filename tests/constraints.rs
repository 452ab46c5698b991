//! Each demand is broken by its own example, and by nothing that a document prints as valid.

use std::path::Path;

use serde::Deserialize;
use urigram::constraints::violations;
use urigram::{Grammar, Reading};

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    text: Option<String>,
    says: String,
    rule: Option<String>,
}

#[test]
fn each_demand_is_broken_by_its_example() {
    for &grammar in Grammar::ALL {
        for constraint in grammar.document().constraints {
            let example = constraint.example.unwrap_or_else(|| panic!("{grammar} {}: no example", constraint.id));
            let found = violations(grammar, Reading::Corrected, example.as_bytes());
            assert!(
                found.iter().any(|violation| violation.id() == constraint.id),
                "{grammar} {}: {example:?} breaks {found:?}",
                constraint.id
            );
            for violation in found {
                assert!(violation.range.start <= violation.range.end && violation.range.end <= example.len());
            }
        }
    }
}

#[test]
fn nothing_printed_as_valid_breaks_a_demand() {
    let mut checked = 0;
    for &grammar in Grammar::ALL {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(grammar.id()).join("examples.toml");
        let examples: Examples = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        for example in examples.example.into_iter().filter(|example| example.says == "valid") {
            let (Some(text), start) = (example.text, &grammar.document().start) else { continue };
            let is_whole = example.rule.is_none_or(|rule| rule == start.default || Some(&*rule) == start.uri);
            if is_whole {
                for reading in Reading::ALL {
                    let found = violations(grammar, reading, text.as_bytes());
                    assert!(found.is_empty(), "{grammar} ({reading}): {text:?} breaks {found:?}");
                }
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked}");
}
