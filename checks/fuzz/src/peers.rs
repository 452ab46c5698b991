//! Other packages that read the same documents.

use std::borrow::Cow;
use urigram_grammars::{Component, Grammar, Reading};

/// Components in the order of a peer's `components`. An absent one differs from an empty one.
type Found<'a> = [Option<Cow<'a, str>>; 5];

/// A package as a reader of a document.
struct Peer {
    name: &'static str,
    grammar: Grammar,
    components: [Component; 5],
    read: for<'a> fn(&'a str) -> Option<Found<'a>>,
    /// True if it changes the case of letters in what it returns.
    changes_case: bool,
    /// Inputs on which the package is known to differ, and why.
    differs: &'static [(fn(&str) -> bool, &'static str)],
}

const GENERIC: [Component; 5] = [
    Component::Scheme,
    Component::Authority,
    Component::Path,
    Component::Query,
    Component::Fragment,
];
const NAME: [Component; 5] = [
    Component::Nid,
    Component::Nss,
    Component::RComponent,
    Component::QComponent,
    Component::Fragment,
];

impl Peer {
    /// Makes a reader of URIs or IRIs without a known difference.
    const fn of(
        grammar: Grammar,
        name: &'static str,
        read: for<'a> fn(&'a str) -> Option<Found<'a>>,
    ) -> Peer {
        Peer { name, grammar, components: GENERIC, read, changes_case: false, differs: &[] }
    }
}

/// Reads with a type of fluent-uri.
macro_rules! fluent {
    ($name:ident) => {
        |text| {
            let found = fluent_uri::$name::parse(text).ok()?;
            Some(borrowed([
                found.scheme().map(|part| part.as_str()),
                found.authority().map(|part| part.as_str()),
                Some(found.path().as_str()),
                found.query().map(|part| part.as_str()),
                found.fragment().map(|part| part.as_str()),
            ]))
        }
    };
}

/// Reads with a type of iri-string.
macro_rules! iri_string {
    ($name:ident) => {
        |text| {
            let found = iri_string::types::$name::new(text).ok()?;
            Some(borrowed([
                found.scheme_str(),
                found.authority_str(),
                Some(found.path_str()),
                found.query_str(),
                found.fragment().map(|part| part.as_str()),
            ]))
        }
    };
}

/// Reads with a type of iref.
macro_rules! iref {
    ($name:ident) => {
        |text| {
            let parts = iref::$name::new(text).ok()?.parts();
            Some(borrowed([
                parts.scheme.map(|part| part.as_str()),
                parts.authority.map(|part| part.as_str()),
                Some(parts.path.as_str()),
                parts.query.map(|part| part.as_str()),
                parts.fragment.map(|part| part.as_str()),
            ]))
        }
    };
}

const PEERS: [Peer; 8] = [
    Peer::of(Grammar::Rfc3986, "fluent-uri, URI references", fluent!(UriRef)),
    Peer::of(Grammar::Rfc3987, "fluent-uri, IRI references", fluent!(IriRef)),
    Peer::of(Grammar::Rfc3986, "iri-string, URI references", iri_string!(UriReferenceStr)),
    Peer::of(Grammar::Rfc3987, "iri-string, IRI references", iri_string!(IriReferenceStr)),
    Peer::of(Grammar::Rfc3986, "iref, URI references", iref!(UriRef)),
    Peer::of(Grammar::Rfc3987, "iref, IRI references", iref!(IriRef)),
    Peer::of(Grammar::Rfc3987, "oxiri, IRI references", |text| {
        let iri = oxiri::IriRef::parse(text).ok()?;
        let owned = |part: &str| Cow::Owned(part.to_owned());
        Some([
            iri.scheme().map(owned),
            iri.authority().map(owned),
            Some(owned(iri.path())),
            iri.query().map(owned),
            iri.fragment().map(owned),
        ])
    }),
    Peer {
        name: "urn",
        grammar: Grammar::Rfc8141,
        components: NAME,
        read: |text| {
            let urn = urn::UrnSlice::try_from(text).ok()?;
            let owned = |part: &str| Cow::Owned(part.to_owned());
            Some([
                Some(owned(urn.nid())),
                Some(owned(urn.nss())),
                urn.r_component().map(owned),
                urn.q_component().map(owned),
                urn.f_component().map(owned),
            ])
        },
        changes_case: true,
        differs: &[(
            |text| text.split(':').nth(1).is_some_and(|nid| nid.ends_with('-')),
            "an NID ends in a letter or a digit (RFC 8141, 2); the package lets it end in a hyphen",
        )],
    },
];

fn borrowed(parts: [Option<&str>; 5]) -> Found<'_> {
    parts.map(|part| part.map(Cow::Borrowed))
}

/// Checks that other packages accept what the grammar accepts, and find the same components, except
/// on inputs on which a package is known to differ.
///
/// # Panics
/// If a package differs otherwise.
pub fn peers(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for peer in &PEERS {
        let table = peer.grammar.tables(Reading::Corrected).start();
        let ours = table.components(data, Reading::Corrected).ok().map(|found| {
            peer.components.map(|component| found.text(component).map(String::from_utf8_lossy))
        });
        let theirs = (peer.read)(text);
        let is_same = |(ours, theirs): (&Option<Cow<str>>, &Option<Cow<str>>)| match (ours, theirs)
        {
            (Some(ours), Some(theirs)) if peer.changes_case => ours.eq_ignore_ascii_case(theirs),
            _ => ours == theirs,
        };
        let agrees = match (&ours, &theirs) {
            (Some(ours), Some(theirs)) => ours.iter().zip(theirs).all(is_same),
            _ => ours.is_none() == theirs.is_none(),
        };
        if !agrees && !peer.differs.iter().any(|(known, _)| known(text)) {
            panic!("{}: {text:?}\n  urigram {ours:?}\n  other   {theirs:?}", peer.name);
        }
    }
}
