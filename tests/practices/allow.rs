//! The guard against attackers: after `Ok`, every reader takes the text to a host of the list.

use std::collections::BTreeSet;
use std::net::IpAddr;

use urigram::agreement::{AllowList, Denied, ListError, Places, Vetted, Why};
use urigram::{Component, Grammar, Reading, Uri};
use urigram_automata::Random;

const THREE: [Grammar; 3] = [Grammar::Rfc3986, Grammar::Whatwg, Grammar::Python314];

fn list(readers: &[Grammar]) -> Result<AllowList, ListError> {
    let allow = AllowList::new(readers).scheme("http")?.scheme("https")?.scheme("ws")?;
    let allow = allow.host("good.example")?.suffix("Good.Example")?.host("127.0.0.1")?;
    Ok(allow.host("[::1]")?.host("[::ffff:1.1.1.1]")?.port(8080).private())
}

/// Whether the list has a host, as somebody would write it who knows nothing of the code.
fn is_listed(host: &str) -> bool {
    let addresses = ["127.0.0.1", "::1", "::ffff:1.1.1.1"].map(str::parse::<IpAddr>);
    match host.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => addresses.contains(&Ok(address)),
        Err(_) => host == "good.example" || host.ends_with(".good.example"),
    }
}

/// The value of a host for a program that decodes and lowers everything.
fn value(host: &str) -> String {
    let decoded = percent_encoding::percent_decode_str(host).decode_utf8_lossy();
    let lower = decoded.to_lowercase();
    match lower.trim_matches(['[', ']']).parse::<IpAddr>() {
        Ok(address) => address.to_string(),
        Err(_) => lower,
    }
}

/// Holds a vetted text against the readers of its list, and against parsers of other people.
fn hold(vetted: &Vetted<Uri<'_>>, readers: &[Grammar]) {
    let text = vetted.as_str();
    assert!(is_listed(vetted.host()), "{text:?}");
    let host = value(vetted.host());
    for &reader in readers {
        let table = reader.tables(Reading::default()).start();
        let places = Places::of(text, table).unwrap_or_else(|_| panic!("{reader} {text:?}"));
        let get = |component| places.get(component).map(|span| span.of(text));
        assert_eq!(get(Component::Host).map(value), Some(host.clone()), "{reader} {text:?}");
        assert_eq!(get(Component::Userinfo), None, "{reader} {text:?}");
        if let Some(port) = get(Component::Port) {
            assert_eq!(port.parse().ok(), vetted.port(), "{reader} {text:?}");
        }
        assert_eq!(get(Component::Scheme), Some(vetted.get().scheme()), "{reader} {text:?}");
    }
    let url = url::Url::parse(text);
    let strict = readers.contains(&Grammar::Whatwg);
    // The crate has the rules of the URL Standard before 2026 for labels that begin with `xn--`.
    if let Ok(url) = url {
        assert_eq!(url.host_str().map(value), Some(host.clone()), "{text:?}");
        assert_eq!((url.username(), url.password()), ("", None), "{text:?}");
        assert_eq!(url.port_or_known_default(), vetted.port(), "{text:?}");
    } else {
        assert!(!strict || host.contains("xn--"), "{text:?}");
    }
    let uri: fluent_uri::Uri<&str> = fluent_uri::Uri::parse(text).unwrap();
    assert_eq!(uri.authority().map(|one| value(one.host())), Some(host.clone()), "{text:?}");
    if let Ok(uri) = text.parse::<http::Uri>() {
        assert_eq!(uri.host().map(value), Some(host.clone()), "{text:?}");
    }
    if let Ok(uri) = iri_string::types::UriStr::new(text) {
        assert_eq!(uri.authority_components().map(|one| value(one.host())), Some(host), "{text:?}");
    }
}

/// Pieces of attacks, which mutations put into strings.
const PIECES: [&str; 64] = [
    "http",
    "https",
    "ws",
    "HTTP",
    "file",
    ":",
    "://",
    ":///",
    ":/",
    "/",
    "//",
    "\\",
    "\\\\",
    "@",
    ":@",
    "a@",
    "a:b@",
    "#",
    "?",
    "#@",
    "?@",
    "%40",
    "%2F",
    "%5C",
    "%2e",
    "%00",
    "%0a",
    "%23",
    "good.example",
    "GOOD.example",
    "evil.example",
    ".good.example",
    "good.example.",
    "x.",
    "..",
    "127.0.0.1",
    "0x7f.1",
    "127.1",
    "2130706433",
    "0177.0.0.1",
    "1.1.1.1",
    "::1",
    "[::1]",
    "[",
    "]",
    "[::ffff:1.1.1.1]",
    "[::ffff:101:101]",
    "%25eth0",
    "xn--a",
    "xn--bcher-kva",
    ":80",
    ":443",
    ":8080",
    ":08080",
    ":",
    ":0",
    "\t",
    "\n",
    " ",
    "\u{0}",
    "é",
    "\u{3002}",
    "\u{FF0F}",
    "\u{AD}",
];

/// Strings on which parsers differ, and strings that the list has.
fn seeds() -> Vec<String> {
    let page = include_str!("../../docs/programs.md").split('`').skip(1).step_by(2);
    let cases: Vec<serde_json::Value> =
        serde_json::from_str(include_str!("../data/whatwg.json")).unwrap();
    let inputs = cases.iter().filter_map(|case| Some(case["input"].as_str()?.to_owned()));
    let plain = [
        "http://good.example/",
        "https://good.example:8080/a?b#c",
        "ws://x.good.example",
        "http://127.0.0.1:80/",
        "http://[::1]:8080/p",
        "http://[::ffff:1.1.1.1]/",
        "http://GOOD.example/@",
        "https://a.xn--bcher-kva.good.example/",
    ];
    let witnesses = include_str!("../../checks/witnesses/strings.txt").lines();
    let mut seeds: Vec<String> = page.chain(witnesses).map(str::to_owned).chain(inputs).collect();
    // As often as the others together, so that half of the strings begin as texts of the list.
    let count = seeds.len();
    seeds.extend((0..count).map(|at| plain[at % plain.len()].to_owned()));
    seeds
}

fn changed(text: &str, random: &mut Random) -> String {
    let mut text = text.to_owned();
    for _ in 0..=random.below(3) {
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let start = places[random.below(places.len())];
        let end = places.iter().copied().filter(|&end| end >= start).nth(random.below(3));
        let piece = match random.below(8) {
            0 => "",
            1 => return text.to_uppercase(),
            _ => PIECES[random.below(PIECES.len())],
        };
        let end = if random.below(2) == 0 { start } else { end.unwrap_or(start) };
        text.replace_range(start..end, piece);
    }
    text
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn every_reader_takes_a_vetted_text_to_a_host_of_the_list() {
    let mut lists = vec![THREE.to_vec(), Grammar::PRACTICES.to_vec()];
    lists.extend(Grammar::PRACTICES.iter().map(|&reader| vec![reader]));
    let lists: Vec<_> = lists.into_iter().map(|one| (list(&one).unwrap(), one)).collect();
    let mut random = Random::seeded(4);
    let seeds = seeds();
    let mut vetted = BTreeSet::new();
    for round in 0..60_000 {
        let seed = &seeds[round % seeds.len()];
        let text = if round < seeds.len() { seed.clone() } else { changed(seed, &mut random) };
        for (number, (allow, readers)) in lists.iter().enumerate() {
            if let Ok(found) = allow.check(&text) {
                hold(&found, readers);
                vetted.insert((number, text.clone()));
            }
        }
    }
    for (number, (_, readers)) in lists.iter().enumerate() {
        let found = vetted.iter().filter(|(list, _)| *list == number).count();
        assert!(found > 500, "{readers:?}: {found}");
    }
}

/// Returns the component and the reason.
fn why(text: &str) -> Result<String, (Option<Component>, Why)> {
    match list(&THREE).unwrap().check(text) {
        Ok(vetted) => Ok(format!("{} {:?}", vetted.host(), vetted.port())),
        Err(denied) => Err((denied.component(), *denied.why())),
    }
}

#[test]
fn every_trick_is_decided() {
    let host = |why| Err((Some(Component::Host), why));
    let port = |why| Err((Some(Component::Port), why));
    for (text, expected) in [
        ("http://good.example/", Ok("good.example Some(80)".to_owned())),
        ("https://A.GOOD.example:8080", Ok("a.good.example Some(8080)".to_owned())),
        ("http://[0:0::1]/", Ok("[0:0::1] Some(80)".to_owned())),
        ("http://[::FFFF:101:101]/", Ok("[::FFFF:101:101] Some(80)".to_owned())),
        ("http://notgood.example/", host(Why::NotListed)),
        ("http://example/", host(Why::NotListed)),
        ("http://1.1.1.1/", host(Why::NotListed)),
        ("http://[::ffff:127.0.0.1]/", host(Why::NotListed)),
        ("ftp://good.example/", Err((Some(Component::Scheme), Why::NotListed))),
        ("http://@good.example/", Err((Some(Component::Userinfo), Why::Userinfo))),
        ("http://good.example@evil.example/", Err((Some(Component::Userinfo), Why::Userinfo))),
        ("http:good.example", host(Why::NoHost)),
        ("http:///good.example", host(Why::NoHost)),
        ("http://good.example./", host(Why::TrailingDot)),
        ("http://good%2Eexample/", host(Why::Encoded)),
        ("http://good.example%00.evil.example/", host(Why::Encoded)),
        ("http://good..example/", host(Why::Name)),
        ("http://.good.example/", host(Why::Name)),
        ("http://evil;good.example/", host(Why::Name)),
        ("http://0x7f.0.0.1/", host(Why::Number)),
        ("http://0x7f000001/", host(Why::Number)),
        ("http://0x/", host(Why::Number)),
        ("http://2130706433/", host(Why::Number)),
        ("http://127.1/", host(Why::Number)),
        ("http://0177.0.0.1/", host(Why::Number)),
        ("http://127.0.0.01/", host(Why::Number)),
        ("http://127.0.0.256/", host(Why::Number)),
        ("http://1.good.example.0XF/", host(Why::Number)),
        ("http://[v1.a]/", host(Why::Literal)),
        ("http://good.example:/", port(Why::Port)),
        ("http://good.example:080/", port(Why::Port)),
        ("http://good.example:65616/", port(Why::Port)),
        ("http://good.example:443/", port(Why::NotListed)),
    ] {
        assert_eq!(why(text), expected, "{text}");
    }
    for text in [
        "http://good.example\\@evil.example/",
        "http://good.example\t/",
        "\nhttp://good.example/",
        " http://good.example/",
        "http://good.example/ ",
        "http://good.example/\u{7f}",
        "http://good.example\u{0}.evil.example/",
        "http://[fe80::1%25eth0]/",
        "http://good\u{3002}example/",
        "http://\u{FF47}ood.example/",
        "http:\\\\good.example/",
        "",
        "//good.example/",
    ] {
        assert!(matches!(why(text), Err((_, Why::Syntax(_)))), "{text:?}: {:?}", why(text));
    }
}

#[test]
fn a_reader_is_named_that_reads_otherwise() {
    let denied = |reader, text| {
        AllowList::new(&[reader]).scheme("http").unwrap().any_host().check(text).unwrap_err()
    };
    let java = denied(Grammar::JavaNetUri, "http://a_b.example/");
    assert!(matches!(java.why(), Why::Conflict(_)));
    assert_eq!((java.reader(), java.component()), (Grammar::JavaNetUri, Some(Component::Host)));
    let message = "the host differs: bytes 7 to 18 by RFC 3986, absent by OpenJDK 17";
    assert_eq!(java.to_string(), message);
    // RFC 2141 has names, and no such text.
    let urn: Denied = denied(Grammar::Rfc2141, "http://a.example/");
    assert!(matches!(urn.why(), Why::Syntax(_)));
    assert_eq!(urn.reader(), Grammar::Rfc2141);
    assert!(denied(Grammar::Rfc3986, "http://a.example/ b").to_string().contains("RFC 3986"));
}

#[test]
fn private_addresses_are_denied_in_every_form() {
    let allow = AllowList::new(&THREE).scheme("http").unwrap().any_host();
    for host in [
        "0.0.0.0",
        "10.9.8.7",
        "100.64.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.168.0.1",
        "198.19.0.1",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "[::]",
        "[::1]",
        "[::127.0.0.1]",
        "[::ffff:10.0.0.1]",
        "[fe80::1]",
        "[fec0::1]",
        "[fc00::1]",
        "[fd12::1]",
        "[ff02::1]",
        "[64:ff9b::7f00:1]",
        "[64:ff9b:1::1]",
        "[2002:a00:1::]",
        "[2002:7f00:1::1]",
        "[2001:0:1::1]",
        "[2001:db8::1]",
        "[3fff::1]",
        "[2606:4700::5efe:a00:1]",
        "[2606:4700::200:5efe:127.0.0.1]",
        "[::ffff:0:127.0.0.1]",
        "localhost",
        "LOCALHOST",
        "a.localhost",
        "printer.local",
        "metadata.google.internal",
        "router.home.arpa",
        "metadata",
        "localhost.localdomain",
    ] {
        let denied = allow.check(&format!("http://{host}/")).unwrap_err();
        assert_eq!(*denied.why(), Why::Private, "{host}");
    }
    for host in [
        "1.1.1.1",
        "11.0.0.1",
        "100.128.0.1",
        "172.32.0.1",
        "192.169.0.1",
        "[2606:4700::1111]",
        "[64:ff9b::101:101]",
        "[2002:101:101::]",
        "[::ffff:1.1.1.1]",
        "notlocalhost.example",
        "a.internal.example",
    ] {
        let text = format!("http://{host}/");
        let vetted = allow.check(&text).unwrap();
        assert!(vetted.address().is_none_or(|address| allow.admits_address(address)));
    }
    // A name on the list is still private.
    let listed = AllowList::new(&THREE).scheme("http").unwrap().host("127.0.0.1").unwrap();
    assert_eq!(*listed.check("http://127.0.0.1/").unwrap_err().why(), Why::Private);
    assert!(listed.private().check("http://127.0.0.1/").is_ok());
}

#[test]
fn lists_are_read_and_their_errors_named() {
    let text = "# a list\n\n scheme\thttps \nhost good.example\nsuffix example\nport 8443\r\n";
    let allow = AllowList::read(text, &THREE).unwrap();
    assert!(allow.check("https://a.example:8443/").is_ok());
    let name = "no name of letters, digits, hyphens and underscores in labels";
    for (line, message) in [
        ("host *.example", format!("line 1: \"*.example\" is not a valid host: {name}")),
        ("host .example", format!("line 1: \".example\" is not a valid host: {name}")),
        ("scheme https:", "line 1: \"https:\" is not a valid scheme".to_owned()),
        ("port 65536", "line 1: \"65536\" is not a valid port".to_owned()),
        ("suffix 127.0.0.1", "line 1: \"127.0.0.1\" is not a valid suffix".to_owned()),
        ("host", "line 1: \"\" is not a valid host: no host".to_owned()),
    ] {
        assert_eq!(AllowList::read(line, &THREE).unwrap_err().to_string(), message);
    }
    let number = AllowList::read("host 0x7f.1", &THREE).unwrap_err().to_string();
    assert!(number.ends_with("not an IPv4 address in four decimal numbers"), "{number}");
    for line in ["private yes", "good.example", "suffix .example", "suffix", "scheme", "hosts a.b"]
    {
        assert_eq!(AllowList::read(line, &THREE).unwrap_err().line(), Some(1), "{line}");
    }
    // What is not listed is denied.
    let text = "https://good.example/";
    for empty in ["", "scheme https", "host good.example", "scheme https\nport 443"] {
        assert!(AllowList::read(empty, &THREE).unwrap().check(text).is_err(), "{empty}");
    }
}

#[test]
fn long_texts_are_decided() {
    let allow = list(Grammar::PRACTICES).unwrap();
    let (label, many) = ("a".repeat(63), "a.".repeat(120));
    assert!(allow.check(&format!("http://{label}.good.example/")).is_ok());
    assert!(allow.check(&format!("http://{many}good.example/")).is_ok());
    assert!(allow.check(&format!("http://{label}a.good.example/")).is_err());
    let long = "a.".repeat(500_000);
    for text in [
        format!("http://{long}good.example/"),
        format!("http://good.example:{}80/", "0".repeat(1_000_000)),
        "@".repeat(1_000_000),
        format!("http://{}", "[".repeat(1_000_000)),
    ] {
        assert!(allow.check(&text).is_err());
    }
    assert!(allow.check(&format!("http://good.example/{long}")).is_ok());
}
