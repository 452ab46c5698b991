//! `resolve`, `normalize` and `equivalent` on inputs that they must survive.

use std::io::Write;
use std::process::{Command, Output, Stdio};

fn fed(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_urigram"));
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        child.wait_with_output().unwrap()
    })
}

fn status(output: &Output) -> Option<i32> {
    output.status.code()
}

#[test]
fn octets_that_are_not_utf8_are_reported() {
    for arguments in [
        &["resolve", "http://a/b"][..],
        &["resolve", "--all", "http://a/b"],
        &["normalize"],
        &["equivalent", "a"],
    ] {
        for bytes in [&b"\xFF"[..], b"a\0", b"a\xC3"] {
            let output = fed(&[arguments, &["-", "--format", "json"]].concat(), bytes);
            assert_eq!(status(&output), Some(1), "{arguments:?} {bytes:?}");
            for line in std::str::from_utf8(&output.stdout).unwrap().lines() {
                let json: serde_json::Value = serde_json::from_str(line).unwrap();
                assert!(json["error"]["message"].is_string(), "{line}");
            }
        }
    }
}

#[test]
fn empty_inputs() {
    assert_eq!(status(&fed(&["resolve", "http://a/b", ""], b"")), Some(0));
    assert_eq!(status(&fed(&["resolve", "", "b"], b"")), Some(1));
    assert_eq!(status(&fed(&["normalize", ""], b"")), Some(0));
    assert_eq!(
        status(&fed(&["equivalent", "", ""], b"")),
        Some(1),
        "references are not to be compared"
    );
}

#[test]
fn sixteen_mebibytes_and_one_byte_more() {
    let most = 16 << 20;
    let text = "../".repeat(most / 3);
    let output = fed(&["resolve", "-g", "rfc3986", "http://a/b", "-"], text.as_bytes());
    assert_eq!((status(&output), &*output.stdout), (Some(0), &b"http://a/\n"[..]));
    let text = vec![b'a'; most + 1];
    assert_eq!(status(&fed(&["normalize", "-"], &text)), Some(3));
}

#[test]
fn idle_options_are_noted() {
    let output = fed(
        &["resolve", "-g", "rfc1808", "--excess-parents", "removed", "http://a/b", "../../g"],
        b"",
    );
    assert_eq!((status(&output), &*output.stdout), (Some(0), &b"http://a/../../g\n"[..]));
    assert!(String::from_utf8_lossy(&output.stderr).contains("--excess-parents has no effect"));
}

/// A group has the lines of every block, in their order.
#[test]
fn groups_go_over_many_blocks() {
    let count = 40_000;
    let upper = (0..count).map(|number| format!("HTTP://A/{number}\n"));
    let text: String =
        (0..count).map(|number| format!("http://a/{number}\n")).chain(upper).collect();
    assert!(text.len() > 1 << 20);
    let output = fed(&["equivalent", "--group", "-g", "rfc3986"], text.as_bytes());
    assert_eq!(status(&output), Some(0));
    let found = String::from_utf8(output.stdout).unwrap();
    let mut lines = found.lines();
    for number in 0..count {
        for (line, input) in [
            (number + 1, format!("http://a/{number}")),
            (number + 1 + count, format!("HTTP://A/{number}")),
        ] {
            let found = lines.next().unwrap();
            let expected = format!("http://a/{number}\t{line}\t{input}");
            assert!(found.starts_with(&expected), "{found}: {expected}");
        }
    }
    assert_eq!(lines.next(), None);
}
