//! One string before all readers: the host that a document and the practices find in it, or in the
//! target of it as a reference to a base.

use serde::Serialize;
use urigram::agreement::{self, Refusal as Differ};
#[cfg(feature = "url")]
use urigram::practices::Href;
use urigram::{Grammar, Reading, Resolver};

use super::string::{ByDocument, Shown};
use super::{Params, Question};
use crate::line::Line;
use crate::refusal::Refusal;

/// Asks RFC 3986 and each practice for the host of a string.
pub(super) struct Hosts {
    input: Vec<u8>,
    /// The text that each of them reads, or the reason why it reads nothing, if the string
    /// is a reference to a base.
    targets: Option<Vec<Result<Vec<u8>, Refusal>>>,
}

/// A string with what each reader finds in it.
#[derive(Serialize)]
struct Heard<'q> {
    #[serde(flatten)]
    shown: Shown,
    readers: Vec<Read<'q>>,
    /// The difference between those that accept the string, if they do not find the same scheme,
    /// userinfo, host and port.
    differ: Option<String>,
}

/// A reader's verdict on the string.
#[derive(Serialize)]
struct Read<'q> {
    #[serde(flatten)]
    verdict: ByDocument<'q>,
    /// Its common name.
    name: &'static str,
    practice: bool,
    /// The host as the program writes it back, where the practice says.
    #[serde(skip_serializing_if = "Option::is_none")]
    host: Option<String>,
    /// The text that has the host, if a base was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<Line>,
    /// Why the reference has no target.
    #[serde(skip_serializing_if = "Option::is_none")]
    without: Option<&'q Refusal>,
}

impl Question for Hosts {
    const NAME: &'static str = "hosts";

    fn read(params: &Params) -> Result<Hosts, Refusal> {
        let input = params.input("input")?;
        let line = Line::new(&input);
        let of = |base: &str| readers().map(|reader| target(reader, base, &input, &line)).collect();
        let targets = params.text("base")?.map(of);
        Ok(Hosts { input, targets })
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let Hosts { input, targets } = self;
        let shown = Shown::new(input);
        let read = |(at, grammar): (usize, Grammar)| {
            let target = targets.as_ref().map(|targets| &targets[at]);
            let text = target.and_then(|target| target.as_ref().ok()).unwrap_or(input);
            let line = target.is_some().then(|| Line::new(text));
            let seen = line.as_ref().unwrap_or(&shown.line);
            let verdict = ByDocument::new(grammar, Reading::Corrected, text, seen);
            let host = if verdict.is_accepted() { host(grammar, text) } else { None };
            let practice = grammar != Grammar::Rfc3986;
            let without = target.and_then(|target| target.as_ref().err());
            Read { verdict, name: grammar.document().number, practice, host, line, without }
        };
        let readers: Vec<Read<'_>> = readers().enumerate().map(read).collect();
        // Those that refuse what their rules accept have no host to differ about.
        let heard = self::readers().zip(&readers).filter(|(_, read)| read.verdict.is_accepted());
        let heard: Vec<Grammar> = heard.map(|(grammar, _)| grammar).collect();
        let whole = std::str::from_utf8(input).ok().filter(|_| targets.is_none());
        let differ = match whole.map(|text| agreement::check(text, &heard)) {
            None | Some(Ok(_) | Err(Differ::Rejected)) => None,
            Some(Err(differ)) => Some(differ.to_string()),
        };
        Ok(Heard { shown, readers, differ })
    }
}

/// Returns RFC 3986 and the practices.
fn readers() -> impl Iterator<Item = Grammar> {
    std::iter::once(Grammar::Rfc3986).chain(Grammar::PRACTICES.iter().copied())
}

/// Returns the text in which a reader finds the host of a reference to a base.
///
/// That is the target by the reader's own algorithm. Without one it is the reference, if that has a
/// scheme or a host or is rejected, or else the base.
///
/// # Errors
/// The reason why there is no target.
fn target(grammar: Grammar, base: &str, input: &[u8], line: &Line) -> Result<Vec<u8>, Refusal> {
    let resolver = Resolver::new(grammar);
    if resolver.is_defined() {
        let text = std::str::from_utf8(input)?;
        let target = resolver.resolve(base, text)?;
        return Ok(target.text().unwrap_or(base).into());
    }
    let own = ByDocument::new(grammar, Reading::Corrected, input, line);
    let is_base = own.is_accepted() && !own.has("scheme") && !own.has("host");
    Ok(if is_base { base.into() } else { input.to_vec() })
}

/// Returns the host that a program writes back; `None` if the input has no host, and for practices
/// that say nothing of it.
#[cfg(feature = "url")]
fn host(grammar: Grammar, input: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(input).ok()?;
    let href = Href::of(grammar, Reading::Corrected, text)?.ok()?;
    href.host().map(str::to_owned)
}

#[cfg(not(feature = "url"))]
fn host(_: Grammar, _: &[u8]) -> Option<String> {
    None
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::question::json_of;
    use super::*;

    fn ask(query: &str) -> Value {
        json_of::<Hosts>(query).unwrap()
    }

    fn host<'v>(answer: &'v Value, grammar: &str) -> Option<&'v Value> {
        let readers = answer["readers"].as_array().unwrap();
        let reader = readers.iter().find(|reader| reader["grammar"] == grammar).unwrap();
        reader["marks"].as_array().unwrap().iter().find(|mark| mark["name"] == "host")
    }

    #[test]
    fn each_practice_is_heard() {
        let answer = ask("input=http://b/");
        let ids: Vec<&str> = answer["readers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reader| reader["grammar"].as_str().unwrap())
            .collect();
        let practices = Grammar::PRACTICES.iter().map(|grammar| grammar.as_str());
        assert_eq!(ids, std::iter::once("rfc3986").chain(practices).collect::<Vec<_>>());
        assert_eq!(answer["differ"], Value::Null);
        assert_eq!(host(&answer, "rfc3986").unwrap()["from"], 7);
        // The crate http finds no userinfo.
        let answer = ask("input=http://a@b/");
        let differ = answer["differ"].as_str().unwrap();
        assert!(differ.ends_with("absent by Rust http 1.5"), "{differ}");
    }

    #[test]
    fn readers_differ_about_a_host() {
        // The URL parser takes a backslash for a slash, RFC 3986 takes it nowhere.
        let answer = ask("input=http://a%5C@b/");
        assert_eq!(host(&answer, "whatwg").unwrap()["to"], 8);
        let rfc3986 = &answer["readers"][0];
        assert_eq!((&rfc3986["accepted"], &rfc3986["caret"]), (&json!(false), &json!(8)));
        let answer = ask("input=http://a_b/");
        assert!(host(&answer, "java-net-uri").is_none());
        assert!(answer["differ"].as_str().unwrap().contains("host differs"), "{answer}");
    }

    fn reader<'v>(answer: &'v Value, grammar: &str) -> &'v Value {
        let readers = answer["readers"].as_array().unwrap();
        readers.iter().find(|reader| reader["grammar"] == grammar).unwrap()
    }

    /// A document is not a program: it accepts what its rules accept, and its prose can forbid it.
    #[test]
    fn a_document_refuses_nothing() {
        let answer = ask("input=http:/evil.example");
        let document = reader(&answer, "rfc3986");
        assert_eq!((&document["accepted"], document.get("error")), (&json!(true), None));
        let prose = document["violations"][0]["message"].as_str().unwrap();
        assert!(prose.contains("empty or missing host"), "{prose}");
        assert!(host(&answer, "rfc3986").is_none());
        assert_eq!(reader(&ask("input=http://a/"), "rfc3986").get("violations"), None);
    }

    #[cfg(feature = "url")]
    #[test]
    fn a_serialized_host_is_beside_the_slice() {
        for (input, slice, serialized) in [
            ("http://0x7f.1/", Some("0x7f.1"), Some("127.0.0.1")),
            ("http://127.1/", Some("127.1"), Some("127.0.0.1")),
            ("http://a%2eb/", Some("a%2eb"), Some("a.b")),
            ("http://a/", Some("a"), Some("a")),
            ("javascript:alert(1)", None, None),
        ] {
            let encoded: String = input.bytes().map(|byte| format!("%{byte:02X}")).collect();
            let answer = ask(&format!("input={encoded}"));
            let place = |mark: &Value| {
                let at = |key: &str| mark[key].as_u64().unwrap() as usize;
                input[at("from")..at("to")].to_owned()
            };
            assert_eq!(host(&answer, "whatwg").map(place).as_deref(), slice, "{input}");
            assert_eq!(reader(&answer, "whatwg")["host"].as_str(), serialized, "{input}");
            assert_eq!(reader(&answer, "rfc3986").get("host"), None, "{input}");
        }
    }

    #[cfg(feature = "url")]
    #[test]
    fn a_reference_has_the_host_of_its_target() {
        let answer = ask("input=/%5Cevil.example&base=https://good.example/");
        let found = |grammar| {
            let mark = host(&answer, grammar).unwrap();
            let text: Vec<char> =
                reader(&answer, grammar)["line"]["text"].as_str().unwrap().chars().collect();
            let at = |key: &str| mark[key].as_u64().unwrap() as usize;
            text[at("from")..at("to")].iter().collect::<String>()
        };
        assert_eq!(found("whatwg"), "evil.example");
        assert_eq!(found("python-3.14"), "good.example");
        assert_eq!(reader(&answer, "whatwg")["host"], "evil.example");
        // RFC 3986 has no backslash, and nobody a target where the base is a reference too.
        assert!(reader(&answer, "rfc3986")["without"].is_string(), "{answer}");
        let answer = ask("input=b&base=a");
        assert!(reader(&answer, "whatwg")["without"].is_string(), "{answer}");
        assert_eq!(answer["differ"], Value::Null);
        // What has a scheme has the host of no base.
        assert_eq!(host(&ask("input=mailto:a&base=https://b/"), "python-3.14"), None);
    }

    /// The rules of the URL parser accept it; the host parser does not.
    #[test]
    fn what_a_program_refuses_is_no_reading() {
        let answer = ask("input=http://a.1/");
        let readers = answer["readers"].as_array().unwrap();
        let whatwg = readers.iter().find(|reader| reader["grammar"] == "whatwg").unwrap();
        assert_eq!(whatwg["accepted"], false);
        assert!(whatwg["error"]["message"].as_str().unwrap().contains("refuses the host"));
        assert_eq!((host(&answer, "whatwg"), &whatwg["caret"]), (None, &json!(7)));
        assert_eq!(ask("input=%FF")["differ"], Value::Null);
    }
}
