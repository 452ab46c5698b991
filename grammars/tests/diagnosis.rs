//! Diagnoses, with the documents that accept what another one refuses.
#![cfg(feature = "alloc")]

use urigram_grammars::{Grammar, GrammarSet, Reading, SyntaxError};

fn refused(input: &str) -> SyntaxError {
    Grammar::Rfc3986
        .tables(Reading::Corrected)
        .start()
        .check(input.as_bytes(), Reading::Corrected)
        .unwrap_err()
}

#[test]
fn the_document_that_removed_an_input_is_named() {
    let input = "http://a/b c";
    let older: GrammarSet = [Grammar::Uri2003].into_iter().collect();
    let diagnosis = refused(input)
        .diagnose(input.as_bytes())
        .accepted_by(older.documents(), Grammar::documents());
    let shown = format!("{diagnosis:#}");
    assert!(
        shown.ends_with("accepted by uri-2003; no longer by rfc3986 (RFC 3986, 2005-01-01)"),
        "{shown}"
    );
}

#[test]
fn a_later_or_unrelated_document_is_not_said_to_have_been_replaced() {
    let input = "http://a/b c";
    let names: GrammarSet = [Grammar::Urn2012].into_iter().collect();
    let diagnosis = refused(input)
        .diagnose(input.as_bytes())
        .accepted_by(names.documents(), Grammar::documents());
    let shown = format!("{diagnosis:#}");
    assert!(shown.ends_with("accepted by urn-2012"), "{shown}");
}

#[test]
fn what_to_do_stands_last() {
    let shown = refused("a b").diagnose(b"a b").help("write `%20`").to_string();
    assert!(shown.ends_with("\n  = help: write `%20`"), "{shown}");
}
