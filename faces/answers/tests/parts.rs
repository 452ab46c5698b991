//! The parts of components, as documents list them.

use std::collections::BTreeSet;

use urigram::Grammar;
use urigram_answers::questions::{ask, Params};

/// A part that a document defines for several schemes is listed once, with all of its rules.
#[test]
fn each_part_is_listed_once_with_all_its_rules() {
    let (mut parts, mut shared) = (0, 0);
    for grammar in Grammar::ALL {
        let asked = format!("grammar={grammar}");
        let answer = ask("document", &Params::read(asked.as_bytes()).unwrap())
            .expect("a document has an answer");
        // A document without parts has no key for them.
        assert_eq!(answer["parts"].is_array(), !grammar.document().parts.is_empty(), "{asked}");
        let listed = answer["parts"].as_array().map_or(&[][..], Vec::as_slice);
        let names: BTreeSet<_> =
            listed.iter().map(|part| (part["name"].as_str(), part["component"].as_str())).collect();
        assert_eq!(names.len(), listed.len(), "{asked}: {listed:?}");
        // Each rule of the document's own list is one of a part's.
        for part in grammar.document().parts {
            let is_listed = listed.iter().any(|row| {
                row["name"] == part.name
                    && row["component"] == part.component.name()
                    && part.rule.is_none_or(|rule| {
                        row["rules"].as_array().is_some_and(|rules| rules.contains(&rule.into()))
                    })
            });
            assert!(is_listed, "{asked}: {}", part.name);
        }
        parts += listed.len();
        shared += grammar.document().parts.len() - listed.len();
    }
    assert!(parts > 20 && shared > 0, "{parts} parts, {shared} defined again");
}
