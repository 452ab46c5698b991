//! The tasks of making and changing values.

use crate::clock::Contender;
use fluent_uri::pct_enc::encoder::{Data, Path, Query};
use fluent_uri::pct_enc::{EStr, EString};
use urigram::{Builder, Component, Grammar, PercentEncoding, Uri, UriBuf};

pub fn owned<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::new(
            "fluent-uri",
            |text| fluent_uri::Uri::parse(text).is_ok(),
            |text: &str| fluent_uri::Uri::parse(text.to_owned()).ok(),
        ),
        Contender::new(
            "urigram",
            |text| Uri::parse(text).is_ok(),
            |text: &str| UriBuf::parse(text.to_owned()).ok(),
        ),
        Contender::new(
            "urigram, borrowed, and a copy of the text",
            |text| Uri::parse(text).is_ok(),
            |text: &str| (text.to_owned(), Uri::parse(text).ok()),
        ),
    ]
}

pub fn set_fragment<'a>() -> Vec<Contender<'a>> {
    let fragment = EStr::new_or_panic("f");
    vec![
        Contender::prepared(
            "fluent-uri",
            |text| fluent_uri::Uri::parse(text).is_ok(),
            |text: &str| fluent_uri::Uri::parse(text.to_owned()).ok(),
            move |uri| {
                let mut uri = uri.clone()?;
                uri.set_fragment(Some(fragment));
                Some(uri)
            },
        ),
        Contender::prepared(
            "urigram",
            |text| Uri::parse(text).is_ok(),
            |text: &str| UriBuf::parse(text.to_owned()).ok(),
            |uri| {
                let mut uri = uri.clone()?;
                uri.set_fragment(Some("f")).ok()?;
                Some(uri)
            },
        ),
    ]
}

/// The data of each is an input.
pub fn encode<'a>() -> Vec<Contender<'a>> {
    let coding = PercentEncoding::of(Grammar::Rfc3986);
    vec![
        Contender::new(
            "fluent-uri",
            |_| true,
            |text: &str| {
                let mut out = EString::<Data>::new();
                out.encode_str::<Data>(text);
                out
            },
        ),
        Contender::new(
            "urigram",
            |_| true,
            move |text: &str| coding.encode(Component::Path, text.as_bytes()).ok(),
        ),
        Contender::new(
            "urigram, `a b`",
            |_| true,
            move |_: &str| coding.encode(Component::Path, b"a b").ok(),
        ),
    ]
}

/// Three segments and a pair.
pub fn build<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::new(
            "fluent-uri",
            |_| true,
            |text: &str| {
                let mut path = EString::<Path>::new();
                for segment in ["over there", "a/b", &text[..4.min(text.len())]] {
                    path.push('/');
                    path.encode_str::<Data>(segment);
                }
                let mut query = EString::<Query>::new();
                query.encode_str::<Data>("name");
                query.push('=');
                query.encode_str::<Data>("a&b");
                fluent_uri::Uri::builder()
                    .scheme(fluent_uri::component::Scheme::new_or_panic("http"))
                    .authority_with(|b| b.host(EStr::new_or_panic("example.org")))
                    .path(&path)
                    .query(&query)
                    .build()
                    .ok()
            },
        ),
        Contender::new(
            "urigram",
            |_| true,
            |text: &str| {
                Builder::new(Grammar::Rfc3986)
                    .scheme("http")
                    .host("example.org")
                    .path_segments(["over there", "a/b", &text[..4.min(text.len())]])
                    .query_data("name=a&b")
                    .build()
                    .ok()
            },
        ),
    ]
}
