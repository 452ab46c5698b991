use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Extractor, Wrapper, WINDOW};
use urigram_grammars::Grammar;

fn extractor() -> Extractor<'static> {
    Extractor::new(Grammar::Rfc3986)
}

/// Returns the identifiers of a text, and checks that a stream of it has the same.
fn found(text: &str) -> Vec<String> {
    let whole: Vec<_> = extractor().in_bytes(text.as_bytes()).collect();
    let streamed: Vec<_> = extractor().in_reader(text.as_bytes()).map(|one| one.unwrap()).collect();
    assert_eq!(whole, streamed);
    for one in &whole {
        let source = &text.as_bytes()[one.range.start as usize..one.range.end as usize];
        let squeezed: Vec<u8> = source.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        assert_eq!(squeezed, one.text.as_ref());
    }
    whole.iter().map(ToString::to_string).collect()
}

#[test]
fn punctuation_and_unopened_brackets_are_left_out() {
    let cases = [
        ("See http://a/b.", "http://a/b"),
        ("(http://a/b).", "http://a/b"),
        ("[x](http://a/b) y", "http://a/b"),
        ("http://a/b_(c)!", "http://a/b_(c)"),
        ("is it http://a/b?c=d?", "http://a/b?c=d"),
        ("'http://a/b',", "http://a/b"),
        ("URL:http://a/b;", "http://a/b"),
        ("URL: http://a/b", "http://a/b"),
        ("...http://a/b...", "http://a/b"),
        ("x=http://[::1]/]", "http://[::1]/"),
        ("http://a/b%2", "http://a/b"),
        ("http://a/b%zz", "http://a/b"),
        ("mailto:a@b.c,", "mailto:a@b.c"),
        ("\u{e9}http://a", "http://a"),
        ("http://a/b#c.", "http://a/b#c"),
        ("<a href=\"http://a/b\">", "http://a/b"),
        ("<see http://a/b>", "http://a/b"),
        ("<<http://a/b>>", "http://a/b"),
        ("\"<http://a/b>\"", "http://a/b"),
        ("\"http://a/\n  b\"", "http://a/b"),
        ("\"\" http://a/b \"x", "http://a/b"),
    ];
    for (text, expected) in cases {
        assert_eq!(found(text), [expected], "{text:?}");
    }
}

#[test]
fn words_with_colons_are_not_identifiers() {
    for text in [
        "",
        "Note: this",
        "at 12:30",
        "std::vec",
        "http://",
        "http:// x",
        "\"a:b\"",
        "http://,",
        "<a@b.c>",
        "a\0b",
        "://x",
        "<>",
        "\"",
        "mailto:",
        "URL:",
    ] {
        assert_eq!(found(text), [""; 0], "{text:?}");
    }
}

#[test]
fn brackets_mark_any_scheme_and_join_lines() {
    assert_eq!(found("<x-y:z>"), ["x-y:z"]);
    assert_eq!(found("<URL: http://a/\r\n\t b c>"), ["http://a/bc"]);
    let one = extractor().in_bytes(b"<URL:http://a/b>").next().unwrap();
    assert_eq!((one.range.clone(), one.wrapper, one.prefixed), (5..15, Wrapper::AngleBrackets, true));
}

#[test]
fn hyphens_at_line_ends_are_told() {
    let one = extractor().in_bytes(b"<http://a-b/c-\n d- e>").next().unwrap();
    assert_eq!(one.as_str(), Some("http://a-b/c-d-e"));
    assert_eq!(one.hyphens, [12]);
    assert_eq!(one.without_hyphens().unwrap(), b"http://a-b/cd-e");
}

#[test]
fn a_stream_is_read_like_a_text_wherever_it_is_cut() {
    let mut text = String::new();
    let mut expected = Vec::new();
    for index in 0..9000 {
        let uri = alloc::format!("http://h{index}/{}", "x".repeat(index % 90));
        text.push_str(["", "<URL:", "\"", "URL:", "("][index % 5]);
        text.push_str(&uri);
        text.push_str([" and ", ">", "\"\n", ", ", "). "][index % 5]);
        expected.push(uri);
    }
    assert!(text.len() > 6 * WINDOW);
    assert_eq!(found(&text), expected);
}

#[test]
fn an_identifier_longer_than_the_window_is_passed_over() {
    let long = alloc::format!("http://a/{}", "x".repeat(2 * WINDOW));
    assert_eq!(found(&alloc::format!("{long} http://b/")), ["http://b/"]);
    assert_eq!(found(&alloc::format!("<{long}> http://b/")), ["http://b/"]);
}

#[test]
fn hostile_texts_take_linear_time() {
    for piece in [
        "<",
        "\"",
        "a:",
        "a://",
        "<a:",
        "http://[",
        "a",
        "http://a/(",
        ")",
        "<\"",
        "URL:",
        "http://%",
        "-",
        "<http://a/ ",
    ] {
        let text = piece.repeat(1_000_000 / piece.len());
        extractor().in_bytes(text.as_bytes()).for_each(drop);
        extractor().in_reader(text.as_bytes()).for_each(|one| drop(one.unwrap()));
    }
}
