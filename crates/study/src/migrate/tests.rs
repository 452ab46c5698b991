//! The quick ways to compare against the slow ones.

use std::string::String;
use std::vec::Vec;

use urigram_core::internal::Difference;
use urigram_grammars::{Grammar, Reading};

use super::{Migration, Outcome};

/// Texts of every combination of a beginning, a path and an end that some equivalence concerns.
fn texts() -> Vec<String> {
    let heads = [
        "http://h",
        "HTTP://h",
        "http://H",
        "http://h:80",
        "http://h:",
        "http://h_h",
        "http://u@H:81",
        "http://%41",
        "ftp://h",
        "file://localhost",
        "file://",
        "file:",
        "file:.",
        "mailto:A@B",
        "a:",
        "A:",
        "a://",
        "",
        "//H",
    ];
    let paths = [
        "",
        "/",
        "/a",
        "/./a",
        "/a/..",
        "/.a",
        "/%7Ea",
        "/%7ea",
        "/%21",
        "/%2a/.",
        "/%2E/a",
        "/%2e%2E",
        "/a/../%7e/b",
        "//./a",
        "/.//a",
        "/%C3%A9",
        "/%c3%a9/./b",
        "/%",
        "/a;b/./c",
    ];
    let ends = ["", "?", "?a/./b", "?%7E", "#", "#%7e", "?a#/../B"];
    let mut texts = Vec::new();
    for head in heads {
        for path in paths {
            texts.extend(ends.iter().map(|end| [head, path, end].concat()));
        }
    }
    texts
}

/// Both find the same first level where normal forms differ, and the same document that makes the
/// difference.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn levels_are_those_of_the_normal_forms() {
    let (mut differing, mut same, mut left) = (0, 0, 0);
    for text in texts() {
        for &from in Grammar::ALL {
            for &to in Grammar::ALL {
                let migration = Migration::new(from, to);
                let sides = [migration.from, migration.to];
                let [Ok(Some(before)), Ok(Some(after))] = sides.map(|side| {
                    let verdict = side.verdict(text.as_bytes());
                    verdict.components_and_parts().map(|found| found.map(|(_, parts)| parts))
                }) else {
                    continue;
                };
                let slow = migration.by_normal_forms(&text, before, after);
                let quick = migration.normalization(&text, before, after);
                assert_eq!(quick, slow, "{from} to {to}: {text}");
                let normalizers = sides.map(super::Side::normalizer);
                let known = urigram_core::Normalizer::first_difference(
                    normalizers,
                    &text,
                    &[before, after],
                );
                match known {
                    Difference::At(..) => differing += 1,
                    Difference::None => same += 1,
                    Difference::Unknown => left += 1,
                }
            }
        }
    }
    assert!(differing > 10_000 && same > 10_000 && left > 1000, "{differing} {same} {left}");
}

/// The table of plain lines accepts only what means the same to both, for every pair of documents.
#[cfg(feature = "lines")]
#[test]
fn plain_lines_are_the_same() {
    let lines = texts();
    let buffer = lines.join("\n");
    let mut plain = 0;
    for reading in Reading::ALL {
        for &from in Grammar::ALL {
            for &to in Grammar::ALL {
                let migration = Migration::new(from, to).readings(reading, reading);
                let Some(table) = migration.plain_lines() else { continue };
                table.judge(buffer.as_bytes(), |line, is_plain| {
                    if is_plain {
                        let line_text = line.escape_ascii();
                        let outcome = migration.judge(line);
                        assert_eq!(outcome, Outcome::Same, "{from} to {to}: {line_text}");
                        plain += 1;
                    }
                });
            }
        }
    }
    assert!(plain > 1000, "{plain}");
}

/// The components of a line with an underscore in its host differ, although both accept it and
/// neither changes it. So do those of the schemes that only one document knows.
#[cfg(feature = "lines")]
#[test]
fn a_line_that_is_split_differently_is_not_plain() {
    let migration = Migration::new(Grammar::Rfc2396, Grammar::Rfc3986);
    let table = migration.plain_lines().unwrap();
    let mut plain = Vec::new();
    table.judge(b"http://a/b\nhttp://a_b/\nhttp://a/b?c#d\r\nhttp://a\nftp://a/b", |_, one| {
        plain.push(one);
    });
    assert_eq!(plain, [true, false, true, false, true]);
    assert!(matches!(migration.judge(b"http://a_b/"), Outcome::Differs(_)));
}
