//! The task of parsing to components.

use crate::clock::Contender;
use urigram::{Grammar, Iri, Reading, Uri};
use urigram_grammars::Engine;

/// Scheme, authority, path, query, fragment, as RFC 3986 has them.
type Five<'a> = (&'a str, Option<&'a str>, &'a str, Option<&'a str>, Option<&'a str>);

fn five(text: &str) -> Option<Five<'_>> {
    let uri = Uri::parse(text).ok()?;
    Some((uri.scheme(), uri.authority(), uri.path(), uri.query(), uri.fragment()))
}

fn fluent_uri<'a>() -> Contender<'a> {
    Contender::new(
        "fluent-uri",
        |text| {
            let Ok(uri) = fluent_uri::Uri::parse(text) else { return false };
            let authority = uri.authority().map(|authority| authority.as_str());
            let query = uri.query().map(fluent_uri::pct_enc::EStr::as_str);
            let fragment = uri.fragment().map(fluent_uri::pct_enc::EStr::as_str);
            five(text)
                == Some((uri.scheme().as_str(), authority, uri.path().as_str(), query, fragment))
        },
        fluent_uri::Uri::parse,
    )
}

/// Returns the engines that this machine does not choose by itself: SSE2 under every grammar, and
/// portable code under the generic ones.
pub fn engines<'a>() -> Vec<Contender<'a>> {
    let generic =
        [Grammar::Url1997, Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Uri2003, Grammar::Rfc3986];
    let mut all = vec![fluent_uri()];
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
    let mut all = vec![fluent_uri()];
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
        |text| {
            let Ok(uri) = iri_string::types::UriStr::new(text) else { return false };
            let query = uri.query().map(iri_string::types::RiQueryStr::as_str);
            let fragment = uri.fragment().map(iri_string::types::RiFragmentStr::as_str);
            five(text)
                == Some((uri.scheme_str(), uri.authority_str(), uri.path_str(), query, fragment))
        },
        |text| {
            iri_string::types::UriStr::new(text)
                .map(|uri| (uri.scheme_str(), uri.authority_str(), uri.path_str()))
        },
    ));
    all.push(Contender::new(
        "iref",
        |text| {
            let Ok(uri) = iref::Uri::new(text) else { return false };
            let parts = uri.parts();
            let authority = parts.authority.map(iref::uri::Authority::as_str);
            let query = parts.query.map(iref::uri::Query::as_str);
            let fragment = parts.fragment.map(iref::uri::Fragment::as_str);
            five(text)
                == Some((parts.scheme.as_str(), authority, parts.path.as_str(), query, fragment))
        },
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
    all.push(Contender::new(
        "uriparse",
        |text| {
            let Ok(uri) = uriparse::URI::try_from(text) else { return false };
            let query = uri.query().map(uriparse::Query::as_str);
            let fragment = uri.fragment().map(uriparse::Fragment::as_str);
            let Some((scheme, _, _, own_query, own_fragment)) = five(text) else { return false };
            (uri.scheme().as_str(), query, fragment) == (scheme, own_query, own_fragment)
        },
        uriparse::URI::try_from,
    ));
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
