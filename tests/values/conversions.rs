//! A conversion keeps every component in the form that the other value gives it, or is refused.

use std::sync::OnceLock;

use percent_encoding::percent_decode_str;
use urigram::errors::ForeignError;
use urigram::{
    Component, Grammar, Iri, IriBuf, IriRef, PathStyle, Reading, Uri, UriBuf, UriRef, UriRefBuf,
    Urn,
};
use urigram_automata::Random;
use urigram_conform::every_grammar;
use url::{Host, Position, Url};

use crate::own_grammars::folder::folders::{grammar, Scratch};

/// Grammars whose components RFC 3986 would find elsewhere.
const LOADED: [(&str, &str); 10] = [
    ("label", "url = \"http://\" label \"@\" host \"/\"\nlabel = 1*ALPHA\nhost = 1*ALPHA\n"),
    ("host", "url = \"http://\" host \"@\" label \"/\"\nlabel = 1*ALPHA\nhost = 1*ALPHA\n"),
    ("hash", "url = \"http://\" host path\nhost = 1*( ALPHA / \"#\" )\npath = [ \"/\" *ALPHA ]\n"),
    ("mark", "url = \"http://\" host path\nhost = 1*( ALPHA / \"?\" )\npath = [ \"/\" *ALPHA ]\n"),
    (
        "colon",
        "url = scheme \"://\" host path\nscheme = 1*ALPHA\nhost = 1*( ALPHA / \":\" / \"@\" )\n\
               path = *( \"/\" / ALPHA )\n",
    ),
    (
        "backslash",
        "url = \"http://\" host path\nhost = 1*( ALPHA / \"\\\" )\npath = [ \"/\" *ALPHA ]\n",
    ),
    (
        "opaque",
        "url = scheme \":\" path\nscheme = 1*ALPHA\npath = *( ALPHA / \"/\" / \"@\" / \":\" )\n",
    ),
    (
        "bare",
        "url = scheme \":\" [ \"//\" ] host [ \"/\" path ]\nscheme = 1*ALPHA\nhost = 1*ALPHA\n\
              path = *( ALPHA / \"?\" )\n",
    ),
    (
        "port",
        "url = scheme \"://\" port \":\" host path\nscheme = 1*ALPHA\nport = 1*ALPHA\n\
              host = 1*ALPHA\npath = *( \"/\" / ALPHA )\n",
    ),
    (
        "query",
        "url = scheme \":\" path [ \"#\" query ]\nscheme = 1*ALPHA\n\
               path = *( ALPHA / \"/\" / \"?\" )\nquery = *( ALPHA / \"/\" )\n",
    ),
];

fn grammars() -> &'static [Grammar] {
    static ALL: OnceLock<Vec<Grammar>> = OnceLock::new();
    ALL.get_or_init(|| {
        let scratch = Scratch::new("conversions");
        let load = |(name, text): &(&str, &str)| {
            let alpha = "ALPHA = %x41-5A / %x61-7A\n";
            grammar(&scratch.file(&format!("{name}.abnf"), &format!("{text}{alpha}")))
        };
        every_grammar().iter().copied().chain(LOADED.iter().map(load)).collect()
    })
}

fn loaded(name: &str) -> Grammar {
    let at = LOADED.iter().position(|(one, _)| *one == name).unwrap();
    grammars()[grammars().len() - LOADED.len() + at]
}

fn uri_by(grammar: Grammar, text: &str) -> UriBuf {
    UriBuf::parse_by(grammar, Reading::Corrected, text).unwrap_or_else(|error| panic!("{error}"))
}

/// The components in this order: scheme, userinfo, host, port, path, query, fragment.
type Parts<'a> = [Option<&'a str>; 7];

fn parts<'a>(value: IriRef<'a>) -> Parts<'a> {
    let [scheme, path] = [value.scheme(), Some(value.path())];
    let [userinfo, host, port] = [value.userinfo(), value.host(), value.port()];
    [scheme, userinfo, host, port, path, value.query(), value.fragment()]
}

fn parts_of_url(url: &Url) -> Parts<'_> {
    let userinfo = url.authority().rsplit_once('@').map_or("", |(userinfo, _)| userinfo);
    let port = &url[Position::BeforePort..Position::AfterPort];
    let [scheme, path] = [url.scheme(), url.path()].map(Some);
    let [userinfo, port] = [userinfo, port].map(Some);
    [scheme, userinfo, url.host_str(), port, path, url.query(), url.fragment()]
}

fn parts_of_http(uri: &http::Uri) -> Parts<'_> {
    let authority = uri.authority().map(http::uri::Authority::as_str);
    let userinfo = authority.and_then(|text| text.rsplit_once('@')).map(|(userinfo, _)| userinfo);
    let port = authority.and_then(|text| text.rsplit_once(':')).map(|(_, port)| port);
    let port = port.filter(|_| uri.port().is_some());
    [uri.scheme_str(), userinfo, uri.host(), port, Some(uri.path()), uri.query(), None]
}

const NAMES: [&str; 7] = ["scheme", "userinfo", "host", "port", "path", "query", "fragment"];
const USERINFO: usize = 1;
const HOST: usize = 2;
const PORT: usize = 3;
const PATH: usize = 4;
const QUERY: usize = 5;

/// Decodes a component. Ignores case of scheme and host, and empty components of an authority.
fn form(at: usize, text: Option<&str>) -> Option<Vec<u8>> {
    let decoded = percent_decode_str(text?).collect::<Vec<u8>>();
    let decoded = if at == 0 || at == HOST { decoded.to_ascii_lowercase() } else { decoded };
    Some(decoded).filter(|bytes| at > PATH || !bytes.is_empty())
}

fn differing(ours: Parts<'_>, theirs: Parts<'_>) -> Vec<usize> {
    (0..7).filter(|&at| form(at, ours[at]) != form(at, theirs[at])).collect()
}

/// Returns true if the URL Standard writes a component of ours so.
fn is_written_so(at: usize, ours: Parts<'_>, url: &Url) -> bool {
    let (text, theirs) = (ours[at].unwrap_or_default(), parts_of_url(url)[at]);
    match at {
        USERINFO => form(at, Some(text.trim_end_matches(':'))) == form(at, theirs),
        HOST if url.host().is_none() => {
            url.scheme() == "file"
                && Host::parse(text).is_ok_and(|host| host.to_string() == "localhost")
        }
        HOST if url.is_special() => {
            Host::parse(text).ok().as_ref() == url.host().map(|host| host.to_owned()).as_ref()
        }
        PORT => text.parse().ok() == url.port_or_known_default(),
        PATH => !url.cannot_be_a_base() && form(at, Some(&segments(text, url))) == form(at, theirs),
        _ => false,
    }
}

/// Returns a path by the path state of the URL Standard.
fn segments(path: &str, url: &Url) -> String {
    let separators: &[char] = if url.is_special() { &['/', '\\'] } else { &['/'] };
    let mut made: Vec<String> = Vec::new();
    let Some(path) = path.strip_prefix(separators) else {
        return String::from(if path.is_empty() && url.is_special() { "/" } else { path });
    };
    let pieces: Vec<&str> = path.split(separators).collect();
    for (index, &piece) in pieces.iter().enumerate() {
        let dots = piece.to_ascii_lowercase().replace("%2e", ".");
        let is_drive = |piece: &str| {
            url.scheme() == "file"
                && matches!(piece.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
        };
        if dots == ".." && !(made.len() == 1 && is_drive(&made[0])) {
            made.pop();
        }
        match dots.as_str() {
            "." | ".." if index + 1 == pieces.len() => made.push(String::new()),
            "." | ".." => {}
            _ if made.is_empty() && is_drive(piece) => made.push(format!("{}:", &piece[..1])),
            _ => made.push(String::from(piece)),
        }
    }
    made.iter().map(|piece| format!("/{piece}")).collect()
}

/// Checks that a conversion keeps the components of a value, and counts it.
#[derive(Default)]
struct Tally {
    conversions: usize,
}

impl Tally {
    fn same(&mut self, of: &str, to: &str, ours: Parts<'_>, theirs: Parts<'_>) {
        self.only(of, to, &differing(ours, theirs), ours, theirs);
    }

    fn url(&mut self, of: &str, ours: Parts<'_>, url: &Url) {
        let mut differing = differing(ours, parts_of_url(url));
        differing.retain(|&at| !is_written_so(at, ours, url));
        self.only(of, "url::Url", &differing, ours, parts_of_url(url));
    }

    fn http(&mut self, of: &str, ours: Parts<'_>, uri: &http::Uri) {
        let theirs = parts_of_http(uri);
        let mut differing = differing(ours, theirs);
        differing.retain(|&at| {
            at != PATH
                || uri.authority().is_none()
                || (ours[at], theirs[at]) != (Some(""), Some("/"))
        });
        self.only(of, "http::Uri", &differing, ours, theirs);
    }

    fn only(&mut self, of: &str, to: &str, moved: &[usize], ours: Parts<'_>, theirs: Parts<'_>) {
        self.conversions += 1;
        let names: Vec<&str> = moved.iter().map(|&at| NAMES[at]).collect();
        assert!(names.is_empty(), "{of} and {to} differ in {names:?}: {ours:?}, {theirs:?}");
    }
}

fn of<'a>(value: impl Into<IriRef<'a>>) -> Parts<'a> {
    parts(value.into())
}

/// Takes a text by a grammar through every conversion out.
fn convert(tally: &mut Tally, grammar: Grammar, text: &str) {
    let reading = Reading::Corrected;
    let name = format!("{grammar} {text}");
    if let Ok(value) = IriRef::parse_by(grammar, reading, text) {
        let ours = parts(value);
        if let Ok(uri) = value.to_uri_ref() {
            tally.same(&name, "to_uri_ref", ours, of(&uri));
        }
        if let Ok(iri) = Iri::try_from(value) {
            tally.same(&name, "Iri", ours, of(iri));
        }
        if let Ok(uri) = UriRef::try_from(value) {
            tally.same(&name, "UriRef", ours, of(uri));
        }
        if let Ok(uri) = Uri::try_from(value) {
            tally.same(&name, "Uri", ours, of(uri));
        }
    }
    if let Ok(value) = Iri::parse_by(grammar, reading, text) {
        let ours = of(value);
        tally.same(&name, "IriRef", ours, of(IriRef::from(value)));
        if let Ok(url) = Url::try_from(value) {
            tally.url(&name, ours, &url);
        }
        if let Ok(uri) = value.to_uri() {
            tally.same(&name, "to_uri", ours, of(&uri));
        }
        if let Ok(uri) = Uri::try_from(value) {
            tally.same(&name, "Uri", ours, of(uri));
        }
        if let Ok(uri) = value.to_ascii() {
            let mut theirs = of(&uri);
            theirs[HOST] = theirs[HOST].and(ours[HOST]);
            tally.same(&name, "to_ascii", ours, theirs);
        }
    }
    if let Ok(value) = UriRef::parse_by(grammar, reading, text) {
        let ours = of(value);
        tally.same(&name, "to_iri_ref", ours, of(&value.to_iri_ref()));
        if let Ok(uri) = Uri::try_from(value) {
            tally.same(&name, "Uri", ours, of(uri));
        }
    }
    let Ok(value) = Uri::parse_by(grammar, reading, text) else { return };
    let ours = of(value);
    tally.same(&name, "UriRef", ours, of(UriRef::from(value)));
    tally.same(&name, "to_iri", ours, of(&value.to_iri()));
    if let Ok(url) = Url::try_from(value) {
        tally.url(&name, ours, &url);
    }
    if let Ok(uri) = http::Uri::try_from(value) {
        tally.http(&name, ours, &uri);
    }
    if let Ok(urn) = Urn::try_from(value) {
        // RFC 8141 has its query in the path.
        let (mut ours, mut theirs) = (ours, of(urn.as_uri()));
        let join = |parts: Parts<'_>| {
            let query = parts[QUERY].map_or(String::new(), |query| format!("?{query}"));
            parts[PATH].unwrap_or_default().to_owned() + &query
        };
        let [path, of_name] = [join(ours), join(theirs)];
        (ours[PATH], ours[QUERY]) = (Some(path.as_str()), None);
        (theirs[PATH], theirs[QUERY]) = (Some(of_name.as_str()), None);
        tally.same(&name, "Urn", ours, theirs);
    }
    for style in [PathStyle::Unix, PathStyle::Windows] {
        let Ok(path) = style.to_path(&value) else { continue };
        let back = style.to_uri(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
        keep_path(tally, &name, style, ours, &back);
    }
}

/// Checks that the URI of a path has the components of a URI of it. The path of a URI may have the
/// host `localhost`, empty segments, and `|` after a drive.
fn keep_path(tally: &mut Tally, name: &str, style: PathStyle, ours: Parts<'_>, back: &UriBuf) {
    let mut ours = ours.map(|part| part.filter(|part| !part.eq_ignore_ascii_case("localhost")));
    let mut path = ours[PATH].unwrap_or_default().to_owned();
    while let Some(at) = path.find("//") {
        path.remove(at);
    }
    if style == PathStyle::Windows && ours[HOST].is_none_or(str::is_empty) {
        let decoded = percent_decode_str(&path).decode_utf8().unwrap().into_owned();
        path = decoded.replacen('|', ":", 1);
        if path.len() == 3 {
            path.push('/');
        }
        let theirs = percent_decode_str(back.path()).decode_utf8().unwrap();
        assert_eq!(path, theirs, "{name}");
        ours[PATH] = Some(back.path());
    } else {
        ours[PATH] = Some(&path);
    }
    tally.same(name, "a path", ours, of(back));
}

/// Takes the values that other packages make of a text through every conversion in.
fn convert_from(tally: &mut Tally, text: &str) {
    let target = http::Uri::builder().path_and_query(text).build();
    for uri in [text.parse::<http::Uri>().ok(), target.ok()].into_iter().flatten() {
        if let Ok(value) = UriRefBuf::try_from(&uri) {
            tally.http(text, of(&value), &uri);
        }
        if let Ok(value) = UriBuf::try_from(&uri) {
            tally.http(text, of(&value), &uri);
        }
    }
    if let Ok(url) = Url::parse(text) {
        if let Ok(value) = UriBuf::try_from(&url) {
            tally.url(text, of(&value), &url);
        }
        if let Ok(value) = IriBuf::try_from(&url) {
            tally.url(text, of(&value), &url);
        }
    }
    for style in [PathStyle::Unix, PathStyle::Windows] {
        let Ok(uri) = style.to_uri(text.as_bytes()) else { continue };
        let Ok(path) = style.to_path(&uri.as_uri()) else { continue };
        keep_path(tally, text, style, of(&uri), &style.to_uri(&path).unwrap());
    }
}

const PIECES: [&str; 64] = [
    "http",
    "http",
    "https",
    "HTTP",
    "file",
    "file",
    "ftp",
    "a",
    "ws",
    "mailto",
    "urn",
    "urn:a",
    ":",
    ":",
    ":",
    "://",
    "://",
    "://",
    "://",
    "//",
    "//",
    "/",
    "/",
    "/",
    "\\",
    "@",
    "@",
    "u",
    "h",
    "u@",
    "u:p@",
    "h",
    "evil.example",
    "localhost",
    ":80",
    ":443",
    ":8",
    ":080",
    "0x7f.1",
    "1.2.3.4",
    "[::1]",
    "[",
    "]",
    "C:",
    "C|",
    ".",
    "..",
    "/.",
    "%2e",
    "%41",
    "%2F",
    "%c3%a9",
    "%e2%80%ae",
    "é",
    "?",
    "?q",
    "#",
    "#f",
    ";",
    "*",
    "|",
    " ",
    "x",
    "b",
];

/// Takes this many pairs of a grammar and a text through every conversion; returns how many
/// conversions succeed.
fn random_cases(seed: u64, count: usize) -> usize {
    let mut random = Random::seeded(seed);
    let mut tally = Tally::default();
    for _ in 0..count.div_ceil(grammars().len()) {
        let pieces = 1 + random.below(9);
        let text: String = (0..pieces).map(|_| PIECES[random.below(PIECES.len())]).collect();
        convert_from(&mut tally, &text);
        for &grammar in grammars() {
            convert(&mut tally, grammar, &text);
        }
    }
    tally.conversions
}

#[test]
fn random_texts_keep_their_components() {
    let conversions = random_cases(1, 100_000);
    assert!(conversions > 50_000, "{conversions}");
}

#[test]
#[ignore = "long; `.ci/long` runs it in release"]
fn ten_million_random_texts_keep_their_components() {
    let conversions = random_cases(2, 10_000_000);
    assert!(conversions > 5_000_000, "{conversions}");
}

fn moved<T: std::fmt::Debug>(result: Result<T, ForeignError>) -> Component {
    match result {
        Err(ForeignError::Differs { component, .. }) => component,
        other => panic!("{other:?}"),
    }
}

/// Without an authority before it, the path `//evil.example/x` would be a host in a reference.
#[test]
fn a_target_with_two_slashes_gets_no_host() {
    let built = http::Uri::builder().path_and_query("//evil.example/x").build().unwrap();
    for target in [built, "//evil.example/x".parse().unwrap()] {
        assert_eq!((target.path(), target.host()), ("//evil.example/x", None));
        assert_eq!(moved(UriRefBuf::try_from(&target)), Component::Authority);
        assert_eq!(moved(UriBuf::try_from(&target)), Component::Authority);
    }
}

#[test]
fn a_path_or_a_name_of_a_registry_becomes_no_host() {
    for (id, text) in [
        ("url-1993", "a://evil.example/"),
        ("rfc1808", "http://evil.example/"),
        ("rfc2396", "a://./"),
    ] {
        let uri = uri_by(id.parse().unwrap(), text);
        assert_eq!(uri.host(), None);
        let by_http = moved(http::Uri::try_from(&uri));
        assert!(matches!(by_http, Component::Authority | Component::Host), "{text}");
        assert_eq!(moved(Url::try_from(&uri)), Component::Host, "{text}");
        assert_eq!(uri.as_uri().to_iri().host(), None, "{text}");
    }
}

#[test]
fn a_host_with_a_delimiter_becomes_no_other() {
    let known = ["url-1993", "rfc1630"].map(|id| (id.parse().unwrap(), "http://u@h"));
    let mine = [
        (loaded("host"), "http://u@h/", "u"),
        (loaded("label"), "http://u@h/", "h"),
        (loaded("hash"), "http://u#h/", "u#h"),
    ];
    let known = known.map(|(grammar, text)| (grammar, text, "u@h"));
    for (grammar, text, host) in known.into_iter().chain(mine) {
        let uri = uri_by(grammar, text);
        assert_eq!(uri.host(), Some(host));
        moved(Url::try_from(&uri));
        moved(http::Uri::try_from(&uri));
    }
}

#[test]
fn a_device_is_no_server() {
    for text in ["file://./PhysicalDrive0", "file://../x"] {
        assert!(PathStyle::Windows.to_path(&Uri::parse(text).unwrap()).is_err(), "{text}");
    }
}

#[test]
fn both_texts_are_in_the_error_and_no_password() {
    let error =
        Url::try_from(&uri_by("url-1993".parse().unwrap(), "http://u:hunter2@h")).unwrap_err();
    let shown = format!("{error} {error:?}");
    assert!(!shown.contains("hunter2"), "{shown}");
    let error = Url::try_from(Uri::parse("http:evil.example").unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the host is absent here, and `evil.example` in the other type");
}
