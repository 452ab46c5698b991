//! Facts about meaning on which documents disagree, and which textbooks and libraries get wrong.

use urigram::documents::Form;
use urigram::normalization::Compared;
use urigram::{Grammar, Normalizer, Reading, Resolver};
use urigram_grammars::proof::Transcriptions;

fn resolved(grammar: Grammar, base: &str, reference: &str) -> String {
    let target = Resolver::new(grammar).resolve(base, reference);
    target.unwrap_or_else(|error| panic!("{grammar}: {error}")).to_reference()
}

/// Checks that escapes of `&` and `;` denote these by url-1993, which gives neither a meaning. RFC
/// 1630 and RFC 1738 reserve the semicolon.
#[test]
fn encoded_ampersands_and_semicolons() {
    for (grammar, escape, bare, is_same) in [
        (Grammar::Url1993, "http://a/b%26c", "http://a/b&c", true),
        (Grammar::Url1993, "http://a/b%3Bc", "http://a/b;c", true),
        (Grammar::Rfc1630, "http://a/b%3Bc", "http://a/b;c", false),
        (Grammar::Rfc1738, "http://a/b%3Bc", "http://a/b;c", false),
    ] {
        let compared = Normalizer::new(grammar).equivalent(escape, bare).unwrap();
        let is_equivalent = matches!(compared, Compared::Equivalent { .. });
        assert_eq!(is_equivalent, is_same, "{grammar}: {escape}");
    }
}

/// Compares RFC 1808 step 5 a (keeps the base's path), RFC 2396 5.2 step 6 (merges the empty path)
/// and RFC 3986 5.2.2 (keeps it again).
#[test]
fn a_query_alone() {
    let base = "http://a/b/c/d;p?q";
    for (grammar, target) in [
        (Grammar::Rfc1808, "http://a/b/c/d;p?y"),
        (Grammar::Url1997, "http://a/b/c/?y"),
        (Grammar::Rfc2396, "http://a/b/c/?y"),
        (Grammar::Uri2003, "http://a/b/c/d;p?y"),
        (Grammar::Rfc3986, "http://a/b/c/d;p?y"),
    ] {
        assert_eq!(resolved(grammar, base, "?y"), target, "{grammar}");
    }
}

/// Checks that only RFC 3986 (5.2.2) removes dot segments from a path that begins with a slash,
/// which can make a `//` of it.
#[test]
fn two_slashes_after_dots() {
    for grammar in [Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003] {
        assert_eq!(resolved(grammar, "http://a/b/c", "/.//g"), "http://a/.//g", "{grammar}");
    }
    assert_eq!(resolved(Grammar::Rfc3986, "http://a/b/c", "/.//g"), "http://a//g");
}

/// Checks that resolution never decodes, so an encoded dot is not a dot segment. RFC 3986's normal
/// form (6.2.2) decodes first and then removes it; no earlier document removes it.
#[test]
fn encoded_dots_are_no_dot_segments() {
    for &grammar in Grammar::ALL {
        if !Resolver::new(grammar).is_defined() || grammar.document().form == Form::Urn {
            continue;
        }
        assert_eq!(
            resolved(grammar, "http://a/b/c/d", "%2e%2e/g"),
            "http://a/b/c/%2e%2e/g",
            "{grammar}"
        );
    }
    for (grammar, normal) in [
        // Both reserve the elements of dots ("Partial form"), so that escapes denote others.
        (Grammar::Url1993, "http://a/b/%2E%2E/c"),
        (Grammar::Rfc1630, "http://a/b/%2E%2E/c"),
        (Grammar::Rfc1808, "http://a/b/../c"),
        (Grammar::Rfc2396, "http://a/b/../c"),
        (Grammar::Uri2003, "http://a/b/%2E%2E/c"),
        (Grammar::Rfc3986, "http://a/c"),
    ] {
        let normalizer = Normalizer::new(grammar);
        assert_eq!(normalizer.normalize("http://a/b/%2e%2e/c").unwrap(), normal, "{grammar}");
    }
}

/// RFC 822 (3.4.7) ignores the case of literals, and so do these documents in both readings. Their
/// alphabets are the exception: otherwise the small and the capital letters would be one set
/// (erratum alphabet-case).
#[test]
fn literals_ignore_case_and_alphabets_keep_it() {
    for (grammar, capitals) in [
        (Grammar::Rfc1738, "hialpha"),
        (Grammar::Rfc1808, "hialpha"),
        (Grammar::Url1997, "upalpha"),
        (Grammar::Rfc2396, "upalpha"),
    ] {
        let document = grammar.document();
        assert!(document.commentary().notation.contains("erratum alphabet-case"), "{grammar}");
        assert!(
            document.commentary().errata.iter().any(|erratum| erratum.id == "alphabet-case"),
            "{grammar}"
        );
        for reading in Reading::ALL {
            let both = Transcriptions::of(grammar, reading).expect("committed rules can be read");
            let accepts = |rule: &str, input: &str| {
                let automaton = both
                    .abnf_automaton(rule)
                    .unwrap_or_else(|error| panic!("{grammar} {rule}: {error}"));
                automaton.accepts(input.as_bytes())
            };
            assert!(accepts("lowalpha", "a") && !accepts("lowalpha", "A"), "{grammar}");
            assert!(accepts(capitals, "A") && !accepts(capitals, "a"), "{grammar}");
        }
    }
    let printed = Grammar::Rfc1738
        .table(Reading::Printed, Some("httpurl"))
        .expect("rfc1738 has a table for httpurl");
    assert!(printed.accepts(b"HTTP://h/") && printed.accepts(b"http://h/"));
    // As printed, a scheme is spelled in lowalpha.
    let scheme = Grammar::Rfc1738
        .table(Reading::Printed, Some("genericurl"))
        .expect("rfc1738 has a table for genericurl");
    assert!(scheme.accepts(b"z39.50:a") && !scheme.accepts(b"Z39.50:a"));
}

/// An answer names the erratum wherever the other case would be allowed, and nowhere else.
#[test]
fn a_rejection_by_case_names_its_erratum() {
    for (grammar, rule, input, id) in [
        (Grammar::Rfc1738, "genericurl", "Z39.50:a", Some("alphabet-case")),
        (Grammar::Rfc1738, "genericurl", "z39.50", None),
        (Grammar::Rfc1738, "genericurl", "_:a", None),
        (Grammar::Url1993, "httpaddress", "HTTP://h/", Some("scheme-case")),
        (Grammar::Rfc3986, "URI", "a", None),
    ] {
        let table = grammar.table(Reading::Printed, Some(rule)).unwrap();
        let error = table.check(input.as_bytes(), Reading::Printed).unwrap_err();
        assert_eq!(error.case_erratum().map(|erratum| erratum.id), id, "{grammar} {input}");
        let shown = error.diagnose(input.as_bytes()).to_string();
        assert_eq!(id.is_some_and(|id| shown.contains(id)), id.is_some(), "{shown}");
    }
}

/// The id of an erratum ends in `-case` if, and only if, both readings reject its example for the
/// case of a letter. A document has one at most, so that an answer need not choose.
#[test]
fn errata_about_case_are_called_so() {
    let mut about_case = 0;
    for grammar in Grammar::ALL.iter().copied() {
        let before = about_case;
        for erratum in grammar.document().commentary().errata {
            let Some(example) = erratum.example.as_ref() else { continue };
            if erratum.repair.is_some() || example.printed || example.corrected {
                continue;
            }
            let both = Transcriptions::of(grammar, Reading::Printed).unwrap();
            let automaton = both.abnf_automaton(example.rule).unwrap();
            let text = example.text.as_bytes();
            let at = automaton.reject_offset(text).unwrap();
            let state = text[..at].iter().fold(0, |state, &byte| automaton.next(state, byte));
            let letter = text.get(at).copied().filter(u8::is_ascii_alphabetic);
            let by_case = letter.is_some_and(|byte| automaton.expected(state).contains(byte ^ 32));
            assert_eq!(by_case, erratum.id.ends_with("-case"), "{grammar} {}", erratum.id);
            about_case += usize::from(by_case);
        }
        assert!(about_case <= before + 1, "{grammar}");
    }
    assert!(about_case >= 6, "{about_case}");
}

/// An error that two documents share is recorded, and repaired, in both.
#[test]
fn the_same_prose_has_the_same_errata() {
    for (id, grammars) in [
        ("xpalphas-recursion", &[Grammar::Url1993, Grammar::Rfc1630][..]),
        ("path-leading-slash", &[Grammar::Url1993, Grammar::Rfc1630]),
        ("void-fragment", &[Grammar::Url1993, Grammar::Rfc1630]),
        ("schemes-without-rule", &[Grammar::Url1993, Grammar::Rfc1630]),
        ("password-without-user", &[Grammar::Rfc1738, Grammar::Rfc1808, Grammar::Url1997]),
        (
            "alphabet-case",
            &[Grammar::Rfc1738, Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2396],
        ),
        ("path-unused", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("empty-segment-removed", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("regex-takes-everything", &[Grammar::Rfc2396, Grammar::Uri2003]),
        ("two-results-for-same-scheme", &[Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986]),
        ("url-prefix-is-a-scheme", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("data-in-reserved-characters", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("undefined-components", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("reserved-space-of-ports", &[Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003]),
        ("authority-without-base-authority", &[Grammar::Rfc2396, Grammar::Uri2003]),
        ("relative-uri-is-no-uri", &[Grammar::Rfc2396, Grammar::Uri2003]),
        ("one-canonical-form", &[Grammar::Rfc2141, Grammar::Urn2012]),
    ] {
        let found = grammars.iter().map(|grammar| {
            let erratum =
                grammar.document().commentary().errata.iter().find(|erratum| erratum.id == id);
            erratum.unwrap_or_else(|| panic!("{grammar} has no erratum {id}")).repair.is_some()
        });
        let repaired: Vec<bool> = found.collect();
        assert!(repaired.iter().all(|&is| is == repaired[0]), "{id}: {repaired:?}");
    }
    // The bare slash of Gopher, and schemes that only the generic rule has.
    for grammar in [Grammar::Url1993, Grammar::Rfc1630] {
        for input in ["gopher://h/", "rlogin://a/", "tn3270://h/"] {
            let accepts =
                |reading: Reading| grammar.tables(reading).start().accepts(input.as_bytes());
            assert!(
                accepts(Reading::Corrected) && !accepts(Reading::Printed),
                "{grammar}: {input}"
            );
        }
    }
}
