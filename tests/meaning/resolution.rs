//! Resolution through the public types: examples of every generated grammar, the one-pass algorithm
//! against the literal one, and `relativize` as the inverse.

use std::collections::HashMap;

use crate::corpus::{examples_that, Says};
use crate::support::{self, strings};
use urigram::documents::Form;
use urigram::resolution::{ExcessParents, Target};
use urigram::{Grammar, Iri, IriRef, Reading, ResolveError, Resolver, Uri, UriRef};

#[test]
fn every_printed_example_of_every_grammar() {
    let mut count = 0;
    for grammar in Grammar::ALL.iter().copied().chain(Grammar::unselected()) {
        for example in examples_that(grammar, &[Says::Resolves]) {
            let shown = format!("{grammar}: {example:?}");
            let (strict, excess_parents) = match example.option.as_deref() {
                None | Some("strict" | "validating" | "leftover dot segments retained") => {
                    (true, ExcessParents::Kept)
                }
                Some("backward compatible" | "backwards compatible") => {
                    (false, ExcessParents::Kept)
                }
                Some("leftover dot segments removed") => (true, ExcessParents::Removed),
                Some(other) => panic!("unknown option {other}"),
            };
            let resolver = Resolver::new(grammar).strict(strict).excess_parents(excess_parents);
            let (base, reference) = (example.base.unwrap(), example.text.unwrap());
            let target = resolver.resolve(&base, &reference).expect(&shown);
            let is_current = matches!(target, Target::CurrentDocument { .. });
            assert_eq!(is_current, example.current_document, "{shown}");
            assert_eq!(target.to_reference(), example.target.unwrap_or_default(), "{shown}");
            count += 1;
        }
    }
    assert!(count >= 230, "only {count} examples");
}

const BASES: [&str; 9] = [
    "s://h/a/b;c?a",
    "s://h",
    "s://h?q#f",
    "s://u@h:1/a/../b//c/.",
    "s:/a/b",
    "s:a/b",
    "s:a",
    "s:",
    "s:/a//b/",
];

/// A target with a fragment is not an identifier where the document's identifiers cannot have one,
/// so that no value of that type does.
#[test]
fn targets_with_a_fragment_are_what_their_document_calls_them() {
    let reading = Reading::Corrected;
    let mut kinds = [0, 0];
    for &grammar in Grammar::ALL.iter().filter(|&&grammar| Resolver::new(grammar).is_defined()) {
        let Ok(base) = Uri::parse_by(grammar, reading, "http://a/b") else { continue };
        let Ok(reference) = UriRef::parse_by(grammar, reading, "g#f") else { continue };
        let target = Resolver::new(grammar).resolve("http://a/b", "g#f").unwrap();
        assert_eq!(target.to_reference(), "http://a/g#f", "{grammar}");
        let is_identifier = Uri::parse_by(grammar, reading, "http://a/g#f").is_ok();
        assert_eq!(target.iri().is_some(), is_identifier, "{grammar}");
        match base.resolve(reference) {
            Ok(value) => assert!(is_identifier && value == "http://a/g#f", "{grammar}"),
            Err(ResolveError::NotAccepted { text, .. }) => {
                assert!(!is_identifier && text == "http://a/g#f", "{grammar}");
            }
            Err(error) => panic!("{grammar}: {error}"),
        }
        kinds[usize::from(is_identifier)] += 1;
    }
    assert!(kinds[0] >= 5 && kinds[1] >= 2, "{kinds:?}");
}

#[test]
fn one_pass_equals_the_letter_of_rfc_3986() {
    let resolver = Resolver::new(Grammar::Rfc3986);
    for reference in strings("a/.?#:", 6).iter().filter_map(|text| UriRef::parse(text).ok()) {
        for base in BASES.map(|base| Uri::parse(base).unwrap()) {
            let literal = resolver.resolve(base.as_str(), reference.as_str());
            match (base.resolve(reference), literal) {
                (Ok(fast), Ok(Target::Iri(slow))) => {
                    assert_eq!(fast.as_str(), slow.as_str(), "{base} + {reference}");
                    assert_eq!(
                        fast.as_uri().parts(),
                        slow.as_iri().parts(),
                        "{base} + {reference}"
                    );
                }
                (Err(fast), Err(slow)) => {
                    assert_eq!(fast.literal(), slow.literal(), "{base} + {reference}");
                }
                (fast, slow) => panic!("{base} + {reference}: {fast:?} and {slow:?}"),
            }
        }
    }
}

/// Bases with the longest references that are tried with each.
const RELATIVIZED: [(&str, usize); 30] = [
    ("http://a/a/b?a", 5),
    ("http://a/a/a/a", 4),
    ("http://a", 4),
    ("http://a/a;a//a", 4),
    ("http:/a/b/a", 4),
    ("http://a/b/./c", 4),
    ("http://a/a/../b/c", 4),
    ("http://a/./a", 4),
    ("http://a/.", 4),
    ("http://a/..", 4),
    ("http://a/a/..", 4),
    ("http://a/../a/b", 4),
    ("http://a/a/./../b/./c/", 4),
    ("http://a//./a", 4),
    ("http://a?a/../b", 4),
    ("http://a?./a", 4),
    ("http://a#a", 4),
    ("http://a/#", 4),
    ("http:///a", 4),
    ("x:", 4),
    ("x:?a", 4),
    ("x:#a", 4),
    ("x:/#f", 4),
    ("x:a", 4),
    ("x:./a", 4),
    ("x:a/../b", 4),
    ("x:/./a", 4),
    ("x:/a/..", 4),
    ("a:", 4),
    ("a:/a/./a", 4),
];

#[test]
fn relativize_gives_the_shortest_reference() {
    relativize_gives_the_shortest(3);
}

/// Has references of up to five bytes.
#[test]
#[ignore = "minutes in release: `cargo test --release --test all resolution -- --ignored`"]
fn relativize_gives_the_shortest_reference_of_all_lengths() {
    relativize_gives_the_shortest(5);
}

/// Resolves all references of [`RELATIVIZED`] up to `limit` bytes and compares each target's
/// shortest reference with the one that `relativize` returns.
fn relativize_gives_the_shortest(limit: usize) {
    let references = strings("a/.?#:;", limit);
    let mut longer = Vec::new();
    for &grammar in Grammar::ALL.iter().filter(|&&grammar| Resolver::new(grammar).is_defined()) {
        let resolver = Resolver::new(grammar);
        for (base, longest) in RELATIVIZED {
            let mut shortest: HashMap<String, &str> = HashMap::new();
            for reference in
                references.iter().take_while(|reference| reference.len() <= longest.min(limit))
            {
                if let Ok(Target::Iri(target)) = resolver.resolve(base, reference) {
                    shortest.entry(target.into_string()).or_insert(reference);
                }
            }
            for (target, reference) in shortest {
                match resolver.relativize(base, &target) {
                    Ok(found) => {
                        assert_eq!(resolver.resolve(base, &found).unwrap().to_reference(), target);
                        if found.len() > reference.len() {
                            longer.push(format!(
                                "{grammar}: {base} to {target}: {found}, not {reference}"
                            ));
                        }
                    }
                    Err(error) => longer
                        .push(format!("{grammar}: {base} to {target} by {reference}: {error}")),
                }
            }
        }
    }
    longer.sort();
    let step = longer.len().div_ceil(80).max(1);
    let some: Vec<&String> = longer.iter().step_by(step).collect();
    assert!(longer.is_empty(), "{} references are not the shortest: {some:#?}", longer.len());
}

#[test]
fn unsuitable_bases_and_targets_are_refused() {
    let resolve =
        |grammar, base: &str, reference: &str| Resolver::new(grammar).resolve(base, reference);
    let opaque = resolve(Grammar::Uri2003, "mailto:a@b", "g").unwrap_err();
    assert!(matches!(opaque, ResolveError::UnsuitableBase { section: "5", .. }), "{opaque:?}");
    assert_eq!(resolve(Grammar::Rfc3986, "mailto:a@b", "g").unwrap().to_string(), "mailto:g");
    let relative = resolve(Grammar::Rfc3986, "g", "h").unwrap_err();
    assert!(matches!(relative, ResolveError::BaseNotAbsolute { .. }), "{relative:?}");
    assert!(matches!(
        resolve(Grammar::Urn2012, "urn:aa:b", "c"),
        Err(ResolveError::NoAlgorithm { .. })
    ));
    assert!(matches!(resolve(Grammar::Rfc3986, "http://a/ b", "c"), Err(ResolveError::Base(_))));
    assert!(matches!(
        resolve(Grammar::Rfc3986, "http://a/b", "%"),
        Err(ResolveError::Reference(_))
    ));
    assert_eq!(resolve(Grammar::Rfc3986, "a:/b", "/.//c").unwrap_err().literal(), Some("a://c"));
    let refused = Resolver::new(Grammar::Uri2003)
        .excess_parents(ExcessParents::Refused)
        .resolve("http://a/b", "../g");
    assert!(matches!(refused, Err(ResolveError::AboveRoot { .. })), "{refused:?}");
    let unreachable = Resolver::new(Grammar::Rfc3986).relativize("http://a/b", "http://a/../b");
    assert!(matches!(unreachable, Err(ResolveError::Unreachable { .. })), "{unreachable:?}");
}

/// The answers that errata give where a document contradicts itself or is silent.
#[test]
fn errata_on_resolution_say_what_is_done() {
    for (grammar, base, reference, target) in [
        // colon-before-a-slash
        (Grammar::Url1993, "http://h/b", "#a:b", "http://h/b#a:b"),
        (Grammar::Url1993, "http://h/b", "./a:b", "http://h/a:b"),
        (Grammar::Url1993, "http://h/b", "a:b", "a:b"),
        // context-without-slash
        (Grammar::Url1993, "http://h", "g", "http://h/g"),
        (Grammar::Url1993, "http://h?q", "g", "http://h/g"),
        // user-of-the-context
        (Grammar::Url1993, "ftp://u@h/a", "b", "ftp://u@h/b"),
        (Grammar::Url1993, "ftp://u@h/a", "//h/b", "ftp://h/b"),
        // site-without-base-site, authority-without-base-authority
        (Grammar::Url1997, "x:/a", "//g", "x://g"),
        (Grammar::Rfc2396, "x:/a", "//g", "x://g"),
        (Grammar::Uri2003, "x:/a", "//g", "x://g"),
        // relative-url-is-no-url, relative-uri-is-no-uri
        (Grammar::Url1997, "http://a/b", "g", "http://a/g"),
        (Grammar::Uri2003, "http://a/b", "g", "http://a/g"),
    ] {
        let resolved = Resolver::new(grammar).resolve(base, reference);
        let shown = resolved.map(|target| target.to_reference());
        assert_eq!(shown.as_deref(), Ok(target), "{grammar}: {base} + {reference}");
    }
    // identical-schemes
    let lenient = Resolver::new(Grammar::Uri2003).strict(false);
    let target = lenient.resolve("http://a/b", "HTTP:g").unwrap();
    assert_eq!(target.to_reference(), "http://a/g");
}

#[test]
fn the_reading_is_kept() {
    let resolver = Resolver::new(Grammar::Rfc3986).reading(Reading::Printed);
    let Target::Iri(target) = resolver.resolve("http://a/b", "c").unwrap() else { panic!() };
    assert_eq!(target.as_iri().reading(), Reading::Printed);
}

/// IRIs in one pass, against the algorithm to the letter.
#[test]
fn one_pass_equals_the_letter_of_rfc_3987() {
    let resolver = Resolver::new(Grammar::Rfc3987);
    let bases = ["http://é/ö/ü?ä", "é:/", "s://ö", "s:é/ö", "http://a/b/c/d;p?q"];
    for reference in strings("é/.?:", 5).iter().filter_map(|text| IriRef::parse(text).ok()) {
        for base in bases.iter().filter_map(|base| Iri::parse(base).ok()) {
            let literal = resolver.resolve(base.as_str(), reference.as_str());
            match (base.resolve(reference), literal) {
                (Ok(fast), Ok(Target::Iri(slow))) => {
                    assert_eq!(fast, slow, "{base} + {reference}");
                    assert_eq!(
                        fast.as_iri().parts(),
                        slow.as_iri().parts(),
                        "{base} + {reference}"
                    );
                    assert_eq!(fast.grammar(), Grammar::Rfc3987);
                }
                (Err(fast), Err(slow)) => assert_eq!(fast.literal(), slow.literal()),
                (fast, slow) => panic!("{base} + {reference}: {fast:?} and {slow:?}"),
            }
        }
    }
}

/// A target is a URI or an IRI, by its grammar: never a URI beyond US-ASCII.
#[test]
fn targets_have_the_type_of_their_base() {
    let target = Resolver::new(Grammar::Rfc3987).resolve("http://a/", "é").unwrap();
    assert_eq!(target.iri().unwrap(), "http://a/é");
    assert_eq!(target.into_uri(), None);
    // A URI is a base for a reference beyond US-ASCII.
    let base = Iri::from(Uri::parse("http://a/b").unwrap());
    let target = base.resolve(IriRef::parse("é").unwrap()).unwrap();
    assert_eq!((target.as_str(), target.grammar()), ("http://a/é", Grammar::Rfc3987));
    assert_eq!(base.relativize(target.as_iri()).unwrap(), "é");

    let base = Uri::parse_by(Grammar::Rfc2396, Reading::Corrected, "http://a/b").unwrap();
    let reference = |text| UriRef::parse_by(Grammar::Rfc2396, Reading::Corrected, text).unwrap();
    assert_eq!(base.resolve(reference("c")).unwrap().grammar(), Grammar::Rfc2396);
    let current = base.resolve(reference("#s")).unwrap_err();
    assert_eq!(current, ResolveError::CurrentDocument { fragment: Some("s".into()) });
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn sixteen_mebibytes_of_dot_segments() {
    let reference = "../a/./".repeat((16 << 20) / 7);
    for &grammar in Grammar::ALL.iter().filter(|&&grammar| Resolver::new(grammar).is_defined()) {
        // rfc8141 resolves references against names, and what these lead to is not a name.
        if grammar.document().form == Form::Urn {
            continue;
        }
        let target = Resolver::new(grammar).resolve("http://a/b/c", &reference);
        assert!(target.is_ok(), "{grammar}");
    }
    let base = Uri::parse("http://a/b/c").unwrap();
    let target = base.resolve(UriRef::parse(&reference).unwrap()).unwrap();
    assert_eq!(target.to_string(), "http://a/a/");
}

#[test]
fn relative_forms_of_samples_resolve_back() {
    let mut found = 0;
    for &grammar in Grammar::ALL.iter().filter(|&&grammar| Resolver::new(grammar).is_defined()) {
        let resolver = Resolver::new(grammar);
        let samples = support::samples(grammar, 13, 40);
        for (base, target) in
            samples.iter().zip(samples.iter().skip(1)).chain(samples.iter().zip(&samples))
        {
            if let Ok(reference) = resolver.relativize(base, target) {
                assert_eq!(
                    resolver.resolve(base, &reference).unwrap().to_reference(),
                    *target,
                    "{grammar}: {base}"
                );
                assert!(
                    reference.len() <= target.len(),
                    "{grammar}: {base} to {target}: {reference}"
                );
                found += 1;
            }
        }
    }
    assert!(found > 1_000, "only {found}");
}

/// The equation that defines the target of a relative base: resolved against any absolute base, it
/// is what base and reference give one after the other.
#[test]
fn a_relative_base_is_resolved_as_if_it_were_absolute() {
    let pieces = ["", ".", "..", "a", "/", "//h", "?", "#f", "b:c", "/..", "/.", "/a", "?q", "//"];
    let mut texts: Vec<String> = Vec::new();
    for one in pieces {
        for two in pieces {
            texts.extend(pieces.map(|three| [one, two, three].concat()));
        }
    }
    texts.retain(|text| UriRef::parse(text).is_ok_and(|reference| reference.is_relative()));
    texts.sort();
    texts.dedup();
    let resolver = Resolver::new(Grammar::Rfc3986).accept_relative_base(true);
    let absolute = ["http://x/y/z?w", "http://x", "http://x/a/b/../c/", "s://x/a//b"];
    let absolute = absolute.map(|text| Uri::parse(text).unwrap());
    let (mut equal, mut refused) = (0, 0);
    for base in texts.iter().step_by(3) {
        for reference in texts.iter().step_by(5) {
            let target = match resolver.resolve(base, reference) {
                Ok(Target::Reference(target)) => target,
                Ok(other) => panic!("{base:?} {reference:?}: {other}"),
                // A path that begins with two slashes, without an authority.
                Err(ResolveError::SplitOtherwise { .. }) => {
                    refused += 1;
                    continue;
                }
                Err(error) => panic!("{base:?} {reference:?}: {error}"),
            };
            assert!(target.as_iri_ref().is_relative());
            for one in absolute {
                let at_once = one.resolve(UriRef::parse(target.as_str()).unwrap()).unwrap();
                let first = one.resolve(UriRef::parse(base).unwrap()).unwrap();
                let then = first.resolve(UriRef::parse(reference).unwrap()).unwrap();
                assert_eq!(at_once, then, "{one} {base:?} {reference:?}: {target}");
                equal += 1;
            }
        }
    }
    assert!(equal > 20_000 && refused * 20 < equal, "{equal} {refused}");
    // With a scheme in either, the document's own algorithm decides.
    assert_eq!(resolver.resolve("http://a/b", "c").unwrap().to_string(), "http://a/c");
    assert_eq!(resolver.resolve("a/b", "s:c").unwrap().to_string(), "s:c");
    let older = Resolver::new(Grammar::Rfc2396).accept_relative_base(true);
    assert!(matches!(older.resolve("a/b", "c"), Err(ResolveError::BaseNotAbsolute { .. })));
    // No stack and linear time, however deep.
    let deep = "../".repeat(200_000);
    assert_eq!(resolver.resolve(&deep, &deep).unwrap().to_string().len(), 1_200_000);
    let climbing = ["a/".repeat(200_000), deep].concat();
    assert_eq!(resolver.resolve("", &climbing).unwrap().to_string(), "./");
}
