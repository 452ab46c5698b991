//! Practices and drafts are named and never chosen, and the guard reads published attacks by them.

use urigram::agreement::{check, Places, Refusal};
use urigram::documents::Date;
use urigram::errors::Objection;
use urigram::proof::{first_rule, Limits, Side, Splitting};
use urigram::selection::accepting;
use urigram::{Component, Grammar, Iri, IriRef, Reading, ResolveError, Resolver, Select, Uri};

const READING: Reading = Reading::Corrected;

/// Strings that a practice or a draft accepts and no document does, and strings that both accept.
const TEXTS: &[&str] = &[
    "http:\\\\a\\b",
    "http:a",
    "http://a b",
    "file://C|/x",
    "//h/é|",
    "http://é@h/",
    "a:[",
    "//?",
    "http://a/",
    "urn:a:b",
    "x-dns-2: a",
    "<urn:x-dns-2:a>",
    "<urc:a>",
    "",
    "#f",
];

#[test]
fn practices_are_never_chosen() {
    assert!(Grammar::PRACTICES.len() >= 2 && !Grammar::DRAFTS.is_empty());
    let status = |grammar: &Grammar| grammar.document().status;
    let published = |grammar: &Grammar| !["practice", "draft"].contains(&status(grammar));
    assert!(Grammar::ALL.iter().all(published));
    assert!(Grammar::PRACTICES.iter().all(|grammar| status(grammar) == "practice"));
    assert!(Grammar::DRAFTS.iter().all(|grammar| status(grammar) == "draft"));
    for text in TEXTS {
        let accepted = accepting(text.as_bytes(), READING);
        assert!(accepted.iter().all(|grammar| published(&grammar)), "{text:?}");
        let far = Date { year: 2100, month: 1, day: 1 };
        for select in [Select::Auto, Select::Newest, Select::Oldest, Select::AsOf(far)] {
            let selection = select.select(text.as_bytes(), READING);
            assert!(selection.grammar.as_ref().is_none_or(published), "{text:?} {select:?}");
        }
    }
}

#[test]
fn practices_are_named() {
    assert_eq!("java-net-uri".parse(), Ok(Grammar::JavaNetUri));
    assert_eq!("WHATWG".parse(), Ok(Grammar::Whatwg));
    assert_eq!("urn-1995".parse(), Ok(Grammar::Urn1995));
    const NAME: Uri<'static> = urigram::uri!(Urn1995, "x-dns-2:library.bigstate.edu:aj17-mcc");
    assert_eq!((NAME.scheme(), NAME.path()), ("x-dns-2", "library.bigstate.edu:aj17-mcc"));
    const REGISTRY: Iri<'static> = urigram::iri!(JavaNetUri, "http://a_b:80/é?[");
    assert_eq!((REGISTRY.authority(), REGISTRY.host()), (Some("a_b:80"), None));
    let file = IriRef::parse_by(Grammar::JavaNetUri, READING, "file:///a").unwrap();
    assert_eq!((file.authority(), file.path()), (None, "/a"));
    let url = Iri::parse_by(Grammar::Whatwg, READING, "HTTP:/\\u@v@h:80\\p?q#f").unwrap();
    assert_eq!((url.userinfo(), url.host(), url.port()), (Some("u@v"), Some("h"), Some("80")));
    assert_eq!((url.path(), url.query(), url.fragment()), ("\\p", Some("q"), Some("f")));
}

/// Since July 2026 the URL Standard takes a domain in US-ASCII with anything after `xn--`, and Node
/// 20 follows the rule of before.
#[test]
fn the_url_standard_of_2025_checks_punycode() {
    let accepts = |grammar, text| Iri::parse_by(grammar, READING, text).is_ok();
    for text in ["https://xn--a/", "https://xn--a.example/", "wss://a.XN--0/"] {
        assert!(accepts(Grammar::Whatwg, text) && !accepts(Grammar::Whatwg2025, text), "{text}");
    }
    for text in ["https://xn--bcher-kva/", "https://bücher/", "a://xn--a/"] {
        assert!(accepts(Grammar::Whatwg, text) && accepts(Grammar::Whatwg2025, text), "{text}");
    }
    assert!(!accepts(Grammar::Whatwg, "https://xn--é/"));
}

/// Strings of published attacks with the host by RFC 3986, java.net.URI and the URL Standard:
/// "no" where the string is rejected, "" where there is no host or an empty one.
const ATTACKS: &[(&str, [&str; 3])] = &[
    ("http://127.0.0.1\\@1.1.1.1", ["no", "no", "127.0.0.1"]),
    ("http://1.1.1.1\\@127.0.0.1:80\\@2.2.2.2/", ["no", "no", "1.1.1.1"]),
    ("http://a@b@c/", ["no", "", "c"]),
    ("http:evil.example", ["", "", "evil.example"]),
    ("http:/evil.example", ["", "", "evil.example"]),
    ("http:///evil.example", ["", "", "evil.example"]),
    ("http:\\\\evil.example", ["no", "no", "evil.example"]),
    ("http://evil.example#@good.example/", ["evil.example"; 3]),
    ("http://good.example:80@evil.example/", ["evil.example"; 3]),
    ("http://evil_host.example/", ["evil_host.example", "", "evil_host.example"]),
    ("http://h:2147483648/", ["h", "", "no"]),
    ("http://foo@evil.example:80@good.example/", ["no", "", "good.example"]),
    ("http://good.example%2F@evil.example/", ["evil.example"; 3]),
    ("http://good.example?@evil.example/", ["good.example"; 3]),
    ("//evil.example", ["evil.example", "evil.example", "no"]),
    ("http://[::1%25a]/", ["no", "[::1%25a]", "no"]),
];

#[test]
fn attacks_are_read_as_published() {
    // The same strings are read by parsers that are installed: `checks/witnesses/run`.
    let texts = ATTACKS.iter().map(|(text, _)| *text);
    assert!(texts.eq(include_str!("../../checks/witnesses/strings.txt").lines()));
    let grammars = [Grammar::Rfc3986, Grammar::JavaNetUri, Grammar::Whatwg];
    for (text, hosts) in ATTACKS {
        let read = grammars.map(|grammar| {
            let parts = grammar.tables(READING).start().split(text, READING).ok();
            parts.map(|parts| parts.host().map(|span| span.of(text)))
        });
        assert_eq!(read.map(|host| host.map_or("no", Option::unwrap_or_default)), *hosts, "{text}");
        let accepted: Vec<_> = read.iter().flatten().collect();
        let differ = accepted.windows(2).any(|pair| pair[0] != pair[1]);
        match check(text, &grammars) {
            Ok(agreed) => {
                assert!(!differ, "{text}");
                assert_eq!(agreed.accepting(), accepted.len(), "{text}");
            }
            Err(Refusal::Conflict(conflict)) if differ => {
                assert!(matches!(conflict.component, Component::Userinfo | Component::Host));
            }
            // The same host after another userinfo is also a conflict.
            Err(refused) => panic!("{text}: {refused}"),
        }
    }
}

/// The components that every splitter finds.
const COMPARED: [Component; 8] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment]
};

/// A practice that removes characters is decided, and checked, on the text before the removal.
#[test]
fn the_proof_and_the_guard_read_what_is_given() {
    #[derive(serde::Deserialize)]
    struct Case {
        input: String,
    }
    let cases: Vec<Case> = serde_json::from_str(include_str!("../data/whatwg.json")).unwrap();
    let mut inputs: Vec<String> = cases.into_iter().map(|case| case.input).collect();
    let plain = ["http://u@a.example:80/p?q#f", "x:/y", "file://c|/d", "http:a", "x://#"];
    for text in plain {
        for at in 0..=text.len() {
            for inserted in ["\t", "\r\n", " ", "\u{1}\t "] {
                inputs.push(format!("{}{inserted}{}", &text[..at], &text[at..]));
            }
        }
    }
    let side = Side { grammar: Grammar::Whatwg, reading: READING, rule: None };
    let table = side.grammar.tables(side.reading).start();
    let splitting = Splitting::of(side.grammar, side.reading, None).unwrap();
    let removed = side.grammar.document().removed.unwrap();
    let mut moved = 0;
    for component in COMPARED {
        let given = splitting.before_removal(component, Limits::default()).unwrap();
        let given = given.functional(Limits::default()).unwrap();
        for input in &inputs {
            let places = Places::of(input, table).ok();
            let found = places.as_ref().map(|places| {
                let span = places.get(component);
                span.map(|span| span.start as usize..span.end as usize)
            });
            // The rules accept some inputs that the program refuses.
            let rule = side.grammar.tables(READING).start();
            let checked = side.grammar.verdict(READING, rule, input.as_bytes()).check();
            let refused = matches!(checked, Err(Objection::Constraint(_)));
            let split = given.split(input.as_bytes());
            assert_eq!(split.filter(|_| !refused), found, "{input:?} {}", component.name());
            let is_changed =
                removed.is_at_an_end(input.as_bytes()) || removed.is_inside(input.as_bytes());
            moved += usize::from(is_changed && found.is_some());
        }
    }
    assert!(moved > 1_000, "{moved}");
    // `Places` relies on this: what is removed anywhere is in no string of the rule.
    for byte in removed.anywhere.iter() {
        let any = format!("x = *%x00-10FFFF %x{byte:02X} *%x00-10FFFF");
        let any = first_rule(&any, side.grammar, side.reading).unwrap();
        assert!(splitting.strings().intersection(&any, Limits::default()).unwrap().is_empty());
    }
}

/// The components of a value are parts of its text, so nothing of it can be removed first.
#[test]
fn values_refuse_what_would_be_removed() {
    for (text, offset) in [(" http://a/", 0), ("http://a\t/", 8), ("http://a/ \n", 9)] {
        let error = Iri::parse_by(Grammar::Whatwg, READING, text).unwrap_err();
        assert_eq!(error.offset(), offset, "{text:?}");
    }
    let error = Iri::parse_by(Grammar::Whatwg, READING, "http://a\t/").unwrap_err().to_string();
    let message = "whatwg removes a tab before it reads: parse the text without it \
                   (byte 8, rule `URL`, whatwg section 4.4)";
    assert_eq!(error, message);
    let mut url = Iri::parse_by(Grammar::Whatwg, READING, "http://a/").unwrap().to_owned();
    assert!(url.set_fragment(Some("b ")).is_err() && url.set_query(Some("q\t")).is_err());
    assert!(url.set_fragment(Some("b c")).is_ok());
    assert_eq!(url, "http://a/#b c");
}

/// A target and a base that the program refuses were accepted, with a note.
#[test]
fn references_do_not_resolve_to_what_a_practice_refuses() {
    let resolver = Resolver::new(Grammar::Whatwg);
    for (base, reference, refused) in [
        ("http://b/", "http://a.1/", "target"),
        ("http://b/", "//\u{378}/", "target"),
        ("http://a.1/", "c", "base"),
        (" http://a.\t1/", "http://b/", "base"),
    ] {
        let error = resolver.resolve(base, reference).unwrap_err();
        let ResolveError::Refused { role, offset, section, .. } = error else {
            panic!("{base} {reference}: {error}")
        };
        assert_eq!((role, offset, section), (refused, 7, "3.5"), "{base} {reference}");
    }
    let error = resolver.resolve("http://b/", "http://a.1/").unwrap_err();
    let message = "whatwg refuses the target at byte 7: IDNA or the parser of IPv4 addresses \
                   refuses the host (WHATWG URL section 3.5)";
    assert_eq!((&*error.to_string(), error.literal()), (message, Some("http://a.1/")));
    assert!(resolver.resolve("http://b/", "http://1.2/").is_ok());
}
