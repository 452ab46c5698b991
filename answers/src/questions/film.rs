//! The syntax from revision to revision: every frame, and the verdicts on one string.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde_json::{json, Value};
use urigram::documents::same_name;
use urigram_revisions::{blame, Change, Counts, Frame, Issue, Kind, COUNTED};

use super::line::Line;
use super::Params;
use crate::escape::escaped;
use crate::json::{extend, BlameJson, ChangeJson};
use crate::refusal::Refusal;

/// Answers `film`: all frames with their messages, rules, changes and numbers of strings. The
/// answer is the same for every string, so that it is asked for once.
pub(super) fn answer(_: &Params) -> Result<Value, Refusal> {
    static KNOWN: OnceLock<Result<Value, Refusal>> = OnceLock::new();
    KNOWN.get_or_init(film).clone()
}

/// Answers `verdicts`: the object of `urigram history STRING --drafts --format json`, and the
/// verdict of each frame: true, false, or null where its rules are broken.
pub(super) fn verdicts(params: &Params) -> Result<Value, Refusal> {
    let input = params.input("input")?;
    let line = Line::new(&input);
    let mut answer = serde_json::to_value(BlameJson::new(&input, &blame(&input)))?;
    if !line.is_whole() {
        answer["input"] = Value::Null;
        answer["input_hex"] = Value::Null;
    }
    let verdicts: Vec<Option<bool>> = Frame::all().map(|frame| frame.accepts(&input)).collect();
    let escaped = line.is_whole().then(|| escaped(&input));
    extend(&mut answer, &json!({ "verdicts": verdicts, "line": line, "escaped": escaped }))?;
    Ok(answer)
}

/// The definitions of a frame by the names of its rules.
type Definitions = Vec<(String, String)>;

fn film() -> Result<Value, Refusal> {
    let wrong = |frame: Frame, error| Refusal::Limit(format!("{}: {error}", frame.name()));
    let mut definitions: HashMap<Frame, Definitions> = HashMap::new();
    let mut lines: Vec<Value> = Vec::new();
    let mut frames = Vec::new();
    for frame in Frame::all() {
        let (line, own) = (frame.line(), frame.definitions().map_err(|e| wrong(frame, e))?);
        if lines.last().is_none_or(|last| last["id"] != line.id) {
            lines.push(json!({ "id": line.id, "ends_in": line.ends_in }));
        }
        let before = frame.before().and_then(|before| definitions.get(&before));
        frames.push(of_frame(frame, &own, before)?);
        definitions.insert(frame, own);
    }
    Ok(json!({ "lines": lines, "counted": COUNTED, "frames": frames }))
}

fn of_frame(
    frame: Frame,
    own: &Definitions,
    before: Option<&Definitions>,
) -> Result<Value, Refusal> {
    let place = |frame: Frame| Frame::all().position(|known| known == frame);
    let changes = Change::all().filter(|change| change.frame == frame);
    let changes = changes.map(|change| of_change(change, own, before));
    let issues = frame.issues().iter();
    let broken = frame.broken().iter();
    Ok(json!({
        "revision": frame.name(),
        "line": frame.line().id,
        "date": frame.date(),
        "before": frame.before().and_then(place),
        "drafts": frame.drafts().iter().map(|draft| draft.name).collect::<Vec<_>>(),
        "message": frame.message(),
        "issues": issues.map(of_issue).collect::<Vec<_>>(),
        "broken": broken.map(|b| json!({ "rule": b.rule, "why": b.why })).collect::<Vec<_>>(),
        "start": frame.start(),
        "rules": own.iter().map(|(name, _)| name).collect::<Vec<_>>(),
        "changes": changes.collect::<Result<Vec<_>, _>>()?,
        "counts": frame.counts().map(digits),
    }))
}

fn of_issue(issue: &Issue) -> Value {
    json!({ "id": issue.id, "title": issue.title, "quote": issue.quote, "by": issue.by })
}

/// Returns a change with both definitions.
fn of_change(
    change: &Change,
    own: &Definitions,
    before: Option<&Definitions>,
) -> Result<Value, Refusal> {
    let named = |rules: &Definitions, name: &str| {
        let found = rules.iter().find(|(known, _)| same_name(known, name));
        found.map(|(_, definition)| definition.clone())
    };
    // A new rule can have a name that another rule had before.
    let before = before.filter(|_| change.kind != Kind::New);
    let old = before.and_then(|rules| named(rules, change.was.unwrap_or(change.rule)));
    let new = named(own, change.rule);
    let mut value = serde_json::to_value(ChangeJson::new(change))?;
    // A rule can be broken because of a rule that it uses: its own definition is as before.
    let new = new.filter(|_| change.kind != Kind::Gone);
    extend(&mut value, &json!({ "before": old, "after": new }))?;
    Ok(value)
}

/// Returns numbers in digits: they are larger than the numbers of JSON.
fn digits(counts: Counts) -> Vec<String> {
    counts.iter().map(u128::to_string).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn film() -> Value {
        answer(&Params::read(b"").unwrap()).unwrap()
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
        assert!(host["only_after"].is_string() && host["only_before"].is_string(), "{host}");
    }

    #[test]
    fn a_verdict_belongs_to_each_frame() {
        let film = film();
        let params = Params::read(b"input=http://[::1]/").unwrap();
        let told = verdicts(&params).unwrap();
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
    fn a_long_input_is_not_repeated() {
        let long = format!("input={}", "a".repeat(100_000));
        let told = verdicts(&Params::read(long.as_bytes()).unwrap()).unwrap();
        assert!(told.to_string().len() < 10_000);
    }
}
