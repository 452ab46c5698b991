//! Tests of the pairs of names that documents on URNs print as equivalent or different.

use crate::support::{examples, text};
use urigram::{Form, Grammar, Objective, Reading, Urn};

#[test]
fn names_are_equivalent_where_their_document_says_so() {
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form == Form::Urn) {
        let mut pairs = 0;
        for example in examples(grammar, &["equivalent", "different"]) {
            if text(&example, "rule").is_some_and(|rule| rule != grammar.document().start.default) {
                continue;
            }
            let (a, b) = (text(&example, "text").unwrap(), text(&example, "with").unwrap());
            let urn = |text| Urn::parse_by(grammar, Reading::Corrected, text).unwrap();
            let objectives: &[Objective] = match text(&example, "option") {
                None => &Objective::ALL,
                Some("5a") => &[Objective::Identity],
                Some("5b") => &[Objective::Retrieval],
                Some(other) => panic!("{grammar}: option {other}"),
            };
            for &objective in objectives {
                let found = urn(a).is_equivalent_to(&urn(b), objective);
                assert_eq!(
                    found,
                    text(&example, "says") == Some("equivalent"),
                    "{grammar}: {a} and {b}, {objective:?}"
                );
            }
            pairs += 1;
        }
        assert!(pairs >= 7, "{grammar}: {pairs}");
    }
}
