//! The offset of an error is the beginning of a character, in every document and wherever the
//! character occurs.

use urigram::documents::{Encoding, Table};
use urigram::errors::Found;
use urigram::{Grammar, IriRef, Reading};

/// Characters of two, three and four bytes: legal in an IRI, legal in its query only, and never
/// legal. Pairs of them share their first bytes, so that an automaton stops inside the second one.
const CHARACTERS: [char; 9] = [
    'é',
    '\u{7FF}',
    '例',
    '\u{E000}',
    '\u{F8FF}',
    '\u{FDD0}',
    '\u{FFFE}',
    '\u{1F600}',
    '\u{10FFFF}',
];

const TEXTS: [&str; 9] = [
    "",
    "http://a/b?c#d",
    "http://u@a:80/%41",
    "http://[::1]/",
    "urn:ab:c?d=e",
    "<URN:a:b;c=d;>",
    "a;b/c",
    "é/例?é#é",
    "ftp://",
];

/// Whether some accepted string begins with a text.
fn is_viable(table: &Table, text: &[u8]) -> bool {
    table.prefix(text).viable == text.len()
}

/// Checks the error of an input, if it has one, against the table's own longest viable prefix.
/// `seen` counts the errors before.
fn check(
    grammar: Grammar,
    reading: Reading,
    table: &'static Table,
    input: &[u8],
    seen: usize,
) -> usize {
    let Err(error) = table.check(input, reading) else { return 0 };
    let shown =
        || format!("{grammar} {reading} {} \"{}\": {error}", table.rule(), input.escape_ascii());
    let (before, after) = input.split_at(error.offset());
    assert!(is_viable(table, before), "{}", shown());
    let expected = error.expected();
    // A seventh of all bytes, another one for each error: all bytes for every error take a minute.
    let mut text = before.to_vec();
    for byte in (0..=255_u8).skip(seen % 7).step_by(7) {
        text.push(byte);
        let is_expected = expected.bytes().contains(byte);
        assert_eq!(is_expected, is_viable(table, &text), "{byte:02X} {}", shown());
        text.pop();
    }
    assert_eq!(expected.end(), table.accepts(before), "{}", shown());
    let first = after.utf8_chunks().next();
    let character = first.as_ref().and_then(|chunk| chunk.valid().chars().next());
    match (after.first(), character) {
        (None, _) => assert_eq!(error.found(), Found::End, "{}", shown()),
        (Some(_), Some(c)) => {
            assert_eq!(error.found(), Found::Char(c), "{}", shown());
            assert!(!is_viable(table, &[before, c.to_string().as_bytes()].concat()), "{}", shown());
        }
        (Some(&byte), None) => assert_eq!(error.found(), Found::Byte(byte), "{}", shown()),
    }
    if grammar.document().encoding == Encoding::Utf8 {
        assert!(std::str::from_utf8(before).is_ok(), "{}", shown());
    }
    1
}

#[test]
fn errors_lie_at_characters_in_every_document() {
    let mut errors = 0;
    for &grammar in Grammar::ALL {
        for reading in Reading::ALL {
            for &table in grammar.tables(reading).all {
                for text in TEXTS {
                    for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
                        for c in CHARACTERS {
                            let whole = [&text[..at], &c.to_string(), &text[at..]].concat();
                            errors += check(grammar, reading, table, whole.as_bytes(), errors);
                            // Without its last byte, it is not a character.
                            let last = at + c.len_utf8() - 1;
                            let cut =
                                [&whole.as_bytes()[..last], &whole.as_bytes()[last + 1..]].concat();
                            errors += check(grammar, reading, table, &cut, errors);
                        }
                    }
                }
            }
        }
    }
    assert!(errors > 10_000, "only {errors} errors were looked at");
}

/// The bytes EF A3 begin no `ucschar`, but EF alone does; `iunreserved` holds all of `ucschar`.
#[test]
fn a_private_use_character_is_named_whole() {
    let error =
        IriRef::parse_by(Grammar::Rfc3987, Reading::Corrected, "http://a/\u{F8FF}").unwrap_err();
    assert_eq!((error.offset(), error.found()), (9, Found::Char('\u{F8FF}')));
    assert!(error.to_string().contains("U+F8FF"), "{error}");
    assert!(
        error.expected().items().iter().any(|item| item == "iunreserved"),
        "{}",
        error.expected()
    );
}

/// The command shows an error once that many inputs share, wherever in each of them it is.
#[test]
fn errors_are_compared_apart_from_their_offsets() {
    let reading = Reading::Corrected;
    let table = Grammar::Rfc3986.tables(reading).start();
    let error = |input: &str| table.check(input.as_bytes(), reading).unwrap_err();
    let (one, same) = (error("http://a/ "), error("http://a/bc de"));
    assert!(one.offset() != same.offset() && one != same);
    assert!(one.is_same_apart_from_offset(&same) && same.is_same_apart_from_offset(&one));
    for other in ["http://a/<", "http://a/?a ", "http://a/%", "ht tp"] {
        assert!(!one.is_same_apart_from_offset(&error(other)), "{other}");
    }
}
