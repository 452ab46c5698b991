//! Values that contradicted their own text, each by its smallest input. What holds for all inputs
//! is in `checks/conform/src/exercise.rs`.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use urigram::documents::Form;
use urigram::internal::pairs_of_iris_and_uris;
use urigram::selection::GrammarSet;
use urigram::{
    uri, BuildError, Builder, Component, Grammar, GrammarId, Iri, IriBuf, IriRef, Reading, Select,
    Uri, UriBuf, UriRef, UriRefBuf,
};
use urigram_conform::{every_grammar, exercise, loaded};

use crate::own_grammars::folder::folders::{grammar, refusal, Scratch};

fn uri_by(grammar: Grammar, text: &str) -> UriBuf {
    UriBuf::parse_by(grammar, Reading::Corrected, text).unwrap()
}

/// The query was set in place, and the rule that decides about an authority was not asked again.
#[test]
fn a_query_takes_the_authority_away_by_url_1997() {
    let mut value = uri_by(Grammar::Url1997, "x://b");
    assert_eq!(value.host(), Some("b"));
    let error = value.set_query(Some("q")).unwrap_err();
    assert_eq!(error.component(), Some(Component::Query));
    assert_eq!(error.moved(), Some(Component::Host));
    assert_eq!((value.as_str(), value.host()), ("x://b", Some("b")));
}

/// A registry's name takes `@`, so the text was accepted, and the host was gone.
#[test]
fn an_at_sign_in_a_userinfo_keeps_the_host() {
    for grammar in [Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Uri2003] {
        let mut value = uri_by(grammar, "http://good.example/p");
        let error = value.set_userinfo(Some("a@b")).unwrap_err();
        assert_eq!(error.component(), Some(Component::Userinfo), "{grammar}");
        assert_eq!((value.host(), value.as_str()), (Some("good.example"), "http://good.example/p"));
        let built = Builder::from(&value).userinfo("a@b").build();
        assert!(matches!(built, Err(BuildError::SplitOtherwise { .. })), "{grammar}: {built:?}");
    }
}

/// `a://u@` is a registry's name without a userinfo.
#[test]
fn an_empty_host_keeps_the_userinfo() {
    for grammar in [Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Uri2003] {
        let mut value = uri_by(grammar, "a://u@h");
        assert!(value.set_host("").is_err(), "{grammar}");
        assert_eq!((value.userinfo(), value.host()), (Some("u"), Some("h")));
    }
}

/// These documents have no fragment in an identifier, only in a reference.
#[test]
fn an_identifier_has_no_fragment_where_the_rule_has_none() {
    for id in ["rfc1808", "url-1997", "rfc2396", "rfc2732", "uri-2003"] {
        let grammar: Grammar = id.parse().unwrap();
        let reading = Reading::Corrected;
        assert!(Uri::parse_by(grammar, reading, "a:/b#c").is_err(), "{grammar}");
        assert!(uri_by(grammar, "a:/b").set_fragment(Some("c")).is_err(), "{grammar}");
        let reference = UriRefBuf::parse_by(grammar, reading, "a:/b#c").unwrap();
        assert!(Uri::try_from(reference.as_uri_ref()).is_err(), "{grammar}");
        let error = UriBuf::try_from(reference.clone()).unwrap_err();
        assert_eq!(error.error().syntax().unwrap().offset(), 4, "{grammar}");
        let positions = reference.as_uri_ref().positions();
        assert!(Uri::from_positions("a:/b#c", &positions).is_err(), "{grammar}");
        // Without the fragment it is one.
        let rest = reference.as_uri_ref().with_fragment(None).unwrap();
        assert_eq!(UriBuf::try_from(rest).unwrap(), "a:/b");
    }
    // RFC 2732 took the rule over.
    let error = uri_by(Grammar::Rfc2732, "a:/b").set_fragment("c").unwrap_err().to_string();
    assert!(error.contains("(rule `abs_path`, RFC 2396 section 3)"), "{error}");
    // By RFC 3986, a reference with a scheme is an identifier.
    assert!(Uri::try_from(UriRef::parse("a:/b#c").unwrap()).is_ok());
}

/// The folder says `id = "rfc3987"` and accepts all of US-ASCII.
#[test]
fn a_folder_that_claims_to_be_rfc_3987_is_not() {
    let forger = loaded()[0];
    let text = "a: <script>";
    assert_eq!((forger.as_str(), forger.document().form), ("rfc3987", Form::Iri));
    assert_ne!(forger, Grammar::Rfc3987);
    let iri = Iri::parse_by(forger, Reading::Corrected, text).unwrap();
    assert!(Uri::try_from(iri).is_err());
    assert!(UriBuf::try_from(iri.to_owned()).is_err());
    assert!(Uri::try_from(IriRef::from(iri)).is_err());
    assert!(iri.to_uri().is_err(), "RFC 3986 rejects it");
    assert!(Uri::from_positions(text, &iri.positions()).is_err());
    // The published one is converted.
    let published = Uri::try_from(Iri::parse("a:b").unwrap()).unwrap();
    assert_eq!(published.grammar(), Grammar::Rfc3986);
    // A loaded grammar is found by its definition, and never by its id.
    assert_eq!("rfc3987".parse(), Ok(Grammar::Rfc3987));
    assert!(!Grammar::ALL.iter().any(|grammar| loaded().contains(grammar)));
    assert_eq!(Grammar::new(forger.definition()), forger);
    assert_eq!(Grammar::new(Grammar::Rfc3987.definition()), Grammar::Rfc3987);
    let changed = IriBuf::parse_by(forger, Reading::Corrected, "a:b").unwrap();
    assert_eq!(changed.grammar(), forger);
}

/// Each load of a path makes a definition of its own.
#[test]
fn two_loads_of_one_path_are_two_grammars() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("checks/conform/loaded/forger");
    let [one, two] = [(); 2].map(|()| grammar(&folder));
    for (a, b) in [(one, two), (one, loaded()[0]), (one, Grammar::Rfc3987), (two, one)] {
        assert_eq!(a.as_str(), b.as_str());
        assert_ne!(a, b);
        assert_ne!(a.cmp(&b), Ordering::Equal);
        assert_eq!(a.cmp(&b), b.cmp(&a).reverse());
        assert_ne!(a.definition() as *const _, b.definition() as *const _);
        assert_eq!(HashSet::from([a, b, a]).len(), 2);
        assert_eq!(BTreeSet::from([a, b, a]).len(), 2);
        let set: GrammarSet = [a].into_iter().collect();
        assert!(set.contains(a) && !set.contains(b));
        assert_eq!(Select::Exactly(a).select(b"a:b", Reading::Corrected).grammar, Some(a));
        assert_ne!(Select::Exactly(a), Select::Exactly(b));
        assert_ne!(a.document() as *const _, b.document() as *const _);
        // Values are compared as texts, and by the definition that they are values of.
        let [x, y] = [a, b].map(|one| Iri::parse_by(one, Reading::Corrected, "a:b").unwrap());
        assert_eq!((x, x.grammar() == y.grammar()), (y, false));
        assert_ne!(x.positions(), y.positions());
        let target = x.resolve(IriRef::from(y));
        assert!(target.map_or(true, |target| target.grammar() == a));
    }
    for own in [one, two] {
        assert_eq!(own.id(), GrammarId::Other);
        assert!(own.as_str().parse::<Grammar>().is_ok_and(|found| found != own));
        for select in [Select::Auto, Select::Newest, Select::Oldest] {
            let selection = select.select("a:\u{e9}".as_bytes(), Reading::Corrected);
            assert_ne!(selection.grammar, Some(own));
        }
        let iri = Iri::parse_by(own, Reading::Corrected, "a:b").unwrap();
        assert!(Uri::try_from(iri).is_err() && UriBuf::try_from(iri.to_owned()).is_err());
        assert!(!pairs_of_iris_and_uris().iter().any(|&(a, b)| a == own || b == own));
    }
}

/// A folder of a published document is loaded as a grammar of its own.
#[test]
fn published_ids_are_matched_and_loaded_ones_are_other() {
    let year = |grammar: Grammar| match grammar.id() {
        GrammarId::Rfc3986 | GrammarId::Rfc3987 => 2005,
        GrammarId::Url1997 => 1997,
        GrammarId::Other => 0,
        _ => 1,
    };
    assert_eq!((year(Grammar::Rfc3986), year(Grammar::Url1997)), (2005, 1997));
    for &own in loaded() {
        assert_eq!(year(own), 0, "{own}");
    }
    assert_eq!(loaded()[3].as_str(), "url-1997");
}

/// A folder cannot deny the statements that every value of a type relies on.
#[test]
fn a_folder_cannot_make_uris_beyond_ascii_or_identifiers_that_are_no_references() {
    let scratch = Scratch::new("claims");
    let facts = |start: &str| format!("id = \"claims\"\nform = \"generic\"\n\n[start]\n{start}\n");
    let wide = scratch.folder(
        "wide",
        &[
            ("document.toml", &facts("default = \"a\"")),
            ("printed.abnf", "a = \"a:\" *( %x61-7A / %xE9 )\n"),
        ],
    );
    let reason = refusal(&wide);
    assert!(reason.contains("`a` accepts characters beyond US-ASCII"), "{reason}");
    // A folder that says nothing of its form has one for its characters.
    let silent = scratch.file("silent.abnf", "a = \"a:\" *( %x61-7A / %xE9 )\n");
    assert_eq!(grammar(&silent).document().form, Form::Iri);
    let starts = "default = \"b\"\nuri = \"a\"\nreference = \"b\"";
    let narrow = scratch.folder(
        "narrow",
        &[("document.toml", &facts(starts)), ("printed.abnf", "a = 1*\"x\"\nb = \"x\"\n")],
    );
    let reason = refusal(&narrow);
    assert!(reason.contains("`a` accepts \"xx\"") || reason.contains("\"XX\""), "{reason}");
    assert!(reason.contains("`b`") && reason.contains("reference"), "{reason}");
}

/// A host before a path without a slash: the path is to blame.
#[test]
fn a_path_without_a_slash_has_no_host_before_it() {
    let mut value = uri!("mailto:a@b").to_owned();
    for error in [value.set_host("h").unwrap_err(), value.set_authority(Some("h")).unwrap_err()] {
        assert!(matches!(error, BuildError::Rootless { .. }), "{error}");
        assert_eq!(error.component(), Some(Component::Path));
    }
}

#[test]
fn a_grammar_without_hosts_says_so() {
    let error = uri_by(Grammar::Rfc1808, "a://h/").set_host("h").unwrap_err();
    assert_eq!(error.to_string(), "rfc1808 has no host: leave it out");
    assert_eq!(error.component(), Some(Component::Host));
}

/// Every setter, conversion and builder, on short values and arguments, by every grammar,
/// practices, drafts and loaded ones among them.
#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_change_of_short_values_in_every_grammar() {
    const VALUES: [&str; 16] = [
        "",
        "a",
        "/a/b",
        "//h",
        "a:",
        "a:b?c",
        "x://b",
        "a://u@h:1/p?q#f",
        "a://b,c/d",
        "s:/.//a",
        "urn:ab:c?+r?=q#f",
        "x://h/?a",
        "file:///a/b",
        "http://[::1]/",
        "http://é/é?é",
        "a: <b>",
    ];
    const NEW: [&str; 17] = [
        "", "a", "/", "//b", "?", "#", ":", "@", "a@b", "a:b", "[::1]", "%41", "%4", "..", "é",
        " ", "a#b",
    ];
    for &grammar in every_grammar() {
        for reading in Reading::ALL {
            for value in VALUES {
                NEW.iter().for_each(|new| exercise::all(grammar, reading, value, new));
            }
        }
    }
}

/// A path that contains a slash is changed at its end without a parse where a theorem says so, and
/// is what a parse of the text gives.
#[test]
fn segments_are_appended_and_removed_as_a_parse_splits_them() {
    let texts = [
        "http://h/a?q",
        "a:/b",
        "a:b/c",
        "/a/b?c/d",
        "//h/",
        "x://b/c",
        "x://u@b,c/d?e",
        "urn:a:b/c?+d/e?=f/g#h",
        "a:b?c/d",
    ];
    let mut free = BTreeSet::new();
    for &grammar in every_grammar() {
        for reading in Reading::ALL {
            if !grammar.tables(reading).sets.get(Component::Path).is_free {
                continue;
            }
            for text in texts {
                let parsed = IriRef::parse_by(grammar, reading, text);
                let Ok(mut value) = parsed.map(|value| value.to_owned()) else { continue };
                let mut is_whole = |value: &urigram::IriRefBuf| {
                    let again = IriRef::parse_by(grammar, reading, value.as_str()).unwrap();
                    assert_eq!(
                        again.parts(),
                        value.as_iri_ref().parts(),
                        "{grammar} {reading:?} {value}"
                    );
                    free.insert(grammar.as_str());
                };
                for segment in ["x", "y z", "", "w"] {
                    if value.push_segment(segment).is_ok() {
                        is_whole(&value);
                    }
                }
                while value.pop_segment() {
                    is_whole(&value);
                }
            }
        }
    }
    for id in ["rfc2396", "rfc2732", "rfc3986", "rfc3987", "rfc6874", "rfc1630", "url-1993"] {
        assert!(free.contains(id), "{id}: {free:?}");
    }
}

/// One push after another takes time in what is pushed: 32,000 of them are 32 times 1,000.
#[test]
fn segments_are_appended_without_a_parse() {
    let mut value = uri!("http://h/?q#f").to_owned();
    let start = std::time::Instant::now();
    for _ in 0..32_000 {
        value.push_segment("a b").unwrap();
    }
    let pushed = start.elapsed();
    assert_eq!(value.path().len(), 32_000 * 6);
    assert_eq!(Uri::parse(value.as_str()).unwrap().parts(), value.as_uri().parts());
    let mut once = uri!("http://h/?q#f").to_owned();
    once.extend_segments(std::iter::repeat_n("a b", 32_000)).unwrap();
    assert_eq!(once, value);
    // As much as 300 parses of the result, at most; a parse for each was 16,000 of them.
    let start = std::time::Instant::now();
    for _ in 0..300 {
        assert!(Uri::parse(std::hint::black_box(value.as_str())).is_ok());
    }
    let parsed = start.elapsed() + std::time::Duration::from_millis(200);
    assert!(pushed < parsed * 4, "{pushed:?}, {parsed:?}");
    while value.pop_segment() {}
    assert_eq!(value, "http://h/?q#f");
}
