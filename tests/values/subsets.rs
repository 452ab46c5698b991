//! Decides on automata that every `From` between types of identifiers keeps its promise.

use urigram::documents::Form;
use urigram::internal::pairs_of_iris_and_uris;
use urigram::{Grammar, Reading};
use urigram_automata::{abnf, Dfa, Limits, Terminals};
use urigram_grammars::proof::Side;

fn automaton(grammar: Grammar, reading: Reading, rule: &str) -> Dfa {
    Side { grammar, reading, rule: Some(rule) }.automaton().unwrap()
}

/// `From<Uri> for UriRef`, and the setters of `Uri`, which check by the rule for references.
#[test]
fn every_identifier_is_a_reference() {
    let mut count = 0;
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        for reading in Reading::ALL {
            let start = &grammar.document().start;
            let (uri, reference) =
                (start.uri.unwrap_or(start.default), start.reference.unwrap_or(start.default));
            let (uri, reference) =
                (automaton(grammar, reading, uri), automaton(grammar, reading, reference));
            assert!(uri.is_subset(&reference, Limits::default()).unwrap(), "{grammar} {reading:?}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

/// `Iri::as_uri` and the `TryFrom` of IRIs: in US-ASCII they are the URIs of the other grammar of a
/// recorded pair, by rules and by shape. And a URI by RFC 3986 changes and resolves as an IRI by
/// RFC 3987.
#[test]
fn the_iris_in_ascii_are_the_uris() {
    let ascii = abnf::Grammar::parse("ascii = *%x00-7F\n").unwrap();
    let ascii = ascii.dfa("ascii", Terminals::CodePoints, Limits::default()).unwrap();
    let pairs = pairs_of_iris_and_uris();
    assert_eq!(pairs, [(Grammar::Rfc3987, Grammar::Rfc3986)]);
    for (&(iris, uris), reading) in pairs.iter().flat_map(|pair| Reading::ALL.map(|r| (pair, r))) {
        let rules = |grammar: Grammar| {
            let start = &grammar.document().start;
            [start.uri, start.reference].map(|rule| rule.unwrap_or(start.default))
        };
        for (iri, uri) in rules(iris).into_iter().zip(rules(uris)) {
            let shape = |grammar: Grammar, rule| {
                let table = grammar.tables(reading).find(Some(rule)).unwrap();
                format!("{:?}", table.shape)
            };
            assert_eq!(shape(iris, iri), shape(uris, uri), "{iri} {uri}");
            let iri = automaton(iris, reading, iri);
            let uri = automaton(uris, reading, uri);
            let in_ascii = iri.intersection(&ascii, Limits::default()).unwrap();
            assert!(in_ascii.is_subset(&uri, Limits::default()).unwrap(), "{reading:?}");
            assert!(uri.is_subset(&in_ascii, Limits::default()).unwrap(), "{reading:?}");
        }
    }
}

/// A document whose identifiers are URIs admits only US-ASCII, so that no `Uri` holds more.
#[test]
fn uris_are_in_ascii() {
    for &grammar in Grammar::ALL {
        if matches!(grammar.document().form, Form::Generic | Form::Locator | Form::Urn) {
            for reading in Reading::ALL {
                for table in grammar.tables(reading).all {
                    let automaton = &table.automaton;
                    let dead = usize::from(automaton.dead);
                    let leaves =
                        |state| (128..=255).any(|byte| automaton.next(state, byte) != dead);
                    assert!(!(0..table.states()).any(leaves), "{grammar} {}", table.rule());
                }
            }
        }
    }
}
