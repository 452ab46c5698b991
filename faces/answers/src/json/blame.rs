//! Verdicts of revisions, and changes of their rules.

use serde::Serialize;
use urigram::documents::same_name;
use urigram::Grammar;
use urigram_revisions::{Blame, Cause, Change, Event, Frame, Kind};
use urigram_study::history::Concept;

use super::{key, relation_name, Bytes, OptionalBytes};

/// The verdicts of the revisions on a string.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct BlameJson<'a> {
    #[serde(flatten)]
    input: Bytes<'a, key::Input>,
    events: Vec<EventJson>,
}

impl<'a> BlameJson<'a> {
    /// Returns the object of an input.
    pub fn new(input: &'a [u8], blame: &Blame) -> BlameJson<'a> {
        BlameJson { input: input.into(), events: EventJson::of(input, blame) }
    }
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub(crate) struct EventJson {
    date: &'static str,
    revision: String,
    document: &'static str,
    accepted: Option<bool>,
    /// False where the revision holds absolute strings only, and the input is a reference.
    #[serde(skip_serializing_if = "Clone::clone")]
    speaks: bool,
    cause: Option<CauseJson>,
}

impl EventJson {
    /// Returns the events of a verdict's history.
    pub(crate) fn of(input: &[u8], blame: &Blame) -> Vec<EventJson> {
        blame.events.iter().map(|event| EventJson::new(input, event)).collect()
    }

    fn new(input: &[u8], event: &Event) -> EventJson {
        let frame = event.frame;
        EventJson {
            date: frame.date(),
            revision: frame.name().into_owned(),
            document: frame.drafts().first().map_or(frame.line().id, |draft| draft.name),
            accepted: event.accepted,
            speaks: frame.speaks_of(input),
            cause: event.cause.as_ref().and_then(|cause| CauseJson::new(frame, cause)),
        }
    }
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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

/// A change of a rule, without the frame where it happened.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ChangeJson {
    rule: &'static str,
    was: Option<&'static str>,
    kind: &'static str,
    relation: Option<&'static str>,
    /// The keys of `compare`.
    #[serde(flatten)]
    only_a: OptionalBytes<'static, key::OnlyA>,
    #[serde(flatten)]
    only_b: OptionalBytes<'static, key::OnlyB>,
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
            only_a: change.only_before.into(),
            only_b: change.only_after.into(),
        }
    }
}

/// The changes of a rule through the revisions.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RuleRevisionsJson<'a> {
    /// The rule as it was asked for.
    pub rule: &'a str,
    /// Its changes.
    pub changes: Vec<RevisedJson>,
}

/// The documents that are revisions themselves. Their rules for a concept are the revisions'.
const DOCUMENTS: [Grammar; 5] =
    [Grammar::Rfc1808, Grammar::Url1997, Grammar::Rfc2396, Grammar::Uri2003, Grammar::Rfc3986];

impl RuleRevisionsJson<'_> {
    /// Returns the names of a concept's rules; none for a name that is not a concept's.
    pub fn names(rule: &str) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        let concept = Concept::named(rule).ok();
        for name in concept.iter().flat_map(|concept| DOCUMENTS.map(|one| concept.rules_in(one))) {
            for name in name {
                if !names.iter().any(|known| same_name(known, name)) {
                    names.push(name);
                }
            }
        }
        names
    }
}

/// A change of a rule, with the revision where it happened.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct RevisedJson {
    /// YYYY-MM-DD.
    date: &'static str,
    /// The revision; `-g` takes it.
    revision: String,
    #[serde(flatten)]
    change: ChangeJson,
    /// The definition, where its text changed.
    definition: Option<String>,
    /// The editor's message.
    message: &'static str,
    /// The issues that the message names.
    issues: Vec<&'static str>,
    /// A sentence of each issue's discussion.
    quotes: Vec<QuoteJson>,
}

impl From<&Change> for RevisedJson {
    fn from(change: &Change) -> RevisedJson {
        RevisedJson {
            date: change.frame.date(),
            revision: change.frame.name().into_owned(),
            change: ChangeJson::new(change),
            definition: change.definition(),
            message: change.frame.message(),
            issues: change.frame.issues().iter().map(|issue| issue.id).collect(),
            quotes: QuoteJson::of(change.frame),
        }
    }
}
