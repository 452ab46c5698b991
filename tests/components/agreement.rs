//! Agreement of documents: facts with the sections of both, and the answers about all pairs held
//! against trying out all short strings.

use rayon::prelude::*;
use urigram::agreement::{agree, check, Agreement, Condition, Outcome, Refusal, Splits};
use urigram::parts::{Parts, Span};
use urigram::proof::Side;
use urigram::{Component, Grammar, Reading};

fn side(grammar: Grammar, reading: Reading) -> Side<'static> {
    Side { grammar, reading, rule: None }
}

/// Returns every grammar in both readings, where they are written differently.
fn sides() -> Vec<Side<'static>> {
    let each =
        Grammar::ALL.iter().flat_map(|&grammar| Reading::ALL.map(|reading| side(grammar, reading)));
    let repeats = |side: &Side<'_>| {
        side.reading != Reading::default()
            && side.grammar.abnf(side.reading) == side.grammar.abnf(Reading::default())
    };
    each.filter(|side| !repeats(side)).collect()
}

/// The span of a component.
type Place = Option<(usize, usize)>;

/// A fact about two documents, with the sections that make it one.
struct Fact {
    because: &'static str,
    a: Grammar,
    b: Grammar,
    component: Component,
    /// ABNF in the rules of `a` for the strings that are asked.
    condition: Option<&'static str>,
    /// The name of the answer, and of a difference the string and both spans.
    result: &'static str,
    witness: Option<(&'static str, Place, Place)>,
}

const fn fact(because: &'static str, a: Grammar, b: Grammar, component: Component) -> Fact {
    Fact { because, a, b, component, condition: None, result: "agrees", witness: None }
}

impl Fact {
    const fn under(self, condition: &'static str) -> Fact {
        Fact { condition: Some(condition), ..self }
    }

    const fn differs(
        self,
        input: &'static str,
        a: Option<(usize, usize)>,
        b: Option<(usize, usize)>,
    ) -> Fact {
        Fact { result: "differs", witness: Some((input, a, b)), ..self }
    }

    const fn is(self, result: &'static str) -> Fact {
        Fact { result, ..self }
    }
}

const ZONES: &str = "RFC 6874, 2, replaces `IP-literal` of RFC 3986, 3.2.2, and nothing else";

const FACTS: &[Fact] = &[
    fact(
        "RFC 2396, 3.2.2: `server` may be empty and `hostport` may not; \
         RFC 3986, 3.2.2: a `reg-name` may be empty",
        Grammar::Rfc2396,
        Grammar::Rfc3986,
        Component::Host,
    )
    .differs("//", None, Some((2, 2))),
    fact(
        "RFC 2396, 3.2.1 and 3.2.2: a name that is not a `hostname` is a `reg_name`; \
         RFC 3986, 3.2.2: it is a host",
        Grammar::Rfc2396,
        Grammar::Rfc3986,
        Component::Host,
    )
    .under("x = scheme \"://\" 1*( alphanum / \"-\" / \"_\" / \".\" )")
    .differs("a://0", None, Some((4, 5))),
    fact(
        "RFC 2396, 3.2.2, and RFC 3986, 3.2.2: an authority that is a server of both has one host",
        Grammar::Rfc2396,
        Grammar::Rfc3986,
        Component::Host,
    )
    .under(
        "x = [ scheme \":\" ] \"//\" [ userinfo \"@\" ] hostport [ abs-path ] \
         [ \"?\" query ] [ \"#\" fragment ]",
    ),
    fact(
        "RFC 3987, 2.2: every URI is an IRI with the same components",
        Grammar::Rfc3986,
        Grammar::Rfc3987,
        Component::Host,
    ),
    fact(ZONES, Grammar::Rfc3986, Grammar::Rfc6874, Component::Host),
    fact(ZONES, Grammar::Rfc3986, Grammar::Rfc6874, Component::Port),
    fact(
        "RFC 2396, 3.2.2: `IPv4address = 1*digit \".\" …`; \
         RFC 2732, 3: RFC 2373's has 1*3DIGIT, so this is a `reg_name`",
        Grammar::Rfc2396,
        Grammar::Rfc2732,
        Component::Host,
    )
    .differs("//0000.0.0.0", Some((2, 12)), None),
    fact(
        "RFC 1808, 2.2: `net_loc` is left whole, so there is never a host",
        Grammar::Rfc1808,
        Grammar::Rfc3986,
        Component::Host,
    )
    .is("not-applicable"),
    fact(
        "RFC 2141, 2: a name has no authority; RFC 3986, 3.2",
        Grammar::Rfc2141,
        Grammar::Rfc3986,
        Component::Host,
    )
    .is("not-applicable"),
    fact(
        "Jarnefors, 1993: a citation is in angle brackets, which RFC 3986, 2, lets nowhere",
        Grammar::Urc1993,
        Grammar::Rfc3986,
        Component::Path,
    )
    .is("vacuous"),
    fact(
        "RFC 2141, 2.1, and RFC 8141, 2: the NID ends at the second colon",
        Grammar::Rfc2141,
        Grammar::Rfc8141,
        Component::Nid,
    ),
    fact(
        "URL Standard, 4.4, special authority slashes state: no slash is needed before an \
         authority; RFC 3986, 3: `hier-part` has one after \"//\" only",
        Grammar::Rfc3986,
        Grammar::Whatwg,
        Component::Host,
    )
    .differs("ws:a", None, Some((3, 4))),
    fact(
        "URL Standard, 4.4, and RFC 3986, 3.2: behind two slashes and before a host that is not \
         empty, both find the same host",
        Grammar::Rfc3986,
        Grammar::Whatwg,
        Component::Host,
    )
    .under(
        "x = ( \"http\" / \"https\" / \"ws\" / \"wss\" / \"ftp\" ) \"://\" [ userinfo \"@\" ] \
         ( IP-literal / 1*( unreserved / pct-encoded / sub-delims ) ) [ \":\" port ] \
         path-abempty [ \"?\" query ] [ \"#\" fragment ]",
    ),
    fact(
        "URL Standard, 4.3, and RFC 3986, 3: a valid URL string has the same host by both",
        Grammar::Whatwg,
        Grammar::Rfc3986,
        Component::Host,
    )
    .under("x = absolute-URL-with-fragment"),
    fact(
        "java.net.URI(String): an empty authority leaves the host undefined; \
         URL Standard, 4.4, special authority ignore slashes state: further slashes are skipped",
        Grammar::JavaNetUri,
        Grammar::Whatwg,
        Component::Host,
    )
    .under("x = \"http:///\" *unreserved")
    .differs("http:///a", None, Some((8, 9))),
    fact(
        "java.net.URI, URI syntax and components: an authority that is not a server is \
         registry-based and has no host; URL Standard, 3.5: `!` may be in a domain",
        Grammar::JavaNetUri,
        Grammar::Whatwg,
        Component::Host,
    )
    .under("x = \"http://\" 1*unreserved")
    .differs("http://!", None, Some((7, 8))),
    fact(
        "java.net.URI(String): a host of one label may begin with a digit; \
         RFC 2732, 3, leaves `hostname` of RFC 2396, 3.2.2: this is a `reg_name`",
        Grammar::JavaNetUri,
        Grammar::Rfc2732,
        Component::Host,
    )
    .differs("//0", Some((2, 3)), None),
    fact(
        "java.net.URI, URI syntax and components: a host is RFC 2396's as far as both have one",
        Grammar::Rfc2396,
        Grammar::JavaNetUri,
        Component::Host,
    )
    .under("x = [ scheme \":\" ] \"//\" [ userinfo \"@\" ] hostname [ abs-path ]"),
    fact(
        "Every generic document: the scheme ends at the first colon",
        Grammar::Rfc2396,
        Grammar::Rfc3986,
        Component::Scheme,
    ),
];

fn pair(span: Option<(usize, usize)>) -> Option<std::ops::Range<usize>> {
    span.map(|(start, end)| start..end)
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn known_agreements_and_differences_are_decided() {
    FACTS.par_iter().for_each(|fact| {
        let [a, b] = [fact.a, fact.b].map(|grammar| side(grammar, Reading::Corrected));
        let condition =
            fact.condition.map(|text| Condition::abnf(text, fact.a, Reading::Corrected).unwrap());
        let answer = agree(a, b, fact.component, condition.as_ref()).unwrap();
        assert_eq!(answer.outcome.name(), fact.result, "{}: {:?}", fact.because, answer.outcome);
        if let (Outcome::Differs(found), Some((input, one, other))) = (answer.outcome, fact.witness)
        {
            let found = (String::from_utf8(found.input).unwrap(), found.a, found.b);
            assert_eq!(found, (input.to_owned(), pair(one), pair(other)), "{}", fact.because);
        }
    });
}

/// Beginnings that decide how a string is split, each continued by every short string over the
/// bytes below.
const BEGINNINGS: &[&str] =
    &["", "//", "a:", "a://", "http://", "file://", "ftp://", "wais://", "urn:aa", "//a:0@["];
const BYTES: &[u8] = b"a0:/?#@[].%;+";

fn short_strings() -> Vec<String> {
    let mut endings = vec![String::new()];
    let mut from = 0;
    for _ in 0..3 {
        let until = endings.len();
        for at in from..until {
            let longer: Vec<String> =
                BYTES.iter().map(|&byte| format!("{}{}", endings[at], char::from(byte))).collect();
            endings.extend(longer);
        }
        from = until;
    }
    BEGINNINGS
        .iter()
        .flat_map(|beginning| endings.iter().map(move |ending| format!("{beginning}{ending}")))
        .collect()
}

/// The components that every splitter finds.
const COMPARED: [Component; 8] = {
    use Component::*;
    [Scheme, Authority, Userinfo, Host, Port, Path, Query, Fragment]
};

fn split(side: Side<'_>, text: &str) -> Option<Parts> {
    side.grammar.tables(side.reading).start().split(text, side.reading).ok()
}

fn range(span: Option<Span>) -> Option<std::ops::Range<usize>> {
    span.map(|span| span.start as usize..span.end as usize)
}

/// Checks every answer about a pair of sides by all short strings and by the answer's own
/// witnesses.
fn judge(
    a: &Splits<'static>,
    b: &Splits<'static>,
    split_a: &[Option<Parts>],
    split_b: &[Option<Parts>],
    all: &[String],
) {
    let both = || {
        let pairs = all.iter().zip(split_a.iter().zip(split_b));
        pairs.filter_map(|(text, (a, b))| Some((text, a.as_ref()?, b.as_ref()?)))
    };
    for component in COMPARED {
        let shown = format!("{:?} {:?} {}", a.side(), b.side(), component.name());
        let Agreement { outcome, states, .. } = a.agree(b, component, None);
        let tried =
            both().filter(|(_, a, b)| a.get(component) != b.get(component)).map(|(text, ..)| text);
        let tried = tried.min_by_key(|text| text.len());
        match outcome {
            Outcome::Differs(found) => {
                let text = String::from_utf8(found.input).unwrap();
                let [one, other] = [a, b].map(|splits| split(splits.side(), &text).expect(&shown));
                assert_eq!(
                    (range(one.get(component)), range(other.get(component))),
                    (found.a, found.b),
                    "{shown}"
                );
                assert!(
                    tried.is_none_or(|tried| tried.len() >= text.len()),
                    "{shown}: {text} but {tried:?}"
                );
            }
            Outcome::Agrees => assert_eq!(tried, None, "{shown}"),
            Outcome::Vacuous => assert_eq!(both().next().map(|(text, ..)| text), None, "{shown}"),
            Outcome::NotApplicable => {
                let has = |parts: &[Option<Parts>]| {
                    parts.iter().flatten().any(|parts| parts.get(component).is_some())
                };
                assert!(!has(split_a) || !has(split_b), "{shown}");
            }
            Outcome::Undecided => panic!("{shown}: {states}"),
            _ => unreachable!(),
        }
    }
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn answers_about_all_pairs_are_those_of_trying_short_strings() {
    let sides = sides();
    let all = short_strings();
    let built = sides.par_iter().with_max_len(1).map(|&side| {
        let parts: Vec<Option<Parts>> = all.iter().map(|text| split(side, text)).collect();
        (Splits::of(side, &COMPARED).unwrap(), parts)
    });
    let built: Vec<_> = built.collect();
    (0..built.len()).into_par_iter().with_max_len(1).for_each(|at| {
        let (a, split_a) = &built[at];
        // Each document is also compared with itself, and must agree.
        built[at..].iter().for_each(|(b, split_b)| judge(a, b, split_a, split_b, &all));
    });
}

#[test]
fn the_guard_says_what_the_proof_says() {
    let grammars = [Grammar::Rfc1738, Grammar::Rfc2396, Grammar::Rfc3986, Grammar::Rfc3987];
    let watched = [Component::Scheme, Component::Userinfo, Component::Host, Component::Port];
    for text in short_strings() {
        let parts: Vec<Parts> = grammars
            .iter()
            .filter_map(|&grammar| split(side(grammar, Reading::Corrected), &text))
            .collect();
        let same = |component: &Component| {
            parts.iter().all(|one| one.get(*component) == parts[0].get(*component))
        };
        let expected = watched.iter().find(|component| !same(component));
        match check(&text, &grammars) {
            Ok(agreed) => {
                assert_eq!((agreed.accepting(), expected), (parts.len(), None), "{text}");
                assert_eq!(agreed.host(), parts[0].host());
            }
            Err(Refusal::Rejected) => assert!(parts.is_empty(), "{text}"),
            Err(Refusal::Conflict(conflict)) => {
                assert!(expected.is_some(), "{text}");
                let [a, b] = [conflict.a, conflict.b].map(|grammar| {
                    split(side(grammar, Reading::Corrected), &text).unwrap().get(conflict.component)
                });
                assert_eq!((a, b), (conflict.span_a, conflict.span_b));
                assert_ne!(a, b, "{text}");
            }
            Err(other) => panic!("{other}"),
        }
    }
}

/// Published attacks on programs of two parsers.
#[test]
fn strings_of_published_attacks() {
    let new = [Grammar::Rfc3986, Grammar::Rfc3987];
    let refused = |text| check(text, &new).err();
    assert_eq!(refused("http://127.0.0.1\\@1.1.1.1"), Some(Refusal::Rejected));
    assert_eq!(refused("http://1.1.1.1 &@2.2.2.2# @3.3.3.3/"), Some(Refusal::Rejected));
    assert_eq!(refused("http://foo@evil.com:80@google.com/"), Some(Refusal::Rejected));
    let text = "http://google.com#@evil.com/";
    let host = check(text, &new).map(|agreed| agreed.host().map(|host| host.of(text)));
    assert_eq!(host, Ok(Some("google.com")));

    // By RFC 2396, 3.2.1, a name of a registry may hold at-signs. Such a string has no host, and an
    // underscore also makes a name of a registry.
    let old = [Grammar::Rfc2396, Grammar::Rfc2732, Grammar::Rfc3986];
    let agreed = check("http://foo@evil.com:80@google.com/", &old).unwrap();
    assert_eq!((agreed.accepting(), agreed.host()), (2, None));
    let Err(Refusal::Conflict(conflict)) = check("http://evil_host.example/", &old) else {
        panic!()
    };
    assert_eq!(
        (conflict.component, conflict.a, conflict.b),
        (Component::Host, Grammar::Rfc2396, Grammar::Rfc3986)
    );
    assert_eq!(conflict.span_a, None);
}
