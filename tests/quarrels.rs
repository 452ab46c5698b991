//! Facts about meaning on which documents disagree, and which textbooks and libraries get wrong.

use urigram::{Form, Grammar, Normalizer, Resolver};

fn resolved(grammar: Grammar, base: &str, reference: &str) -> String {
    let target = Resolver::new(grammar).resolve(base, reference);
    target.unwrap_or_else(|error| panic!("{grammar}: {error}")).to_reference().to_string()
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

/// Checks that resolution never decodes, so an encoded dot is no dot segment. RFC 3986's normal
/// form (6.2.2) decodes first and then removes it; no earlier document removes it.
#[test]
fn encoded_dots() {
    for &grammar in Grammar::ALL {
        if !Resolver::new(grammar).is_defined() || grammar.document().form == Form::Urn {
            continue;
        }
        assert_eq!(resolved(grammar, "http://a/b/c/d", "%2e%2e/g"), "http://a/b/c/%2e%2e/g", "{grammar}");
    }
    for (grammar, normal) in [
        (Grammar::Rfc1808, "http://a/b/../c"),
        (Grammar::Rfc2396, "http://a/b/../c"),
        (Grammar::Uri2003, "http://a/b/%2E%2E/c"),
        (Grammar::Rfc3986, "http://a/c"),
    ] {
        let normalizer = Normalizer::new(grammar);
        assert_eq!(normalizer.normalize("http://a/b/%2e%2e/c").unwrap(), normal, "{grammar}");
    }
}
