//! The practice `whatwg` on the platform tests of the URL Standard.
//!
//! `tests/data/whatwg.json` and `whatwg-base.json` hold the cases of
//! `url/resources/urltestdata.json` of web-platform-tests (BSD-3-Clause, July 2026) without and
//! with a base: input, base, failure, the URL and its parts. `whatwg-toascii.json` and
//! `whatwg-idna.json` hold those of `toascii.json` and `IdnaTestV2.json`: hosts, and what becomes
//! of them. The parts are those after the parser's changes, so the steps of [`Href`] change the
//! components that the practice finds, or that the target of a reference has, before they are
//! compared.

use serde::Deserialize;
use urigram::agreement::check;
use urigram::constraints::violations;
use urigram::practices::{Href, Stripped};
use urigram::{Component, Grammar, Iri, Reading, Resolver};

#[derive(Deserialize)]
struct Case {
    input: String,
    base: Option<String>,
    #[serde(default)]
    failure: bool,
    #[serde(default)]
    href: String,
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

const GRAMMAR: Grammar = Grammar::Whatwg;
const READING: Reading = Reading::Corrected;

/// Returns the cases without a base, then those with one.
fn cases() -> [Vec<Case>; 2] {
    [include_str!("../data/whatwg.json"), include_str!("../data/whatwg-base.json")]
        .map(|text| serde_json::from_str(text).unwrap())
}

#[test]
fn every_case_is_judged_alike() {
    let [plain, based] = cases();
    assert_eq!((plain.len(), based.len()), (555, 336));
    let mut complaints = Vec::new();
    for case in plain.iter().chain(&based) {
        if let Err(found) = judge(case) {
            complaints.push(format!("{:?} with {:?}: {found}", case.input, case.base));
        }
    }
    assert!(complaints.is_empty(), "{}:\n{}", complaints.len(), complaints.join("\n"));
}

/// Compares the verdict, then every part.
fn judge(case: &Case) -> Result<(), String> {
    match target(case) {
        Err(_) if case.failure => Ok(()),
        Err(error) => Err(error),
        Ok(_) if case.failure => Err("it is accepted".to_owned()),
        Ok(text) => parse(&text).and_then(|url| compare(case, &url)),
    }
}

/// Returns the text that is left of an input, or the target that it has with its base.
fn target(case: &Case) -> Result<String, String> {
    let table = GRAMMAR.tables(READING).start();
    let allowed = |text: &str| match violations(GRAMMAR, READING, text.as_bytes()).first() {
        Some(violation) => Err(violation.to_string()),
        None => Ok(()),
    };
    let text = match &case.base {
        None => {
            let stripped = Stripped::new(table, case.input.as_bytes());
            stripped.check(table, READING).map_err(|error| error.to_string())?;
            String::from_utf8(stripped.left().to_vec()).unwrap()
        }
        Some(base) => {
            allowed(base)?;
            let target = Resolver::new(GRAMMAR).resolve(base, &case.input);
            target.map_err(|error| error.to_string())?.to_reference()
        }
    };
    allowed(&text)?;
    Ok(text)
}

fn parse(text: &str) -> Result<Iri<'_>, String> {
    Iri::parse_by(GRAMMAR, READING, text).map_err(|error| error.to_string())
}

/// Compares the components after the steps with the parts of the case, then the URL.
fn compare(case: &Case, url: &Iri<'_>) -> Result<(), String> {
    let href = Href::of(GRAMMAR, READING, url.as_str()).unwrap();
    let href = href.map_err(|error| error.to_string())?;
    let after = |component: Component| {
        let mut steps = href.steps().iter().filter(|(of, _)| *of == component);
        let changed = steps.next_back().map(|(_, step)| &*step.value);
        changed.or(url.component(component)).unwrap_or_default()
    };
    let (username, password) =
        after(Component::Userinfo).split_once(':').unwrap_or((after(Component::Userinfo), ""));
    let delimited = |delimiter: &str, part: &str| match part {
        "" => String::new(),
        part => format!("{delimiter}{part}"),
    };
    let parts = [
        ("scheme", format!("{}:", after(Component::Scheme)), &case.protocol),
        ("username", username.to_owned(), &case.username),
        ("password", password.to_owned(), &case.password),
        ("host", after(Component::Host).to_owned(), &case.hostname),
        ("port", after(Component::Port).to_owned(), &case.port),
        ("path", after(Component::Path).to_owned(), &case.pathname),
        ("query", delimited("?", after(Component::Query)), &case.search),
        ("fragment", delimited("#", after(Component::Fragment)), &case.hash),
        ("URL", href.text().to_owned(), &case.href),
    ];
    match parts.iter().find(|(_, found, expected)| found != *expected) {
        Some((name, found, expected)) => Err(format!("{name} {found:?}, not {expected:?}")),
        None => Ok(()),
    }
}

/// A host, and the host of the URL; `None` if the parser refuses it.
#[derive(Deserialize)]
struct Host {
    input: String,
    output: Option<String>,
}

/// Hosts that are judged otherwise than by the platform tests, each with the reason.
const DIFFERENCES: &[(&str, &str)] = &[];

#[test]
fn every_host_is_judged_alike() {
    let hosts = |text| serde_json::from_str::<Vec<Host>>(text).unwrap();
    let plain = hosts(include_str!("../data/whatwg-toascii.json"));
    let encoded = hosts(include_str!("../data/whatwg-idna.json"));
    assert_eq!((plain.len(), encoded.len()), (87, 2669));
    let encode = |text: &str| -> String {
        let is_kept = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.!~*'()".contains(&byte);
        text.bytes()
            .map(|b| if is_kept(b) { char::from(b).into() } else { format!("%{b:02X}") })
            .collect()
    };
    let inputs = plain.iter().map(|host| (host, host.input.clone()));
    let inputs = inputs.chain(encoded.iter().map(|host| (host, encode(&host.input))));
    let (mut complaints, mut listed) = (Vec::new(), Vec::new());
    for (host, input) in inputs {
        // The harness of the tests leaves the empty host out.
        if input.is_empty() {
            continue;
        }
        let text = format!("https://{input}/x");
        let value = Iri::parse_by(GRAMMAR, READING, &text);
        let href = value.ok().map(|_| Href::of(GRAMMAR, READING, &text).unwrap().unwrap());
        let href = href.map(|href| href.text().to_owned());
        let expected = host.output.as_ref().map(|output| format!("https://{output}/x"));
        // One verdict, however it is asked.
        let accepted = expected.is_some();
        let start = GRAMMAR.tables(READING).start();
        let verdict = GRAMMAR.verdict(READING, start, text.as_bytes());
        assert_eq!(
            [verdict.is_accepted(), verdict.check().is_ok() && is_split(&text)],
            [href.is_some(); 2],
            "{text}"
        );
        assert_eq!(check(&text, &[GRAMMAR]).is_ok(), href.is_some(), "{text}");
        if href == expected {
            continue;
        }
        match DIFFERENCES.iter().find(|(input, _)| *input == host.input) {
            Some((input, _)) => listed.push(*input),
            None => {
                complaints.push(format!("{:?}: {href:?}, {accepted}: {expected:?}", host.input));
            }
        }
    }
    assert!(complaints.is_empty(), "{}:\n{}", complaints.len(), complaints.join("\n"));
    assert!(
        DIFFERENCES.iter().all(|(input, _)| listed.contains(input)),
        "a listed difference is gone"
    );
}

fn is_split(text: &str) -> bool {
    GRAMMAR.tables(READING).start().accepts(text.as_bytes())
}

/// The lists of the rules `mapped-char`, `mapped-escape`, `angle` and `solidus-overlay` are those
/// of the mapping: no host is left out where a character is alone, beside a letter of its
/// direction, or between an angle and U+0338. The planes that are left out have no character that
/// is taken.
#[test]
fn the_rules_accept_every_host_that_the_mapping_makes_one() {
    let is_taken = |domain: &str| {
        let deny = idna::AsciiDenyList::URL;
        let domain = idna::domain_to_ascii_from_cow(domain.as_bytes().into(), deny);
        domain.is_ok_and(|domain| !domain.is_empty())
    };
    let (mut taken, mut composed) = (0, 0);
    for c in ('\u{80}'..'\u{40000}').chain('\u{E0000}'..'\u{E0200}') {
        let escaped: String = c.to_string().bytes().map(|byte| format!("%{byte:02x}")).collect();
        for (first, last) in [("", ""), ("a", ""), ("\u{5D0}", ""), ("<", "\u{338}")] {
            if !is_taken(&format!("{first}{c}{last}")) {
                continue;
            }
            taken += 1;
            composed += usize::from(first == "<");
            for c in [c.to_string(), escaped.clone()] {
                let text = format!("https://{first}{c}{last}/");
                assert!(is_split(&text), "{text}");
            }
        }
    }
    assert!(taken > 300_000 && composed > 500, "{taken} {composed}");
}
