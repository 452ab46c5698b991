//! The result of a migration, as text and JSON.

use std::borrow::Borrow;
use std::io::Write;

use anstyle::Style;
use serde::ser::{SerializeMap, Serializer};
use serde::Serialize;
use urigram::migrate::{
    Cause, Count, Culprit, Example, Interpretation, Kind, Migration, Presence, Tally,
};
use urigram::{Component, Grammar, Reading};
use urigram_answers::escape::{clipped, escaped, witness};
use urigram_answers::json::{ErrorJson, KeyedBytes};

use crate::exit::Failure;
use crate::output;
use crate::per_line::Place;
use crate::rejection::Rejection;
use crate::style::{BAD, DIM, HEAD, NAME};
use crate::table::columns;
use crate::texts::Texts;

/// The columns of an example on a terminal.
const COLUMNS: usize = 120;

/// The names of the files, if there are several. A line's number in the tally is made from its file
/// and its number there, so that the first examples are those of the first files.
#[derive(Clone, Copy)]
pub(super) struct Files<'a>(pub(super) &'a [String]);

/// The bits for the number of a line: enough for files of petabytes.
const LINE_BITS: u32 = 44;

impl<'a> Files<'a> {
    pub(super) fn number(file: usize, line: u64) -> u64 {
        (file as u64) << LINE_BITS | line
    }

    fn place(self, number: u64) -> Place<'a> {
        let file = self.0.get((number >> LINE_BITS) as usize).map(String::as_str);
        Place { file, line: number & ((1 << LINE_BITS) - 1) }
    }
}

pub(super) fn text(
    out: &mut dyn Write,
    files: Files<'_>,
    migration: &Migration,
    tally: &Tally,
    has_causes: bool,
) -> Result<(), Failure> {
    for (cause, count) in tally.causes().into_iter().filter(|_| has_causes) {
        writeln!(out, "{BAD}{:>9}{BAD:#}  {HEAD}{cause}{HEAD:#}", count.inputs)?;
        for example in &count.examples {
            shown(out, files, cause.kind(), example)?;
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
        let [before, after] = self.migration.components(self.input);
        let reason = |cause: &Cause| {
            let [before, after] = self.migration.illustrate(self.input, cause);
            let (kind, message) = (cause.kind().name(), cause.to_string());
            Reason { kind, message, before: Side(before), after: Side(after) }
        };
        let line = LineJson {
            file: self.place.file,
            line: self.place.line,
            input: KeyedBytes("input", Some(self.input)),
            kinds: self.causes.iter().map(|cause| cause.kind().name()).collect(),
            before: before.as_ref().map(Texts),
            after: after.as_ref().map(Texts),
            causes: self.causes.iter().map(reason).collect(),
        };
        line.serialize(serializer)
    }
}

#[derive(Serialize)]
struct LineJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    kinds: Vec<&'static str>,
    before: Option<Texts<'a>>,
    after: Option<Texts<'a>>,
    causes: Vec<Reason>,
}

/// A cause with what both documents make of the line.
#[derive(Serialize)]
struct Reason {
    kind: &'static str,
    message: String,
    before: Side<Interpretation>,
    after: Side<Interpretation>,
}

/// The interpretation of an input by one document, under the keys that other subcommands use.
struct Side<T>(T);

impl<T: Borrow<Interpretation>> Serialize for Side<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        match self.0.borrow() {
            Interpretation::Accepted => map.serialize_entry("accepted", &true)?,
            Interpretation::Rejected(error) => {
                map.serialize_entry("accepted", &false)?;
                map.serialize_entry("error", &ErrorJson::new(error))?;
            }
            Interpretation::Components(components) => {
                map.serialize_entry("components", &Named(components))?;
            }
            Interpretation::Target(target) => map.serialize_entry("target", target)?,
            Interpretation::NoTarget(error) => {
                map.serialize_entry("error", &Rejection::from(&**error))?;
            }
            Interpretation::Normalized(text) => map.serialize_entry("normalized", text)?,
            _ => {}
        }
        map.end()
    }
}

/// Components by their names.
struct Named<'a>(&'a [(Component, String)]);

impl Serialize for Named<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(component, text)| (component.name(), text)))
    }
}

fn shown(
    out: &mut dyn Write,
    files: Files<'_>,
    kind: Kind,
    example: &Example,
) -> Result<(), Failure> {
    let more = if example.length > example.input.len() {
        format!(" ({} bytes)", example.length)
    } else {
        String::new()
    };
    let Place { file, line: number } = files.place(example.number);
    let file = file.map_or(String::new(), |file| format!("{file}:"));
    writeln!(out, "           {DIM}{file}{number}:{DIM:#} {}{more}", line(&example.input))?;
    // If only one document accepts the input, the cause already says so.
    if !matches!(kind, Kind::Lost | Kind::Gained) {
        let (before, after) = (example.before.to_string(), example.after.to_string());
        writeln!(out, "             {DIM}before{DIM:#} {}", line(before.as_bytes()))?;
        writeln!(out, "             {DIM}after{DIM:#}  {}", line(after.as_bytes()))?;
    }
    Ok(())
}

fn line(bytes: &[u8]) -> String {
    match bytes {
        [] => witness(bytes),
        _ => clipped(bytes, output::most(COLUMNS)),
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
    files: Files<'_>,
    migration: &Migration,
    tally: &Tally,
    has_causes: bool,
) -> Result<(), Failure> {
    for (cause, count) in tally.causes().into_iter().filter(|_| has_causes) {
        output::json_line(out, &CauseJson::new(files, cause, count))?;
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

#[derive(Serialize)]
struct CauseJson<'a> {
    kind: &'static str,
    grammar: &'static str,
    rule: &'a str,
    section: &'a str,
    culprit: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    changes: Option<Vec<Change>>,
    message: String,
    lines: u64,
    examples: Vec<ExampleJson<'a>>,
}

impl<'a> CauseJson<'a> {
    fn new(files: Files<'a>, cause: &'a Cause, count: &'a Count) -> CauseJson<'a> {
        let change = |(component, before, after): (Component, Presence, Presence)| Change {
            component: component.name(),
            before: before.name(),
            after: after.name(),
        };
        CauseJson {
            kind: cause.kind().name(),
            grammar: cause.grammar().as_str(),
            rule: cause.rule(),
            section: cause.section(),
            culprit: cause.culprit().to_string(),
            changes: match cause.culprit() {
                Culprit::Components(changes) => Some(changes.iter().map(change).collect()),
                _ => None,
            },
            message: cause.to_string(),
            lines: count.inputs,
            examples: count.examples.iter().map(|one| ExampleJson::new(files, one)).collect(),
        }
    }
}

/// The presence of a component before and after: `absent`, `empty` or `text`.
#[derive(Serialize)]
struct Change {
    component: &'static str,
    before: &'static str,
    after: &'static str,
}

#[derive(Serialize)]
struct ExampleJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bytes: Option<usize>,
    before: Side<&'a Interpretation>,
    after: Side<&'a Interpretation>,
}

impl<'a> ExampleJson<'a> {
    fn new(files: Files<'a>, example: &'a Example) -> ExampleJson<'a> {
        let Example { number, input, length, before, after, .. } = example;
        let Place { file, line } = files.place(*number);
        let bytes = (*length > input.len()).then_some(*length);
        let input = KeyedBytes("input", Some(input));
        ExampleJson { file, line, input, bytes, before: Side(before), after: Side(after) }
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
