//! Tests of percent-encoding by grammar and component, and of building identifiers.

use std::borrow::Cow;

use crate::support::samples;
use urigram::documents::Form;
use urigram::encoding::ByteSet;
use urigram::errors::PercentError;
use urigram::{BuildError, Builder, Component, Grammar, Iri, PercentEncoding, Reading};

fn set(text: &str) -> ByteSet {
    text.bytes().collect()
}

fn with_alphanumerics(marks: &str) -> ByteSet {
    (0..128u8)
        .filter(|&byte| byte.is_ascii_alphanumeric() || marks.as_bytes().contains(&byte))
        .collect()
}

/// Returns every grammar of identifiers, the practices and drafts with them.
fn written() -> impl Iterator<Item = Grammar> {
    let all = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    all.filter(|grammar| grammar.document().form != Form::Urc)
}

#[test]
fn legal_bytes_are_those_of_the_rules() {
    let legal = |grammar, component| PercentEncoding::of(grammar).legal(component);
    // RFC 3986, Appendix A.
    assert_eq!(legal(Grammar::Rfc3986, Component::Scheme), with_alphanumerics("+-."));
    assert_eq!(
        legal(Grammar::Rfc3986, Component::Userinfo),
        with_alphanumerics("-._~!$&'()*+,;=:")
    );
    assert_eq!(legal(Grammar::Rfc3986, Component::Host), with_alphanumerics("-._~!$&'()*+,;="));
    assert_eq!(legal(Grammar::Rfc3986, Component::Port), set("0123456789"));
    assert_eq!(legal(Grammar::Rfc3986, Component::Path), with_alphanumerics("-._~!$&'()*+,;=:@/"));
    assert_eq!(
        legal(Grammar::Rfc3986, Component::Query),
        with_alphanumerics("-._~!$&'()*+,;=:@/?")
    );
    assert_eq!(
        legal(Grammar::Rfc3986, Component::Fragment),
        with_alphanumerics("-._~!$&'()*+,;=:@/?")
    );
    // RFC 1738: hsegment, and no tilde.
    assert_eq!(legal(Grammar::Rfc1738, Component::Path), with_alphanumerics("$-_.+!*'(),;:@&=/"));
    assert_eq!(legal(Grammar::Rfc1738, Component::Fragment), ByteSet::EMPTY);
    // RFC 2141: trans.
    assert_eq!(legal(Grammar::Rfc2141, Component::Nss), with_alphanumerics("()+,-.:=@;$_!*'/?#"));
}

#[test]
fn data_survives_encoding_once() {
    let data: Vec<u8> = (1..=255).collect();
    for grammar in written() {
        let encoding = PercentEncoding::of(grammar);
        for component in [Component::Path, Component::Query, Component::Fragment, Component::Nss] {
            match encoding.encode(component, &data) {
                Ok(encoded) => {
                    assert_eq!(encoding.decode(&encoded).unwrap().as_bytes(), data, "{grammar}");
                }
                Err(PercentError::NoEncoding { .. }) => {
                    assert!(encoding.legal(component).is_empty(), "{grammar} {component:?}");
                }
                Err(error) => panic!("{grammar}: {error}"),
            }
        }
    }
    let encoding = PercentEncoding::of(Grammar::Url1997);
    assert_eq!(encoding.decode("%2541").unwrap().as_bytes(), b"%41");
    assert_eq!(encoding.encode(Component::Path, b"%41").unwrap(), "%2541");
}

#[test]
fn what_cannot_be_encoded_or_decoded() {
    let rfc3986 = PercentEncoding::of(Grammar::Rfc3986);
    for (text, at) in [("%", 0), ("a%4", 1), ("a%4G", 1), ("%41%", 3), ("%é0", 0)] {
        assert!(
            matches!(rfc3986.decode(text), Err(PercentError::Malformed { offset }) if offset == at),
            "{text}"
        );
    }
    assert_eq!(rfc3986.decode("a%00").unwrap().as_bytes(), b"a\0");
    for grammar in [Grammar::Rfc2141, Grammar::Urn2012] {
        let names = PercentEncoding::of(grammar);
        let error = names.decode("a%00").unwrap_err();
        assert!(matches!(error, PercentError::Forbidden { offset: 1, .. }), "{error}");
        let error = names.encode(Component::Nss, b"a b\0").unwrap_err();
        assert!(matches!(error, PercentError::Forbidden { offset: 3, .. }), "{error}");
    }
    assert!(rfc3986.decode("%FC").unwrap().to_text().is_err());
    // By these two, an escape is the code of ISO Latin-1.
    for grammar in [Grammar::Url1993, Grammar::Rfc1630] {
        let decoded = PercentEncoding::of(grammar).decode("%FC%41~").unwrap();
        assert_eq!(decoded.to_text().unwrap(), "üA~");
    }
    let error = rfc3986.encode(Component::Scheme, b"a b").unwrap_err();
    assert!(
        matches!(error, PercentError::NoEncoding { component: Component::Scheme, offset: 1 }),
        "{error}"
    );
}

/// Encoding looks for a NUL only behind the unreserved characters that data begins with.
#[test]
fn no_document_has_an_unreserved_nul() {
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        for reading in Reading::ALL {
            let encoding = PercentEncoding::of(grammar).reading(reading);
            for component in Component::ALL {
                assert!(!encoding.unreserved(component).contains(0), "{grammar} {component:?}");
            }
        }
    }
}

/// Checks that the components of samples build the same samples, in every grammar that splits.
#[test]
fn samples_are_rebuilt_from_their_components() {
    // Without the practices: `http:/a` and `http:///a` of java-net-uri have the same components.
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        for sample in samples(grammar, 11, 60) {
            let Ok(uri) = Iri::parse_by(grammar, Default::default(), &sample) else { continue };
            let mut builder = Builder::new(grammar).path(uri.path());
            let component = |component| uri.component(component).map(str::to_owned);
            if let Some(scheme) = component(Component::Scheme) {
                builder = builder.scheme(scheme);
            }
            if let Some(authority) = component(Component::Authority) {
                builder = builder.authority(authority);
            }
            if let Some(query) = component(Component::Query) {
                builder = builder.query(query);
            }
            if let Some(fragment) = component(Component::Fragment) {
                builder = builder.fragment(fragment);
            }
            match builder.build_iri() {
                Ok(built) => assert_eq!(built.as_str(), sample, "{grammar}"),
                Err(BuildError::NoScheme) => {
                    assert_eq!(uri.component(Component::Scheme), None, "{grammar}: {sample}");
                }
                Err(error) => panic!("{grammar}: {sample}: {error}"),
            }
        }
    }
}

#[test]
fn components_do_not_leak_into_others() {
    let new = || Builder::new(Grammar::Rfc3986).scheme("s");
    let split = |builder: Builder| match builder.build() {
        Err(error @ (BuildError::SplitOtherwise { .. } | BuildError::Rootless { .. })) => {
            error.component().unwrap()
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(split(new().path("a?b")), Component::Path);
    assert_eq!(split(new().host("h").path("p#f")), Component::Path);
    assert_eq!(split(new().path("//b")), Component::Path);
    assert_eq!(split(new().authority("h/p")), Component::Authority);
    assert_eq!(split(new().host("u@h")), Component::Host);
    assert_eq!(split(new().query("q#f")), Component::Query);
    assert!(matches!(new().host("h").path("p").build(), Err(BuildError::Rootless { .. })));
    assert!(matches!(new().host("a b").build(), Err(BuildError::Syntax { .. })));
    assert!(matches!(new().port(1).build(), Err(BuildError::Authority)));
    assert!(matches!(new().host("h").authority("h").build(), Err(BuildError::Authority)));
    assert!(matches!(Builder::new(Grammar::Rfc3986).path("a").build(), Err(BuildError::NoScheme)));
    let relative = Builder::new(Grammar::Rfc3986).path("../a").query("y").build_uri_ref().unwrap();
    assert_eq!(relative.as_str(), "../a?y");
    let name = Builder::new(Grammar::Urn2012).scheme("urn").name("example", "a/b").build().unwrap();
    assert_eq!(name.as_str(), "urn:example:a%2Fb");
    let full = new()
        .userinfo("u")
        .host("[::1]")
        .port(80)
        .path_segments(["a", "", "é"])
        .fragment_data("#")
        .build();
    assert_eq!(full.unwrap().as_str(), "s://u@[::1]:80/a//%C3%A9#%23");
}

#[test]
fn decoded_text_is_the_same_borrowed_or_owned() {
    for &grammar in Grammar::ALL {
        let coding = PercentEncoding::of(grammar);
        for encoded in ["", "a", "a%20b", "%C3%A4", "%E4", "%41%FF"] {
            let Ok(decoded) = coding.decode(encoded) else { continue };
            let text = decoded.to_text().map(Cow::into_owned);
            let owned = decoded.clone().into_text().map(Cow::into_owned);
            assert_eq!(text, owned, "{grammar} {encoded}");
            if let Ok(text) = text {
                let is_plain = !encoded.contains('%');
                assert_eq!(is_plain, text == encoded, "{grammar} {encoded}");
            }
        }
    }
    let a = PercentEncoding::of(Grammar::Rfc3986).decode("a%20b").unwrap();
    assert_eq!(a.into_text().as_deref(), Ok("a b"));
}
