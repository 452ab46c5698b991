//! Splitting finds the components that the trees and `[components]` of the documents say, on
//! everything they print.

use crate::corpus;

use std::collections::BTreeSet;

use crate::corpus::Says;
use urigram::constraints::violations;
use urigram_conform::{differences, joined, part_differences};
use urigram_core::tree::Tree;
use urigram_grammars::{Form, Grammar, Reading};

/// Every string of a document's examples, errata and constraints.
fn strings(grammar: Grammar) -> BTreeSet<String> {
    let document = grammar.document();
    let mut strings: Vec<String> = Vec::new();
    for example in corpus::examples(grammar) {
        let resolved = example
            .target
            .filter(|_| example.says != Says::Normalizes || document.form != Form::Urc);
        strings.extend([example.text, example.base, resolved, example.with].into_iter().flatten());
        strings.extend(example.found);
    }
    strings.extend(
        document
            .commentary()
            .errata
            .iter()
            .filter_map(|erratum| Some(erratum.example.as_ref()?.text.to_owned())),
    );
    strings.extend(
        document.constraints.iter().filter_map(|constraint| Some(constraint.example?.to_owned())),
    );
    strings.into_iter().collect()
}

/// The reason why splitting and the tree differ on a string.
#[derive(Clone, Copy)]
enum Why {
    /// The printed rules have this mistake; the corrected ones agree.
    Printed(&'static str),
    /// The prose, which splits the string, forbids it by this constraint. The rules accept it, and
    /// read it in another way.
    Forbidden(&'static str),
}

/// The strings on which splitting and the tree are known to differ.
const DIFFERENT: [(&str, &str, Why); 7] = [
    // A path has two characters, so that only the second colon can end the scheme; splitting takes
    // the first.
    ("url-1993", "a:b:c", Why::Printed("xpalphas-recursion")),
    // A scheme may be empty. Splitting then finds no scheme.
    ("rfc1738", ":a", Why::Printed("brackets-around-repetition")),
    // The first %00 ends the name. A version must have a digit, so that the name has to hold it.
    ("url-1993", "prospero://h/a%00", Why::Printed("prospero-empty-version")),
    // The first %09 ends the selector. What follows is not a search string, so that the selector
    // has to hold it.
    ("rfc1738", "gopher://h/1a%09b/c", Why::Forbidden("gopher-selector-octets")),
    // An at sign makes it an article. What follows is not a host, so that only a group is left.
    ("rfc1630", "news:a@", Why::Forbidden("news-at-sign")),
    ("url-1993", "news:a@1", Why::Forbidden("news-at-sign")),
    // No user precedes the host of an httpaddress, so that only a generic path is left after the
    // colon.
    ("url-1993", "http://1@h/", Why::Forbidden("scheme-own-form")),
];

/// Checks that a string differs for the reason that the list gives.
fn check_reason(grammar: Grammar, reading: Reading, input: &str, why: Why) -> Result<(), String> {
    let erratum =
        |id: &str| grammar.document().commentary().errata.iter().find(|erratum| erratum.id == id);
    let is_right = match why {
        Why::Printed(id) => {
            reading == Reading::Printed && erratum(id).is_some_and(|found| found.repair.is_some())
        }
        Why::Forbidden(id) => {
            // Beside the default start rule, a printed rule for some schemes may accept more.
            let found = Reading::ALL.map(|reading| violations(grammar, reading, input.as_bytes()));
            found.iter().flatten().any(|violation| violation.id() == id)
        }
    };
    if is_right {
        Ok(())
    } else {
        Err(format!("{grammar} ({reading}) {input:?} differs for another reason than listed"))
    }
}

#[test]
fn splitting_is_what_the_trees_say() {
    let mut complaints = Vec::new();
    let mut compared = 0;
    let mut seen = [false; DIFFERENT.len()];
    for &grammar in Grammar::ALL {
        // A URC is a list of elements and no identifier with components.
        if grammar.document().form == Form::Urc {
            continue;
        }
        for reading in [Reading::Corrected, Reading::Printed] {
            for input in strings(grammar) {
                for table in grammar.tables(reading).all {
                    let Ok(parts) = table.split(&input, reading) else { continue };
                    let tree = Tree::parse(grammar, reading, Some(table.rule()), input.as_bytes());
                    let tree = tree.expect("pest accepts what the table accepts");
                    let mut differences =
                        differences(grammar, reading, table, &input, &tree, &parts);
                    let components =
                        table.components(input.as_bytes(), reading).expect("`split` accepts");
                    if components.iter().next().is_some() {
                        differences.extend(part_differences(grammar, reading, &input, &components));
                        if joined(&components).as_deref() != Some(input.as_bytes()) {
                            differences.push(format!("{grammar} {input:?} is not {components:?}"));
                        }
                    }
                    match DIFFERENT
                        .iter()
                        .position(|(id, text, _)| (*id, *text) == (grammar.as_str(), &input))
                    {
                        Some(known) if !differences.is_empty() => {
                            seen[known] = true;
                            let (.., why) = DIFFERENT[known];
                            let reason = check_reason(grammar, reading, &input, why);
                            let shown = |why| format!("{why}: {differences:?}");
                            complaints.extend(reason.err().map(shown));
                        }
                        _ => complaints.extend(differences),
                    }
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 1000, "only {compared} strings were compared");
    let stale = DIFFERENT.iter().zip(seen).filter(|(_, seen)| !seen);
    complaints.extend(
        stale.map(|((id, text, _), _)| {
            format!("{id} {text:?} differs no more: take it off the list")
        }),
    );
    corpus::expect_none(complaints);
}

/// Returns the components that a rule gives to an input, as `name=text`.
fn by_rule(grammar: Grammar, rule: &str, input: &str) -> String {
    let reading = Reading::Corrected;
    let table = grammar.table_of(reading, rule).unwrap_or_else(|error| panic!("{rule}: {error}"));
    let found = table.components(input.as_bytes(), reading).expect("the rule accepts the input");
    assert_eq!(found.input(), input.as_bytes());
    let shown = found.iter().map(|one| {
        let text = String::from_utf8_lossy(found.slice(one.span));
        format!("{}={text}", one.component.name())
    });
    shown.collect::<Vec<_>>().join(" ")
}

// Mutants that gave a rule for a part the components of an identifier survived.
#[test]
fn a_rule_for_one_component_gives_it_and_another_rule_none() {
    for (grammar, rule, input, shown) in [
        (Grammar::Rfc3986, "URI-reference", "a", "path=a"),
        (Grammar::Rfc3986, "URI", "s:a", "scheme=s path=a"),
        (Grammar::Rfc3986, "absolute-URI", "s:a", "scheme=s path=a"),
        (Grammar::Rfc3986, "scheme", "s", "scheme=s"),
        (Grammar::Rfc3986, "authority", "u@h:1", "authority=u@h:1 userinfo=u host=h port=1"),
        (Grammar::Rfc3986, "userinfo", "u", "userinfo=u"),
        (Grammar::Rfc3986, "host", "h", "host=h"),
        (Grammar::Rfc3986, "port", "1", "port=1"),
        (Grammar::Rfc3986, "query", "a?b", "query=a?b"),
        (Grammar::Rfc3986, "fragment", "a?b", "fragment=a?b"),
        (Grammar::Rfc3986, "hier-part", "//h/a", ""),
        (Grammar::Rfc3986, "segment", "a", ""),
        (Grammar::Rfc1738, "login", "u@h:1", "authority=u@h:1 userinfo=u host=h port=1"),
        (Grammar::Rfc1738, "user", "u", "userinfo=u"),
        (Grammar::Rfc1630, "article", "a@h", ""),
        (Grammar::Rfc8141, "namestring", "urn:ab:c?=q", "scheme=urn nid=ab nss=c q-component=q"),
        (Grammar::Rfc8141, "assigned-name", "urn:ab:c", "scheme=urn nid=ab nss=c"),
        (Grammar::Rfc8141, "NID", "ab", "nid=ab"),
    ] {
        assert_eq!(by_rule(grammar, rule, input), shown, "{grammar} {rule}");
    }
}

// Mutants at the end of a name and between its parts survived.
#[test]
fn the_parts_of_a_name_are_as_long_as_they_can_be() {
    for (input, shown) in [
        ("urn:ab:c?+r", "nss=c r-component=r"),
        ("urn:ab:c?=q", "nss=c q-component=q"),
        ("urn:ab:c?+r?=q", "nss=c r-component=r q-component=q"),
        ("urn:ab:c?+r?", "nss=c r-component=r?"),
        ("urn:ab:c?+r??=q", "nss=c r-component=r? q-component=q"),
        ("urn:ab:c?+?=q#f", ""),
        ("urn:ab:c?+=q?=q?=q", "nss=c r-component==q q-component=q?=q"),
        ("urn:ab:c?=q?+r", "nss=c q-component=q?+r"),
        ("urn:ab:c?+r?=q#?=f", "nss=c r-component=r q-component=q fragment=?=f"),
    ] {
        let table = Grammar::Rfc8141.tables(Reading::Corrected).start();
        if shown.is_empty() {
            assert!(!table.accepts(input.as_bytes()), "{input}");
            continue;
        }
        let found = by_rule(Grammar::Rfc8141, table.rule(), input);
        assert_eq!(found, format!("scheme=urn nid=ab {shown}"), "{input}");
    }
    // The documents without these parts leave the text to the name or to the query.
    assert_eq!(by_rule(Grammar::Rfc2141, "URN", "urn:ab:c?+r"), "scheme=urn nid=ab nss=c?+r");
}

// Mutants of equality, of the text for debugging and of the whole input survived.
#[test]
fn components_are_equal_by_text_and_spans() {
    let components = |grammar: Grammar, input: &'static str| {
        let reading = Reading::Corrected;
        grammar.tables(reading).start().components(input.as_bytes(), reading).unwrap()
    };
    let found = components(Grammar::Rfc3986, "http://a/?q");
    assert_eq!(found, components(Grammar::Rfc3986, "http://a/?q"));
    assert_ne!(found, components(Grammar::Rfc3986, "http://b/?q"));
    // RFC 3986 has a path where RFC 2141 has a name.
    let (split, whole) =
        (components(Grammar::Rfc3986, "urn:ab:c"), components(Grammar::Rfc2141, "urn:ab:c"));
    assert_ne!(split, whole);
    assert_eq!(
        format!("{found:?}"),
        r#"{"scheme": "http", "authority": "a", "host": "a", "path": "/", "query": "q"}"#
    );
}

/// Returns the parts inside all components as `name=text`, and in parentheses those that are absent
/// and have a value.
fn parts(grammar: Grammar, input: &str) -> String {
    let reading = Reading::Corrected;
    let table = grammar.tables(reading).start();
    let found = table.components(input.as_bytes(), reading).expect(input);
    let inside =
        found.iter().flat_map(|one| found.parts(one.component).map(move |part| (one, part)));
    let inside = inside.map(|(one, part)| {
        assert!(!part.section.is_empty());
        assert!(one.span.start <= part.span.start && part.span.end <= one.span.end, "{input}");
        format!("{}={}", part.name, String::from_utf8_lossy(found.slice(part.span)))
    });
    let absent = found
        .defaults()
        .map(|part| format!("({}={})", part.name, part.default.expect("a default")));
    inside.chain(absent).collect::<Vec<_>>().join(" ")
}

// Mutants in the search for delimiters and in the rows that repeat survived. Of url-1993: "Specific
// Naming Schemes", "Internet protocol parts" and the BNF of searches.
#[test]
fn parts_inside_components_are_the_documents_own() {
    for (grammar, input, shown) in [
        (Grammar::Url1993, "gopher://h", "(gtype=1)"),
        (Grammar::Url1993, "gopher://h/", "(gtype=1)"),
        (Grammar::Url1993, "gopher://h/00a%20b", "gtype=0 selector=0a%20b"),
        (Grammar::Url1993, "gopher://h/%31a/b?c+d", "gtype=%31 selector=a/b word=c word=d"),
        (Grammar::Url1993, "wais://h/db?a+b%E4", "database=db word=a word=b%E4"),
        (
            Grammar::Url1993,
            "wais://h/db/TEXT/123/a/b",
            "database=db wtype=TEXT length=123 path=a/b",
        ),
        (Grammar::Url1993, "prospero://h/n/a", "hsoname=n/a"),
        (Grammar::Url1993, "prospero://h/n%003", "hsoname=n version=3"),
        (
            Grammar::Url1993,
            "prospero://h/n%00%00a%00b",
            "hsoname=n version= attribute=a attribute=b",
        ),
        (
            Grammar::Url1993,
            "prospero://h/n%0012%00a%00b",
            "hsoname=n version=12 attribute=a attribute=b",
        ),
        (Grammar::Url1993, "ftp://h/a", "(user=anonymous)"),
        (Grammar::Url1993, "ftp://u@h/a", "user=u"),
        (Grammar::Url1993, "ftp://u:p:q@h/a", "user=u password=p:q"),
        (Grammar::Url1993, "telnet://u:p@h:23", "user=u password=p"),
        (Grammar::Url1993, "telnet://h", ""),
        (Grammar::Url1993, "http://h/?a+b", "word=a word=b"),
        (Grammar::Url1993, "news:a.b", "group=a.b"),
        (Grammar::Url1993, "news:a@b", "article=a@b"),
        (Grammar::Url1993, "news:*", ""),
        (Grammar::Rfc1738, "ftp://u:p@h/a/b;TYPE=a", "user=u password=p typecode=a"),
        (Grammar::Rfc1738, "ftp://h/;type=a", "typecode=a (user=anonymous)"),
        (Grammar::Rfc1738, "ftp://u@h/", "user=u"),
        (
            Grammar::Rfc1738,
            "gopher://h/%31a%09b%09c",
            "gophertype=%31 selector=a search=b gopher+_string=c",
        ),
        (Grammar::Rfc1738, "GOPHER://h/1", "gophertype=1 selector="),
        (Grammar::Rfc1738, "gopher://h", "(gophertype=1)"),
        // The rule of the scheme refuses it, so that it has no parts.
        (Grammar::Rfc1738, "prospero://h/n;a=b;c=d;e", ""),
        (Grammar::Rfc1738, "http://h/a;type=a", ""),
        (
            Grammar::Rfc1738,
            "prospero://h/a/b;v=1;w=2",
            "hsoname=a/b field=v value=1 field=w value=2",
        ),
        (Grammar::Rfc1738, "gopher:a%09b", ""),
        (Grammar::Rfc1630, "http://a/b/c?q", "word=q"),
        (Grammar::Rfc1808, "//h/a;b;c?d", "params=b;c"),
        (Grammar::Url1997, "http://h/a;b/d?e", "param=b"),
        (Grammar::Rfc2396, "http://h/a;b/c;d;e", "param=b param=d param=e"),
        (Grammar::Rfc2396, "a;b/c;d;e/f", "param=d param=e"),
        // An opaque part has no segments, and so no parameters.
        (Grammar::Rfc2396, "mailto:a;b", ""),
        (Grammar::Rfc6874, "http://[fe80::1%25en1]/", "zone=en1"),
        (Grammar::Rfc6874, "http://a%25b/", ""),
        (Grammar::Urc1993, "<URN:IANA:0::d:1;>", ""),
        (Grammar::Urn2012, "urn:ab:c?s=I2L&c=x", "keyword=s value=I2L keyword=c value=x"),
        (Grammar::Urn2012, "urn:isbn:1?s=I2L&c=", "keyword=s value=I2L keyword=c value="),
        (Grammar::Urn2012, "urn:ab:c;s=I2L", ""),
    ] {
        assert_eq!(parts(grammar, input), shown, "{grammar} {input}");
    }
}

// url-1993 and RFC 1630, erratum scheme-case: `HTTP` is another scheme, and only the generic rule
// has it. RFC 1738, 2.1, ignores case.
#[test]
fn the_case_of_a_scheme_counts_where_nothing_says_otherwise() {
    let host = |grammar: Grammar, input: &str| {
        let table = grammar.tables(Reading::Corrected).start();
        let found = table.components(input.as_bytes(), Reading::Corrected).expect(input);
        found.text(urigram_grammars::Component::Host).map(<[u8]>::to_vec)
    };
    for grammar in [Grammar::Url1993, Grammar::Rfc1630] {
        assert_eq!(host(grammar, "http://h/"), Some(b"h".to_vec()), "{grammar}");
        for input in ["HTTP://h/", "Http://h.x/a", "httP://h"] {
            assert_eq!(host(grammar, input), None, "{grammar} {input}");
        }
        assert_eq!(parts(grammar, "GOPHER://h/1a"), "", "{grammar}");
    }
    assert_eq!(host(Grammar::Rfc1738, "HTTP://h/"), Some(b"h".to_vec()));
}
