use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};

use urigram_grammars::Grammar;

use super::{BaseCandidates, BaseError, BaseSource};
use crate::ResolveError;

fn at(grammar: Grammar) -> BaseCandidates<'static> {
    BaseCandidates::new(grammar)
}

fn chosen(candidates: &BaseCandidates<'_>) -> (String, BaseSource, &'static str) {
    let base = candidates.establish().unwrap();
    (base.as_str().to_owned(), base.source(), base.section())
}

#[test]
fn the_innermost_place_counts() {
    for grammar in [Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986] {
        let outer = at(grammar).retrieved("http://outer/").establish().unwrap();
        let mut all = at(grammar).default("http://default/");
        let expect = |all: &BaseCandidates<'_>, text: &str, source, section| {
            assert_eq!(chosen(all), (text.to_owned(), source, section), "{grammar}");
        };
        expect(&all, "http://default/", BaseSource::Default, "5.1.4");
        all = all.retrieved("http://retrieved/");
        expect(&all, "http://retrieved/", BaseSource::Retrieval, "5.1.3");
        let mut all = all.enclosed_in(&outer);
        expect(&all, "http://outer/", BaseSource::Enclosing, "5.1.2");
        all = all.header("Content-Location", "http://location/");
        if grammar == Grammar::Url1997 {
            let source = BaseSource::Header("Content-Location");
            expect(&all, "http://location/", source, "5.1.1");
            all = all.header("CONTENT-BASE", "http://base/");
            expect(&all, "http://base/", BaseSource::Header("Content-Base"), "5.1.1");
        } else {
            expect(&all, "http://outer/", BaseSource::Enclosing, "5.1.2");
        }
        all = all.embedded("http://embedded/");
        expect(&all, "http://embedded/", BaseSource::Embedded, "5.1.1");
    }
}

#[test]
fn outer_places_are_not_checked() {
    let all = at(Grammar::Uri2003).embedded("http://a/").retrieved("a b").default("%");
    assert_eq!(chosen(&all).0, "http://a/");
    let error = at(Grammar::Uri2003).retrieved("a b").establish().unwrap_err();
    assert!(matches!(error, BaseError::Syntax { source: BaseSource::Retrieval, .. }));
    assert!(error.to_string().starts_with("base from the retrieval: a space"), "{error}");
}

/// url-1997, 5.1.1 and Appendix D; RFC 1808, 3.1 and 10.
#[test]
fn printed_examples() {
    let header =
        at(Grammar::Url1997).header("Content-Base", " http://www.ics.uci.edu/Test/a/b/c\r\n");
    assert_eq!(chosen(&header).0, "http://www.ics.uci.edu/Test/a/b/c");
    let header =
        at(Grammar::Rfc1808).header("Base", " <URL:http://www.ics.uci.edu/Te\r\n\tst/a/b/c> ");
    let source = BaseSource::Header("Base");
    let expected = ("http://www.ics.uci.edu/Test/a/b/c".to_owned(), source, "3.1");
    assert_eq!(chosen(&header), expected);
    for grammar in [Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003] {
        let html = at(grammar)
            .embedded("http://www.ics.uci.edu/Test/a/b/c")
            .retrieved("ftp://elsewhere/")
            .establish()
            .unwrap();
        let target = html.resolve("../x").unwrap().to_string();
        assert_eq!(target, "http://www.ics.uci.edu/Test/a/x", "{grammar}");
    }
}

#[test]
fn a_relative_content_location_resolves_against_the_next_layer() {
    let located = at(Grammar::Url1997).header("content-location", "../ d");
    let retrieved = located.clone().retrieved("http://h/a/b/c#f");
    let source = BaseSource::Header("Content-Location");
    assert_eq!(chosen(&retrieved), ("http://h/a/d".to_owned(), source, "5.1.1"));
    let outer = at(Grammar::Url1997).embedded("http://e/x/y/z").establish().unwrap();
    assert_eq!(chosen(&retrieved.clone().enclosed_in(&outer)).0, "http://e/x/d");
    assert_eq!(chosen(&retrieved.header("Content-Base", "http://b/")).0, "http://b/");
    let error = located.establish().unwrap_err();
    assert!(matches!(error, BaseError::Relative { .. }), "{error:?}");
}

#[test]
fn what_must_be_absolute_is_refused_if_it_is_relative() {
    let error = |candidates: BaseCandidates<'_>| {
        candidates.retrieved("http://h/a").establish().unwrap_err().to_string()
    };
    let of_1997 = || at(Grammar::Url1997);
    assert_eq!(
        error(of_1997().header("Content-Base", "b")),
        "base from Content-Base: it is relative: give it a scheme \
         (draft-fielding-url-syntax-05 section 5.1.1)"
    );
    assert!(error(of_1997().embedded("b")).contains("relative"));
    assert!(error(of_1997().header("Content-Base", "http://b/#c")).contains("fragment"));
    let of_1808 = |value| error(at(Grammar::Rfc1808).header("Base", value));
    for value in ["http://a/", "<http://a/>", "<URL:http://a/", "<>", "<é>"] {
        assert!(of_1808(value).contains("wrap it in `<URL:`"), "{value}");
    }
}

/// RFC 3986, 5.1: a base that is obtained from a reference becomes absolute and loses its fragment.
#[test]
fn a_reference_becomes_a_base() {
    let base = at(Grammar::Rfc3986).embedded("../x?y#z").retrieved("http://h/a/b/c");
    assert_eq!(chosen(&base), ("http://h/a/x?y".to_owned(), BaseSource::Embedded, "5.1.1"));
    let base = at(Grammar::Rfc3986).retrieved("http://h/a#b");
    assert_eq!(chosen(&base).0, "http://h/a");
}

#[test]
fn without_any_place_the_documents_differ() {
    for (grammar, section) in [(Grammar::Rfc1808, "3.4"), (Grammar::Url1997, "5.1.4")] {
        let unknown = at(grammar).establish().unwrap();
        assert_eq!((unknown.source(), unknown.section()), (BaseSource::Unknown, section));
        assert_eq!(unknown.resolve("http://a/b").unwrap().to_string(), "http://a/b");
        // A document within is as ignorant, although it has an URL of its own.
        let inner = at(grammar).enclosed_in(&unknown).retrieved("http://h/");
        assert_eq!(chosen(&inner).1, BaseSource::Unknown);
    }
    for grammar in [Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986] {
        let error = at(grammar).establish().unwrap_err();
        assert_eq!(error, BaseError::NoBase { grammar, section: "5.1.4" });
    }
    let silent = at(Grammar::Rfc1738).default("http://a/").establish().unwrap_err();
    assert_eq!(silent, BaseError::NoRules { grammar: Grammar::Rfc1738 });
}

#[test]
fn an_empty_reference_in_a_request_is_a_uri() {
    let base = |grammar| at(grammar).embedded("http://b/c").retrieved("http://h/d#e");
    let request = |grammar, reference: &str| {
        base(grammar).establish().unwrap().resolve_request(reference).unwrap().to_string()
    };
    assert_eq!(request(Grammar::Url1997, ""), "http://h/d");
    assert_eq!(request(Grammar::Url1997, "#f"), "http://h/d#f");
    assert_eq!(request(Grammar::Url1997, "g"), "http://b/g");
    assert_eq!(request(Grammar::Rfc2396, ""), "http://b/c");
    assert_eq!(request(Grammar::Uri2003, "#f"), "http://b/c#f");
    assert_eq!(request(Grammar::Rfc3986, ""), "http://b/c");
    let base = at(Grammar::Url1997).embedded("http://b/c").establish().unwrap();
    let error = base.resolve_request("").unwrap_err();
    let grammar = Grammar::Url1997;
    assert_eq!(error, ResolveError::UnknownDocument { grammar, section: "3" });
    assert!(base.resolve("").unwrap().iri().is_none());
}
