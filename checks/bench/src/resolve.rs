//! The task of resolving a reference against a base, to an owned string.

use crate::clock::Contender;
use urigram::{Uri, UriRef};

const BASE: &str = "http://a.example/b/c/d;p?q";

fn expected(reference: &str) -> Option<String> {
    let base = Uri::parse(BASE).ok()?;
    base.resolve(UriRef::parse(reference).ok()?).ok().map(urigram::UriBuf::into_string)
}

pub fn contenders<'a>() -> Vec<Contender<'a>> {
    let fluent_base = fluent_uri::Uri::parse(BASE).expect("a base");
    let fluent = move |text| {
        let reference = fluent_uri::UriRef::parse(text).ok()?;
        reference.resolve_against(&fluent_base).ok().map(fluent_uri::Uri::into_string)
    };
    let base = Uri::parse(BASE).expect("a base");
    let own = move |text| base.resolve(UriRef::parse(text).ok()?).ok();
    let oxiri_base = oxiri::Iri::parse(BASE).expect("a base");
    let oxiri = move |text: &str| oxiri_base.resolve(&oxiri::IriRef::parse(text).ok()?).ok();
    let iri_base = iri_string::types::UriAbsoluteStr::new(BASE).expect("a base");
    let resolver = iri_string::resolve::FixedBaseResolver::new(iri_base);
    let iri_string = move |text: &str| {
        let reference = iri_string::types::UriReferenceStr::new(text).ok()?;
        Some(resolver.resolve(reference).to_string())
    };
    let iref_base = iref::Uri::new(BASE).expect("a base");
    let iref = move |text: &str| Some(iref::UriRef::new(text).ok()?.resolved(iref_base));
    let url_base = url::Url::parse(BASE).expect("a base");
    let other = url_base.clone();
    vec![
        Contender::new("fluent-uri", move |text| fluent(text) == expected(text), fluent),
        Contender::new("urigram", |text| expected(text).is_some(), own),
        Contender::new(
            "oxiri",
            move |text| oxiri(text).map(oxiri::Iri::into_inner) == expected(text),
            oxiri,
        ),
        Contender::new("iri-string", move |text| iri_string(text) == expected(text), iri_string),
        Contender::new(
            "iref",
            move |text| iref(text).map(|target| target.to_string()) == expected(text),
            iref,
        ),
        Contender::new(
            "url (WHATWG)",
            move |text| url_base.join(text).ok().map(String::from) == expected(text),
            move |text| other.join(text).ok(),
        ),
    ]
}
