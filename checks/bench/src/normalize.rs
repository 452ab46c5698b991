//! The normalization of parsed identifiers.
//!
//! Peers normalize up to different levels of RFC 3986, 6.2. A peer's answer is right if it is one
//! of the normal forms that urigram computes for the level of path segments and above.

use crate::clock::Contender;
use iri_string::format::ToDedicatedString;
use urigram::normalization::Level;
use urigram::{Grammar, Normalizer, Reading, Uri};

/// Whether `normal` is the normal form of `text` by case, escapes and dot segments, or by the
/// scheme too.
fn is_normal_form(text: &str, normal: &str) -> bool {
    [Level::PathSegments, Level::Scheme].into_iter().any(|level| {
        Normalizer::new(Grammar::Rfc3986)
            .up_to(level)
            .normalize(text)
            .is_ok_and(|form| form == normal)
    })
}

/// Identifiers that are their own normal forms at every level and for every peer that normalizes at
/// all.
pub fn is_normal(text: &str) -> bool {
    let own = Uri::parse(text).is_ok_and(|uri| uri.normalize() == text);
    let fluent = fluent_uri::Uri::parse(text).is_ok_and(|uri| uri.normalize().as_str() == text);
    let url = url::Url::parse(text).is_ok_and(|url| url.as_str() == text);
    own && fluent && url
}

/// `parse` is part of the work of those that normalize while they parse (url, ada-url).
pub fn contenders<'a>() -> Vec<Contender<'a>> {
    let fluent = |text| fluent_uri::Uri::parse(text).ok();
    let iri_string = |text| iri_string::types::UriStr::new(text).ok();
    let by = |grammar| move |text| Uri::parse_by(grammar, Reading::Corrected, text).ok();
    let own = |uri: &Option<Uri<'a>>| uri.map(|uri| uri.normalize());
    let mut all = vec![
        Contender::prepared(
            "fluent-uri",
            move |text| {
                fluent(text).is_some_and(|uri| is_normal_form(text, uri.normalize().as_str()))
            },
            fluent,
            |uri| uri.as_ref().map(fluent_uri::Uri::normalize),
        ),
        Contender::prepared(
            "urigram",
            |text| Uri::parse(text).is_ok(),
            |text| Uri::parse(text).ok(),
            own,
        ),
    ];
    for id in ["url-1997", "rfc2396", "rfc2732", "uri-2003"] {
        let parse = by(id.parse().unwrap_or(Grammar::Rfc3986));
        all.push(Contender::prepared(
            format!("urigram {id}"),
            move |text| parse(text).is_some(),
            parse,
            own,
        ));
    }
    all.push(Contender::prepared(
        "iri-string",
        move |text| {
            iri_string(text).is_some_and(|uri| is_normal_form(text, &uri.normalize().to_string()))
        },
        iri_string,
        |uri| uri.map(|uri| uri.normalize().to_dedicated_string()),
    ));
    all.push(Contender::prepared(
        "uriparse",
        |text| {
            uriparse::URI::try_from(text).is_ok_and(|mut uri| {
                uri.normalize();
                is_normal_form(text, &uri.to_string())
            })
        },
        |text| uriparse::URI::try_from(text).ok(),
        |uri| {
            let mut uri = uri.clone()?;
            uri.normalize();
            Some(uri.to_string())
        },
    ));
    all.push(Contender::new(
        "url (WHATWG, parses)",
        |text| url::Url::parse(text).is_ok_and(|url| is_normal_form(text, url.as_str())),
        url::Url::parse,
    ));
    all.push(Contender::new(
        "ada-url (WHATWG, parses)",
        |text| ada_url::Url::parse(text, None).is_ok_and(|url| is_normal_form(text, url.href())),
        |text| ada_url::Url::parse(text, None),
    ));
    all
}
