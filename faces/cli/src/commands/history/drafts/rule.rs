//! A rule, or a concept under its names, through the revisions.

use std::io::Write;

use urigram::documents::same_name;
use urigram::errors::UnknownName;
use urigram_answers::escape::witness;
use urigram_answers::json::{RevisedJson, RuleRevisionsJson};
use urigram_revisions::{Change, Kind, Relation};
use urigram_study::history::Concept;

use super::string::write_reasons;
use crate::exit::{Failure, Outcome};
use crate::output::{self, Out};
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
use crate::table::wrapped;

pub(in crate::commands::history) fn run(rule: &str, out: &mut Out<'_>) -> Result<Outcome, Failure> {
    let names = RuleRevisionsJson::names(rule);
    let changes = changes(rule, &names);
    if changes.is_empty() {
        let rules = Change::all().map(|change| change.rule);
        let concepts = Concept::all().iter().map(|concept| concept.name);
        let unknown = UnknownName::resolve("rule", rule, rules.chain(concepts), |name| name);
        return Err(unknown.map_or_else(
            |error| Failure::unknown_in(rule, "any revision", error),
            |_| Failure::Usage(format!("{rule:?} did not change")),
        ));
    }
    let objects = || changes.iter().copied().map(RevisedJson::from).collect();
    let json = || RuleRevisionsJson { rule, changes: objects() };
    out.answer(json, |out| {
        writeln!(out, "{HEAD}{rule}{HEAD:#}")?;
        if names.iter().any(|name| !same_name(name, rule)) {
            let named = format!("a concept; its rules: {}", names.join(", "));
            writeln!(out, "{DIM}{}{DIM:#}", wrapped(&named, output::width(), 0))?;
        }
        changes.iter().try_for_each(|change| text(out, change, rule))
    })?;
    Ok(Outcome::Done)
}

/// Returns the changes of a rule and of all rules with the names, in the order of the frames.
fn changes(rule: &str, names: &[&str]) -> Vec<&'static Change> {
    Change::of_any(std::iter::once(rule).chain(names.iter().copied()))
}

fn text(out: &mut dyn Write, change: &Change, asked: &str) -> Result<(), Failure> {
    let frame = change.frame;
    write!(out, "\n{}  {NAME}{}{NAME:#}  ", frame.date(), frame.name())?;
    if !same_name(change.rule, asked) {
        write!(out, "{}: ", change.rule)?;
    }
    writeln!(out, "{}", words(change))?;
    write_reasons(out, frame)?;
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
