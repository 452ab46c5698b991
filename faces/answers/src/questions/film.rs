//! The syntax from revision to revision: every frame, and the verdicts on one string.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Serialize;
use urigram::documents::same_name;
use urigram_revisions::{blame, Change, Frame, Kind};

use super::{Kept, Params, Question};
use crate::escape::escaped;
use crate::json::{key, Bytes, ChangeJson, EventJson};
use crate::line::Line;
use crate::refusal::Refusal;

/// The frames with their messages, rules and changes.
#[derive(Serialize)]
pub(super) struct Film {
    lines: Vec<LineJson>,
    frames: Vec<FrameJson>,
}

/// A line of revisions.
#[derive(Serialize)]
struct LineJson {
    id: &'static str,
    ends_in: &'static str,
}

/// A frame.
#[derive(Serialize)]
struct FrameJson {
    revision: Cow<'static, str>,
    line: &'static str,
    date: &'static str,
    /// The number of the frame before it.
    before: Option<usize>,
    drafts: Vec<&'static str>,
    message: &'static str,
    issues: Vec<IssueJson>,
    /// The rules that cannot be read.
    broken: Vec<BrokenJson>,
    start: &'static str,
    /// The names of all rules.
    rules: Vec<String>,
    changes: Vec<Changed>,
}

/// An issue that a frame's message names.
#[derive(Serialize)]
struct IssueJson {
    id: &'static str,
    title: &'static str,
    quote: &'static str,
    by: &'static str,
}

/// A rule that cannot be read.
#[derive(Serialize)]
struct BrokenJson {
    rule: &'static str,
    why: &'static str,
}

/// A change with both definitions.
#[derive(Serialize)]
struct Changed {
    #[serde(flatten)]
    change: ChangeJson,
    before: Option<String>,
    after: Option<String>,
}

impl Kept for Film {
    const NAME: &'static str = "film";

    fn answer() -> Result<impl Serialize, Refusal> {
        static KNOWN: OnceLock<Result<Film, Refusal>> = OnceLock::new();
        KNOWN.get_or_init(Film::new).as_ref().map_err(Refusal::clone)
    }
}

/// The verdict of each frame on a string.
pub(super) struct Verdicts(Vec<u8>);

/// The verdicts on a string.
#[derive(Serialize)]
struct Told<'q> {
    #[serde(flatten)]
    input: InputJson<'q>,
    /// The events of `urigram history STRING --drafts --format json`.
    events: Vec<EventJson>,
    /// The verdict of each frame: true, false, or null where its rules are broken.
    verdicts: Vec<Option<bool>>,
    line: Line,
    escaped: Option<String>,
}

/// An input, which is null if it is not all in the line.
#[derive(Serialize)]
#[serde(untagged)]
enum InputJson<'q> {
    Whole(Bytes<'q, key::Input>),
    Long { input: (), input_hex: () },
}

impl Question for Verdicts {
    const NAME: &'static str = "verdicts";

    fn read(params: &Params) -> Result<Verdicts, Refusal> {
        params.input("input").map(Verdicts)
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let (input, line) = (&self.0, Line::new(&self.0));
        let (shown, escaped) = if line.is_whole() {
            (InputJson::Whole(input.into()), Some(escaped(input)))
        } else {
            (InputJson::Long { input: (), input_hex: () }, None)
        };
        let verdicts = Frame::all()
            .map(|frame| frame.accepts(input).filter(|_| frame.speaks_of(input)))
            .collect();
        Ok(Told {
            input: shown,
            events: EventJson::of(input, &blame(input)),
            verdicts,
            line,
            escaped,
        })
    }
}

/// The definitions of a frame by the names of its rules.
type Definitions = Vec<(String, String)>;

impl Film {
    fn new() -> Result<Film, Refusal> {
        let wrong = |frame: Frame, error| Refusal::Limit(format!("{}: {error}", frame.name()));
        let mut definitions: HashMap<Frame, Definitions> = HashMap::new();
        let mut lines: Vec<LineJson> = Vec::new();
        let mut frames = Vec::new();
        for frame in Frame::all() {
            let (line, own) = (frame.line(), frame.definitions().map_err(|e| wrong(frame, e))?);
            if lines.last().is_none_or(|last| last.id != line.id) {
                lines.push(LineJson { id: line.id, ends_in: line.ends_in });
            }
            let before = frame.before().and_then(|before| definitions.get(&before));
            frames.push(FrameJson::new(frame, &own, before));
            definitions.insert(frame, own);
        }
        Ok(Film { lines, frames })
    }
}

impl FrameJson {
    fn new(frame: Frame, own: &Definitions, before: Option<&Definitions>) -> FrameJson {
        let place = |frame: Frame| Frame::all().position(|known| known == frame);
        let changes = Change::all().filter(|change| change.frame == frame);
        let issues = frame.issues().iter();
        let issues = issues.map(|one| IssueJson {
            id: one.id,
            title: one.title,
            quote: one.quote,
            by: one.by,
        });
        let broken = frame.broken().iter();
        FrameJson {
            revision: frame.name(),
            line: frame.line().id,
            date: frame.date(),
            before: frame.before().and_then(place),
            drafts: frame.drafts().iter().map(|draft| draft.name).collect(),
            message: frame.message(),
            issues: issues.collect(),
            broken: broken.map(|one| BrokenJson { rule: one.rule, why: one.why }).collect(),
            start: frame.start(),
            rules: own.iter().map(|(name, _)| name.clone()).collect(),
            changes: changes.map(|change| Changed::new(change, own, before)).collect(),
        }
    }
}

impl Changed {
    fn new(change: &Change, own: &Definitions, before: Option<&Definitions>) -> Changed {
        let named = |rules: &Definitions, name: &str| {
            let found = rules.iter().find(|(known, _)| same_name(known, name));
            found.map(|(_, definition)| definition.clone())
        };
        // A new rule can have a name that another rule had before.
        let before = before.filter(|_| change.kind != Kind::New);
        let before = before.and_then(|rules| named(rules, change.was.unwrap_or(change.rule)));
        let after = named(own, change.rule);
        // A rule can be broken because of a rule that it uses: its own definition is as before.
        let after = after.filter(|_| change.kind != Kind::Gone);
        Changed { change: ChangeJson::new(change), before, after }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{json, Value};

    use super::super::ask;
    use super::super::question::json_of;
    use super::*;

    fn film() -> Value {
        ask("film", &Params::default()).unwrap()
    }

    fn named<'a>(film: &'a Value, revision: &str) -> &'a Value {
        let frames = film["frames"].as_array().unwrap();
        frames.iter().find(|frame| frame["revision"] == revision).unwrap()
    }

    #[test]
    fn rules_are_those_before_with_the_changes() {
        let film = film();
        let frames = film["frames"].as_array().unwrap();
        let names = |frame: &Value| -> Vec<String> {
            let rules = frame["rules"].as_array().unwrap();
            rules.iter().map(|rule| rule.as_str().unwrap().to_owned()).collect()
        };
        let mut seen = 0;
        for frame in frames {
            let changes = frame["changes"].as_array().unwrap();
            let of =
                |kind: &'static str| changes.iter().filter(move |change| change["kind"] == kind);
            for change in of("new") {
                assert!(names(frame).iter().any(|rule| change["rule"] == **rule), "{change}");
                assert_eq!(change["before"], Value::Null, "{change}");
                seen += 1;
            }
            for change in of("gone") {
                // A rule that was broken before has no definition there either.
                assert!(change["after"].is_null(), "{change}");
                assert!(!names(frame).iter().any(|rule| change["rule"] == **rule), "{change}");
                seen += usize::from(change["before"].is_string());
            }
            for change in of("text") {
                assert!(change["after"].is_string(), "{change}");
                // A change of the notation alone leaves the rule as it was in ABNF.
                let is_same = change["before"] == change["after"];
                assert!(!is_same || change["relation"] == "equal", "{change}");
            }
        }
        assert!(seen > 100, "{seen}");
    }

    #[test]
    fn a_change_has_both_definitions_and_its_strings() {
        let film = film();
        let frame = named(&film, "rfc2396bis@949d890");
        let changes = frame["changes"].as_array().unwrap();
        let host = changes.iter().find(|change| change["rule"] == "host").unwrap();
        assert_eq!((&host["kind"], &host["relation"]), (&json!("text"), &json!("overlapping")));
        assert!(host["after"].as_str().unwrap().contains("IPv6reference"), "{host}");
        assert!(!host["before"].as_str().unwrap().contains("IPv6reference"), "{host}");
        assert!(host["only_b"].is_string() && host["only_a"].is_string(), "{host}");
    }

    #[test]
    fn a_verdict_belongs_to_each_frame() {
        let film = film();
        let told = json_of::<Verdicts>("input=http://[::1]/").unwrap();
        let verdicts = told["verdicts"].as_array().unwrap();
        assert_eq!(verdicts.len(), film["frames"].as_array().unwrap().len());
        let events = told["events"].as_array().unwrap();
        for event in events {
            let is_frame = |frame: &Value| frame["revision"] == event["revision"];
            let at = film["frames"].as_array().unwrap().iter().position(is_frame).unwrap();
            assert_eq!(verdicts[at], event["accepted"]);
        }
        assert_eq!(verdicts.last(), Some(&Value::Bool(true)));
    }

    #[test]
    fn a_frame_of_absolute_strings_does_not_speak_of_references() {
        let told = json_of::<Verdicts>("input=//g").unwrap();
        assert_eq!(told["verdicts"].as_array().unwrap().last(), Some(&Value::Null));
        let last = told["events"].as_array().unwrap().last().unwrap();
        assert_eq!((&last["accepted"], &last["speaks"]), (&Value::Null, &json!(false)), "{last}");
        let first = &told["events"][0];
        assert_eq!((&first["accepted"], first.get("speaks")), (&json!(true), None), "{first}");
    }

    #[test]
    fn a_long_input_is_not_repeated() {
        let long = format!("input={}", "a".repeat(100_000));
        assert!(json_of::<Verdicts>(&long).unwrap().to_string().len() < 10_000);
    }
}
