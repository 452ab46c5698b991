use urigram_grammars::Grammar;

use super::{Extractor, Wrapper, WINDOW};

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
        let squeezed: Vec<u8> =
            source.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        assert_eq!(squeezed, one.text.as_ref());
        assert_eq!(one.joined, source != one.text.as_ref());
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
    assert_eq!(
        (one.range.clone(), one.wrapper, one.prefixed),
        (5..15, Wrapper::AngleBrackets, true)
    );
}

/// Returns what is found in a text by a grammar, each with its marks.
fn marked(grammar: Grammar, text: &str) -> Vec<(String, bool, bool)> {
    let found = Extractor::new(grammar).in_bytes(text.as_bytes());
    found.map(|one| (one.to_string(), one.cut, one.joined)).collect()
}

// A hand-written set of characters for fragments took `#a#b`, `#c%zz` and `##`.
#[test]
fn a_fragment_is_as_long_as_the_grammar_allows() {
    let whole = |text: &str| (text.to_owned(), false, false);
    let cut = |text: &str| (text.to_owned(), true, false);
    let cases = [
        (Grammar::Rfc3986, "<http://a/#a#b>", cut("http://a/#a")),
        (Grammar::Rfc3986, "http://a/#b.#c", cut("http://a/#b")),
        (Grammar::Rfc2396, "http://a/b#c%zz", cut("http://a/b#c")),
        (Grammar::Rfc2396, "http://a/b#c%7a d", whole("http://a/b#c%7a")),
        (Grammar::Rfc2396, "<http://a/b#c>", whole("http://a/b#c")),
        (Grammar::Rfc3986, "uRn:##", cut("uRn:#")),
        (Grammar::Rfc1808, "http://a/b#c d", whole("http://a/b#c")),
        (Grammar::Uri2003, "http://a/b#c. d", whole("http://a/b#c")),
        (Grammar::Url1997, "http://a/b#c[d", cut("http://a/b#c")),
        // RFC 1738, 2.2: the crosshatch delimits a URL from what follows.
        (Grammar::Rfc1738, "http://a/b#c", whole("http://a/b")),
        (Grammar::Rfc1738, "http://a/b.#c", whole("http://a/b.")),
        (Grammar::Rfc1738, "<URL:http://a/b #c>", whole("http://a/b")),
    ];
    for (grammar, text, expected) in cases {
        assert_eq!(marked(grammar, text), [expected], "{grammar} {text:?}");
    }
}

#[test]
fn an_identifier_that_is_not_all_of_a_word_is_marked() {
    let texts = |pairs: &[(&str, &str)], is_cut: bool| {
        for (text, expected) in pairs {
            assert_eq!(
                marked(Grammar::Rfc3986, text),
                [(expected.to_string(), is_cut, false)],
                "{text:?}"
            );
        }
    };
    texts(
        &[
            ("\"https://www.example.com/start?q=a|b\"", "https://www.example.com/start?q=a"),
            ("<http://p/\u{e9}>", "http://p/"),
            ("http://a/b%2", "http://a/b"),
            ("http://a:80b/", "http://a:80"),
            ("http://a/b.|c", "http://a/b"),
            ("http://a/b]c", "http://a/b"),
            ("(http://a/b|c)", "http://a/b"),
            ("|http://a/b^|", "http://a/b"),
            ("http://a/b).^", "http://a/b"),
        ],
        true,
    );
    texts(
        &[
            ("http://a/b", "http://a/b"),
            ("(http://a/b).", "http://a/b"),
            ("(http://a/b){.c}", "http://a/b"),
            ("(http://a/b.){c}", "http://a/b"),
            ("[http://a/b](c)", "http://a/b"),
            ("`http://a/b`", "http://a/b"),
            ("`URL:http://a/b`", "http://a/b"),
            ("|http://a/b|http:|", "http://a/b"),
            ("\u{201C}http://a/b\u{201D}", "http://a/b"),
            ("http://a/b\u{1B}[0m", "http://a/b"),
            ("http://a/b<br>", "http://a/b"),
            ("http://a/b,\tc", "http://a/b"),
        ],
        false,
    );
}

#[test]
fn an_identifier_in_pieces_is_marked() {
    let joined = ("http://a/bc".to_owned(), false, true);
    for text in ["<http://a/b\nc>", "<http://a/b c>", "\"http://a/b\n c\""] {
        assert_eq!(marked(Grammar::Rfc3986, text), std::slice::from_ref(&joined), "{text:?}");
    }
    assert_eq!(marked(Grammar::Rfc1738, "<http://a/b\nc#d>"), [joined]);
    assert_eq!(
        marked(Grammar::Rfc3986, "< http://a/b\n>"),
        [("http://a/b".to_owned(), false, false)]
    );
}

// RFC 2141, 2.4; urn-2012, 2.5.3: a name ends at a character that is excluded from names.
#[test]
fn punctuation_belongs_to_a_name_where_the_document_says_so() {
    for (grammar, text, expected) in [
        (Grammar::Urn2012, "urn:ab:c, c", "urn:ab:c,"),
        (Grammar::Urn2012, "(urn:ab:c).", "urn:ab:c)."),
        (Grammar::Urn2012, "urn:ab:c,? c", "urn:ab:c,"),
        (Grammar::Urn2012, "urn:ab:c?d=e, e", "urn:ab:c?d=e"),
        (Grammar::Urn2012, "urn:ab:c#c.", "urn:ab:c#c"),
        (Grammar::Rfc2141, "urn:ab:c, c", "urn:ab:c,"),
        (Grammar::Rfc8141, "urn:ab:c, c", "urn:ab:c"),
        (Grammar::Rfc3986, "urn:ab:c, c", "urn:ab:c"),
    ] {
        assert_eq!(
            marked(grammar, text),
            [(expected.to_owned(), false, false)],
            "{grammar} {text:?}"
        );
    }
}

#[test]
fn hyphens_at_line_ends_are_kept() {
    let one = extractor().in_bytes(b"<http://a-b/c-\n d- e>").next().unwrap();
    assert_eq!(one.as_str(), Some("http://a-b/c-d-e"));
}

#[test]
fn a_stream_is_read_like_a_text_wherever_it_is_cut() {
    let mut text = String::new();
    let mut expected = Vec::new();
    for index in 0..9000 {
        let uri = format!("http://h{index}/{}", "x".repeat(index % 90));
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
    let long = format!("http://a/{}", "x".repeat(2 * WINDOW));
    assert_eq!(found(&format!("{long} http://b/")), ["http://b/"]);
    assert_eq!(found(&format!("<{long}> http://b/")), ["http://b/"]);
}

// A mutant with a window of about 1 KiB survived.
#[test]
fn an_identifier_of_sixty_kilobytes_is_found() {
    let long = format!("http://a/{}", "x".repeat(60 * 1024));
    assert_eq!(found(&format!("see {long}, \"{long}\" <{long}>")), [&*long; 3]);
}

// A stream that held exactly a window gave an identifier that a whole text did not.
#[test]
fn a_window_is_searched_alike_in_a_text_and_in_a_stream() {
    // The buffer of a stream has four windows, so that the last begins with the identifier.
    for shift in 0..4 {
        for tail in ["", "x", "%", " ", ", ", ">"] {
            for len in WINDOW - 12..WINDOW - 7 {
                let uri = format!("http://a/{}", "x".repeat(len));
                found(&format!(
                    "{}{uri}{tail}{}",
                    " ".repeat(3 * WINDOW - 2 + shift),
                    "x".repeat(20)
                ));
            }
        }
    }
    let exact = format!("http://a/{}", "x".repeat(WINDOW - 9));
    assert_eq!(exact.len(), WINDOW);
    assert_eq!(found(&exact), [&*exact]);
    assert_eq!(found(&format!("{exact} http://b/")), ["http://b/"]);
    assert_eq!(found(&format!("{}%2x http://b/", &exact[1..])), ["http://b/"]);
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
        let start = std::time::Instant::now();
        extractor().in_bytes(text.as_bytes()).for_each(drop);
        extractor().in_reader(text.as_bytes()).for_each(|one| drop(one.unwrap()));
        // Linear time is below a second. Quadratic time is 10^12 steps: more than a quarter of an
        // hour, on a fast machine and in an optimized build.
        assert!(start.elapsed().as_secs() < 120, "{piece:?}");
    }
}

/// If a text is cut after white space, its parts have the identifiers of the whole.
#[test]
fn parts_have_the_identifiers_of_the_whole() {
    let text = "see <http://a/\n b>, \"http://c/\nd\" x:y http://e/ <mailto:f@g>\nURL: http://h/ \"a b\nc\" \
                <http://\n \n i/> news:j end";
    for extractor in [extractor(), Extractor::new(Grammar::Urc1993)] {
        let whole: Vec<_> = extractor.in_bytes(text.as_bytes()).collect();
        let cuts = text.bytes().enumerate().filter(|(_, byte)| byte.is_ascii_whitespace());
        for cut in cuts.map(|(at, _)| at + 1) {
            let mut first = extractor.in_part(text.as_bytes(), 0..cut);
            let mut found: Vec<_> = first.by_ref().collect();
            let from = first.position();
            assert!(from >= cut);
            found.extend(extractor.in_part(text.as_bytes(), from..text.len()));
            assert_eq!(found, whole, "cut at {cut}");
        }
    }
}

// Mutations of these two bounds survived.
#[test]
fn a_scheme_has_at_most_64_characters_and_one_blank_follows_a_prefix() {
    for (len, count) in [(63, 1), (64, 1), (65, 0)] {
        assert_eq!(found(&format!("{}://h", "a".repeat(len))).len(), count, "{len}");
    }
    for (text, prefixed) in
        [("URL:http://h/", true), ("url: http://h/", true), ("URL:  http://h/", false)]
    {
        let all: Vec<_> = extractor().in_bytes(text.as_bytes()).collect();
        let marks: Vec<bool> = all.iter().map(|one| one.prefixed).collect();
        assert_eq!(marks, [prefixed], "{text}");
    }
}

// A mutant that gave every wrapper the same name survived.
#[test]
fn each_wrapper_has_a_name() {
    let text = b"<http://a/> \"http://b/\" http://c/ \"http://d/\"";
    let names: Vec<&str> = extractor().in_bytes(text).map(|one| one.wrapper.id()).collect();
    // The mark that closes one wrapper opens no other.
    assert_eq!(names, ["angle-brackets", "double-quotes", "white-space", "double-quotes"]);
}

/// A citation is found whole, by its own grammar, and the empty one is left out.
#[test]
fn citations_are_found_where_they_are() {
    let text = b"see <URN:ab:c;> and <>, <x <Title=a;Author=b c;><T=<;>; <Title=a;\n>";
    let extractor = Extractor::new(Grammar::Urc1993);
    let all: Vec<_> = extractor.in_bytes(text).collect();
    let texts: Vec<String> = all.iter().map(ToString::to_string).collect();
    assert_eq!(texts, ["<URN:ab:c;>", "<Title=a;Author=b c;>", "<T=<;>"]);
    for one in &all {
        let range = one.range.start as usize..one.range.end as usize;
        assert_eq!(one.text.as_ref(), &text[range]);
        assert_eq!(one.wrapper, Wrapper::AngleBrackets);
        assert!(!one.prefixed && !one.cut && !one.joined);
    }
    let streamed: Result<Vec<_>, _> = extractor.in_reader(&text[..]).collect();
    assert_eq!(streamed.unwrap(), all);
}

// Without the wrapper, the same text was found by the white space around it.
#[test]
fn a_wrapper_may_have_white_space_inside_and_is_closed_by_its_own_mark() {
    for (text, wrapper) in [
        ("<http://a/b>", Wrapper::AngleBrackets),
        ("< http://a/b >", Wrapper::AngleBrackets),
        ("< \r\n\thttp://a/b\n>", Wrapper::AngleBrackets),
        ("< URL: \n http://a/b>", Wrapper::AngleBrackets),
        ("x \"http://a/b\" y", Wrapper::DoubleQuotes),
        ("\"  http://a/b  \"", Wrapper::DoubleQuotes),
        ("<http://a/b <c>", Wrapper::WhiteSpace),
        ("<http://a/b", Wrapper::WhiteSpace),
        ("\"http://a/b", Wrapper::WhiteSpace),
    ] {
        let all: Vec<_> = extractor().in_bytes(text.as_bytes()).collect();
        let shown: Vec<_> = all.iter().map(|one| (one.to_string(), one.wrapper)).collect();
        assert_eq!(shown, [("http://a/b".to_owned(), wrapper)], "{text:?}");
        let range = all[0].range.start as usize..all[0].range.end as usize;
        assert_eq!(&text[range], "http://a/b", "{text:?}");
    }
}

/// Sentences of several scripts stand next to identifiers without a space.
#[test]
fn identifiers_end_at_the_punctuation_of_every_script() {
    for (text, expected) in [
        (
            "請看http://例え.jp/こんにちは。次の文「http://a.jp/道」も",
            &["http://例え.jp/こんにちは", "http://a.jp/道"][..],
        ),
        (
            "网址：http://例子.中国/路径，还有（https://a.cn/甲）。",
            &["http://例子.中国/路径", "https://a.cn/甲"],
        ),
        (
            "انظر http://مثال.إختبار/صفحة، ثم http://a.eg/ب؟",
            &["http://مثال.إختبار/صفحة", "http://a.eg/ب"],
        ),
        (
            "Voir « http://exemple.fr/été » et ‹http://a.fr/ça›.",
            &["http://exemple.fr/été", "http://a.fr/ça"],
        ),
        (
            "Siehe „https://günstig.de/a“, „http://b.de/ß“…",
            &["https://günstig.de/a", "http://b.de/ß"],
        ),
        ("http://a.in/पथ। http://b.am/ճ։", &["http://a.in/पथ", "http://b.am/ճ"]),
    ] {
        let extractor = Extractor::new(Grammar::Rfc3987);
        let found: Vec<_> = extractor.in_bytes(text.as_bytes()).collect();
        let texts: Vec<&str> = found.iter().map(|one| one.as_str().unwrap()).collect();
        assert_eq!(texts, expected, "{text}");
        assert!(!found.iter().any(|one| one.cut), "{text}");
    }
}

#[test]
fn a_cut_authority_is_reported() {
    for (text, grammar, cut) in [
        (&b"https://g\xC3\xBCnstig.de/a"[..], Grammar::Rfc3986, true),
        (b"https://g\xFCnstig.de/a", Grammar::Rfc3986, true),
        (b"https://g\xFCnstig.de/a", Grammar::Rfc3987, true),
        (b"https://g\xC3\xBCnstig.de/a", Grammar::Rfc3987, false),
        (b"http://a|b/", Grammar::Rfc3986, true),
        (b"http://a/|b", Grammar::Rfc3986, false),
        (b"mailto:a\xFC", Grammar::Rfc3986, false),
    ] {
        let found = Extractor::new(grammar).in_bytes(text).next().unwrap();
        assert_eq!(found.is_cut_in_authority(), cut, "{}", text.escape_ascii());
    }
}
