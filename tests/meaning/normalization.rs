//! Normal forms and equivalence: what the documents print, and what must hold for every identifier.

use crate::corpus::{examples_that, Example, Says};
use crate::support::{self, samples};
use std::borrow::Cow;
use urigram::documents::Form;
use urigram::errors::NormalizeError;
use urigram::iri::{iri_to_uri, uri_to_iri};
use urigram::normalization::{Compared, Level, Objective};
use urigram::{Grammar, Normalizer, Uri, UriRef};

/// Returns a whole identifier that holds an example of a part of one.
fn whole(example: &Example, part: &Option<String>) -> String {
    let part = part.as_deref().unwrap();
    match example.rule.as_deref() {
        None => part.into(),
        Some("scheme") => format!("{part}://h/p"),
        Some("path") => format!("s:{part}"),
        Some("pct-encoded" | "escaped" | "segment") => format!("http://h/x{part}"),
        Some("NID") => format!("urn:{part}:x"),
        Some(rule) => panic!("no identifier around a {rule}"),
    }
}

/// Whether an example needs IDNA, which the documents leave to others.
fn needs_idna(example: &Example) -> bool {
    let option = example.option.as_deref().unwrap_or_default();
    option.contains("ToASCII")
        || option.contains("ToUnicode")
        || example.note.as_deref().unwrap_or_default().contains("IDNA")
}

#[test]
fn printed_equivalents_and_differences() {
    let mut count = 0;
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        for example in examples_that(grammar, &[Says::Equivalent, Says::Different]) {
            let (a, b) = (whole(&example, &example.text), whole(&example, &example.with));
            if needs_idna(&example) || b.starts_with("http%3A") {
                continue;
            }
            let objective = if example.option.as_deref() == Some("5b") {
                Objective::Retrieval
            } else {
                Objective::Identity
            };
            let compared = Normalizer::new(grammar)
                .objective(objective)
                .equivalent(&a, &b)
                .unwrap_or_else(|error| panic!("{grammar}: {a} {b}: {error}"));
            let expected = example.says == Says::Equivalent;
            assert_eq!(compared.is_equivalent(), expected, "{grammar}: {a} and {b}: {compared:?}");
            count += 1;
        }
    }
    assert!(count >= 60, "only {count} examples");
}

#[test]
fn printed_normal_forms() {
    let mut count = 0;
    for &grammar in Grammar::ALL {
        for example in examples_that(grammar, &[Says::Normalizes])
            .iter()
            .filter(|example| !needs_idna(example))
        {
            let shown = format!("{grammar}: {example:?}");
            match example.option.as_deref() {
                Some("to URI") => {
                    let target = example.target.as_deref().unwrap();
                    assert_eq!(
                        iri_to_uri(example.text.as_deref().unwrap()).unwrap(),
                        target,
                        "{shown}"
                    );
                    assert_eq!(iri_to_uri(target).unwrap(), target, "{shown}");
                }
                Some("to IRI") => {
                    assert_eq!(
                        uri_to_iri(example.text.as_deref().unwrap()),
                        example.target.as_deref().unwrap(),
                        "{shown}"
                    );
                }
                Some(other) => panic!("{other}: {shown}"),
                None => {
                    let (from, to) =
                        (whole(example, &example.text), whole(example, &example.target));
                    assert_eq!(Normalizer::new(grammar).normalize(&from).unwrap(), to, "{shown}");
                }
            }
            count += 1;
        }
    }
    assert!(count >= 40, "only {count} examples");
}

#[test]
fn normal_forms_are_stable_and_accepted() {
    for &grammar in Grammar::ALL {
        let mut changed = 0;
        for sample in samples(grammar, 7, 120) {
            for level in Level::ALL {
                let normalizer = Normalizer::new(grammar).up_to(level);
                let normal = normalizer.normalize(&sample).unwrap();
                changed += usize::from(matches!(normal, Cow::Owned(_)));
                assert_eq!(
                    matches!(normal, Cow::Owned(_)),
                    normal != sample,
                    "{grammar}: {sample}"
                );
                let again = normalizer
                    .normalize(&normal)
                    .unwrap_or_else(|error| panic!("{grammar}: {sample}: {error}"));
                assert_eq!(again, normal, "{grammar}, {level}: {sample}");
                assert!(matches!(again, Cow::Borrowed(_)), "{grammar}: {sample}");
                assert_eq!(normalizer.key(&sample), normalizer.key(&normal), "{grammar}: {sample}");
            }
        }
        let is_normalizing = Normalizer::new(grammar).equivalences().any(|row| !row.key_only);
        assert_eq!(changed > 0, is_normalizing, "{grammar}");
    }
}

/// Returns the ids of the equivalences that unite two identifiers; `None` where the document does
/// not.
fn by(grammar: Grammar, a: &str, b: &str) -> Option<Vec<&'static str>> {
    match Normalizer::new(grammar).equivalent(a, b).unwrap() {
        Compared::Equivalent { by } => Some(by.iter().map(|row| row.id).collect()),
        _ => None,
    }
}

#[test]
fn equivalences_are_named() {
    for (grammar, a, b, expected) in [
        (Grammar::Rfc3986, "http://a/", "http://a/", Some(&[][..])),
        (Grammar::Rfc3986, "http://A/%3a", "http://a/%3A", Some(&["hex-digits", "host-case"])),
        (Grammar::Rfc3986, "http://%41/", "http://a/", Some(&["host-case", "encoding"])),
        (
            Grammar::Rfc3986,
            "http://a/b/%2e%2E/c",
            "http://a/c",
            Some(&["encoding", "dot-segments"]),
        ),
        (Grammar::Rfc3986, "http://a:080", "http://a/", Some(&["default-port", "empty-path"])),
        (Grammar::Rfc3986, "http://a:81", "http://a/", None),
        (Grammar::Rfc3986, "http://a/%2F", "http://a//", None),
        (
            Grammar::Rfc3986,
            "file:/a",
            "file://LOCALHOST/a",
            Some(&["host-case", "no-authority", "local-file"]),
        ),
        (Grammar::Rfc3986, "file://h/a", "file:///a", None),
        (Grammar::Uri2003, "http://a/../b", "http://a/b", None),
        (Grammar::Uri2003, "http://a/%2D", "http://a/-", Some(&["encoded-marks"])),
        (
            Grammar::Uri2003,
            "http://a/b/%2E/c",
            "http://a/b/c",
            Some(&["encoded-marks", "dot-segments"]),
        ),
        (Grammar::Uri2003, "file://localhost/a", "file:///a", Some(&["local-file"])),
        (
            Grammar::Rfc1738,
            "http://a",
            "HTTP://a:80/",
            Some(&["scheme-case", "default-port", "empty-path"]),
        ),
        (Grammar::Rfc1738, "ftp://a", "ftp://a/", None),
        (Grammar::Rfc1738, "gopher://h", "gopher://h/", Some(&["gopher-type"])),
        (Grammar::Rfc1738, "gopher://h", "gopher://h/1", Some(&["gopher-type"])),
        (Grammar::Rfc1738, "gopher://h", "gopher://h/0", None),
        (Grammar::Rfc1738, "telnet://h", "telnet://h/", Some(&["telnet-slash"])),
        (Grammar::Rfc1738, "file:///a", "file://localhost/a", Some(&["local-file"])),
        (Grammar::Rfc1738, "http://h/a%3Ab", "http://h/a:b", Some(&["http-encoding"])),
        (Grammar::Rfc1738, "http://h/a%3Fb", "http://h/a?b", None),
        (Grammar::Rfc1738, "ftp://h/a%2Fb", "ftp://h/a/b", None),
        (Grammar::Url1993, "http://a/b#", "http://a/b", Some(&["void-fragment"])),
        (Grammar::Url1993, "http://a/%2f", "http://a/%2F", Some(&["hex-digits"])),
        (Grammar::Rfc1630, "http://a/b#", "http://a/b", Some(&["void-fragment"])),
        (Grammar::Rfc1630, "http://a/b#c", "http://a/b", None),
        (Grammar::Rfc1630, "http://a/?b+c", "http://a/?b%20c", Some(&["space"])),
        (Grammar::Rfc1630, "http://a/b+c", "http://a/b%20c", None),
        (Grammar::Rfc1630, "http://a/b/%2E/c", "http://a/b/./c", None),
        (Grammar::Rfc1630, "http://a/b%2Ec", "http://a/b.c", Some(&["encoding"])),
        (Grammar::Rfc1630, "file:///a", "file://localhost/a", Some(&["local-file"])),
        (Grammar::Rfc1808, "http://a/b#", "http://a/b", Some(&["void-fragment"])),
        (Grammar::Rfc2396, "http://a/b#", "http://a/b", None),
        (Grammar::Rfc2732, "HTTP://[::1]/", "http://[::1]/", Some(&["scheme-case"])),
        (
            Grammar::Rfc6874,
            "http://[FE80::1%25En1]/",
            "http://[fe80::1%25En1]/",
            Some(&["host-case"]),
        ),
        (Grammar::Rfc6874, "http://[fe80::1%25En1]/", "http://[fe80::1%25en1]/", None),
        (
            Grammar::Rfc8141,
            "urn:a1:b?=c#d",
            "urn:a1:b",
            Some(&["without-fragment", "without-components"]),
        ),
    ] {
        assert_eq!(by(grammar, a, b).as_deref(), expected, "{grammar}: {a} and {b}");
    }
}

#[test]
fn some_documents_forbid_to_compare_references() {
    for (grammar, section) in [
        (Grammar::Uri2003, "6.1"),
        (Grammar::Rfc3986, "6.1"),
        (Grammar::Rfc3987, "5.1"),
        (Grammar::Rfc6874, "RFC 3986, 6.1"),
    ] {
        for (a, b) in [("a", "a"), ("a", "b"), ("//h", "http://h")] {
            let compared = Normalizer::new(grammar).equivalent(a, b).unwrap();
            let is_forbidden =
                matches!(compared, Compared::Unsaid { forbidden: Some(found) } if found == section);
            assert!(is_forbidden, "{grammar}: {a} {b} {compared:?}");
        }
    }
    assert!(by(Grammar::Rfc2396, "a/%7e", "a/~").is_some());
}

#[test]
fn comparison_before_retrieval_leaves_the_fragment_out() {
    let retrieval = |grammar| Normalizer::new(grammar).objective(Objective::Retrieval);
    for grammar in [Grammar::Uri2003, Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Rfc6874] {
        assert!(
            retrieval(grammar).equivalent("http://a/#b", "http://a/#c").unwrap().is_equivalent(),
            "{grammar}"
        );
        assert_eq!(by(grammar, "http://a/#b", "http://a/#c"), None, "{grammar}");
    }
}

/// RFC 3987, 5.3.2.3 decodes unreserved characters, and private-use characters are allowed in
/// queries only.
#[test]
fn private_use_characters_stay_encoded() {
    let normalizer = Normalizer::new(Grammar::Rfc3987);
    for (from, to) in [
        ("http://a/?%EE%80%80", "http://a/?%EE%80%80"),
        ("http://a/?%ee%80%80", "http://a/?%EE%80%80"),
        ("http://a/?%F0%A0%80%80", "http://a/?\u{20000}"),
        ("http://a/?%F3%B0%80%80", "http://a/?%F3%B0%80%80"),
        ("http://a/?%C3%A9", "http://a/?é"),
    ] {
        assert_eq!(normalizer.normalize(from).unwrap(), to);
    }
    assert_eq!(by(Grammar::Rfc3987, "http://a/?%EE%80%80", "http://a/?\u{E000}"), None);
}

/// RFC 3986, 6.2.3 is about URIs: the scheme of a reference is its base's.
#[test]
fn references_are_not_normalized_by_a_scheme() {
    for text in ["//h?q", "//h:", "//h:/", "//h/a/../b", "../a"] {
        for grammar in [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Uri2003] {
            assert_eq!(Normalizer::new(grammar).normalize(text).unwrap(), text, "{grammar}");
        }
    }
    assert_eq!(UriRef::parse("//H/%7e").unwrap().normalize(), "//h/~");
}

#[test]
fn a_rejected_input_has_no_normal_form() {
    assert!(matches!(
        Normalizer::new(Grammar::Rfc3986).normalize("a b"),
        Err(NormalizeError::Rejected(_))
    ));
    assert!(Normalizer::new(Grammar::Rfc3986).key("a b").is_err());
}

#[test]
fn a_path_does_not_turn_into_an_authority() {
    let normal = |text| Uri::parse(text).unwrap().normalize();
    assert_eq!(normal("a:/.//b"), "a:/.//b");
    assert_eq!(normal("a:/b/..//c"), "a:/.//c");
    assert_eq!(normal("a:b/..//c"), "a:/.//c");
    assert_eq!(normal("a://h/.//b"), "a://h//b");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn sixteen_mebibytes_are_normalized() {
    let long = format!("HTTP://A/{}", "%7e/../".repeat((16 << 20) / 7));
    assert_eq!(Uri::parse(&long).unwrap().normalize(), "http://a/");
}

#[test]
fn iris_map_to_uris_and_back() {
    for sample in samples(Grammar::Rfc3987, 3, 2000) {
        let uri = iri_to_uri(&sample).unwrap();
        assert!(
            Grammar::Rfc3986.tables(Default::default()).start().accepts(uri.as_bytes()),
            "{sample}: {uri}"
        );
        let iri = uri_to_iri(&uri);
        let again = iri_to_uri(&iri).unwrap();
        assert_eq!(uri_to_iri(&again), iri, "{sample}");
        assert!(
            Grammar::Rfc3987.tables(Default::default()).start().accepts(iri.as_bytes()),
            "{sample}: {iri}"
        );
    }
    assert_eq!(iri_to_uri("a b").unwrap_err().offset, 1);
    assert_eq!(iri_to_uri("é\u{FFFE}").unwrap_err().found, '\u{FFFE}');
}

#[cfg(feature = "idna")]
#[test]
fn what_the_documents_leave_to_idna() {
    use urigram::errors::IdnaError;
    use urigram::iri::{iri_to_uri_by_idna, uri_to_iri_by_idna};
    let mut count = 0;
    for example in examples_that(Grammar::Rfc3987, &[Says::Normalizes, Says::Equivalent])
        .iter()
        .filter(|example| needs_idna(example))
    {
        let input = example.text.as_deref().unwrap();
        let target = example.target.as_deref().or(example.with.as_deref()).unwrap();
        let converted = match example.option.as_deref() {
            Some("to IRI with ToUnicode") => uri_to_iri_by_idna(input),
            _ => iri_to_uri_by_idna(input),
        };
        assert_eq!(converted.unwrap(), target, "{example:?}");
        count += 1;
    }
    assert!(count >= 3, "only {count}");
    // Names of schemes that are not known to use domain names are percent-encoded; addresses stay.
    assert_eq!(iri_to_uri_by_idna("foo://é/é").unwrap(), "foo://%C3%A9/%C3%A9");
    assert_eq!(iri_to_uri_by_idna("http://[::1]/é").unwrap(), "http://[::1]/%C3%A9");
    assert_eq!(
        iri_to_uri_by_idna("http://u@r%C3%A9:80/?é").unwrap(),
        "http://u@xn--r-bga:80/?%C3%A9"
    );
    assert_eq!(iri_to_uri_by_idna("../é").unwrap(), "../%C3%A9");
    assert_eq!(iri_to_uri_by_idna("http://a_é/"), Err(IdnaError::Host));
    assert!(matches!(iri_to_uri_by_idna("a b"), Err(IdnaError::Syntax(_))));
    assert_eq!(uri_to_iri_by_idna("http://xn--0/").unwrap(), "http://xn--0/");
}

/// The one-pass normal form is only used if no equivalence forbids it. An unexpected kind of row
/// once made rfc3986 four times slower without changing an answer.
#[test]
fn a_document_that_says_it_is_closed_is_normalized_in_one_pass() {
    let mut closed = 0;
    for &grammar in Grammar::ALL {
        let Some(comparison) = &grammar.document().comparison else { continue };
        let path = format!("{}/grammars/{grammar}/document.toml", env!("CARGO_MANIFEST_DIR"));
        let facts = std::fs::read_to_string(path).expect("the folder of a document is there");
        let facts: toml::Table = facts.parse().expect("the facts are TOML");
        // A document that inherits all equivalences says nothing itself.
        let said = facts.get("comparison").and_then(|facts| facts.get("closed")?.as_bool());
        let said = said.unwrap_or(true);
        assert_eq!(comparison.summary.is_closed, said, "{grammar}");
        closed += usize::from(said);
    }
    assert!(closed > 5, "{closed}");
}

/// A value's normal form is not parsed again: its components are found by their delimiters.
#[test]
fn the_components_of_a_normal_form_are_those_of_its_text() {
    use urigram::{IriRef, Reading};
    let mut count = 0;
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        let short = support::strings("aH/:.%?#@", 4);
        let heads = ["", "HTTP://", "//u@H:80", "http://[::A]:80", "s:", "http://h:80?"];
        let tails = short.iter().step_by(if grammar == Grammar::Rfc3986 { 1 } else { 37 });
        let texts = tails.flat_map(|tail| heads.map(move |head| format!("{head}{tail}")));
        for text in texts.chain(samples(grammar, 31, 100)) {
            let Ok(value) = IriRef::parse_by(grammar, Reading::Corrected, &text) else { continue };
            let normal = value.normalize();
            let again = IriRef::parse_by(grammar, Reading::Corrected, normal.as_str()).unwrap();
            assert_eq!(normal.as_iri_ref().parts(), again.parts(), "{grammar}: {text} {normal}");
            count += 1;
        }
    }
    assert!(count > 10_000, "{count}");
}
