//! Lines that need no second look are answered together. Records that end in NUL have no such way,
//! so the same inputs as such records are the reference.

use std::path::{Path, PathBuf};
use std::process::Output;

use crate::program::urigram;

/// A line that nothing normalizes, and that all documents with one form for all schemes split
/// alike.
const PLAIN: &str = "http://www.example.org/a/b?c=d#e";

/// Texts that make a line another one: rejected, normalized, or split differently.
const ODD: [&str; 20] = [
    "A", "%41", "%7E", "%2f", "%", ":", "@", ":80", "/", "/./", "/..", ".", "\\", "\t", "\x7F",
    "é", "[", "_", "?", "#",
];

/// Returns lines of every kind, each after some plain ones, with their line ends: several blocks,
/// whose borders fall into lines of all kinds. `shift` moves the borders.
fn lines(shift: usize) -> Vec<(Vec<u8>, &'static str)> {
    let mut lines = vec![(Vec::new(), "\n"), (b"x".repeat(shift), "\n")];
    for (kind, odd) in ODD.iter().enumerate() {
        for at in 0..=PLAIN.len() {
            let line = [&PLAIN[..at], odd, &PLAIN[at..]].concat().into_bytes();
            let plain = (0..(kind + at) % 40).map(|_| (PLAIN.as_bytes().to_vec(), "\n"));
            lines.extend(plain);
            lines.push((line, if at % 5 == 0 { "\r\n" } else { "\n" }));
        }
    }
    for other in
        ["urn:a:b", "urn://a/b", "file://a/b", "mailto:A@B.c", "ftp://a/", "//a/b", "<a:b>"]
    {
        lines.push((other.as_bytes().to_vec(), "\n"));
        lines.push((PLAIN.as_bytes().to_vec(), "\r\n"));
        lines.push((b"a\xFFb".to_vec(), "\n"));
    }
    lines.push((PLAIN.as_bytes().to_vec(), ""));
    lines
}

fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, bytes).unwrap();
    path
}

/// Compares the answers to the file of lines with those to the file of records.
fn compare(arguments: &[&str], lines: &Path, records: &Path) {
    let quick = urigram(arguments).arg(lines).output().unwrap();
    let slow = urigram(arguments).arg("-0").arg(records).output().unwrap();
    assert_eq!(quick.status, slow.status, "{arguments:?}");
    // Lines that are written as they were read have the ends that they had.
    let stdout = |output: &Output| {
        String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n").replace('\0', "\n")
    };
    let (found, expected) = (stdout(&quick), stdout(&slow));
    let different = found.lines().zip(expected.lines()).find(|(a, b)| a != b);
    assert!(found == expected, "{arguments:?}: {different:?}");
    assert!(quick.stderr == slow.stderr, "{arguments:?}");
}

#[test]
fn lines_are_answered_as_records_are() {
    compare_from(&[7]);
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn lines_are_answered_as_records_are_from_other_borders() {
    compare_from(&[0, 20]);
}

fn compare_from(shifts: &[usize]) {
    for &shift in shifts {
        let lines = lines(shift);
        let with = |end: fn(&'static str) -> &'static str| -> Vec<u8> {
            lines.iter().flat_map(|(line, with)| [line, end(with).as_bytes()].concat()).collect()
        };
        let (by_lines, by_records) =
            (with(|end| end), with(|end| if end.is_empty() { "" } else { "\0" }));
        assert!(by_lines.len() > 400_000);
        let by_lines = file(&format!("quick-{shift}.lines"), &by_lines);
        let by_records = file(&format!("quick-{shift}.records"), &by_records);
        for arguments in [
            &["normalize", "--lines", "-g", "rfc3986"][..],
            &["normalize", "--lines"],
            &["normalize", "--lines", "-g", "rfc2396", "--up-to", "case"],
            &["normalize", "--lines", "-g", "rfc1738"],
            &["normalize", "--lines", "--key", "-g", "rfc3986"],
            &["normalize", "--lines", "--to-iri"],
            &["diff", "rfc2396", "rfc3986"],
            &["diff", "rfc1738", "rfc3986", "--examples", "5"],
            &["diff", "--each", "rfc3986", "rfc2396", "--format", "json"],
            &["diff", "rfc2396", "rfc3986", "--base", "http://a/b/c"],
            &["check", "--accepted", "-g", "rfc3986"],
            &["check", "--rejected", "-g", "rfc3986"],
            &["check", "--accepted", "--strict", "-g", "rfc3986"],
            &["check", "--rejected"],
            &["check", "--accepted", "--max-count", "5000"],
            &["split", "--get", "line,host,path"],
            &["split", "--get", "host", "-g", "rfc3986", "--format", "json"],
        ] {
            compare(arguments, &by_lines, &by_records);
        }
    }
}
