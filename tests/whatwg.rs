//! The practice `whatwg` on the platform tests of the URL Standard.
//!
//! `tests/data/whatwg.json` and `whatwg-base.json` hold the cases of
//! `url/resources/urltestdata.json` of web-platform-tests (BSD-3-Clause) without and with a base:
//! input, base, failure, the URL and its parts. The parts are those after the parser's changes, so
//! the steps of [`Href`] change the components that the practice finds, or that the target of a
//! reference has, before they are compared.

use serde::Deserialize;
use urigram::constraints::violations;
use urigram::{Component, Given, Grammar, Href, Iri, Reading, Resolver};

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
    [include_str!("data/whatwg.json"), include_str!("data/whatwg-base.json")]
        .map(|text| serde_json::from_str(text).unwrap())
}

#[test]
fn every_case_is_judged_alike() {
    let [plain, based] = cases();
    assert_eq!((plain.len(), based.len()), (541, 328));
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
            let given = Given::new(table, case.input.as_bytes());
            given.check(table, READING).map_err(|error| error.to_string())?;
            String::from_utf8(given.left().to_vec()).unwrap()
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
