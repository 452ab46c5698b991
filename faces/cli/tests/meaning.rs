//! `resolve`, `normalize` and `equivalent` on inputs that they must survive.

use crate::program::{fed, json, status, stderr};

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
            for answer in json(&output) {
                assert!(answer["error"]["message"].is_string(), "{answer}");
            }
        }
    }
}

#[test]
fn empty_inputs_resolve_and_normalize_and_are_not_compared() {
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
    assert!(stderr(&output).contains("--excess-parents has no effect"));
}
