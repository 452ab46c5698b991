//! Normal forms and equivalence: what the documents print, and what must hold for every identifier.

mod support;

use std::borrow::Cow;
use support::{examples, samples, text};
use urigram::{iri_to_uri, uri_to_iri, Form, Grammar, Normalizer, Rung, Uri};

/// A whole identifier that holds an example of a part of one.
fn whole(example: &toml::Table, key: &str) -> String {
    let part = text(example, key).unwrap();
    match text(example, "rule") {
        None => part.into(),
        Some("scheme") => format!("{part}://h/p"),
        Some("path") => format!("s:{part}"),
        Some("pct-encoded" | "escaped" | "segment") => format!("http://h/x{part}"),
        Some("NID") => format!("urn:{part}:x"),
        Some(rule) => panic!("no identifier around a {rule}"),
    }
}

/// Citations compare by their elements; these names have equivalences of their own, which their type has.
fn is_compared_elsewhere(grammar: Grammar) -> bool {
    grammar.document().form == Form::Urc || [Grammar::Urn2012, Grammar::Rfc8141].contains(&grammar)
}

/// What the documents leave to IDNA.
fn needs_idna(example: &toml::Table) -> bool {
    let option = text(example, "option").unwrap_or_default();
    option.contains("ToASCII")
        || option.contains("ToUnicode")
        || text(example, "note").unwrap_or_default().contains("IDNA")
}

#[test]
fn printed_equivalents_and_differences() {
    let mut count = 0;
    for &grammar in Grammar::ALL.iter().filter(|&&grammar| !is_compared_elsewhere(grammar)) {
        for example in examples(grammar, &["equivalent", "different"]) {
            let (a, b) = (whole(&example, "text"), whole(&example, "with"));
            if needs_idna(&example) || b.starts_with("http%3A") {
                continue;
            }
            let met = Normalizer::new(grammar)
                .equivalent(&a, &b)
                .unwrap_or_else(|error| panic!("{grammar}: {a} {b}: {error}"));
            assert_eq!(met.is_some(), text(&example, "says") == Some("equivalent"), "{grammar}: {a} and {b}: {met:?}");
            count += 1;
        }
    }
    assert!(count >= 60, "only {count} examples");
}

#[test]
fn printed_normal_forms() {
    let mut count = 0;
    for &grammar in Grammar::ALL {
        for example in examples(grammar, &["normalizes"]).iter().filter(|example| !needs_idna(example)) {
            let shown = format!("{grammar}: {example:?}");
            match text(example, "option") {
                Some("to URI") => {
                    let target = text(example, "target").unwrap();
                    assert_eq!(iri_to_uri(text(example, "text").unwrap()).unwrap(), target, "{shown}");
                    assert_eq!(iri_to_uri(target).unwrap(), target, "{shown}");
                }
                Some("to IRI") => {
                    assert_eq!(uri_to_iri(text(example, "text").unwrap()), text(example, "target").unwrap(), "{shown}");
                }
                Some(other) => panic!("{other}: {shown}"),
                None => {
                    let (from, to) = (whole(example, "text"), whole(example, "target"));
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
            for rung in Rung::ALL {
                let normalizer = Normalizer::new(grammar).up_to(rung);
                let normal = normalizer.normalize(&sample).unwrap();
                changed += usize::from(matches!(normal, Cow::Owned(_)));
                assert_eq!(matches!(normal, Cow::Owned(_)), normal != sample, "{grammar}: {sample}");
                let again =
                    normalizer.normalize(&normal).unwrap_or_else(|error| panic!("{grammar}: {sample}: {error}"));
                assert_eq!(again, normal, "{grammar}, {rung}: {sample}");
                assert!(matches!(again, Cow::Borrowed(_)), "{grammar}: {sample}");
                assert!(normalizer.equivalent(&sample, &normal).unwrap().is_some(), "{grammar}: {sample}");
            }
        }
        assert!(changed > 0 || Normalizer::new(grammar).rungs().count() == 1, "{grammar}: nothing ever changes");
    }
}

#[test]
fn each_rung_on_its_own() {
    let meet = |grammar, a, b| Normalizer::new(grammar).equivalent(a, b).unwrap();
    assert_eq!(meet(Grammar::Rfc3986, "http://a/", "http://a/"), Some(Rung::SimpleString));
    assert_eq!(meet(Grammar::Rfc3986, "http://A/%3a", "http://a/%3A"), Some(Rung::Case));
    assert_eq!(meet(Grammar::Rfc3986, "http://%41/", "http://a/"), Some(Rung::PercentEncoding));
    assert_eq!(meet(Grammar::Rfc3986, "http://a/b/%2e%2E/c", "http://a/c"), Some(Rung::PathSegments));
    assert_eq!(meet(Grammar::Rfc3986, "http://a:080", "http://a/"), Some(Rung::Scheme));
    assert_eq!(meet(Grammar::Rfc3986, "http://a:81", "http://a/"), None);
    assert_eq!(meet(Grammar::Rfc3986, "http://a/%2F", "http://a//"), None);
    assert_eq!(meet(Grammar::Uri2003, "http://a/../b", "http://a/b"), None);
    assert_eq!(meet(Grammar::Rfc1738, "http://a", "HTTP://a:80/"), Some(Rung::Scheme));
    assert_eq!(meet(Grammar::Rfc1738, "ftp://a", "ftp://a/"), None);
    assert_eq!(meet(Grammar::Rfc6874, "http://[FE80::1%25En1]/", "http://[fe80::1%25En1]/"), Some(Rung::Case));
    assert_eq!(meet(Grammar::Rfc6874, "http://[fe80::1%25En1]/", "http://[fe80::1%25en1]/"), None);
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
fn sixteen_mebibytes() {
    let long = format!("HTTP://A/{}", "%7e/../".repeat((16 << 20) / 7));
    assert_eq!(Uri::parse(&long).unwrap().normalize(), "http://a/");
}

#[test]
fn iris_map_to_uris_and_back() {
    for sample in samples(Grammar::Rfc3987, 3, 2000) {
        let uri = iri_to_uri(&sample).unwrap();
        assert!(Grammar::Rfc3986.tables(Default::default()).start().accepts(uri.as_bytes()), "{sample}: {uri}");
        let iri = uri_to_iri(&uri);
        let again = iri_to_uri(&iri).unwrap();
        assert_eq!(uri_to_iri(&again), iri, "{sample}");
        assert!(Grammar::Rfc3987.tables(Default::default()).start().accepts(iri.as_bytes()), "{sample}: {iri}");
    }
    assert_eq!(iri_to_uri("a b").unwrap_err().offset, 1);
    assert_eq!(iri_to_uri("é\u{FFFE}").unwrap_err().found, '\u{FFFE}');
}

#[cfg(feature = "idna")]
#[test]
fn what_the_documents_leave_to_idna() {
    use urigram::{iri_to_uri_by_idna, uri_to_iri_by_idna, IdnaError};
    let mut count = 0;
    for example in
        examples(Grammar::Rfc3987, &["normalizes", "equivalent"]).iter().filter(|example| needs_idna(example))
    {
        let input = text(example, "text").unwrap();
        let target = text(example, "target").or(text(example, "with")).unwrap();
        let converted = match text(example, "option") {
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
    assert_eq!(iri_to_uri_by_idna("http://u@r%C3%A9:80/?é").unwrap(), "http://u@xn--r-bga:80/?%C3%A9");
    assert_eq!(iri_to_uri_by_idna("../é").unwrap(), "../%C3%A9");
    assert_eq!(iri_to_uri_by_idna("http://a_é/"), Err(IdnaError::Host));
    assert!(matches!(iri_to_uri_by_idna("a b"), Err(IdnaError::Syntax(_))));
    assert_eq!(uri_to_iri_by_idna("http://xn--0/").unwrap(), "http://xn--0/");
}
