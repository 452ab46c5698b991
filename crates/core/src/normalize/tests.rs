//! The one pass against the changes one after the other.

use std::borrow::Cow;
use std::string::{String, ToString};
use std::vec::Vec;

use urigram_grammars::{Grammar, Level, Reading};

use super::Normalizer;

/// Compares both ways, up to each level. Returns whether the pass knew the normal form, or `None`
/// where the grammar rejects the text.
fn compare(grammar: Grammar, reading: Reading, text: &str) -> Option<bool> {
    let rules = &grammar.document().comparison.as_ref()?.summary;
    let parts = grammar.tables(reading).start().split(text, reading).ok()?;
    let mut is_known = true;
    for level in Level::ALL {
        let normalizer = Normalizer::new(grammar).reading(reading).up_to(level);
        let one_by_one = normalizer.one_by_one(text, parts);
        let passed = super::one_pass::normalize(text, &parts, rules, level);
        is_known &= passed.is_some();
        if let Some(passed) = passed {
            assert_eq!(passed, one_by_one, "{grammar} {reading:?}: {text} up to {level}");
            let borrowed = |text: &Cow<'_, str>| matches!(text, Cow::Borrowed(_));
            assert_eq!(borrowed(&passed), borrowed(&one_by_one), "{grammar}: {text} up to {level}");
        }
    }
    Some(is_known)
}

fn compare_all(text: &str, readings: &[Reading], counts: &mut [(usize, usize)]) {
    for (grammar, count) in Grammar::ALL.iter().zip(counts) {
        for reading in readings {
            if let Some(is_known) = compare(*grammar, *reading, text) {
                *count = (count.0 + 1, count.1 + usize::from(is_known));
            }
        }
    }
}

/// Calls `take` with each combination of up to `most` of these pieces.
fn each(pieces: &[&str], most: usize, mut take: impl FnMut(&str)) {
    fn grow(pieces: &[&str], left: usize, text: &mut String, take: &mut impl FnMut(&str)) {
        take(text);
        if left == 0 {
            return;
        }
        for piece in pieces {
            let len = text.len();
            text.push_str(piece);
            grow(pieces, left - 1, text, take);
            text.truncate(len);
        }
    }
    grow(pieces, most, &mut String::new(), &mut take);
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_combination_of_pieces_that_changes_concern() {
    let mut counts = Vec::from([(0, 0); Grammar::ALL.len()]);
    let heads = [
        "",
        "a:",
        "A:",
        "//H",
        "http://H",
        "ftp:",
        "http://h:80",
        "hTTp://u%2d@h:",
        "http://[::A]:080",
        "a://",
        "mailto:",
        "mailto://h",
        "MAILTO:///",
        "telnet://",
        "wais://h:210/",
        "news:",
        "urn:N",
        "urn:n:",
        "gopher://h/",
        "http://%41",
        "http:",
        "file:///",
        "FILE://localhost",
        "file://h",
        "file:",
    ];
    for head in heads {
        let mut compare = |tail: &str| {
            compare_all(&(head.to_owned() + tail), &[Reading::Corrected], &mut counts);
        };
        each(&["/", "..", "a", "B:", "%2e", "%2F", "%c3%a9", "?", "#", "@"], 3, &mut compare);
        each(&["/", ".", "%2E", "a"], 4, &mut compare);
        // Octets that make characters only together, and characters that stay encoded.
        each(&["%E3", "%81", "%a9", "%e2%80%8e", "%ee%80%80", "%41"], 4, &mut compare);
    }
    for (grammar, (count, known)) in Grammar::ALL.iter().zip(counts) {
        let Some(comparison) = &grammar.document().comparison else { continue };
        if grammar.document().form == urigram_grammars::Form::Urc {
            continue;
        }
        assert!(count > 60, "{grammar}: {count}");
        // A pass that never finds the normal form agrees with the other way, and is useless.
        assert!(
            !comparison.summary.is_closed || known * 3 > count,
            "{grammar}: {known} of {count}"
        );
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn mutated_identifiers() {
    let seeds = [
        "hTTps://User%3a@WWW.Example.org:0443/a/./b/../%7ec/%2E%2e/.well-known?q=%7E/..#%41%aF",
        "eXAMPLE://a/./b/../b/%63/%7bfoo%7d",
        "mailto:Jane%2EDoe@Example.ORG,x@Y?subject=A",
        "mailto://H/Jane%2EDoe@Example.ORG,x@Y/../z@Z",
        "urn:ISBN:0%2d395%2D36341-1",
        "FTP://ftp.is.co.za:21/rfc/..//rfc1808.txt;type=A",
        "http://[FE80::1%25En1]:80",
        "file:///a/.//b/%2e",
        "a:b/..//c",
    ];
    let pieces = ["/", ".", "%", "2e", "A", "z", ":", "?", "#", "@", "[", "]", "é", "%41", "//"];
    let mut counts = Vec::from([(0, 0); Grammar::ALL.len()]);
    for seed in seeds {
        for at in (0..=seed.len()).filter(|&at| seed.is_char_boundary(at)) {
            for removed in 0..4.min(seed.len() - at + 1) {
                for piece in pieces {
                    let text = seed[..at].to_string() + piece + &seed[at + removed..];
                    compare_all(&text, &[Reading::Corrected, Reading::Printed], &mut counts);
                }
            }
        }
    }
    assert!(
        counts[Grammar::ALL.iter().position(|&grammar| grammar == Grammar::Rfc3986).unwrap()].0
            > 2000
    );
}

/// A text is scanned in blocks. The last one overlaps the one before it.
#[test]
fn at_every_offset() {
    let grammars =
        [Grammar::Rfc3986, Grammar::Uri2003, Grammar::Rfc2396, Grammar::Rfc3987, Grammar::Rfc8141];
    let pieces = ["A", "%41", "%2f", "%2F", "/.", "/../", "/%2E/b", "%2", ":80", "@B"];
    let mut known = 0;
    for filler in 0..72 {
        let filler = "a".repeat(filler);
        for head in ["http://", "http://h/", "urn:n:", "mailto:x", "mailto://h/x", "H://h?"] {
            for piece in pieces {
                for tail in ["", "%7E", "/%aF"] {
                    let text = [head, &filler, piece, tail].concat();
                    known += grammars
                        .iter()
                        .filter(|&&grammar| {
                            compare(grammar, Reading::Corrected, &text) == Some(true)
                        })
                        .count();
                }
            }
        }
    }
    assert!(known > 20_000, "{known}");
}

/// A plan keeps a few escapes; the others are searched for.
#[test]
fn many_escapes() {
    for many in 0..40 {
        for (escape, other) in [("%41", "%20"), ("%2f", "b%2Fb"), ("%2E", "/%2e/"), ("%41", "/../")]
        {
            let text = [
                "http://h/",
                &escape.repeat(many),
                other,
                "?",
                &(other.to_owned() + escape).repeat(many),
            ]
            .concat();
            for grammar in [Grammar::Rfc3986, Grammar::Uri2003, Grammar::Url1997] {
                compare(grammar, Reading::Corrected, &text);
            }
        }
    }
}

/// The escapes after the first one of a character are passed over in both cases of their digits.
#[test]
fn characters_beyond_ascii_are_decoded_once() {
    for (escapes, decoded) in [
        ("%e4%bd%a0", "\u{4F60}"),
        ("%E4%bd%A0%e4%BD%a0", "\u{4F60}\u{4F60}"),
        ("%c3%a9%f0%9f%98%80", "\u{E9}\u{1F600}"),
        ("%e4%bd/%a0%41", "%E4%BD/%A0A"),
        ("%f0%9f%98a", "%F0%9F%98a"),
    ] {
        let (text, expected) = (["http://a/", escapes].concat(), ["http://a/", decoded].concat());
        assert!(compare(Grammar::Rfc3987, Reading::Corrected, &text).is_some(), "{text}");
        let normal = Normalizer::new(Grammar::Rfc3987).normalize(&text);
        assert_eq!(normal.unwrap(), expected);
    }
}
