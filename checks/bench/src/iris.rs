//! The tasks on IRIs, whose inputs are the URIs with letters beyond US-ASCII in path and query.

use crate::clock::Contender;
use urigram::{Iri, IriRef, Uri};

const BASE: &str = "http://a.example/b/ç/d;p?q";

/// Replaces some letters of the path and the query by others that need two and three bytes.
pub fn of(uris: &[String]) -> Vec<String> {
    let with_letters = |text: &String| {
        let uri = Uri::parse(text).ok()?;
        let (before, rest) = text.split_at(uri.parts().path().start as usize);
        // The digits of percent-encodings stay.
        let rest = rest.replace('o', "\u{f6}").replace('n', "\u{65e5}");
        let iri = format!("{before}{rest}");
        Iri::parse(&iri).is_ok().then_some(iri)
    };
    uris.iter().filter_map(with_letters).collect()
}

/// Replaces letters in references.
pub fn of_references(references: &[String]) -> Vec<String> {
    let replaced = references.iter().map(|text| text.replace('n', "\u{65e5}"));
    replaced.filter(|text| IriRef::parse(text).is_ok()).collect()
}

pub fn parse<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::new(
            "fluent-uri",
            |text| fluent_uri::Iri::parse(text).is_ok(),
            fluent_uri::Iri::parse,
        ),
        Contender::new("urigram", |text| Iri::parse(text).is_ok(), Iri::parse),
        Contender::new("oxiri", |text| oxiri::Iri::parse(text).is_ok(), oxiri::Iri::parse),
        Contender::new(
            "iref",
            |text| iref::Iri::new(text).is_ok(),
            |text| iref::Iri::new(text).map(|iri| iri.parts()),
        ),
    ]
}

pub fn resolve<'a>() -> Vec<Contender<'a>> {
    let base = Iri::parse(BASE).expect("a base");
    let own = move |text| base.resolve(IriRef::parse(text).ok()?).ok();
    let expected = move |text| own(text).map(urigram::IriBuf::into_string);
    let fluent_base = fluent_uri::Iri::parse(BASE).expect("a base");
    let fluent = move |text| {
        let reference = fluent_uri::IriRef::parse(text).ok()?;
        reference.resolve_against(&fluent_base).ok().map(fluent_uri::Iri::into_string)
    };
    let oxiri_base = oxiri::Iri::parse(BASE).expect("a base");
    let oxiri = move |text: &str| oxiri_base.resolve(&oxiri::IriRef::parse(text).ok()?).ok();
    vec![
        Contender::new("fluent-uri", move |text| fluent(text) == expected(text), fluent),
        Contender::new("urigram", move |text| expected(text).is_some(), own),
        Contender::new(
            "oxiri",
            move |text| oxiri(text).map(oxiri::Iri::into_inner) == expected(text),
            oxiri,
        ),
    ]
}

pub fn normalize<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::prepared(
            "fluent-uri",
            |text| fluent_uri::Iri::parse(text).is_ok(),
            |text| fluent_uri::Iri::parse(text).ok(),
            |iri| iri.as_ref().map(fluent_uri::Iri::normalize),
        ),
        Contender::prepared(
            "urigram",
            |text| Iri::parse(text).is_ok(),
            |text| Iri::parse(text).ok(),
            |iri| iri.map(|iri| iri.normalize()),
        ),
    ]
}
