//! Tests of extraction on the documents' own paragraphs about identifiers in text, and on random
//! identifiers.

use crate::corpus::{examples_that, Says};
use crate::support::samples;
use urigram::documents::Form;
use urigram::extract::Extractor;
use urigram::{Grammar, Reading};

fn found(grammar: Grammar, source: &str) -> Vec<String> {
    let whole: Vec<_> = Extractor::new(grammar).in_bytes(source.as_bytes()).collect();
    let streamed: Result<Vec<_>, _> =
        Extractor::new(grammar).in_reader(source.as_bytes()).collect();
    assert_eq!(whole, streamed.unwrap());
    whole.iter().map(ToString::to_string).collect()
}

#[test]
fn the_printed_samples_give_exactly_their_lists() {
    let mut printed = 0;
    for &grammar in Grammar::ALL {
        for example in examples_that(grammar, &[Says::Delimited]) {
            let source = example.source.expect("delimited examples have a source");
            assert_eq!(found(grammar, &source), example.found, "{grammar}, {}", example.section);
            printed += 1;
        }
    }
    assert!(printed >= 17, "{printed}");
}

#[test]
fn angle_brackets_give_back_every_identifier_that_they_can_hold() {
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        let tables = grammar.tables(Reading::Corrected);
        let rule = tables.uri.unwrap_or_else(|| tables.start());
        let mut tried = 0;
        for identifier in samples(grammar, 7, 60) {
            // The older documents admit brackets and quotes; a prefix is not part of the
            // identifier; and a bare scheme is not found.
            let is_plain =
                !identifier.contains(['<', '>', ' ', '\0', '\t', '\n', '\r', '\u{B}', '\u{C}']);
            let after = identifier.split_once(':').map_or("", |(_, after)| after);
            let has_content = !after.strip_prefix("//").unwrap_or(after).is_empty();
            let is_prefixed =
                identifier.get(..4).is_some_and(|start| start.eq_ignore_ascii_case("URL:"));
            if is_plain && has_content && !is_prefixed && rule.accepts(identifier.as_bytes()) {
                assert_eq!(
                    found(grammar, &format!("x<{identifier}>y")),
                    [&*identifier],
                    "{grammar}"
                );
                assert_eq!(
                    found(grammar, &format!("<URL: {identifier}\r\n >")),
                    [&*identifier],
                    "{grammar}"
                );
                tried += 1;
            }
        }
        assert!(tried > 20, "{grammar}: {tried}");
    }
}
