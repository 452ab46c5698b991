//! The tasks of parsing, and of reading components.

use crate::clock::Contender;
use fluent_uri::pct_enc::EStr;
use std::hint::black_box;
use urigram::{Grammar, Iri, Reading, Uri};
use urigram_grammars::Engine;

/// Scheme, userinfo, host, port, path, query, fragment.
type Seven<'a> = [Option<&'a str>; 7];

fn ours(text: &str) -> Option<Seven<'_>> {
    let uri = Uri::parse(text).ok()?;
    let (scheme, path) = (Some(uri.scheme()), Some(uri.path()));
    Some([scheme, uri.userinfo(), uri.host(), uri.port(), path, uri.query(), uri.fragment()])
}

fn fluent_uri(text: &str) -> Option<Seven<'_>> {
    let uri = fluent_uri::Uri::parse(text).ok()?;
    let authority = uri.authority();
    Some([
        Some(uri.scheme().as_str()),
        authority.and_then(|authority| authority.userinfo()).map(EStr::as_str),
        authority.map(|authority| authority.host()),
        authority.and_then(|authority| authority.port()).map(EStr::as_str),
        Some(uri.path().as_str()),
        uri.query().map(EStr::as_str),
        uri.fragment().map(EStr::as_str),
    ])
}

fn iri_string(text: &str) -> Option<Seven<'_>> {
    let uri = iri_string::types::UriStr::new(text).ok()?;
    let authority = uri.authority_components();
    Some([
        Some(uri.scheme_str()),
        authority.and_then(|authority| authority.userinfo()),
        authority.map(|authority| authority.host()),
        authority.and_then(|authority| authority.port()),
        Some(uri.path_str()),
        uri.query().map(iri_string::types::RiQueryStr::as_str),
        uri.fragment().map(iri_string::types::RiFragmentStr::as_str),
    ])
}

fn iref(text: &str) -> Option<Seven<'_>> {
    let parts = iref::Uri::new(text).ok()?.parts();
    let authority = parts.authority.map(|authority| authority.parts());
    Some([
        Some(parts.scheme.as_str()),
        authority.as_ref().and_then(|authority| Some(authority.user_info?.as_str())),
        authority.as_ref().map(|authority| authority.host.as_str()),
        authority.as_ref().and_then(|authority| Some(authority.port?.as_str())),
        Some(parts.path.as_str()),
        parts.query.map(iref::uri::Query::as_str),
        parts.fragment.map(iref::uri::Fragment::as_str),
    ])
}

/// Returns contenders that parse and read all seven components. oxiri and http have no such seven.
pub fn readers<'a>() -> Vec<Contender<'a>> {
    let reader = |name, read: fn(&'a str) -> Option<Seven<'a>>| {
        Contender::new(name, move |text| read(text) == ours(text), read)
    };
    vec![
        reader("fluent-uri", fluent_uri),
        reader("urigram", ours),
        reader("iri-string", iri_string),
        reader("iref", iref),
        Contender::new(
            "url (WHATWG)",
            |text| url::Url::parse(text).is_ok(),
            |text| {
                let url = url::Url::parse(text).ok()?;
                black_box((url.scheme(), url.username(), url.password(), url.host_str()));
                black_box((url.port(), url.path(), url.query(), url.fragment()));
                Some(url)
            },
        ),
        Contender::new(
            "ada-url (WHATWG)",
            |text| ada_url::Url::parse(text, None).is_ok(),
            |text| {
                let url = ada_url::Url::parse(text, None).ok()?;
                black_box((url.protocol(), url.username(), url.password(), url.hostname()));
                black_box((url.port(), url.pathname(), url.search(), url.hash()));
                Some(url)
            },
        ),
        Contender::new("uriparse", uriparse_is_right, |text| {
            let uri = uriparse::URI::try_from(text).ok()?;
            black_box((uri.scheme(), uri.username(), uri.password(), uri.host()));
            black_box((uri.port(), uri.path(), uri.query(), uri.fragment()));
            Some(uri)
        }),
    ]
}

/// Returns true if uriparse gives the parts that are texts of it as RFC 3986 has them.
fn uriparse_is_right(text: &str) -> bool {
    let Ok(uri) = uriparse::URI::try_from(text) else { return false };
    let query = uri.query().map(uriparse::Query::as_str);
    let fragment = uri.fragment().map(uriparse::Fragment::as_str);
    let Some((scheme, _, _, own_query, own_fragment)) = five(text) else { return false };
    (uri.scheme().as_str(), query, fragment) == (scheme, own_query, own_fragment)
}

/// Scheme, authority, path, query, fragment, for peers that have no parts of an authority.
type Five<'a> = (&'a str, Option<&'a str>, &'a str, Option<&'a str>, Option<&'a str>);

fn five(text: &str) -> Option<Five<'_>> {
    let uri = Uri::parse(text).ok()?;
    Some((uri.scheme(), uri.authority(), uri.path(), uri.query(), uri.fragment()))
}

fn fluent_parse<'a>() -> Contender<'a> {
    Contender::new("fluent-uri", |text| fluent_uri(text) == ours(text), fluent_uri::Uri::parse)
}

/// Returns the engines that this machine does not choose by itself: SSE2 under every grammar, and
/// portable code under the generic ones.
pub fn engines<'a>() -> Vec<Contender<'a>> {
    let generic =
        [Grammar::Url1997, Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Uri2003, Grammar::Rfc3986];
    let mut all = vec![fluent_parse()];
    let of_all = [Engine::Avx2, Engine::Sse2]
        .into_iter()
        .flat_map(|engine| timed().map(move |grammar| (engine, grammar)));
    for (engine, grammar) in of_all.chain(generic.map(|grammar| (Engine::Portable, grammar))) {
        let tables = grammar.tables(Reading::Corrected);
        let table = tables.uri.unwrap_or_else(|| tables.start());
        let split = move |text| table.split_by(engine, text, Reading::Corrected);
        all.push(Contender::new(
            format!("urigram {grammar}, {engine:?}"),
            move |text| split(text).is_ok(),
            split,
        ));
    }
    all
}

/// Returns all grammars except that of citations.
fn timed() -> impl Iterator<Item = Grammar> {
    Grammar::ALL.iter().copied().filter(|grammar| grammar.as_str() != "urc-1993")
}

pub fn contenders<'a>() -> Vec<Contender<'a>> {
    let mut all = vec![fluent_parse()];
    all.push(Contender::new("urigram", |text| Uri::parse(text).is_ok(), Uri::parse));
    for engine in Engine::ALL.into_iter().filter(|engine| engine.is_present()) {
        let table = Grammar::Rfc3986
            .tables(Reading::Corrected)
            .uri
            .unwrap_or_else(|| unreachable!("it has a rule URI"));
        let split = move |text| table.split_by(engine, text, Reading::Corrected);
        all.push(Contender::new(
            format!("urigram, {engine:?}"),
            move |text| split(text).is_ok(),
            split,
        ));
    }
    all.extend(timed().map(|grammar| {
        let parse = move |text| Iri::parse_by(grammar, Reading::Corrected, text);
        Contender::new(format!("urigram {grammar}"), move |text| parse(text).is_ok(), parse)
    }));
    all.push(Contender::new(
        "oxiri",
        |text| {
            let Ok(uri) = oxiri::Iri::parse(text) else { return false };
            five(text)
                == Some((uri.scheme(), uri.authority(), uri.path(), uri.query(), uri.fragment()))
        },
        oxiri::Iri::parse,
    ));
    all.push(Contender::new(
        "iri-string",
        |text| iri_string(text) == ours(text),
        |text| {
            iri_string::types::UriStr::new(text)
                .map(|uri| (uri.scheme_str(), uri.authority_str(), uri.path_str()))
        },
    ));
    all.push(Contender::new(
        "iref",
        |text| iref(text) == ours(text),
        |text| iref::Uri::new(text).map(|uri| uri.parts()),
    ));
    all.push(Contender::new(
        "http",
        |text| {
            let Ok(uri) = text.parse::<http::Uri>() else { return false };
            let authority = uri.authority().map(http::uri::Authority::as_str);
            let Some((scheme, own_authority, path, query, _)) = five(text) else { return false };
            // Its type has no fragment, and "/" for an empty path.
            let path = if path.is_empty() { "/" } else { path };
            (uri.scheme_str(), authority, uri.path(), uri.query())
                == (Some(scheme), own_authority, path, query)
        },
        str::parse::<http::Uri>,
    ));
    all.push(Contender::new("url (WHATWG)", |text| url::Url::parse(text).is_ok(), url::Url::parse));
    all.push(Contender::new(
        "ada-url (WHATWG)",
        |text| ada_url::Url::parse(text, None).is_ok(),
        |text| ada_url::Url::parse(text, None),
    ));
    all.push(Contender::new("uriparse", uriparse_is_right, uriparse::URI::try_from));
    all.push(Contender::new(
        "pest, tree",
        crate::recognise::pest_accepts,
        crate::recognise::pest_accepts,
    ));
    all
}

/// Returns contenders for names, with the crate that is for names alone.
pub fn urns<'a>() -> Vec<Contender<'a>> {
    let mut all = vec![Contender::new(
        "fluent-uri",
        |text| fluent_uri::Uri::parse(text).is_ok(),
        fluent_uri::Uri::parse,
    )];
    for grammar in [Grammar::Rfc2141, Grammar::Urn2012, Grammar::Rfc8141] {
        let parse = move |text| urigram::Urn::parse_by(grammar, Reading::Corrected, text);
        all.push(Contender::new(
            format!("urigram {grammar}"),
            move |text| parse(text).is_ok(),
            parse,
        ));
    }
    for grammar in [Grammar::Rfc2141, Grammar::Urn2012, Grammar::Rfc8141] {
        let table = grammar.tables(Reading::Corrected).start();
        let split = move |text| table.split_by(Engine::Sse2, text, Reading::Corrected);
        all.push(Contender::new(
            format!("urigram {grammar}, Sse2"),
            move |text| split(text).is_ok(),
            split,
        ));
    }
    all.push(Contender::new(
        "urn",
        |text| urn::UrnSlice::try_from(text).is_ok(),
        urn::UrnSlice::try_from,
    ));
    all
}

/// For names as users take them: parsed, and asked for identifier and specific string. A URI parser
/// has no such parts; it is asked for the path that holds both.
pub fn urns_with_parts<'a>() -> Vec<Contender<'a>> {
    vec![
        Contender::new(
            "fluent-uri",
            |text| fluent_uri::Uri::parse(text).is_ok(),
            |text| fluent_uri::Uri::parse(text).map(|uri| uri.path().as_str()),
        ),
        Contender::new(
            "urigram",
            |text| urigram::Urn::parse(text).is_ok(),
            |text| urigram::Urn::parse(text).map(|urn| (urn.nid(), urn.nss())),
        ),
        Contender::new(
            "urn",
            |text| {
                let (Ok(urn), Ok(own)) = (urn::UrnSlice::try_from(text), urigram::Urn::parse(text))
                else {
                    return false;
                };
                (urn.nid(), urn.nss()) == (own.nid(), own.nss())
            },
            |text| urn::UrnSlice::try_from(text).map(|urn| (urn.nid().len(), urn.nss().len())),
        ),
    ]
}
