//! The regular expression of Appendix B in url-1997, RFC 2396, uri-2003 and RFC 3986, as a
//! reference that does not use our automata.

use std::collections::BTreeSet;

use crate::support::{samples, strings};
use regex::{Captures, Regex};
use urigram::{Component, Grammar, IriRef};

const APPENDIX_B: &str = r"(?s)^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?";

/// The grammars whose documents print it, and those that build on them.
const PRINTED: [Grammar; 7] = [
    Grammar::Url1997,
    Grammar::Rfc2396,
    Grammar::Rfc2732,
    Grammar::Uri2003,
    Grammar::Rfc3986,
    Grammar::Rfc3987,
    Grammar::Rfc6874,
];

const GROUPS: [(Component, usize); 5] = [
    (Component::Scheme, 2),
    (Component::Authority, 4),
    (Component::Path, 5),
    (Component::Query, 7),
    (Component::Fragment, 9),
];

/// A known difference between a document's rules and its appendix.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Departure {
    /// The text before the colon is not a `scheme`, and the whole is a relative path: `a!:b` of
    /// url-1997.
    NoScheme,
    /// The text after `//` is not a `site`, and the slashes belong to the path: `//?` of url-1997.
    NoSite,
    /// The rule for opaque parts allows question marks: `a:b?c` of RFC 2396.
    OpaqueQuery,
}

const DEPARTURES: [(Grammar, Departure); 5] = [
    (Grammar::Url1997, Departure::NoScheme),
    (Grammar::Url1997, Departure::NoSite),
    (Grammar::Rfc2396, Departure::OpaqueQuery),
    (Grammar::Rfc2732, Departure::OpaqueQuery),
    (Grammar::Uri2003, Departure::OpaqueQuery),
];

fn departure(reference: &IriRef<'_>, groups: &Captures<'_>) -> Option<Departure> {
    let theirs = |component| {
        let group = GROUPS.iter().find(|(known, _)| *known == component).unwrap().1;
        groups.get(group).map(|found| found.as_str())
    };
    let legal = |scheme: &str| {
        scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    };
    match (theirs(Component::Scheme), theirs(Component::Authority)) {
        (Some(scheme), _) if reference.scheme().is_none() && !legal(scheme) => {
            Some(Departure::NoScheme)
        }
        (_, Some(_)) if reference.authority().is_none() => Some(Departure::NoSite),
        (Some(_), None) if reference.query().is_none() && !reference.path().starts_with('/') => {
            Some(Departure::OpaqueQuery)
        }
        _ => None,
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn generic_grammars_split_as_the_expression_does() {
    let expression = Regex::new(APPENDIX_B).unwrap();
    let mut departures = BTreeSet::new();
    let mut compared = 0;
    for grammar in PRINTED {
        for text in samples(grammar, 5, 300).into_iter().chain(strings("a:/?#@!", 5)) {
            let Ok(reference) = IriRef::parse_by(grammar, Default::default(), &text) else {
                continue;
            };
            let groups = expression.captures(&text).unwrap();
            compared += 1;
            let same = |&(component, group): &(Component, usize)| {
                reference.component(component) == groups.get(group).map(|found| found.as_str())
            };
            if let Some((component, _)) = GROUPS.iter().find(|pair| !same(pair)) {
                let why = departure(&reference, &groups);
                let why = why
                    .unwrap_or_else(|| panic!("{grammar}: the {} of {text:?}", component.name()));
                departures.insert((grammar, why));
            }
        }
    }
    assert!(compared > 10_000, "only {compared} compared");
    // A departure that no longer occurs must be removed from the list.
    assert_eq!(departures, BTreeSet::from(DEPARTURES));
}
