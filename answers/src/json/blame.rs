//! Verdicts of revisions, and changes of their rules.

use serde::Serialize;
use urigram_revisions::{Blame, Cause, Change, Event, Frame, Kind};

use super::{relation_name, KeyedBytes};

/// The verdicts of the revisions on a string.
#[derive(Clone, Debug, Serialize)]
pub struct BlameJson<'a> {
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    events: Vec<EventJson>,
}

impl<'a> BlameJson<'a> {
    /// Returns the object of an input.
    pub fn new(input: &'a [u8], blame: &Blame) -> BlameJson<'a> {
        let events = blame.events.iter().map(EventJson::new).collect();
        BlameJson { input: KeyedBytes("input", Some(input)), events }
    }
}

#[derive(Clone, Debug, Serialize)]
struct EventJson {
    date: &'static str,
    revision: String,
    document: &'static str,
    accepted: Option<bool>,
    cause: Option<CauseJson>,
}

impl EventJson {
    fn new(event: &Event) -> EventJson {
        let frame = event.frame;
        EventJson {
            date: frame.date(),
            revision: frame.name().into_owned(),
            document: frame.drafts().first().map_or(frame.line().id, |draft| draft.name),
            accepted: event.accepted,
            cause: event.cause.as_ref().and_then(|cause| CauseJson::new(frame, cause)),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
struct CauseJson {
    /// The first of the rules.
    rule: String,
    before: String,
    after: String,
    message: &'static str,
    issues: Vec<&'static str>,
    quotes: Vec<QuoteJson>,
    rules: Vec<ChangedJson>,
}

#[derive(Clone, Debug, Serialize)]
struct ChangedJson {
    rule: String,
    before: String,
    after: String,
}

impl CauseJson {
    fn new(frame: Frame, cause: &Cause) -> Option<CauseJson> {
        let rules = cause.rules.iter().map(|rule| ChangedJson {
            rule: rule.name.clone(),
            before: rule.before.clone(),
            after: rule.after.clone(),
        });
        let first = cause.rules.first()?;
        Some(CauseJson {
            rule: first.name.clone(),
            before: first.before.clone(),
            after: first.after.clone(),
            message: frame.message(),
            issues: frame.issues().iter().map(|issue| issue.id).collect(),
            quotes: QuoteJson::of(frame),
            rules: rules.collect(),
        })
    }
}

/// A sentence of an issue's discussion.
#[derive(Clone, Debug, Serialize)]
pub struct QuoteJson {
    issue: &'static str,
    text: &'static str,
    by: &'static str,
}

impl QuoteJson {
    /// Returns a sentence of each issue that a frame's message names.
    pub fn of(frame: Frame) -> Vec<QuoteJson> {
        let issues = frame.issues().iter();
        issues.map(|one| QuoteJson { issue: one.id, text: one.quote, by: one.by }).collect()
    }
}

/// A change of a rule, without the frame in which it happened.
#[derive(Clone, Debug, Serialize)]
pub struct ChangeJson {
    rule: &'static str,
    was: Option<&'static str>,
    kind: &'static str,
    relation: Option<&'static str>,
    /// The keys of `compare`.
    #[serde(flatten)]
    only_a: KeyedBytes<'static>,
    #[serde(flatten)]
    only_b: KeyedBytes<'static>,
    /// Their former names, until 1.0.
    #[serde(flatten)]
    only_before: KeyedBytes<'static>,
    #[serde(flatten)]
    only_after: KeyedBytes<'static>,
}

impl ChangeJson {
    /// Returns the object of a change.
    pub fn new(change: &Change) -> ChangeJson {
        ChangeJson {
            rule: change.rule,
            was: change.was,
            kind: match change.kind {
                Kind::New => "new",
                Kind::Gone => "gone",
                Kind::Broken => "broken",
                Kind::Text => "text",
                _ => "through",
            },
            relation: change.relation.map(relation_name),
            only_a: KeyedBytes("only_a", change.only_before),
            only_b: KeyedBytes("only_b", change.only_after),
            only_before: KeyedBytes("only_before", change.only_before),
            only_after: KeyedBytes("only_after", change.only_after),
        }
    }
}
