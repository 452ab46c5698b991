//! The pairs of names that documents on URNs print as equivalent or different.

use std::path::Path;

use serde::Deserialize;
use urigram::urn::{Objective, Urn};
use urigram::{Form, Grammar, Reading};

#[derive(Deserialize)]
struct Examples {
    example: Vec<Example>,
}

#[derive(Deserialize)]
struct Example {
    #[serde(default)]
    text: String,
    says: String,
    with: Option<String>,
    rule: Option<String>,
    option: Option<String>,
}

#[test]
fn names_are_equivalent_where_their_document_says_so() {
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form == Form::Urn) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("grammars").join(grammar.id()).join("examples.toml");
        let examples: Examples = toml::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut pairs = 0;
        for example in examples.example {
            let expected = match &*example.says {
                "equivalent" => true,
                "different" => false,
                _ => continue,
            };
            if example.rule.is_some_and(|rule| rule != grammar.document().start.default) {
                continue;
            }
            let with = example.with.expect("a pair");
            let urn = |text| Urn::parse_by(grammar, Reading::Corrected, text).unwrap();
            let objectives: &[Objective] = match example.option.as_deref() {
                None => &[Objective::Resources, Objective::Results],
                Some("5a") => &[Objective::Resources],
                Some("5b") => &[Objective::Results],
                Some(other) => panic!("{grammar}: option {other}"),
            };
            for &objective in objectives {
                let found = urn(&example.text).is_equivalent_to(&urn(&with), objective);
                assert_eq!(found, expected, "{grammar}: {} and {with}, {objective:?}", example.text);
            }
            pairs += 1;
        }
        assert!(pairs >= 7, "{grammar}: {pairs}");
    }
}
