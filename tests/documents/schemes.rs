//! Documents of schemes: a group of their own, which changes no other answer.

use urigram::cautions::warnings;
use urigram::constraints::violations;
use urigram::history::{Acceptance, Lineage, RuleHistory, StringHistory};
use urigram::selection::{accepting, Reason, Selector};
use urigram::{Grammar, Normalizer, Reading, Select};

const READING: Reading = Reading::Corrected;

const INPUTS: [&str; 16] = [
    "http://a/b",
    "HTTPS://a",
    "http:///b",
    "file:/a",
    "file://[fe80::1%25en1]/a",
    "file:a",
    "ftp://h/",
    "urn:isbn:1",
    "<URN:IANA:0::d:1;>",
    "http://\u{e9}/",
    "../b",
    "",
    "mailto:a@b",
    "data:,a",
    "geo:1,2",
    "GEO:94,0;crs=a",
];

/// The published documents and the practices, as they were before there were documents of schemes.
#[test]
fn no_other_group_holds_one_and_nothing_else_selects_one() {
    assert_eq!(Grammar::ALL.len(), 15);
    let is_of_schemes = |grammar: Grammar| Grammar::SCHEMES.contains(&grammar);
    assert!(!Grammar::ALL.iter().copied().chain(Grammar::unselected()).any(is_of_schemes));
    for input in INPUTS {
        let by_day = "2026-01-01".parse().unwrap();
        for select in [Select::Auto, Select::Newest, Select::Oldest, by_day] {
            let found = select.select(input.as_bytes(), READING).grammar;
            assert!(!found.is_some_and(is_of_schemes), "{input}: {select:?}");
            let selector = Selector::new(select);
            assert!(!selector.candidates(input.as_bytes()).iter().copied().any(is_of_schemes));
        }
        assert!(!accepting(input.as_bytes(), READING).iter().any(is_of_schemes), "{input}");
    }
}

/// Each selection against its definition, over the published documents alone.
#[test]
fn selections_are_those_of_the_published_documents() {
    let accepts =
        |grammar: &Grammar, input: &str| grammar.tables(READING).start().accepts(input.as_bytes());
    for input in INPUTS {
        let accepting_all: Vec<Grammar> =
            Grammar::ALL.iter().copied().filter(|one| accepts(one, input)).collect();
        let found: Vec<Grammar> = accepting(input.as_bytes(), READING).iter().collect();
        assert_eq!(found, accepting_all, "{input}");
        let by = |select: Select| select.select(input.as_bytes(), READING);
        let dated = |grammar: &&Grammar| grammar.document().date;
        let newest = accepting_all.iter().max_by_key(dated).map(|one| one.document().date);
        let selected = by(Select::Newest).grammar;
        assert_eq!(
            selected.filter(|one| accepts(one, input)).map(|one| one.document().date),
            newest
        );
        let oldest = accepting_all.iter().min_by_key(dated).map(|one| one.document().date);
        let selected = by(Select::Oldest).grammar;
        assert_eq!(
            selected.filter(|one| accepts(one, input)).map(|one| one.document().date),
            oldest
        );
        // The day on which a document of a scheme was published changes nothing.
        for scheme in Grammar::SCHEMES {
            let date = scheme.document().date;
            assert!(date.day == 1 && date.month > 1, "{scheme}");
            if Grammar::ALL.iter().all(|one| one.document().date != date) {
                let on = |month, day| {
                    let day: Select = format!("{}-{month:02}-{day:02}", date.year).parse().unwrap();
                    by(day).grammar
                };
                assert_eq!(on(date.month, 1), on(date.month - 1, 28), "{input}: {scheme}");
            }
        }
    }
}

/// Histories ask the published documents, and know the names of their rules alone.
#[test]
fn histories_are_those_of_the_published_documents() {
    for input in INPUTS {
        let history = StringHistory::of(input.as_bytes(), READING);
        let acceptance = Acceptance::of(input.as_bytes(), READING);
        for &grammar in Grammar::ALL {
            let is_accepted = grammar.tables(READING).start().accepts(input.as_bytes());
            assert_eq!(history.verdict(grammar).unwrap().is_accepted(), is_accepted, "{input}");
            assert_eq!(acceptance.accepting.contains(grammar), is_accepted, "{input}");
        }
        assert!(Grammar::SCHEMES.iter().all(|&one| history.verdict(one).is_none()), "{input}");
    }
    let of_line = |line: Lineage| line.documents().collect::<Vec<_>>();
    let lines = [Lineage::Identifiers, Lineage::Iris, Lineage::Names, Lineage::Citations];
    let mut listed: Vec<Grammar> = lines.into_iter().flat_map(of_line).collect();
    listed.sort_unstable();
    assert_eq!(listed, Grammar::ALL);
    for name in ["scheme", "port", "digit"] {
        let history = RuleHistory::of(name, READING).unwrap();
        assert!(Grammar::ALL.iter().any(|&one| history.entry(one).is_some()), "{name}");
        assert!(Grammar::SCHEMES.iter().all(|&one| history.entry(one).is_none()), "{name}");
    }
    for name in ["dataurl", "geo-path", "hfields", "http-URI"] {
        let is_known = |grammar: &Grammar| grammar.document().rule(name).is_ok();
        assert!(Grammar::SCHEMES.iter().any(is_known), "{name}");
        assert!(RuleHistory::of(name, READING).is_err(), "{name}");
    }
}

#[test]
fn a_scheme_selects_its_document() {
    for (input, document) in [
        ("mailto:a@b", Some(Grammar::Rfc6068)),
        ("MailTo:", Some(Grammar::Rfc6068)),
        ("data:,a", Some(Grammar::Rfc2397)),
        ("data:a", Some(Grammar::Rfc2397)),
        ("geo:1,2", Some(Grammar::Rfc5870)),
        ("GEO:a", Some(Grammar::Rfc5870)),
        ("http://a/b", Some(Grammar::Rfc9110)),
        ("HTTPS:a", Some(Grammar::Rfc9110)),
        ("File:/a", Some(Grammar::Rfc8089)),
        ("ftp://h/", None),
        ("a/b:c", None),
        ("", None),
    ] {
        let selection = Select::ByScheme.select(input.as_bytes(), READING);
        let selector = Selector::new("by-scheme".parse().unwrap());
        let first = selector.candidates(input.as_bytes()).first().copied();
        match document {
            Some(_) => {
                assert_eq!((selection.grammar, first), (document, document), "{input}");
                assert_eq!(selection.reason, Reason::Scheme);
            }
            None => {
                let auto = Select::Auto.select(input.as_bytes(), READING);
                assert_eq!(selection.grammar, auto.grammar, "{input}");
            }
        }
    }
}

#[test]
fn file_is_as_section_2_of_rfc_8089_has_it() {
    let accepts = |input: &str| Grammar::Rfc8089.tables(READING).start().accepts(input.as_bytes());
    // As updated by RFC 6874.
    assert!(accepts("file://[fe80::1%25en1]/a") && accepts("file:///a") && accepts("FILE:/a"));
    assert!(!accepts("file:a") && !accepts("file:///a?b") && !accepts("file://u@h/"));
    let same = |a, b| Normalizer::new(Grammar::Rfc8089).equivalent(a, b).unwrap().is_equivalent();
    assert!(same("file:/a", "file://localhost/a") && same("file:///a", "file://LOCALHOST/a"));
    assert!(!same("file:/a", "file://h/a") && !same("file:/a", "file:/A"));
}

#[test]
fn http_is_as_section_4_2_of_rfc_9110_has_it() {
    let grammar = Grammar::Rfc9110;
    let broken = |input: &str| violations(grammar, READING, input.as_bytes()).len();
    for (input, count) in [("http://a/", 0), ("http:///a", 1), ("https://u@:1/", 1)] {
        assert_eq!(broken(input), count, "{input}");
    }
    let warned = |input: &str| {
        let found = warnings(grammar, READING, input.as_bytes());
        found.iter().map(|warning| warning.range.clone()).collect::<Vec<_>>()
    };
    assert_eq!(warned("http://u:p@a/"), vec![7..10; 1]);
    assert!(warned("http://@a/").is_empty() && warned("http://a/u@").is_empty());
    let normal = |input| Normalizer::new(grammar).normalize(input).unwrap().into_owned();
    assert_eq!(normal("HTTP://EXAMPLE.com:80/%7Esmith"), "http://example.com/~smith");
    assert_eq!(normal("https://a:443?q#f"), "https://a/?q#f");
    assert_eq!(normal("https://a:80"), "https://a:80/");
    // A fragment is a reference's, and no part of the scheme.
    let uri = grammar.table(READING, Some("http-URI")).unwrap();
    assert!(uri.accepts(b"http://a/") && !uri.accepts(b"http://a/#b"));
    assert!(!uri.accepts(b"https://a/"));
}
