use urigram_core::Resolver;
use urigram_grammars::Grammar;

use super::{BaseCandidates, BaseError, BaseSource};

const NONE: BaseCandidates<'static> = BaseCandidates {
    embedded: None,
    headers: &[],
    enclosing: None,
    retrieved: None,
    default: None,
};

/// Returns candidates with one header field, and the URI of a retrieval.
fn header<'a>(field: &'a [(&'a str, &'a str)], retrieved: Option<&'a str>) -> BaseCandidates<'a> {
    BaseCandidates { headers: field, retrieved, ..NONE }
}

fn embedded(base: &str) -> BaseCandidates<'_> {
    BaseCandidates { embedded: Some(base), ..NONE }
}

fn chosen(candidates: BaseCandidates<'_>, by: Grammar) -> (String, BaseSource, &'static str) {
    let base = candidates.establish(by).unwrap();
    (base.text, base.source, base.section)
}

#[test]
fn the_innermost_place_counts() {
    for grammar in [Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986] {
        let expect = |all: BaseCandidates<'_>, text: &str, source, section| {
            assert_eq!(chosen(all, grammar), (text.to_owned(), source, section), "{grammar}");
        };
        let mut all = BaseCandidates { default: Some("http://default/"), ..NONE };
        expect(all, "http://default/", BaseSource::Default, "5.1.4");
        all.retrieved = Some("http://retrieved/");
        expect(all, "http://retrieved/", BaseSource::Retrieval, "5.1.3");
        all.enclosing = Some("http://outer/");
        expect(all, "http://outer/", BaseSource::Enclosing, "5.1.2");
        all.headers = &[("Content-Location", "http://location/"), ("CONTENT-BASE", "http://base/")];
        if grammar == Grammar::Url1997 {
            expect(all, "http://base/", BaseSource::Header("Content-Base"), "5.1.1");
            all.headers = &all.headers[..1];
            let source = BaseSource::Header("Content-Location");
            expect(all, "http://location/", source, "5.1.1");
        } else {
            expect(all, "http://outer/", BaseSource::Enclosing, "5.1.2");
        }
        all.embedded = Some("http://embedded/");
        expect(all, "http://embedded/", BaseSource::Embedded, "5.1.1");
    }
}

#[test]
fn outer_places_are_not_checked() {
    let outer = BaseCandidates { retrieved: Some("a b"), default: Some("%"), ..NONE };
    let all = BaseCandidates { embedded: Some("http://a/"), ..outer };
    assert_eq!(chosen(all, Grammar::Uri2003).0, "http://a/");
    let unwrapped = BaseCandidates { headers: &[("Base", "http://b/")], ..all };
    assert_eq!(chosen(unwrapped, Grammar::Rfc1808).0, "http://a/");
    let error = outer.establish(Grammar::Uri2003).unwrap_err();
    assert!(matches!(error, BaseError::Syntax { source: BaseSource::Retrieval, .. }));
    assert!(error.to_string().starts_with("base from the retrieval: a space"), "{error}");
}

/// url-1997, 5.1.1 and Appendix D; RFC 1808, 3.1 and 10.
#[test]
fn printed_examples() {
    let field = &[("Content-Base", " http://www.ics.uci.edu/Test/a/b/c\r\n")];
    let text = "http://www.ics.uci.edu/Test/a/b/c".to_owned();
    assert_eq!(chosen(header(field, None), Grammar::Url1997).0, text);
    let field = &[("Base", " <URL:http://www.ics.uci.edu/Te\r\n\tst/a/b/c> ")];
    let expected = (text, BaseSource::Header("Base"), "3.1");
    assert_eq!(chosen(header(field, None), Grammar::Rfc1808), expected);
    for grammar in [Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003] {
        let html = BaseCandidates {
            retrieved: Some("ftp://elsewhere/"),
            ..embedded("http://www.ics.uci.edu/Test/a/b/c")
        };
        let base = html.establish(grammar).unwrap().text;
        let target = Resolver::new(grammar).resolve(&base, "../x").unwrap().to_string();
        assert_eq!(target, "http://www.ics.uci.edu/Test/a/x", "{grammar}");
    }
}

#[test]
fn a_relative_content_location_resolves_against_the_next_layer() {
    let by = Grammar::Url1997;
    let located = header(&[("content-location", "../ d")], None);
    let retrieved = BaseCandidates { retrieved: Some("http://h/a/b/c#f"), ..located };
    let source = BaseSource::Header("Content-Location");
    assert_eq!(chosen(retrieved, by), ("http://h/a/d".to_owned(), source, "5.1.1"));
    let enclosed = BaseCandidates { enclosing: Some("http://e/x/y/z"), ..retrieved };
    assert_eq!(chosen(enclosed, by).0, "http://e/x/d");
    let headers = &[("content-location", "../ d"), ("Content-Base", "http://b/")];
    assert_eq!(chosen(BaseCandidates { headers, ..retrieved }, by).0, "http://b/");
    let error = located.establish(by).unwrap_err();
    assert!(error.to_string().contains("relative"), "{error:?}");
}

#[test]
fn what_must_be_absolute_is_refused_if_it_is_relative() {
    let error = |candidates: BaseCandidates<'_>, by| {
        let candidates = BaseCandidates { retrieved: Some("http://h/a"), ..candidates };
        candidates.establish(by).unwrap_err().to_string()
    };
    let of_1997 = |candidates| error(candidates, Grammar::Url1997);
    assert_eq!(
        of_1997(header(&[("Content-Base", "b")], None)),
        "base from Content-Base: it is relative: give it a scheme \
         (draft-fielding-url-syntax-05 section 5.1.1)"
    );
    assert!(of_1997(embedded("b")).contains("relative"));
    assert!(of_1997(header(&[("Content-Base", "http://b/#c")], None)).contains("fragment"));
    for value in ["http://a/", "<http://a/>", "<URL:http://a/", "<>", "<é>"] {
        let error = error(header(&[("Base", value)], None), Grammar::Rfc1808);
        assert!(error.contains("wrap it in `<URL:`"), "{value}");
    }
}

/// RFC 3986, 5.1: a base that is obtained from a reference becomes absolute and loses its fragment.
#[test]
fn a_reference_becomes_a_base() {
    let by = Grammar::Rfc3986;
    let base = BaseCandidates { retrieved: Some("http://h/a/b/c"), ..embedded("../x?y#z") };
    assert_eq!(chosen(base, by), ("http://h/a/x?y".to_owned(), BaseSource::Embedded, "5.1.1"));
    assert_eq!(chosen(header(&[], Some("http://h/a#b")), by).0, "http://h/a");
}

#[test]
fn without_any_place_the_documents_differ() {
    for (grammar, section) in [(Grammar::Rfc1808, "3.4"), (Grammar::Url1997, "5.1.4")] {
        assert_eq!(chosen(NONE, grammar), (String::new(), BaseSource::Unknown, section));
        // A document within is as ignorant, although it has an URL of its own.
        let inner = BaseCandidates { enclosing: Some(""), ..header(&[], Some("http://h/")) };
        assert_eq!(chosen(inner, grammar).1, BaseSource::Unknown);
    }
    for grammar in [Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986] {
        let error = NONE.establish(grammar).unwrap_err();
        assert_eq!(error, BaseError::NoBase { grammar, section: "5.1.4" });
    }
    let silent = embedded("http://a/").establish(Grammar::Rfc1738).unwrap_err();
    assert_eq!(silent, BaseError::NoRules { grammar: Grammar::Rfc1738 });
}

#[test]
fn an_empty_reference_in_a_request_is_a_uri() {
    let places = BaseCandidates { retrieved: Some("http://h/d#e"), ..embedded("http://b/c") };
    let of = |places: BaseCandidates<'_>, grammar| {
        let base = places.establish(grammar).unwrap();
        places.of_request(grammar, &base).map(str::to_owned)
    };
    let is = |grammar, expected: Option<&str>| {
        assert_eq!(of(places, grammar).as_deref(), expected, "{grammar}");
    };
    is(Grammar::Url1997, Some("http://h/d"));
    is(Grammar::Rfc2396, Some("http://b/c"));
    is(Grammar::Uri2003, Some("http://b/c"));
    is(Grammar::Rfc3986, None);
    assert_eq!(of(embedded("http://b/c"), Grammar::Url1997), None);
}
