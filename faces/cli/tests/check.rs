//! `check` reads a file in ranges and by all processors, a pipe as a stream by one: nobody should
//! see the difference.

use std::fs::File;
use std::process::Output;

use crate::program::{fed, json, run, status, stderr, urigram};

/// Some ranges full of lines, accepted and rejected by some, with a last one that is not ended.
fn lines() -> Vec<u8> {
    let kinds: [&[u8]; 8] = [
        b"http://a/b",
        b"",
        b"a b",
        b"urn:a:b\r",
        b"%",
        b"a:\xFF",
        b"x\\ty",
        b"http://example.org/rosa\xC3\xA9",
    ];
    let mut lines = Vec::new();
    for number in 0..60_000usize {
        lines.extend_from_slice(kinds[number * number % 61 % kinds.len()]);
        if number % 9000 == 17 {
            lines.extend(b"/long".repeat(number * 3));
        }
        lines.push(b'\n');
    }
    lines.extend(b"no line feed\r");
    lines
}

fn piped(arguments: &[&str], lines: &[u8]) -> Output {
    fed(&[&["check"][..], arguments].concat(), lines)
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn files_and_pipes_are_judged_alike() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("check.txt");
    let lines = lines();
    assert!(lines.len() > 1 << 20);
    std::fs::write(&path, &lines).unwrap();
    let file = path.to_str().unwrap();
    for arguments in [
        &["-g", "rfc3986"][..],
        &["-g", "rfc3986", "--quiet"],
        &["--quiet"],
        &["--quiet", "--format", "json"],
        &["--quiet", "--strict", "--escaped"],
        &["-g", "rfc3986", "-g", "rfc1738", "--only", "rejected"],
        &["-g", "rfc3987", "--format", "json", "--escaped"],
    ] {
        let expected = piped(arguments, &lines);
        assert_eq!(status(&expected), Some(1));
        let arguments = [&["check"][..], arguments].concat();
        let by_name = run(&[&arguments[..], &[file]].concat());
        let by_stdin = urigram(&arguments).stdin(File::open(&path).unwrap()).output().unwrap();
        for (name, output) in [("by name", by_name), ("by standard input", by_stdin)] {
            assert!(output.stdout == expected.stdout, "{arguments:?} {name}");
            assert_eq!(
                (&output.stderr, output.status),
                (&expected.stderr, expected.status),
                "{arguments:?} {name}"
            );
        }
    }
}

/// Returns the numbers of the lines whose objects have a key.
fn having(key: &str, output: &Output) -> Vec<u64> {
    let lines = json(output).into_iter().filter(|line| line.get(key).is_some());
    lines.map(|line| line["line"].as_u64().unwrap()).collect()
}

#[test]
fn a_line_is_refused_for_disagreement_where_two_grammars_split_it_differently() {
    let mut lines = Vec::new();
    for scheme in ["", "http:", "ftp:", "x:"] {
        for authority in ["", "//", "//a", "//a_b", "//u@a:80", "//:", "//@", "//[::1]:", "//a b"] {
            for path in ["", "/", "/p@q:1", "?q"] {
                lines.extend(format!("{scheme}{authority}{path}\n").bytes());
                // A practice may remove the spaces and the tab.
                lines.extend(format!(" {scheme}\t{authority}{path} \n").bytes());
            }
        }
    }
    for (a, b) in [("rfc2396", "rfc3986"), ("rfc3986", "whatwg"), ("rfc3986", "rfc3987")] {
        let arguments = ["--agree", "-g", a, "-g", b, "--format", "json"];
        let refused = having("conflict", &piped(&arguments, &lines));
        let watched = ["scheme", "userinfo", "host", "port"];
        let watched = watched.iter().flat_map(|component| ["--component", component]);
        let diff: Vec<&str> =
            ["diff", a, b, "--format", "json"].into_iter().chain(watched).collect();
        assert_eq!(refused, having("differences", &fed(&diff, &lines)), "{a} {b}");
        assert_eq!(refused.is_empty(), b == "rfc3987");
    }
}

/// A record that is too long is in no other count, and decides the status if nothing is rejected.
#[test]
fn totals_tell_what_is_undecided() {
    let long = vec![b'a'; (16 << 20) + 1];
    for (before, code, rejected) in [(&b"http://a/\n"[..], 3, 0), (b"http://a/\n%\n", 1, 1)] {
        let text = [before, &long, b"\nb\n"].concat();
        let output = piped(&["-g", "rfc3986", "--quiet"], &text);
        let said = stderr(&output);
        assert_eq!(status(&output), Some(code), "{said}");
        let lines = 3 + rejected;
        let total = format!("{lines} lines, 2 accepted by any, 1 not decided\n");
        assert!(said.ends_with(&total), "{said}");
        let row = said.lines().find(|line| line.starts_with("rfc3986")).unwrap();
        assert!(row.ends_with(&format!(" {rejected}")), "{row}");
        let output = piped(&["-g", "rfc3986", "--quiet", "--format", "json"], &text);
        let total = &json(&output)[0]["totals"];
        assert_eq!(
            ["lines", "accepted", "rejected", "undecided"].map(|key| total[key].as_u64().unwrap()),
            [lines, 2, rejected, 1]
        );
    }
}
