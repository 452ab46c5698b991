//! The result of a migration, as text and JSON.

use std::io::{self, Write};

use anstyle::Style;
use urigram::parts::Components;
use urigram::{Component, Grammar, Reading};
use urigram_answers::escape::{clipped, escaped, witness};
use urigram_answers::json::{Entries, Placed, RejectionJson, Texts};
use urigram_study::migrate::{
    Cause, Count, Culprit, Example, Interpretation, Kind, Migration, Presence, Tally,
};

use super::json::{
    InterpretationJson, MigratedJson, MigrationCauseJson, MigrationExampleJson,
    MigrationTotalsJson, MigrationTotalsLine, PresenceJson, ReasonJson,
};
use crate::exit::Failure;
use crate::options::Format;
use crate::output::{self, Out};
use crate::per_line::Place;
use crate::rejection::Rejection;
use crate::style::{BAD, DIM, HEAD, NAME};
use crate::table::columns;

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

/// Writes the causes, and then the totals.
pub(super) fn write(
    out: &mut Out<'_>,
    files: Files<'_>,
    migration: &Migration,
    tally: &Tally,
    has_causes: bool,
) -> Result<(), Failure> {
    let causes = if has_causes { tally.causes() } else { Vec::new() };
    let json = || causes.iter().map(|(cause, count)| cause_json(files, cause, count));
    out.answers(json, |out| {
        causes.iter().try_for_each(|(cause, count)| {
            writeln!(out, "{BAD}{:>9}{BAD:#}  {HEAD}{cause}{HEAD:#}", count.inputs)?;
            count.examples.iter().try_for_each(|one| shown(out, files, cause.kind(), one))
        })
    })?;
    out.answer(|| totals_json(migration, tally), |out| totals(out, migration, tally))
}

fn totals(out: &mut dyn Write, migration: &Migration, tally: &Tally) -> io::Result<()> {
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
    pub(super) fn write(&self, format: Format, out: &mut Vec<u8>) {
        let text = |out: &mut Vec<u8>| {
            let Place { file, line: number } = self.place;
            let file = file.map_or(String::new(), |file| format!("{file}:"));
            let causes: Vec<String> = self.causes.iter().map(Cause::to_string).collect();
            let _ = writeln!(out, "{file}{number}: {}: {}", causes.join("; "), escaped(self.input));
        };
        let (mut verdicts, mut components) = (None, None);
        let (of_verdicts, of_components) = (&mut verdicts, &mut components);
        format.add(
            out,
            move || {
                let verdicts = of_verdicts.insert(self.migration.verdicts(self.input));
                let found = verdicts.each_ref().map(|one| one.components().ok().flatten());
                self.json(of_components.insert(found))
            },
            text,
        );
    }
}

impl<'a> Line<'a> {
    /// Returns the object of the line, given its components.
    fn json(
        &self,
        [before, after]: &'a [Option<Components<'_>>; 2],
    ) -> Placed<'a, MigratedJson<'a>> {
        let reason = |cause: &Cause| {
            let [before, after] = self.migration.illustrate(self.input, cause);
            let (kind, message) = (cause.kind().name(), cause.to_string());
            ReasonJson { kind, message, before: side(&before), after: side(&after) }
        };
        let answer = MigratedJson {
            input: self.input.into(),
            kinds: self.causes.iter().map(|cause| cause.kind().name()).collect(),
            before: before.as_ref().map(Texts::from),
            after: after.as_ref().map(Texts::from),
            causes: self.causes.iter().map(reason).collect(),
        };
        Placed { file: self.place.file, line: self.place.line, answer }
    }
}

/// Returns the object of an interpretation, under the keys that other subcommands use.
fn side(interpretation: &Interpretation) -> InterpretationJson {
    let mut json = InterpretationJson::default();
    match interpretation {
        Interpretation::Accepted => json.accepted = Some(true),
        Interpretation::Rejected(error) => {
            json.accepted = Some(false);
            json.error = Some(RejectionJson::of(None, error));
        }
        Interpretation::Components(components) => {
            let named = |(component, text): &(Component, String)| (component.name(), text.clone());
            json.components = Some(Entries(components.iter().map(named).collect()));
        }
        Interpretation::Target(target) => json.target = Some(target.clone()),
        Interpretation::NoTarget(error) => json.error = Some(Rejection::from(&**error).json()),
        Interpretation::Normalized(text) => json.normalized = Some(text.clone()),
        _ => {}
    }
    json
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

/// Returns the object of the totals.
fn totals_json(migration: &Migration, tally: &Tally) -> MigrationTotalsLine {
    let kinds = Kind::ALL.map(|kind| (kind.name(), tally.inputs_of(kind)));
    let totals = MigrationTotalsJson {
        from: named(migration.from()),
        to: named(migration.to()),
        lines: tally.inputs(),
        same: tally.same(),
        rejected: tally.rejected(),
        undecided: tally.undecided(),
        different: tally.differing(),
        in_several_ways: tally.differing_in_several(),
        kinds: Entries(kinds.into()),
    };
    MigrationTotalsLine { totals }
}

/// Returns the object of a cause.
fn cause_json<'a>(files: Files<'a>, cause: &'a Cause, count: &'a Count) -> MigrationCauseJson<'a> {
    let change = |(component, before, after): (Component, Presence, Presence)| PresenceJson {
        component: component.name(),
        before: before.name(),
        after: after.name(),
    };
    let example = |example: &'a Example| {
        let Example { number, input, length, before, after, .. } = example;
        let Place { file, line } = files.place(*number);
        let answer = MigrationExampleJson {
            input: input.into(),
            bytes: (*length > input.len()).then_some(*length),
            before: side(before),
            after: side(after),
        };
        Placed { file, line, answer }
    };
    MigrationCauseJson {
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
        examples: count.examples.iter().map(example).collect(),
    }
}
