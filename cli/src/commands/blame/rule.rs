//! A rule through the revisions.

use std::io::Write;

use serde::Serialize;
use urigram::UnknownName;
use urigram_page::escape::witness;
use urigram_page::json::KeyedBytes;
use urigram_revisions::{Change, Kind, Relation};

use super::string::told;
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::wrapped;

#[derive(Serialize)]
struct Json<'a> {
    rule: &'a str,
    changes: Vec<JsonChange>,
}

#[derive(Serialize)]
struct JsonChange {
    date: &'static str,
    revision: String,
    rule: &'static str,
    was: Option<&'static str>,
    kind: &'static str,
    relation: Option<&'static str>,
    #[serde(flatten)]
    only_before: KeyedBytes<'static>,
    #[serde(flatten)]
    only_after: KeyedBytes<'static>,
    definition: Option<String>,
    message: &'static str,
    issues: Vec<&'static str>,
}

pub(super) fn run(globals: &Globals, rule: &str, out: &mut dyn Write) -> Result<Outcome, Failure> {
    let changes = Change::of(rule);
    if changes.is_empty() {
        let unknown = UnknownName::resolve("rule", rule, Change::all(), |change| change.rule);
        return Err(unknown.map_or_else(
            |error| Failure::unknown_in(rule, "any revision", error),
            |_| Failure::Usage(format!("{rule:?} did not change")),
        ));
    }
    if globals.json() {
        let changes = changes.iter().map(|change| json(change)).collect();
        output::json_line(out, &Json { rule, changes })?;
        return Ok(Outcome::Done);
    }
    writeln!(out, "{HEAD}{rule}{HEAD:#}")?;
    changes.into_iter().try_for_each(|change| text(out, change))?;
    Ok(Outcome::Done)
}

fn json(change: &Change) -> JsonChange {
    JsonChange {
        date: change.frame.date(),
        revision: change.frame.name().into_owned(),
        rule: change.rule,
        was: change.was,
        kind: match change.kind {
            Kind::New => "new",
            Kind::Gone => "gone",
            Kind::Broken => "broken",
            Kind::Text => "text",
            _ => "through",
        },
        relation: change.relation.map(|relation| match relation {
            Relation::Equal => "equal",
            Relation::Subset => "subset",
            Relation::Superset => "superset",
            Relation::Overlapping => "overlapping",
            Relation::Disjoint => "disjoint",
        }),
        only_before: KeyedBytes("only_before", change.only_before),
        only_after: KeyedBytes("only_after", change.only_after),
        definition: change.definition(),
        message: change.frame.message(),
        issues: change.frame.issues().iter().map(|issue| issue.id).collect(),
    }
}

fn text(out: &mut dyn Write, change: &Change) -> Result<(), Failure> {
    let frame = change.frame;
    write!(out, "\n{}  {NAME}{}{NAME:#}  ", frame.date(), frame.name())?;
    writeln!(out, "{}", words(change))?;
    told(out, frame)?;
    if let Some(was) = change.was {
        writeln!(out, "  {DIM}{was} is called {} now{DIM:#}", change.rule)?;
    }
    if let Some(definition) = change.definition() {
        writeln!(out, "  {}", wrapped(&definition, output::width(), 4))?;
    }
    for broken in frame.broken().iter().filter(|_| change.kind == Kind::Broken) {
        writeln!(out, "  {}: {}", broken.rule, wrapped(broken.why, output::width(), 4))?;
    }
    let sides = [(change.only_after, GOOD, "new "), (change.only_before, BAD, "gone")];
    for (string, style, word) in sides {
        if let Some(string) = string {
            writeln!(out, "    {style}{word}{style:#}  {}", witness(string))?;
        }
    }
    Ok(())
}

/// Returns the change in words.
fn words(change: &Change) -> &'static str {
    let through = change.kind == Kind::Through;
    match (change.kind, change.relation) {
        (Kind::New, _) => "new",
        (Kind::Gone, _) => "gone",
        (Kind::Broken, _) => "broken",
        (_, Some(Relation::Equal)) if through => "has a language again, the same",
        (_, Some(Relation::Equal)) => "another text, the same language",
        (_, Some(Relation::Subset)) if through => "allows more, by a rule that it uses",
        (_, Some(Relation::Subset)) => "allows more",
        (_, Some(Relation::Superset)) if through => "allows less, by a rule that it uses",
        (_, Some(Relation::Superset)) => "allows less",
        (_, Some(Relation::Disjoint)) => "allows nothing that it allowed before",
        (_, _) if through => "allows other strings, by a rule that it uses",
        (_, _) => "allows other strings",
    }
}
