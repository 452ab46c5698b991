//! Tests of edges that mutations by hand moved without being noticed.

use urigram::documents::Form;
use urigram::urn::NidRule;
use urigram::{Component, Grammar, Normalizer, Reading, Resolver, Uri, UriRef, Urn};
use urigram_core::tree::Tree;
use urigram_grammars::Engine;

fn normal(grammar: Grammar, text: &str) -> String {
    Normalizer::new(grammar).normalize(text).expect("the text is accepted").into_owned()
}

// The documentation of `parse` names them. A scheme begins with a letter; a path that begins with
// `1` is one of a reference, whose first segment has no colon.
#[test]
fn the_rejected_examples_of_parse_have_their_offsets() {
    for (text, uri, reference) in [
        ("http://a/b c", Some(10), Some(10)),
        ("http://a/%G0", Some(10), Some(10)),
        ("1:2", Some(0), Some(1)),
        ("", Some(0), None),
        ("g?y", Some(1), None),
    ] {
        assert_eq!(Uri::parse(text).err().map(|error| error.offset()), uri, "{text}");
        assert_eq!(UriRef::parse(text).err().map(|error| error.offset()), reference, "{text}");
    }
}

// With wrapping arithmetic, 2^32 + 80 and 2^16 + 80 are 80.
#[test]
fn a_port_beyond_all_ports_is_no_default() {
    for (text, expected) in [
        ("http://a:4294967376/", "http://a:4294967376/"),
        ("http://a:65616/", "http://a:65616/"),
        ("http://a:18446744073709551696/", "http://a:18446744073709551696/"),
        ("http://a:0000000000000000000080/", "http://a/"),
        ("http://a:80/", "http://a/"),
        ("http://a:8/", "http://a:8/"),
    ] {
        assert_eq!(normal(Grammar::Rfc3986, text), expected);
    }
}

// A comma ends a domain, so the next local part keeps its case.
#[test]
fn each_mailbox_has_a_domain_of_its_own() {
    assert_eq!(normal(Grammar::Rfc3986, "mailto:Ab@C.ORG,De@F.ORG"), "mailto:Ab@c.org,De@f.org");
    assert_eq!(normal(Grammar::Rfc3986, "mailto:A,B@C,D"), "mailto:A,B@c,D");
}

#[test]
fn an_empty_port_is_no_port_where_the_document_says_so() {
    assert_eq!(normal(Grammar::Rfc3986, "http://a:/b"), "http://a/b");
    assert_eq!(normal(Grammar::Rfc3986, "foo://a:/b"), "foo://a/b");
    assert_eq!(normal(Grammar::Rfc2396, "http://a:/b"), "http://a:/b");
    let equivalent = |grammar| {
        Normalizer::new(grammar).equivalent("http://a:/b", "http://a/b").unwrap().is_equivalent()
    };
    // RFC 2396 prefers neither form, and the documents before url-1997 know no empty port.
    assert!(equivalent(Grammar::Rfc3986) && equivalent(Grammar::Rfc2396));
    assert!(!equivalent(Grammar::Rfc1808));
}

#[test]
fn a_namespace_identifier_has_at_most_32_characters() {
    let urn = |len: usize| format!("urn:{}:c", "a".repeat(len));
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form == Form::Urn) {
        let table = grammar.tables(Reading::Corrected).start();
        for (len, accepted) in
            [(2, true), (31, true), (32, true), (33, false), (34, false), (64, false)]
        {
            let text = urn(len);
            let parsed = Urn::parse_by(grammar, Reading::Corrected, &text);
            assert_eq!(parsed.is_ok(), accepted, "{grammar} {len}");
            assert_eq!(
                table.prefix(text.as_bytes()).accepted == Some(text.len()),
                accepted,
                "{grammar} {len}"
            );
            if let Err(error) = table.check(text.as_bytes(), Reading::Corrected) {
                assert_eq!(error.offset(), 4 + 32, "{grammar} {len}");
            }
        }
    }
    for rule in [NidRule::Rfc2141, NidRule::Urn2012Section2, NidRule::Urn2012AppendixB] {
        assert!(rule.accepts(&"a".repeat(32)) && !rule.accepts(&"a".repeat(33)), "{rule:?}");
    }
}

// RFC 8141, 2: r- and q-component begin with a pchar, so that "?=?" and "?=/" begin neither.
#[test]
fn components_of_names_are_what_the_trees_say() {
    let pieces = ["?+", "?=", "?", "=", "+", "/", "a", "#"];
    let mut accepted = 0;
    for number in 0..8usize.pow(5) {
        let tail: String = (0..5).map(|place| pieces[number / 8usize.pow(place) % 8]).collect();
        let text = format!("urn:example:a{tail}");
        for reading in Reading::ALL {
            let Ok(urn) = Urn::parse_by(Grammar::Rfc8141, reading, &text) else { continue };
            // Every third is enough for pest, which is slow.
            if accepted % 3 > 0 {
                accepted += 1;
                continue;
            }
            let tree = Tree::parse(Grammar::Rfc8141, reading, None, text.as_bytes())
                .expect("pest accepts it too");
            let node = |rule| tree.find_named(rule).map(|node| &text[node.start()..node.end()]);
            assert_eq!(urn.r_component(), node("r-component"), "{text} {reading}");
            assert_eq!(urn.q_component(), node("q-component"), "{text} {reading}");
            assert_eq!(urn.f_component(), node("f-component"), "{text} {reading}");
            assert_eq!(Some(urn.nss()), node("NSS"), "{text} {reading}");
            accepted += 1;
        }
    }
    assert!(accepted > 3000, "{accepted}");
    for text in [
        "urn:example:a?=?b",
        "urn:example:a?=/b",
        "urn:example:a?+?b",
        "urn:example:a?+?=b",
        "urn:example:a?b",
    ] {
        assert!(Urn::parse(text).is_err(), "{text}");
    }
    let urn = Urn::parse("urn:example:a?+b?=?c");
    assert!(urn.is_err() || urn.unwrap().q_component().is_none());
}

// RFC 3986, 4.4: a same-document reference is identical to the base, aside from the fragments.
#[test]
fn a_target_is_the_same_document_as_a_base_that_differs_in_fragments_only() {
    let by = |grammar, base: &str, reference| {
        let resolver = Resolver::new(grammar);
        let target = resolver.resolve("http://a/b?c#d", reference).unwrap();
        resolver.is_same_document(base, &target)
    };
    for (reference, same) in [
        ("", true),
        ("#e", true),
        ("#", true),
        ("http://a/b?c", true),
        ("?c#f", true),
        ("b?c", true),
        ("?", false),
        ("?cc", false),
        ("b", false),
        ("B?c", false),
        ("http://a/b?c/", false),
    ] {
        for grammar in [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Rfc6874] {
            assert_eq!(by(grammar, "http://a/b?c#d", reference), Some(same), "{reference:?}");
            assert_eq!(by(grammar, "http://a/b?c", reference), Some(same), "{reference:?}");
            let of_path = by(grammar, "http://a/b#?c", reference);
            assert_eq!(of_path, Some(reference == "b"), "{reference:?}");
        }
        // RFC 2396, 4.2: a reference that contains no URI is one to the current document.
        let is_current = reference.is_empty() || reference.starts_with('#');
        for grammar in [Grammar::Url1997, Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Uri2003] {
            assert_eq!(by(grammar, "http://a/b?c#d", reference), Some(is_current), "{reference:?}");
        }
    }
    // These are not about it.
    for grammar in [Grammar::Url1993, Grammar::Rfc1630, Grammar::Rfc1808, Grammar::Whatwg] {
        for reference in ["#e", "b"] {
            assert_eq!(by(grammar, "http://a/b?c#d", reference), None, "{grammar} {reference:?}");
        }
    }
}

#[test]
fn components_have_the_names_of_their_spans() {
    let urn = Urn::parse("urn:example:a?+r?=q#f").unwrap();
    let components = urn.components();
    for (component, text) in
        [(Component::RComponent, "r"), (Component::QComponent, "q"), (Component::Fragment, "f")]
    {
        assert_eq!(components.text(component), Some(text.as_bytes()));
    }
}

/// Most authorities are a name in the first 32 bytes, and the engines look for that first. Here a
/// scheme leaves the authority the last bytes of the first block, and the authority has no byte of
/// a name.
#[test]
fn authorities_without_letters_at_the_end_of_a_block() {
    for &grammar in Grammar::ALL {
        let table = grammar.tables(Reading::Corrected).start();
        for byte in (b'!'..=b'~').filter(|byte| !byte.is_ascii_alphanumeric()) {
            for (scheme, len) in (1..62).flat_map(|scheme| (63..66).map(move |len| (scheme, len))) {
                let mut input = ["a".repeat(scheme).as_bytes(), b"://"].concat();
                input.resize(len, byte);
                for end in ["", "?a"] {
                    input.extend_from_slice(end.as_bytes());
                    let accepts = |engine| table.accepts_by(engine, &input);
                    let expected = accepts(Engine::Table);
                    let wrong = Engine::ALL.into_iter().find(|&one| accepts(one) != expected);
                    assert!(wrong.is_none(), "{grammar} {wrong:?}: {}", input.escape_ascii());
                }
            }
        }
    }
}

/// The engines look at the first byte of a specific string together with the identifier before it.
#[test]
fn specific_strings_begin_with_the_same_bytes_in_every_engine() {
    for &grammar in Grammar::ALL {
        let table = grammar.tables(Reading::Corrected).start();
        for nid in ["a", "ab", "a-", "-a", "ab-", "urn-7", &"a".repeat(32), &"a".repeat(33)] {
            for byte in b' '..=b'~' {
                for rest in ["", "a", "a/b?c#d", &"a".repeat(64)] {
                    let input = format!("urn:{nid}:{}{rest}", char::from(byte));
                    let accepts = |engine| table.accepts_by(engine, input.as_bytes());
                    let expected = accepts(Engine::Table);
                    let wrong = Engine::ALL.into_iter().find(|&one| accepts(one) != expected);
                    assert!(wrong.is_none(), "{grammar} {wrong:?}: {input}");
                }
            }
        }
    }
}
