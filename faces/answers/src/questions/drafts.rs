//! The drafts between the documents: the changes of a rule, and what became of a string.

use serde::Serialize;
use urigram_revisions::{blame, Change};

use super::{Params, Question};
use crate::json::{EventJson, RevisedJson, RuleRevisionsJson};
use crate::memo::Memo;
use crate::refusal::Refusal;

/// A rule or a concept, by default `path`, and a string.
pub(super) struct Drafts(String, Option<Vec<u8>>);

#[derive(Serialize)]
struct AnswerJson {
    /// The changes of `urigram history --rule RULE --drafts --format json`.
    changes: &'static [RevisedJson],
    /// The events of `urigram history STRING --drafts --format json`.
    events: Vec<EventJson>,
}

impl Question for Drafts {
    const NAME: &'static str = "drafts";

    fn read(params: &Params) -> Result<Drafts, Refusal> {
        let input = params.has("input").then(|| params.input("input")).transpose()?;
        Ok(Drafts(params.text("of")?.unwrap_or("path").to_owned(), input))
    }

    fn answer(&self) -> Result<impl Serialize, Refusal> {
        let events = self.1.iter().flat_map(|input| EventJson::of(input, &blame(input)));
        Ok(AnswerJson { changes: changes(&self.0)?, events: events.collect() })
    }
}

/// Returns the changes of a rule, made once. Unknown names are refused, so there are at most as
/// many as the drafts have rules.
fn changes(name: &str) -> Result<&'static [RevisedJson], Refusal> {
    static KNOWN: Memo<String, Vec<RevisedJson>> = Memo::new();
    let name = name.to_ascii_lowercase().replace('_', "-");
    let all = Change::of_any(std::iter::once(&*name).chain(RuleRevisionsJson::names(&name)));
    if all.is_empty() {
        return Ok(&[]);
    }
    let made = || Ok(all.into_iter().map(RevisedJson::from).collect());
    KNOWN.get(name.clone(), made).map(Vec::as_slice)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::question::json_of;
    use super::*;

    #[test]
    fn a_rule_and_a_string_have_a_history_in_the_drafts() {
        let json = json_of::<Drafts>("of=host&input=http://[::1]/").unwrap();
        let is = |event: &&serde_json::Value| event["revision"] == "rfc2396bis@949d890";
        let events = json["events"].as_array().unwrap();
        let event = events.iter().find(is).unwrap_or_else(|| panic!("{json}"));
        assert_eq!((&event["accepted"], &event["cause"]["rule"]), (&json!(true), &json!("host")));
        let changes = json["changes"].as_array().unwrap();
        let change = changes.iter().find(is).unwrap_or_else(|| panic!("{json}"));
        assert!(change["definition"].as_str().unwrap().contains("IPv6reference"), "{change}");
        assert!(change["message"].as_str().unwrap().contains("011-IPv6-literal"), "{change}");
        // What no revision has did not change, and without a string there is no verdict.
        let json = json_of::<Drafts>("of=nothing").unwrap();
        assert_eq!(json, json!({ "changes": [], "events": [] }));
    }
}
