//! `try_parse_url` held against a JVM: java.net.URI for the parts, java.util.regex for the keys.
//!
//! The strings are URLs that are changed in a few places, and those of the file that
//! `URIGRAM_STRINGS` names, a line of hexadecimal digits for each: `.ci/engines` gives a million.
//! Where there is no `javac` of the release that the practice describes, the test says so and
//! passes.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, StringArray};
use urigram_arrow::{Argument, Function};

/// The release that the practice `java-net-uri` was held against.
const RELEASE: &str = " 17.";

/// The parts in the order of the driver.
const PARTS: [&str; 8] =
    ["PROTOCOL", "AUTHORITY", "USERINFO", "HOST", "PATH", "QUERY", "FILE", "REF"];

/// Keys with every construct that is taken.
const KEYS: [&str; 16] = [
    "a",
    "",
    "q",
    "ab?",
    "a.",
    ".*",
    ".+?",
    "(a|b)",
    "a|b",
    "(?:a|q)",
    r"\w+",
    r"\D",
    r"[^=]*?",
    r"a\.b|[a-c\-]",
    "^a",
    "é",
];

/// The number of strings that are made of [`SEEDS`].
const CHANGED: usize = 30_000;

const SEEDS: &[&str] = &[
    "http://u:p@example.org:80/a/b?a=1&q=2#f",
    "https://[fe80::1%25eth0]:8080/x;p?a.b=1&=2&ab=3",
    "//a_b:9/c?a&a=1&&b=%20",
    "mailto:a@b.org?a=1",
    "file:///etc/passwd",
    "a/b?bq=1&a=é#a=2",
    "http://1.2.3.4?a==1&a=",
    "?a=1",
    "#",
    "",
];

const PIECES: &[&str] = &[
    ":",
    "/",
    "//",
    "?",
    "#",
    "@",
    "[",
    "]",
    "[::1]",
    "%",
    "%41",
    ".",
    "a",
    "a=",
    "&a=1",
    "&",
    "=",
    "b=2",
    "q",
    "256",
    "é",
    "\u{A0}",
    "\u{2028}",
    "\u{1F600}",
    "\\",
    " ",
    "\0",
    "|",
    "_",
    "\"",
];

/// Returns the strings to ask.
fn strings() -> Vec<String> {
    let mut state = 21_u64;
    let mut below = move |most: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % most
    };
    let mut strings: Vec<String> = SEEDS.iter().map(|&seed| seed.to_owned()).collect();
    for _ in 0..CHANGED {
        let mut text: Vec<char> = SEEDS[below(SEEDS.len())].chars().collect();
        for _ in 0..=below(4) {
            let start = below(text.len() + 1);
            let end = (start + below(3)).min(text.len());
            let piece = if below(4) == 0 { "" } else { PIECES[below(PIECES.len())] };
            text.splice(start..end, piece.chars());
        }
        strings.push(text.into_iter().collect());
    }
    if let Some(file) = std::env::var_os("URIGRAM_STRINGS") {
        let lines = std::fs::read_to_string(file).expect("a file of strings");
        strings.extend(lines.lines().map(|line| {
            let byte = |at| u8::from_str_radix(&line[at..at + 2], 16).expect("two digits");
            let bytes = (0..line.len()).step_by(2).map(byte).collect();
            String::from_utf8(bytes).expect("a text")
        }));
    }
    strings
}

/// Compiles the driver; `None`, with a message, where that cannot be done.
fn compiled() -> Option<PathBuf> {
    let version = Command::new("javac").arg("-version").output();
    let version = version.ok().map(|found| String::from_utf8_lossy(&found.stdout).into_owned());
    if !version.is_some_and(|text| text.contains(RELEASE)) {
        eprintln!("skipped: no javac{RELEASE}* here");
        return None;
    }
    let classes = Path::new(env!("CARGO_TARGET_TMPDIR")).join("parse-url");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/java/ParseUrl.java");
    let built = Command::new("javac").arg("-d").arg(&classes).arg(source).status();
    assert!(built.expect("javac runs").success());
    Some(classes)
}

/// Returns the answers of the JVM to each string, a line for each.
fn answers_of_java(classes: &Path, strings: &[String]) -> Vec<String> {
    let mut java = Command::new("java")
        .args(["-XX:TieredStopAtLevel=1", "-Dsun.jnu.encoding=UTF-8", "-cp"])
        .arg(classes)
        .arg("ParseUrl")
        .args(KEYS)
        .env("LC_ALL", "C.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("javac is there, so java is");
    let mut questions = BufWriter::new(java.stdin.take().expect("its input is piped"));
    let answers = BufReader::new(java.stdout.take().expect("its output is piped"));
    let answers = std::thread::scope(|scope| {
        scope.spawn(move || {
            for text in strings {
                writeln!(questions, "{}", hex(text)).expect("java reads its input");
            }
        });
        answers.lines().map(|line| line.expect("a line")).collect()
    });
    assert!(java.wait().expect("it ends").success());
    answers
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut out, byte| {
        // Writing to a text does not fail.
        let _ = write!(out, "{byte:02x}");
        out
    })
}

#[test]
fn every_part_and_key_is_that_of_java() {
    let Some(classes) = compiled() else { return };
    let strings = strings();
    let java = answers_of_java(&classes, &strings);
    assert_eq!(java.len(), strings.len());
    let column: ArrayRef = Arc::new(StringArray::from_iter_values(&strings));
    let function = Function::named("try_parse_url").expect("a function");
    let ask = |arguments: &[(&str, Argument<'_>)]| {
        let plan = function.plan(arguments).unwrap_or_else(|error| panic!("{error}"));
        plan.run(&[Arc::clone(&column)]).expect("answers")
    };
    let parts = PARTS.map(|part| ask(&[("part", Argument::Text(part))]));
    let values =
        KEYS.map(|key| ask(&[("part", Argument::Text("QUERY")), ("key", Argument::Text(key))]));
    let columns: Vec<&ArrayRef> = parts.iter().chain(&values).collect();
    let all_null = vec!["~"; columns.len()].join(" ");
    let mut accepted = 0;
    for (row, (text, java)) in strings.iter().zip(&java).enumerate() {
        let shown = columns.iter().map(|column| {
            let column = column.as_string::<i32>();
            if column.is_null(row) {
                "~".to_owned()
            } else {
                hex(column.value(row))
            }
        });
        let found = shown.collect::<Vec<_>>().join(" ");
        // A URL that is refused has no part.
        let wanted = if java == "no" { &all_null } else { java };
        assert_eq!(found, **wanted, "{text:?}");
        accepted += usize::from(java != "no");
    }
    println!("{} strings, {accepted} accepted, none differs", strings.len());
    assert!(accepted > strings.len() / 10 && accepted < strings.len(), "one-sided strings");
    for (name, column) in PARTS.iter().chain(&KEYS).zip(&columns) {
        assert!(column.null_count() < column.len(), "{name:?} is found nowhere");
    }
}
