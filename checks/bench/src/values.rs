//! The tasks of making and changing values.

use std::hint::black_box;

use crate::clock::Contender;
use fluent_uri::pct_enc::encoder::{Data, Fragment, Path, Query};
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

/// A fragment as a program gets it while it runs.
const FRAGMENT: &str = "section-3.5";

/// Both check the fragment, and give a value of their own. The rows in place change a copy.
pub fn set_fragment<'a>() -> Vec<Contender<'a>> {
    let checked = || EStr::<Fragment>::new(black_box(FRAGMENT));
    let handles = |text: &str| fluent_uri::Uri::parse(text).is_ok() && Uri::parse(text).is_ok();
    vec![
        Contender::prepared(
            "fluent-uri",
            handles,
            |text: &str| fluent_uri::Uri::parse(text).ok(),
            move |uri| Some(uri.as_ref()?.with_fragment(Some(checked()?))),
        ),
        Contender::prepared(
            "urigram",
            handles,
            |text: &str| Uri::parse(text).ok(),
            |uri| uri.as_ref()?.with_fragment(black_box(FRAGMENT)).ok(),
        ),
        Contender::prepared(
            "fluent-uri, in place",
            handles,
            |text: &str| fluent_uri::Uri::parse(text.to_owned()).ok(),
            move |uri| {
                let mut uri = uri.clone()?;
                uri.set_fragment(Some(checked()?));
                Some(uri)
            },
        ),
        Contender::prepared(
            "urigram, in place",
            handles,
            |text: &str| UriBuf::parse(text.to_owned()).ok(),
            |uri| {
                let mut uri = uri.clone()?;
                uri.set_fragment(black_box(FRAGMENT)).ok()?;
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
