//! The kinds of errors, by every grammar that has components.
#![cfg(feature = "alloc")]

use urigram_grammars::SyntaxErrorKind as Kind;
use urigram_grammars::{Component, Found, Grammar, Reading, SyntaxError, Table};

/// Texts where one character or the end is wrong, with the kind by RFC 3986.
const WRONG: &[(&str, Kind)] = &[
    ("", Kind::NoScheme),
    ("example.org", Kind::NoScheme),
    ("user@example.org", Kind::NoScheme),
    ("//a/", Kind::NoScheme),
    ("://a/", Kind::NoScheme),
    ("1http://a/", Kind::Scheme),
    ("ht!tp://a/", Kind::Scheme),
    ("http://u|@a/", Kind::Host),
    ("http://a:b|c@d/", Kind::Userinfo),
    ("http://a:b:c/", Kind::Port),
    ("http://a:80x", Kind::Port),
    ("http://a:80|/", Kind::Port),
    ("http://u@a:80x/", Kind::Port),
    ("http://a|b/", Kind::Host),
    ("http://u@a|/", Kind::Host),
    ("http://1.2.3.4|/", Kind::Host),
    ("http://a]/", Kind::Host),
    ("http://[::1/", Kind::IpLiteral),
    ("http://[1:2]/", Kind::IpLiteral),
    ("http://[1:2:3:4:5:6:7:8:9]/", Kind::IpLiteral),
    ("http://[1:2:3:4:5:6:7:]/", Kind::IpLiteral),
    ("http://[::1.2.3]/", Kind::IpLiteral),
    ("http://[fe80::1%eth0]/", Kind::IpLiteral),
    ("http://[::g]/", Kind::IpLiteral),
    ("http://[v1.]/", Kind::IpLiteral),
    ("http://[vx.a]/", Kind::IpLiteral),
    ("http://[]/", Kind::IpLiteral),
    ("http://a/b|c", Kind::Path),
    ("mailto:a|", Kind::Path),
    ("x:/a|", Kind::Path),
    ("x:|", Kind::Path),
    ("http://a/?q|", Kind::Query),
    ("x:a?b|", Kind::Query),
    ("http://a/#f|", Kind::Fragment),
    ("http://a/#f#g", Kind::Fragment),
    ("http://%/", Kind::Escape),
    ("http://a/%", Kind::Escape),
    ("http://a/%4", Kind::Escape),
    ("http://a/%zz", Kind::Escape),
    ("http://a/?%4z", Kind::Escape),
    ("http://a:%", Kind::Escape),
    ("http://a b/", Kind::Whitespace),
    ("http://a/\t", Kind::Whitespace),
    ("http://a/\n", Kind::Whitespace),
    ("http://a/\u{1}", Kind::ControlCharacter),
    ("http://a/\u{e9}", Kind::BeyondAscii),
];

fn table(grammar: Grammar) -> &'static Table {
    let tables = grammar.tables(Reading::Corrected);
    tables.uri.unwrap_or(tables.start())
}

fn refused(grammar: Grammar, text: impl AsRef<[u8]>) -> Option<SyntaxError> {
    table(grammar).check(text.as_ref(), Reading::Corrected).err()
}

fn kind(grammar: Grammar, text: impl AsRef<[u8]>) -> Option<Kind> {
    Some(refused(grammar, text)?.kind())
}

#[test]
fn generic_syntax_tells_every_component() {
    for &(text, expected) in WRONG {
        assert_eq!(kind(Grammar::Rfc3986, text), Some(expected), "{text:?} by rfc3986");
        if expected != Kind::BeyondAscii {
            assert_eq!(kind(Grammar::Rfc3987, text), Some(expected), "{text:?} by rfc3987");
        }
    }
    assert_eq!(kind(Grammar::Rfc3986, b"http://a/\xFF"), Some(Kind::NotUtf8));
    assert_eq!(kind(Grammar::Rfc3987, "http://a/\u{e000}"), Some(Kind::Path));
    assert_eq!(kind(Grammar::Rfc6874, "http://[fe80::1%eth0]/"), Some(Kind::IpLiteral));
    assert_eq!(kind(Grammar::Rfc2732, "http://[1:2/"), Some(Kind::IpLiteral));
}

#[test]
fn a_colon_in_a_relative_path_ends_no_scheme() {
    let table = Grammar::Rfc3986.tables(Reading::Corrected).reference.unwrap();
    let kind = |text: &str| table.check(text.as_bytes(), Reading::Corrected).unwrap_err().kind();
    assert_eq!(kind("1:2"), Kind::Scheme);
    assert_eq!(kind(":2"), Kind::NoScheme);
    assert_eq!(kind("a|"), Kind::Path);
    assert_eq!(kind("//a:b/"), Kind::Port);
    assert_eq!(kind("?|"), Kind::Query);
}

#[test]
fn names_have_parts_of_their_own() {
    for (text, expected) in [
        ("", Kind::NoScheme),
        ("ur", Kind::NoScheme),
        ("example", Kind::NoScheme),
        ("http://a/", Kind::NoScheme),
        ("urn:a_:b", Kind::Nid),
        ("urn:ab:", Kind::Nss),
        ("urn:ab:c|", Kind::Nss),
        ("urn:ab:%4", Kind::Escape),
        ("urn:ab:c?+", Kind::RComponent),
        ("urn:ab:c?=d|", Kind::QComponent),
        ("urn:ab:c#d#", Kind::Fragment),
    ] {
        assert_eq!(kind(Grammar::Rfc8141, text), Some(expected), "{text:?}");
    }
    assert_eq!(kind(Grammar::Urn2012, "http://a/"), Some(Kind::NoScheme));
}

/// By RFC 1738, hosts and paths have the same characters where the scheme is not known, and one
/// state is in both.
#[test]
fn a_state_that_two_parts_share_is_in_neither() {
    assert_eq!(kind(Grammar::Rfc1738, "http://a|b/"), Some(Kind::Other));
    assert_eq!(kind(Grammar::Rfc2396, "http://a|b/"), Some(Kind::Authority));
    assert_eq!(kind(Grammar::Rfc2396, "http://a/b|"), Some(Kind::Path));
}

/// Returns the component at the end of a text that a table accepts.
fn last(table: &'static Table, text: &[u8]) -> Option<Component> {
    let components = table.components(text, Reading::Corrected).ok()?;
    let ends = |component: &Component| {
        let span = components.span(*component);
        span.is_some_and(|span| span.end as usize == text.len() && span.start < span.end)
    };
    let inner_first =
        [Component::Fragment, Component::Query, Component::Path, Component::Port, Component::Host];
    inner_first.into_iter().find(ends)
}

/// The components of the text before an error, if it is accepted by itself, say where the error is.
#[test]
fn kinds_are_those_of_the_accepted_text_before_the_error() {
    let mut compared = 0;
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        for (text, _) in WRONG {
            let Some(error) = refused(grammar, text) else { continue };
            let before = &text.as_bytes()[..error.offset()];
            let Some(component) = last(table(grammar), before) else { continue };
            let allowed: &[Kind] = match component {
                Component::Fragment => &[Kind::Fragment],
                Component::Query => &[Kind::Query],
                Component::Path if error.found() == Found::Char(':') => &[Kind::Scheme],
                Component::Path => &[Kind::Path, Kind::Nss],
                Component::Port => &[Kind::Port, Kind::Authority],
                _ => &[Kind::Host, Kind::Authority],
            };
            let kind = error.kind();
            // By RFC 1630, what is a host in some schemes is a path by the rule for all of them.
            let paths = error.document().component_rules(Component::Path);
            if kind == Kind::Path && paths.contains(&error.rule()) {
                continue;
            }
            let is_of_part = Kind::Scheme <= kind && kind < Kind::Escape;
            if is_of_part {
                let shown = format!("{} {text:?}: {kind}, {component}", grammar.as_str());
                assert!(allowed.contains(&kind), "{shown}");
                compared += 1;
            }
        }
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn the_sentence_precedes_the_place() {
    let error = refused(Grammar::Rfc3986, "http://a/b c").unwrap();
    assert_eq!(
        error.to_string(),
        "a space is not allowed in a path (byte 10, rule `path-abempty`, rfc3986 section 3.3)"
    );
    assert_eq!(
        format!("{error:#}"),
        "a space is not allowed in a path (byte 10, rule `path-abempty`, rfc3986 section 3.3): not \
         a `URI` of rfc3986 (corrected), expected unreserved, sub-delims, \"#\", \"%\", \"/\", \
         \":\", \"?\", \"@\" or the end"
    );
    assert_eq!(error.found(), Found::Char(' '));
}

#[test]
fn each_kind_has_a_name_of_its_own() {
    let mut names: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
    assert!(Kind::ALL.is_sorted());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Kind::ALL.len());
}
