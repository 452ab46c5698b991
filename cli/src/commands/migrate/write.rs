//! The result of a migration, as text and JSON.

use std::io::Write;

use anstyle::Style;
use serde::ser::{SerializeMap, Serializer};
use serde::Serialize;
use urigram::migrate::{Cause, Count, Culprit, Example, Kind, Migration, Presence, Tally};
use urigram::{Component, Grammar, Reading};
use urigram_page::escape::{clipped, escaped, witness};
use urigram_page::json::bytes_entry;

use crate::exit::Failure;
use crate::output;
use crate::per_line::Place;
use crate::style::{BAD, DIM, HEAD, NAME};
use crate::table::columns;
use crate::texts::Texts;

/// The columns of an example in text.
const COLUMNS: usize = 120;

pub(super) fn text(
    out: &mut dyn Write,
    migration: &Migration,
    tally: &Tally,
    has_causes: bool,
) -> Result<(), Failure> {
    for (cause, count) in tally.causes().into_iter().filter(|_| has_causes) {
        writeln!(out, "{BAD}{:>9}{BAD:#}  {HEAD}{cause}{HEAD:#}", count.inputs)?;
        for example in &count.examples {
            shown(out, cause.kind(), example)?;
        }
    }
    let plain = Style::new();
    let (from, to) = (named(migration.from()), named(migration.to()));
    let lines =
        if tally.inputs() == 1 { "1 line".to_owned() } else { format!("{} lines", tally.inputs()) };
    writeln!(out, "{HEAD}{from} to {to}{HEAD:#}: {lines}")?;
    let mut rows = vec![("the same", tally.same()), ("accepted by neither", tally.rejected())];
    if tally.undecided() > 0 {
        rows.push(("not decided", tally.undecided()));
    }
    rows.push(("different", tally.differing()));
    let kinds = Kind::ALL.map(|kind| (format!("  {kind}"), tally.inputs_of(kind)));
    let all = rows.into_iter().map(|(name, count)| (name.to_owned(), count)).chain(kinds);
    let rows: Vec<_> =
        all.map(|(name, count)| vec![(plain, name), (NAME, count.to_string())]).collect();
    columns(out, 2, &rows)?;
    if tally.differing_in_several() > 0 {
        let several = tally.differing_in_several();
        writeln!(out, "  {DIM}{several} of them differ in several ways, and count in each{DIM:#}")?;
    }
    Ok(())
}

/// A line that differs.
pub(super) struct Line<'a> {
    pub(super) place: Place<'a>,
    pub(super) input: &'a [u8],
    pub(super) causes: &'a [Cause],
    pub(super) migration: &'a Migration,
}

impl Line<'_> {
    pub(super) fn write(&self, is_json: bool, out: &mut Vec<u8>) {
        let Place { file, line: number } = self.place;
        if is_json {
            // Neither does writing to memory fail nor such an object.
            let _ = serde_json::to_writer(&mut *out, self);
            out.push(b'\n');
            return;
        }
        let file = file.map_or(String::new(), |file| format!("{file}:"));
        let causes: Vec<String> = self.causes.iter().map(Cause::to_string).collect();
        let _ = writeln!(out, "{file}{number}: {}: {}", causes.join("; "), escaped(self.input));
    }
}

impl Serialize for Line<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        if let Some(file) = self.place.file {
            map.serialize_entry("file", file)?;
        }
        map.serialize_entry("line", &self.place.line)?;
        bytes_entry(&mut map, "input", self.input)?;
        let kinds: Vec<&str> = self.causes.iter().map(|cause| cause.kind().name()).collect();
        map.serialize_entry("kinds", &kinds)?;
        let [before, after] = self.migration.components(self.input);
        map.serialize_entry("before", &before.as_ref().map(Texts))?;
        map.serialize_entry("after", &after.as_ref().map(Texts))?;
        let causes: Vec<_> = self.causes.iter().map(|cause| Reason { line: self, cause }).collect();
        map.serialize_entry("causes", &causes)?;
        map.end()
    }
}

/// A cause with what both documents make of the line.
struct Reason<'a> {
    line: &'a Line<'a>,
    cause: &'a Cause,
}

impl Serialize for Reason<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (before, after) = self.line.migration.illustrate(self.line.input, self.cause);
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", self.cause.kind().name())?;
        map.serialize_entry("message", &self.cause.to_string())?;
        map.serialize_entry("before", &before)?;
        map.serialize_entry("after", &after)?;
        map.end()
    }
}

fn shown(out: &mut dyn Write, kind: Kind, example: &Example) -> Result<(), Failure> {
    let more = if example.length > example.input.len() {
        format!(" ({} bytes)", example.length)
    } else {
        String::new()
    };
    writeln!(out, "           {DIM}{}:{DIM:#} {}{more}", example.number, line(&example.input))?;
    // If only one document accepts the input, the cause already says so.
    if !matches!(kind, Kind::Lost | Kind::Gained) {
        let (before, after) = (example.before.as_bytes(), example.after.as_bytes());
        writeln!(out, "             {DIM}before{DIM:#} {}", line(before))?;
        writeln!(out, "             {DIM}after{DIM:#}  {}", line(after))?;
    }
    Ok(())
}

fn line(bytes: &[u8]) -> String {
    match bytes {
        [] => witness(bytes),
        _ => clipped(bytes, COLUMNS),
    }
}

fn named((grammar, reading): (Grammar, Reading)) -> String {
    if reading == Reading::default() {
        grammar.to_string()
    } else {
        format!("{grammar}@{reading}")
    }
}

/// Writes a line for each cause, then one with the totals.
pub(super) fn json(
    out: &mut dyn Write,
    migration: &Migration,
    tally: &Tally,
    has_causes: bool,
) -> Result<(), Failure> {
    for (cause, count) in tally.causes().into_iter().filter(|_| has_causes) {
        output::json_line(out, &CauseJson(cause, count))?;
    }
    let totals = TotalsJson {
        from: named(migration.from()),
        to: named(migration.to()),
        lines: tally.inputs(),
        same: tally.same(),
        rejected: tally.rejected(),
        undecided: tally.undecided(),
        different: tally.differing(),
        in_several_ways: tally.differing_in_several(),
        kinds: Kinds(tally),
    };
    output::json_line(out, &Last { totals })
}

struct CauseJson<'a>(&'a Cause, &'a Count);

impl Serialize for CauseJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let CauseJson(cause, count) = self;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("kind", cause.kind().name())?;
        map.serialize_entry("grammar", cause.grammar().id())?;
        map.serialize_entry("rule", cause.rule())?;
        map.serialize_entry("section", cause.section())?;
        map.serialize_entry("culprit", &cause.culprit().to_string())?;
        if let Culprit::Components(changes) = cause.culprit() {
            let change = |(component, before, after): (Component, Presence, Presence)| Change {
                component: component.name(),
                before: before.name(),
                after: after.name(),
            };
            map.serialize_entry("changes", &changes.iter().map(change).collect::<Vec<_>>())?;
        }
        map.serialize_entry("message", &cause.to_string())?;
        map.serialize_entry("lines", &count.inputs)?;
        let examples: Vec<_> = count.examples.iter().map(ExampleJson).collect();
        map.serialize_entry("examples", &examples)?;
        map.end()
    }
}

/// The presence of a component before and after: `absent`, `empty` or `text`.
#[derive(Serialize)]
struct Change {
    component: &'static str,
    before: &'static str,
    after: &'static str,
}

struct ExampleJson<'a>(&'a Example);

impl Serialize for ExampleJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Example { number, input, length, before, after, .. } = self.0;
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("line", number)?;
        bytes_entry(&mut map, "input", input)?;
        if *length > input.len() {
            map.serialize_entry("bytes", length)?;
        }
        map.serialize_entry("before", before)?;
        map.serialize_entry("after", after)?;
        map.end()
    }
}

#[derive(Serialize)]
struct Last<'a> {
    totals: TotalsJson<'a>,
}

#[derive(Serialize)]
struct TotalsJson<'a> {
    from: String,
    to: String,
    lines: u64,
    same: u64,
    rejected: u64,
    undecided: u64,
    different: u64,
    /// These count in each of their kinds.
    in_several_ways: u64,
    kinds: Kinds<'a>,
}

struct Kinds<'a>(&'a Tally);

impl Serialize for Kinds<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Kind::ALL.map(|kind| (kind.name(), self.0.inputs_of(kind))))
    }
}
