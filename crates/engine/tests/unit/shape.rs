//! Splitting against a reference that searches strings, on every short input, by shapes that use
//! each field.

use super::Shape;
use crate::dfa::automaton::Automaton;
use crate::{Component, Schemes, Span};
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

/// Returns the automaton of the strings that begin with a byte of `first` and go on with bytes of
/// `rest`; the empty string is one of them if `first` is empty.
fn rule(first: &'static str, rest: &'static str) -> Option<&'static Automaton> {
    let class = |byte: u8| match (first.as_bytes().contains(&byte), rest.as_bytes().contains(&byte))
    {
        (true, true) => 0,
        (true, false) => 1,
        (false, true) => 2,
        (false, false) => 3,
    };
    let classes: Vec<u8> = (0..=255).map(class).collect();
    let classes: &'static [u8; 256] = Box::leak(Box::new(classes.try_into().unwrap()));
    // State 0 is the start, 1 has read something, 2 is dead.
    let next = |state, class| match (state, class) {
        (0, 0 | 1) if !first.is_empty() => 1,
        (0, 0 | 2) if first.is_empty() => 1,
        (1, 0 | 2) => 1,
        _ => 2,
    };
    let accepts = |state| state == 1 || (state == 0 && first.is_empty());
    let cells = Automaton::cells(3, 4, next, accepts).unwrap();
    Some(Box::leak(Box::new(Automaton {
        rule: "rule",
        start: 0,
        dead: 2,
        classes,
        states: 3,
        cells: Box::leak(cells.into_boxed_slice()),
    })))
}

const GENERIC: Shape = Shape::PLAIN;

const A: Schemes = Schemes::Only(&["b", "a"]);
const EXACTLY_A: Schemes = Schemes::Exactly(&["b", "a"]);

/// Shapes that differ in one group of fields each. Every rule leaves out `!`, so that some inputs
/// fail it.
fn shapes() -> Vec<Shape> {
    let few = Shape { fragment: A, query: EXACTLY_A, authority: A, ..GENERIC };
    let some = Shape { host: A, userinfo: EXACTLY_A, authority_ends: "/", ..GENERIC };
    let slashes = Shape {
        slashes: A,
        backslash: EXACTLY_A,
        drives: Schemes::All,
        drive: rule("a", "1"),
        ..GENERIC
    };
    let backslashes = Shape { backslash: Schemes::All, omits_empty: true, ..GENERIC };
    let net =
        Shape { hier: rule("", "aA/:?@]\\"), net: rule("/", "aA/:1@]"), hostless: A, ..GENERIC };
    let server = Shape {
        server: rule("", "aA:1@]"),
        hostport: rule("aA", "aA1:]"),
        port: rule("", "a1"),
        scheme: rule("a", "1aA"),
        ..GENERIC
    };
    let no_user = Shape { userinfo: Schemes::None, ..server.clone() };
    [GENERIC, few, some, slashes, backslashes, net, server, no_user].into()
}

/// Returns true if a set has a scheme.
fn has(schemes: &Schemes, scheme: &str) -> bool {
    match schemes {
        Schemes::All => true,
        Schemes::None => false,
        Schemes::Only(names) => names.iter().any(|name| scheme.eq_ignore_ascii_case(name)),
        Schemes::Exactly(names) => names.contains(&scheme),
    }
}

fn allows(rule: Option<&Automaton>, text: &str) -> bool {
    rule.is_none_or(|rule| {
        let state = text.bytes().fold(0, |state, byte| rule.next(state, byte));
        rule.accepts(state)
    })
}

/// The components of an input: texts, which are compared by their places.
#[derive(Default)]
struct Split<'a>(Vec<(Component, &'a str)>);

impl<'a> Split<'a> {
    fn new(shape: &Shape, input: &'a str) -> Split<'a> {
        let mut out = Split::default();
        let (scheme, mut rest) = match input.split_once([':', '/', '?', '#']) {
            Some((scheme, rest))
                if !scheme.is_empty()
                    && input[scheme.len()..].starts_with(':')
                    && allows(shape.scheme, scheme) =>
            {
                out.0.push((Component::Scheme, scheme));
                (scheme, rest)
            }
            _ => ("", input),
        };
        if has(&shape.fragment, scheme) {
            if let Some((before, fragment)) = rest.split_once('#') {
                out.0.push((Component::Fragment, fragment));
                rest = before;
            }
        }
        if scheme.is_empty() || allows(shape.hier, rest) {
            rest = out.hierarchical(shape, scheme, rest);
        }
        out.0.push((Component::Path, rest));
        out
    }

    /// Adds query and authority, and returns the path.
    fn hierarchical(&mut self, shape: &Shape, scheme: &str, rest: &'a str) -> &'a str {
        let is_slash = |c: char| c == '/' || (c == '\\' && has(&shape.backslash, scheme));
        let behind = rest.trim_start_matches(is_slash);
        let slashes = rest.len() - behind.len();
        let start = match slashes {
            any if has(&shape.slashes, scheme) => Some(any),
            0 | 1 => None,
            _ => Some(2),
        };
        let mut path = rest;
        if let Some(start) = start.filter(|_| has(&shape.authority, scheme)) {
            let ends = |c: char| {
                c == '/'
                    || (c == '\\' && has(&shape.backslash, scheme))
                    || (c == '?' && has(&shape.query, scheme) && shape.authority_ends.contains('?'))
            };
            let mut end = rest[start..].find(ends).map_or(rest.len(), |end| start + end);
            if has(&shape.drives, scheme) && allows(shape.drive, &rest[start..end]) {
                end = start;
            }
            let authority = &rest[start..end];
            let is_empty = authority.is_empty();
            if allows(shape.net, rest) || (is_empty && has(&shape.hostless, scheme)) {
                path = &rest[end..];
                if !(is_empty && shape.omits_empty) {
                    self.0.push((Component::Authority, authority));
                    self.server(shape, scheme, authority);
                }
            }
        }
        if !has(&shape.query, scheme) {
            return path;
        }
        let Some((before, query)) = path.split_once('?') else { return path };
        self.0.push((Component::Query, query));
        before
    }

    /// Adds the parts of an authority.
    fn server(&mut self, shape: &Shape, scheme: &str, authority: &'a str) {
        if !has(&shape.host, scheme) || !allows(shape.server, authority) {
            return;
        }
        let ats = authority.match_indices('@').map(|(at, _)| at);
        let mut ats = ats.filter(|_| has(&shape.userinfo, scheme));
        let at = match shape.hostport {
            Some(_) => ats.find(|at| allows(shape.hostport, &authority[at + 1..])),
            None => ats.next_back(),
        };
        let mut host = at.map_or(authority, |at| &authority[at + 1..]);
        if at.is_none() && !allows(shape.hostport, host) {
            return;
        }
        self.0.extend(at.map(|at| (Component::Userinfo, &authority[..at])));
        let closed = host.rfind(']').unwrap_or(0);
        if let Some(colon) = host[closed..].rfind(':').map(|colon| closed + colon) {
            let port = &host[colon + 1..];
            let is_port = match shape.port {
                Some(_) => allows(shape.port, port),
                None => port.bytes().all(|byte| byte.is_ascii_digit()),
            };
            if is_port {
                self.0.push((Component::Port, port));
                host = &host[..colon];
            }
        }
        self.0.push((Component::Host, host));
    }

    fn get(&self, input: &str, component: Component) -> Option<Span> {
        let (_, text) = self.0.iter().find(|(known, _)| *known == component)?;
        let start = text.as_ptr() as usize - input.as_ptr() as usize;
        Some(Span { start: start as u32, end: (start + text.len()) as u32 })
    }
}

/// The components that a shape splits, without those of names.
const SPLIT: [Component; 8] = [
    Component::Scheme,
    Component::Authority,
    Component::Userinfo,
    Component::Host,
    Component::Port,
    Component::Path,
    Component::Query,
    Component::Fragment,
];

#[test]
fn every_short_input_splits_as_by_the_reference() {
    const ALPHABET: &[u8] = b"aA1:/?#@]\\!";
    let shapes = shapes();
    let mut layer = Vec::from([String::new()]);
    for _ in 0..=5 {
        for shape in &shapes {
            for rest in &layer {
                for input in [rest.clone(), alloc::format!("a://{rest}")] {
                    let parts = shape.split(input.as_bytes());
                    let expected = Split::new(shape, &input);
                    for component in SPLIT {
                        let wanted = expected.get(&input, component);
                        assert_eq!(parts.get(component), wanted, "{component:?} {input} {shape:?}");
                    }
                }
            }
        }
        let longer = |text: &String| {
            ALPHABET.iter().map(|&byte| alloc::format!("{text}{}", char::from(byte))).collect()
        };
        layer = layer.iter().flat_map::<Vec<String>, _>(longer).collect();
    }
}

#[test]
fn a_bare_authority_splits_as_behind_slashes() {
    for shape in shapes() {
        for text in ["", "a", "a:1", "a@a:1", "@", "a@a@a", "]:1", ":", "a:a", "!"] {
            let bare = shape.split_bare_authority(text.as_bytes());
            let mut expected = Split::default();
            expected.server(&shape, "", text);
            for component in [Component::Host, Component::Port] {
                assert_eq!(bare.get(component), expected.get(text, component), "{text} {shape:?}");
            }
            let user = expected.get(text, Component::Userinfo);
            assert_eq!(bare.userinfo(), user, "{text} {shape:?}");
            assert_eq!((bare.path().start, bare.path().end), (bare.len, text.len() as u32));
        }
    }
}

/// A delimiter that every scheme has can be found before the scheme is known.
#[cfg(feature = "theorems")]
#[test]
fn delimiters_of_every_scheme() {
    for shape in shapes() {
        let all = |schemes: &Schemes| matches!(schemes, Schemes::All);
        assert_eq!(shape.splits_everywhere(b'#'), all(&shape.fragment));
        let asks = shape.hier.is_some() || shape.net.is_some();
        let ends = shape.authority_ends.contains('?');
        assert_eq!(shape.splits_everywhere(b'?'), all(&shape.query) && !asks && ends);
    }
}

#[test]
fn parts_of_a_name() {
    let parts = GENERIC.split(b"urn:isbn:0?+r");
    assert_eq!(parts.nid_end("urn:isbn:0?+r"), 8);
    assert_eq!(GENERIC.split(b"urn:isbn").nid_end("urn:isbn"), 8);
    let name = Shape { query: Schemes::None, ..GENERIC };
    let split = |text: &str| {
        let parts = name.split(text.as_bytes());
        let nid_end = parts.nid_end(text);
        [true, false].map(|rq| parts.nss_end(text.as_bytes(), nid_end, rq))
    };
    assert_eq!(split("urn:isbn:0?+r"), [10, 13]);
    assert_eq!(split("urn:isbn:0"), [10, 10]);
    assert_eq!(split("urn:isbn:?"), [9, 10]);
    assert_eq!(split("urn:isb?"), [8, 8]);
    for component in [Component::Nid, Component::Nss, Component::RComponent, Component::QComponent]
    {
        assert_eq!(parts.get(component), None);
    }
}
