//! One string before all readers: the host that a document and the practices find in it.

use serde::Serialize;
use urigram::agreement::{self, Refusal as Differ};
use urigram::{Grammar, Reading};

use super::string::{self, Shown};
use super::{Described, Params, Question};
use crate::line::{Line, Mark};
use crate::parse;
use crate::refusal::Refusal;

/// A string before RFC 3986 and each practice.
pub(super) struct Court(Vec<u8>);

/// A string with what each reader finds in it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Heard {
    #[serde(flatten)]
    shown: Shown,
    readers: Vec<Read>,
    /// The difference between those that accept the string, if they do not find the same scheme,
    /// userinfo, host and port.
    differ: Option<String>,
}

/// A reader's verdict on the string.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Read {
    grammar: &'static str,
    /// The name by which people call it.
    name: &'static str,
    practice: bool,
    accepted: bool,
    /// The components, as columns of the line.
    marks: Vec<Mark>,
    /// Why it is rejected, and the column of the first character that cannot be right.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    caret: Option<usize>,
}

impl Question for Court {
    const NAME: &'static str = "court";

    fn read(params: &Params) -> Result<Court, Refusal> {
        params.input("input").map(Court)
    }

    fn answer(&self) -> Result<impl Described, Refusal> {
        let (input, shown) = (&self.0, Shown::new(&self.0));
        let grammars: Vec<Grammar> =
            std::iter::once(Grammar::Rfc3986).chain(Grammar::PRACTICES.iter().copied()).collect();
        let readers: Vec<Read> =
            grammars.iter().map(|&grammar| by(grammar, input, &shown.line)).collect();
        // Those that refuse what their rules accept have no host to differ about.
        let heard = grammars.iter().zip(&readers).filter(|(_, read)| read.accepted);
        let heard: Vec<Grammar> = heard.map(|(&grammar, _)| grammar).collect();
        let differ = match std::str::from_utf8(input).map(|text| agreement::check(text, &heard)) {
            Ok(Ok(_)) | Err(_) => None,
            Ok(Err(Differ::Rejected)) => None,
            Ok(Err(differ)) => Some(differ.to_string()),
        };
        Ok(Heard { shown, readers, differ })
    }
}

fn by(grammar: Grammar, input: &[u8], line: &Line) -> Read {
    let reading = Reading::Corrected;
    let verdict = parse::Verdict::new(input, grammar, reading);
    let error = verdict.error();
    let document = grammar.document();
    let refused = verdict.is_forbidden();
    let why = match &error {
        Some(error) => Some(error.to_string()),
        None if refused => Some("its rules accept it, and the program refuses it".to_owned()),
        None => None,
    };
    Read {
        grammar: document.id,
        name: document.number,
        practice: grammar != Grammar::Rfc3986,
        accepted: why.is_none(),
        marks: string::marks(grammar, reading, input, line),
        caret: error.map(|error| line.column(error.offset())),
        why,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::question::json_of;
    use super::*;

    fn ask(query: &str) -> Value {
        json_of::<Court>(query).unwrap()
    }

    fn host<'v>(told: &'v Value, grammar: &str) -> Option<&'v Value> {
        let readers = told["readers"].as_array().unwrap();
        let reader = readers.iter().find(|reader| reader["grammar"] == grammar).unwrap();
        reader["marks"].as_array().unwrap().iter().find(|mark| mark["name"] == "host")
    }

    #[test]
    fn each_practice_is_heard() {
        let told = ask("input=http://b/");
        let ids: Vec<&str> = told["readers"]
            .as_array()
            .unwrap()
            .iter()
            .map(|reader| reader["grammar"].as_str().unwrap())
            .collect();
        let practices = Grammar::PRACTICES.iter().map(|grammar| grammar.as_str());
        assert_eq!(ids, std::iter::once("rfc3986").chain(practices).collect::<Vec<_>>());
        assert_eq!(told["differ"], Value::Null);
        assert_eq!(host(&told, "rfc3986").unwrap()["from"], 7);
        // The crate http finds no userinfo.
        let told = ask("input=http://a@b/");
        let differ = told["differ"].as_str().unwrap();
        assert!(differ.ends_with("absent by Rust http 1.5"), "{differ}");
    }

    #[test]
    fn readers_differ_about_a_host() {
        // The URL parser takes a backslash for a slash, RFC 3986 takes it nowhere.
        let told = ask("input=http://a%5C@b/");
        assert_eq!(host(&told, "whatwg").unwrap()["to"], 8);
        let rfc3986 = &told["readers"][0];
        assert_eq!((&rfc3986["accepted"], &rfc3986["caret"]), (&json!(false), &json!(8)));
        let told = ask("input=http://a_b/");
        assert!(host(&told, "java-net-uri").is_none());
        assert!(told["differ"].as_str().unwrap().contains("host differs"), "{told}");
    }

    /// The rules of the URL parser accept it; the host parser does not.
    #[test]
    fn what_a_program_refuses_is_no_reading() {
        let told = ask("input=http://a.1/");
        let readers = told["readers"].as_array().unwrap();
        let whatwg = readers.iter().find(|reader| reader["grammar"] == "whatwg").unwrap();
        assert_eq!(whatwg["accepted"], false);
        assert!(whatwg["why"].as_str().unwrap().contains("the program refuses it"));
        assert_eq!(ask("input=%FF")["differ"], Value::Null);
    }
}
