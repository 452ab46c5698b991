//! The theorems that a document's shape and its PEG give components the places that the rules give.

use urigram_grammars::proof::{PartsProof, Row, RowKind, Theorem, Transcriptions};
use urigram_grammars::{Component, Grammar, Reading, Shape};

fn hands(grammar: Grammar, reading: Reading) -> Transcriptions {
    Transcriptions::of(grammar, reading).unwrap()
}

/// The documents whose shape is a theorem in both readings. The others lack rows,
/// and so do the components that are open.
const WHOLE: [Grammar; 10] = [
    Grammar::Rfc1808,
    Grammar::Url1997,
    Grammar::Rfc2141,
    Grammar::Rfc2396,
    Grammar::Rfc2732,
    Grammar::Uri2003,
    Grammar::Rfc3986,
    Grammar::Rfc3987,
    Grammar::Rfc6874,
    Grammar::Urn2012,
];

/// Components without the rows that a theorem needs. An opaque part of RFC 1808 is no rule, and the
/// shape takes it as the path; that of uri-2003 may begin with the question mark of a query.
const OPEN: [(Grammar, Component); 3] = [
    (Grammar::Rfc1808, Component::Path),
    (Grammar::Uri2003, Component::Path),
    (Grammar::Uri2003, Component::Query),
];

#[test]
fn shapes_are_theorems() {
    for grammar in WHOLE {
        for reading in [Reading::Printed, Reading::Corrected] {
            let is_same = grammar.abnf(Reading::Printed) == grammar.abnf(Reading::Corrected);
            if reading == Reading::Corrected && is_same {
                continue;
            }
            let hands = hands(grammar, reading);
            let theorem = Theorem::of(&hands).unwrap();
            for component in theorem.components() {
                if OPEN.contains(&(grammar, component)) {
                    continue;
                }
                let proof = theorem.shape(component).unwrap();
                assert!(proof.holds(), "{grammar} {reading:?} {}: {proof}", component.name());
            }
        }
    }
}

/// Every row is needed: without it the theorem fails.
#[test]
fn a_row_left_out_is_refused() {
    for grammar in [Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2141, Grammar::Rfc2396] {
        let hands = hands(grammar, Reading::Corrected);
        let rows = Row::of(grammar, Reading::Corrected);
        assert!(!rows.is_empty());
        for (at, row) in rows.iter().enumerate() {
            let mut others = rows.clone();
            others.remove(at);
            let theorem = Theorem::with_rows(&hands, others).unwrap();
            let proof = theorem.shape(row.component).unwrap();
            assert!(!proof.holds(), "{grammar} without {row:?}: {proof}");
        }
    }
}

/// A departure holds only with its shortest string.
#[test]
fn a_stale_departure_is_refused() {
    let hands = hands(Grammar::Rfc2141, Reading::Printed);
    let mut rows = Row::of(Grammar::Rfc2141, Reading::Printed);
    rows[0].kind = RowKind::Beyond("\u{27e8}urn\u{27e9}:b:c");
    let theorem = Theorem::with_rows(&hands, rows).unwrap();
    let proof = theorem.shape(Component::Scheme).unwrap();
    assert!(matches!(proof, PartsProof::Stale(Some(_))), "{proof}");
    assert!(proof.to_string().contains("\u{27e8}urn\u{27e9}:a:!"), "{proof}");
}

/// A shape that moves a span is refused, with a shortest string.
#[test]
fn a_changed_shape_is_refused() {
    let hands = hands(Grammar::Rfc2396, Reading::Corrected);
    let theorem = Theorem::of(&hands).unwrap();
    let shape = Grammar::Rfc2396.tables(Reading::Corrected).start().shape;
    type Change = fn(&mut Shape);
    let changes: [(Component, Change); 4] = [
        (Component::Path, |shape| shape.hier = None),
        (Component::Host, |shape| shape.server = None),
        (Component::Authority, |shape| shape.authority_ends = "/"),
        (Component::Userinfo, |shape| shape.userinfo = urigram_engine::Schemes::None),
    ];
    for (component, change) in changes {
        let mut mutant = shape.clone();
        change(&mut mutant);
        let proof = theorem.of_shape(component, &mutant).unwrap();
        assert!(matches!(proof, PartsProof::Differs { .. }), "{}: {proof}", component.name());
    }
}

/// Equal languages are not equal parts: a PEG with two names exchanged matches the same strings.
#[test]
fn a_peg_with_names_exchanged_is_refused() {
    let (grammar, reading) = (Grammar::Rfc3986, Reading::Corrected);
    let own = hands(grammar, reading);
    let proof = Theorem::of(&own).unwrap().hands(Component::Query).unwrap().unwrap();
    assert!(proof.holds(), "{proof}");
    // query and fragment are the same characters, so the languages stay equal.
    let source = grammar.pest(reading);
    let exchanged = source.replace("~ query", "~ \u{1}").replace("~ fragment", "~ query");
    let exchanged = exchanged.replace('\u{1}', "fragment");
    let other =
        Transcriptions::from_sources(grammar, reading, grammar.abnf(reading), &exchanged).unwrap();
    let rule = grammar.document().start.default;
    assert!(other.prove(rule).unwrap().proved());
    let proof = Theorem::of(&other).unwrap().hands(Component::Query).unwrap().unwrap();
    let PartsProof::Differs { side: "PEG", placed } = proof else { panic!("{proof}") };
    assert_eq!((&placed.input[..], placed.span), (&b"?"[..], None));
}

/// The PEG's one parse gives every component a place that a derivation gives it.
#[test]
fn parses_are_derivations() {
    let grammars = [Grammar::Rfc2141, Grammar::Rfc2396, Grammar::Rfc3986, Grammar::Urn2012];
    for grammar in grammars {
        let hands = hands(grammar, Reading::Corrected);
        let theorem = Theorem::of(&hands).unwrap();
        for component in theorem.components() {
            if let Some(proof) = theorem.hands(component).unwrap() {
                assert!(proof.holds(), "{grammar} {}: {proof}", component.name());
            }
        }
    }
}
