//! Setters, tried with every short argument on values of every document: a change gives the value
//! that its text parses to, with this component and the others as they were, or leaves all as it
//! was.

use std::collections::HashMap;

use crate::support::{samples, strings};
use urigram::documents::Form;
use urigram::{
    uri, BuildError, Builder, Component, Grammar, IriRef, IriRefBuf, Reading, Uri, UriBuf, UriRef,
    UriRefBuf,
};

const CHANGED: [Component; 7] = [
    Component::Scheme,
    Component::Authority,
    Component::Userinfo,
    Component::Host,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

fn set(value: &mut IriRefBuf, component: Component, new: Option<&str>) -> Result<(), BuildError> {
    match (component, new) {
        (Component::Scheme, Some(new)) => value.set_scheme(new),
        (Component::Scheme, None) => {
            *value = value.as_iri_ref().with_scheme(None)?;
            Ok(())
        }
        (Component::Authority, new) => value.set_authority(new),
        (Component::Userinfo, new) => value.set_userinfo(new),
        (Component::Host, new) => value.set_host(new.unwrap_or_default()),
        (Component::Path, new) => value.set_path(new.unwrap_or_default()),
        (Component::Query, new) => value.set_query(new),
        (Component::Fragment, new) => value.set_fragment(new),
        (other, _) => panic!("{other:?}"),
    }
}

/// The components that can differ after a change of this one.
fn depends(changed: Component, other: Component) -> bool {
    use Component::*;
    changed == other
        || matches!(
            (changed, other),
            (Userinfo | Host | Port, Authority | Host) | (Authority, Userinfo | Host | Port)
        )
}

/// Returns whether the change was made.
fn try_one(value: &IriRef<'_>, component: Component, new: Option<&str>) -> bool {
    let shown = format!("{} {value}: {component:?} = {new:?}", value.grammar());
    let mut changed = value.to_owned();
    match set(&mut changed, component, new) {
        Ok(()) => {
            let grammar = changed.grammar();
            let again = IriRef::parse_by(grammar, value.reading(), changed.as_str()).expect(&shown);
            assert_eq!(again.parts(), changed.as_iri_ref().parts(), "{shown}");
            for other in Component::ALL {
                let (before, after) =
                    (value.component(other), changed.as_iri_ref().component(other));
                if !depends(component, other) {
                    assert_eq!(before, after, "{shown}, {other:?}");
                }
            }
            let found = changed.as_iri_ref().component(component);
            let is_set = match component {
                Component::Path | Component::Host => found == Some(new.unwrap_or_default()),
                _ => found == new,
            };
            assert!(is_set, "{shown}: {found:?}");
            true
        }
        Err(error) => {
            assert_eq!(&changed, value, "{shown}");
            assert_eq!(changed.as_iri_ref().parts(), value.parts(), "{shown}");
            let blamed = error.component().expect(&shown);
            let is_blamed = blamed == component
                || matches!(error, BuildError::Authority | BuildError::NoBrackets)
                || matches!(error, BuildError::Rootless { .. });
            assert!(is_blamed, "{shown}: {error}");
            assert!(error.offset().unwrap_or(0) <= new.unwrap_or_default().len(), "{shown}");
            assert!(!error.to_string().is_empty());
            false
        }
    }
}

/// Returns every grammar of identifiers, the practices and drafts with them.
fn written() -> impl Iterator<Item = Grammar> {
    let all = Grammar::ALL.iter().copied().chain(Grammar::unselected());
    all.filter(|grammar| grammar.document().form != Form::Urc)
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_short_argument_in_every_document() {
    let arguments = strings("a/:?#@%.", 2);
    let longer = [
        "//h", "a:b", "%41", "%4", "h:80", "u@h", "[::1]", "::1", "é", "a b", "http", "../x", "\0",
    ];
    let mut made: HashMap<(&str, Component), [usize; 2]> = HashMap::new();
    for grammar in written() {
        for sample in samples(grammar, 5, 6).iter().step_by(7).take(30) {
            let Ok(value) = IriRef::parse_by(grammar, Reading::Corrected, sample) else { continue };
            for component in CHANGED {
                let texts = arguments.iter().map(String::as_str).chain(longer);
                for new in texts.map(Some).chain([None]) {
                    let is_made = try_one(&value, component, new);
                    made.entry((grammar.as_str(), component)).or_default()[usize::from(is_made)] +=
                        1;
                }
            }
        }
    }
    // Under each document some change was made and some refused.
    for grammar in written() {
        let sum = |index: usize| {
            CHANGED
                .iter()
                .map(|&c| made.get(&(grammar.as_str(), c)).map_or(0, |n| n[index]))
                .sum::<usize>()
        };
        // Every text of libcurl has a host, and no rule of it is an authority to be composed.
        let mut components = grammar.document().components.iter();
        let has_authority = components.any(|(component, _)| *component == Component::Authority);
        let is_made = sum(1) > 3 || !has_authority;
        assert!(sum(0) > 100 && is_made, "{grammar}: {} {}", sum(0), sum(1));
    }
}

#[test]
fn values_of_all_shapes_by_rfc_3986() {
    let values = [
        "",
        "a",
        "/",
        "/a",
        "a/b",
        "./a:b",
        "//h",
        "//h/",
        "//u@h:1/p?q#f",
        "?",
        "#",
        "?q#f",
        "s:",
        "s:a",
        "s:/a",
        "s:a:b",
        "s://h//b",
        "s://",
        "s:/.//a",
        "//h//b",
        "s://h?q",
        "s:?#",
        "/a:b",
    ];
    for value in values.map(|value| UriRef::parse(value).unwrap()) {
        for component in CHANGED {
            for new in strings("a/:?#@%", 3) {
                try_one(&value.into(), component, Some(&new));
            }
            try_one(&value.into(), component, None);
        }
    }
}

#[test]
fn errors_name_component_rule_and_offset() {
    let base = || uri!("http://u@h:1/p?q#f").to_owned();
    let of = |error: BuildError| (error.component(), error.rule(), error.offset());
    use Component::*;
    let mut value = base();
    assert_eq!(
        of(value.set_query(Some("a b")).unwrap_err()),
        (Some(Query), Some("query"), Some(1))
    );
    assert_eq!(
        of(value.set_path("/a?b").unwrap_err()),
        (Some(Path), Some("path-abempty"), Some(2))
    );
    let error = value.set_path("a").unwrap_err();
    assert_eq!(
        error.to_string(),
        "a path after an authority begins with `/` (rule `path-abempty`, rfc3986)"
    );
    assert_eq!(of(error), (Some(Path), Some("path-abempty"), Some(0)));
    // The delimiter in the argument is to blame, although the grammar reads on to the next one.
    assert_eq!(
        of(value.set_query(Some("a#b")).unwrap_err()),
        (Some(Query), Some("query"), Some(1))
    );
    assert_eq!(of(value.set_scheme("1a").unwrap_err()), (Some(Scheme), Some("scheme"), Some(0)));
    assert_eq!(of(value.set_fragment(Some("%4")).unwrap_err()).2, Some(2));
    assert_eq!(of(value.set_userinfo(Some("a@b")).unwrap_err()).2, Some(1));
    let error = value.set_scheme("").unwrap_err();
    let shown = "the scheme ends too early at byte 0 (rule `scheme`, rfc3986 section 3.1)";
    assert_eq!(error.to_string(), shown);
    assert_eq!(format!("{error:#}"), format!("{shown}: expected ALPHA"));
    assert!(matches!(value.set_host("::1"), Err(BuildError::NoBrackets)));
    assert!(matches!(value.push_segment(".."), Err(BuildError::DotSegment)));
    assert_eq!(value, base());
    // No authority: a path that would become one, and a first segment that would become a scheme.
    let mut value = uri!("s:/a").to_owned();
    assert_eq!(of(value.set_path("//b").unwrap_err()).0, Some(Path));
    assert!(matches!(value.set_port(Some(1)), Err(BuildError::Authority)));
    let mut value = UriRefBuf::parse("a").unwrap();
    let error = value.set_path("b:c").unwrap_err();
    assert_eq!((error.component(), error.offset()), (Some(Path), Some(1)));
    assert!(matches!(
        uri!("s://h//b").with_authority(None),
        Err(BuildError::SplitOtherwise { .. })
    ));
}

#[test]
fn addresses_and_ports() {
    use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
    let value = uri!("http://u@h:1/p");
    assert_eq!(value.with_host(Ipv4Addr::LOCALHOST).unwrap(), "http://u@127.0.0.1:1/p");
    assert_eq!(value.with_host(IpAddr::V6(Ipv6Addr::LOCALHOST)).unwrap(), "http://u@[::1]:1/p");
    assert_eq!(value.with_port(65535).unwrap().port_u16(), Some(65535));
    assert_eq!(value.with_port(None).unwrap(), "http://u@h/p");
    assert_eq!(value.with_userinfo(None).unwrap(), "http://h:1/p");
    assert_eq!(uri!("s:/p").with_host("h").unwrap(), "s://h/p");
    assert_eq!(uri!("s://h/p").with_authority(None).unwrap(), "s:/p");
}

#[test]
fn segments_are_pushed_and_popped() {
    let after = |text: &str, segments: &[&str]| {
        let mut value = UriRefBuf::parse(text).unwrap();
        segments.iter().for_each(|segment| value.push_segment(segment).unwrap());
        value.into_string()
    };
    assert_eq!(after("http://h", &["a", "b c"]), "http://h/a/b%20c");
    assert_eq!(after("http://h/?q", &["a"]), "http://h/a?q");
    assert_eq!(after("", &["a:b", "c"]), "a%3Ab/c");
    assert_eq!(after("/a", &[""]), "/a/");
    assert_eq!(after("mailto:a", &["b"]), "mailto:a/b");
    let mut value = UriBuf::parse("http://h/a/b/").unwrap();
    let mut seen = Vec::new();
    while value.pop_segment() {
        seen.push(value.path().to_owned());
    }
    assert_eq!(seen, ["/a/b", "/a", "/"]);
    // Any text that was pushed comes out again.
    for segment in strings("a./%:é", 4) {
        let mut value = UriBuf::parse("http://h/x").unwrap();
        match value.push_segment(&segment) {
            Ok(()) => {
                let coding = urigram::PercentEncoding::of(Grammar::Rfc3986);
                let last = value.as_uri().path_segments().next_back().unwrap();
                assert_eq!(coding.decode(last).unwrap().to_text().unwrap(), segment);
                let normal = value.normalize();
                assert_eq!(normal.as_uri().path_segments().count(), 2, "{segment}");
            }
            Err(error) => {
                assert!(matches!(error, BuildError::DotSegment), "{segment}: {error}");
                assert!(segment == "." || segment == "..");
            }
        }
    }
    let refused = Builder::new(Grammar::Rfc3986).scheme("s").path_segments(["a", ".."]).build();
    assert!(matches!(refused, Err(BuildError::DotSegment)));
}

#[test]
fn path_segments_from_both_ends() {
    for text in strings("a/", 5) {
        let Ok(value) = UriRef::parse(&text) else { continue };
        let forward: Vec<&str> = value.path_segments().collect();
        let mut backward: Vec<&str> = value.path_segments().rev().collect();
        backward.reverse();
        assert_eq!(forward, backward, "{text}");
        let joined = forward.join("/");
        let path = value.path();
        assert_eq!(path.strip_prefix('/').unwrap_or(path), joined);
    }
}

#[test]
fn a_builder_takes_up_a_value() {
    // Without the practices: `http:/a` and `http:///a` of java-net-uri have the same components.
    for &grammar in Grammar::ALL.iter().filter(|grammar| grammar.document().form != Form::Urc) {
        for sample in samples(grammar, 21, 10) {
            let Ok(value) = IriRef::parse_by(grammar, Reading::Corrected, &sample) else {
                continue;
            };
            let again = Builder::from(value).build_iri_ref().unwrap();
            assert_eq!(
                (again.as_str(), again.as_iri_ref().parts()),
                (&*sample, value.parts()),
                "{grammar}"
            );
        }
    }
}

/// A fragment that is replaced by a shorter one, or removed, keeps the buffer.
#[test]
fn a_fragment_is_set_in_place() {
    let mut value = Uri::parse("http://example.org/a/b?c#a-long-fragment").unwrap().to_owned();
    let buffer = value.as_str().as_ptr();
    value.set_fragment(Some("%41b")).unwrap();
    assert_eq!((value.as_str(), value.fragment()), ("http://example.org/a/b?c#%41b", Some("%41b")));
    value.set_query(Some("")).unwrap();
    value.set_fragment(None).unwrap();
    assert_eq!((value.as_str(), value.query()), ("http://example.org/a/b?", Some("")));
    assert_eq!(value.as_str().as_ptr(), buffer);
}
