//! The practice `whatwg` on the platform tests of the URL Standard.
//!
//! `tests/data/whatwg.json` holds the cases without a base of `url/resources/urltestdata.json` of
//! web-platform-tests (BSD-3-Clause): input, failure, and the parts of the URL. The parts are those
//! after the parser's changes, so each part that the practice finds is changed alone and compared.

use percent_encoding::{utf8_percent_encode, AsciiSet, CONTROLS};
use serde::Deserialize;
use urigram::constraints::violations;
use urigram::whatwg::Stripped;
use urigram::{Grammar, Iri, Reading};
use url::Host;

const FRAGMENT: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'<').add(b'>').add(b'`');
const QUERY: &AsciiSet = &CONTROLS.add(b' ').add(b'"').add(b'#').add(b'<').add(b'>');
const SPECIAL_QUERY: &AsciiSet = &QUERY.add(b'\'');
const PATH: &AsciiSet = &QUERY.add(b'?').add(b'^').add(b'`').add(b'{').add(b'}');
const USERINFO: &AsciiSet = &PATH
    .add(b'/')
    .add(b':')
    .add(b';')
    .add(b'=')
    .add(b'@')
    .add(b'[')
    .add(b'\\')
    .add(b']')
    .add(b'|');

#[derive(Deserialize)]
struct Case {
    input: String,
    #[serde(default)]
    failure: bool,
    #[serde(default)]
    protocol: String,
    #[serde(default)]
    username: String,
    #[serde(default)]
    password: String,
    #[serde(default)]
    hostname: String,
    #[serde(default)]
    port: String,
    #[serde(default)]
    pathname: String,
    #[serde(default)]
    search: String,
    #[serde(default)]
    hash: String,
}

#[test]
fn every_case_without_a_base_is_judged_alike() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("data/whatwg.json")).unwrap();
    let mut complaints = Vec::new();
    for case in &cases {
        if let Err(found) = judge(case) {
            complaints.push(format!("{:?}: {found}", case.input));
        }
    }
    assert!(cases.len() > 500);
    assert!(complaints.is_empty(), "{}:\n{}", complaints.len(), complaints.join("\n"));
}

/// Compares the verdict, then every part.
fn judge(case: &Case) -> Result<(), String> {
    let stripped = Stripped::new(&case.input);
    let text = stripped.text();
    let parsed = Iri::parse_by(Grammar::Whatwg, Reading::Corrected, text);
    let broken = violations(Grammar::Whatwg, Reading::Corrected, text.as_bytes());
    match parsed {
        Err(_) if case.failure => Ok(()),
        Ok(_) if case.failure && broken.iter().any(|broken| broken.id() == "host") => Ok(()),
        Ok(_) if case.failure => Err("it is accepted".to_owned()),
        Err(error) => Err(format!("{error}")),
        Ok(_) if !broken.is_empty() => Err(format!("it is accepted, but {}", broken[0])),
        Ok(url) => compare(case, &url),
    }
}

fn compare(case: &Case, url: &Iri<'_>) -> Result<(), String> {
    let scheme = url.scheme().to_ascii_lowercase();
    let is_special = ["http", "https", "ws", "wss", "ftp", "file"].contains(&&scheme[..]);
    let (username, password) =
        url.userinfo().map_or(("", ""), |info| info.split_once(':').unwrap_or((info, "")));
    let encoded = |text: &str, set: &'static AsciiSet| utf8_percent_encode(text, set).to_string();
    let delimited = |delimiter: char, text: Option<&str>, set| match text {
        Some(text) if !text.is_empty() => format!("{delimiter}{}", encoded(text, set)),
        _ => String::new(),
    };
    let parts = [
        ("scheme", format!("{scheme}:"), &case.protocol),
        ("username", encoded(username, USERINFO), &case.username),
        ("password", encoded(password, USERINFO), &case.password),
        ("host", host(&scheme, is_special, url.host().unwrap_or_default()), &case.hostname),
        ("port", port(&scheme, url.port().unwrap_or_default()), &case.port),
        ("path", path(&scheme, is_special, url), &case.pathname),
        (
            "query",
            delimited('?', url.query(), if is_special { SPECIAL_QUERY } else { QUERY }),
            &case.search,
        ),
        ("fragment", delimited('#', url.fragment(), FRAGMENT), &case.hash),
    ];
    match parts.iter().find(|(_, found, expected)| found != *expected) {
        Some((name, found, expected)) => Err(format!("{name} {found:?}, not {expected:?}")),
        None => Ok(()),
    }
}

fn host(scheme: &str, is_special: bool, host: &str) -> String {
    let parsed = if host.is_empty() {
        return String::new();
    } else if is_special {
        Host::parse(host)
    } else {
        Host::parse_opaque(host)
    };
    match parsed.map(|host| host.to_string()) {
        Ok(name) if scheme == "file" && name == "localhost" => String::new(),
        Ok(name) => name,
        Err(error) => error.to_string(),
    }
}

fn port(scheme: &str, digits: &str) -> String {
    let default = match scheme {
        "http" | "ws" => "80",
        "https" | "wss" => "443",
        "ftp" => "21",
        _ => "",
    };
    let number = digits.trim_start_matches('0');
    let number = if number.is_empty() && !digits.is_empty() { "0" } else { number };
    if number == default {
        String::new()
    } else {
        number.to_owned()
    }
}

/// Returns the path as the parser changes it (4.4, path state and opaque path state).
fn path(scheme: &str, is_special: bool, url: &Iri<'_>) -> String {
    let path = url.path();
    let is_separator = |c: char| c == '/' || is_special && c == '\\';
    if !is_special && !path.starts_with('/') {
        let is_last = url.query().is_none() && url.fragment().is_none();
        let (start, space) = match path.strip_suffix(' ') {
            Some(start) if !is_last => (start, "%20"),
            _ => (path, ""),
        };
        return utf8_percent_encode(start, CONTROLS).to_string() + space;
    }
    let mut segments: Vec<String> = Vec::new();
    let rest = path.strip_prefix(is_separator).unwrap_or(path);
    let mut pieces = rest.split(is_separator).peekable();
    while let Some(piece) = pieces.next() {
        let is_last = pieces.peek().is_none();
        match &piece.to_ascii_lowercase().replace("%2e", ".")[..] {
            ".." => {
                let drive = scheme == "file" && segments.len() == 1 && is_drive(&segments[0]);
                if !drive {
                    segments.pop();
                }
                segments.extend(is_last.then(String::new));
            }
            "." => segments.extend(is_last.then(String::new)),
            _ if scheme == "file" && segments.is_empty() && is_drive(piece) => {
                segments.push(format!("{}:", &piece[..1]));
            }
            _ => segments.push(utf8_percent_encode(piece, PATH).to_string()),
        }
    }
    segments.iter().map(|segment| format!("/{segment}")).collect()
}

fn is_drive(segment: &str) -> bool {
    matches!(segment.as_bytes(), [letter, b':' | b'|'] if letter.is_ascii_alphabetic())
}
