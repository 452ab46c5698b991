//! IRIs beyond US-ASCII: `Iri::parse` splits them by the scanner of RFC 3986, and `parse_by` by the
//! table of RFC 3987. Both answer the same.

use crate::support::{samples, strings};
use urigram::{Grammar, Iri, IriRef, Reading};

fn compare(text: &str) -> bool {
    let by_table = IriRef::parse_by(Grammar::Rfc3987, Reading::Corrected, text);
    match (IriRef::parse(text), by_table) {
        (Ok(fast), Ok(slow)) => {
            assert_eq!(fast.parts(), slow.parts(), "{text:?}");
            assert_eq!(fast.grammar(), Grammar::Rfc3987);
        }
        (Err(fast), Err(slow)) => assert_eq!(fast, slow, "{text:?}"),
        (fast, slow) => panic!("{text:?}: {fast:?} and {slow:?}"),
    }
    let by_table = Iri::parse_by(Grammar::Rfc3987, Reading::Corrected, text);
    match (Iri::parse(text), by_table) {
        (Ok(fast), Ok(slow)) => assert_eq!(fast.parts(), slow.parts(), "{text:?}"),
        (Err(fast), Err(slow)) => assert_eq!(fast, slow, "{text:?}"),
        (fast, slow) => panic!("{text:?}: {fast:?} and {slow:?}"),
    }
    IriRef::parse(text).is_ok()
}

#[test]
fn every_character_in_every_component() {
    let around = [
        ("", ":a"),
        ("s", "://h/"),
        ("s://", "@h/"),
        ("s://h", "/"),
        ("s://h:", "/"),
        ("s://h:8", ""),
        ("s://[v1.", "]/"),
        ("s://[::1", "]/"),
        ("s://h/", ""),
        ("s:a", ""),
        ("a/", "?"),
        ("?", "#"),
        ("#", ""),
        ("/%", "0"),
        ("/%0", ""),
    ];
    let (mut accepted, mut refused) = (0, 0);
    for (before, after) in around {
        // Every 13th character, and all next to the ends of ranges.
        let ends = [0x80, 0xA0, 0xD7FF, 0xE000, 0xF8FF, 0xF900, 0xFDCF, 0xFDF0, 0xFFEF, 0xFFFF];
        let planes = (1..=16).flat_map(|plane| [plane << 16, (plane << 16) + 0xFFFD]);
        let ends = ends.into_iter().chain(planes).chain([0xE1000]);
        let near = ends.flat_map(|end: u32| end.saturating_sub(3)..end + 4);
        for code in (0x80..0x11_0000).step_by(13).chain(near) {
            let Some(c) = char::from_u32(code) else { continue };
            if compare(&format!("{before}{c}{after}")) {
                accepted += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(accepted > 100_000 && refused > 100_000, "{accepted} {refused}");
}

#[test]
fn short_strings_and_long_ones() {
    for text in strings("\u{e9}a/:?#@[%\u{e000}", 5) {
        compare(&text);
    }
    for text in samples(Grammar::Rfc3987, 8, 300) {
        compare(&text);
    }
    for len in [500, 511, 512, 513, 520, 5000] {
        for last in ["é", "\u{e000}", "%", "?\u{e000}"] {
            compare(&format!("http://é/{}{last}", "x".repeat(len)));
        }
    }
}
