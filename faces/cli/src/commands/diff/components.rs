//! The lines of files that two grammars split differently.

use std::io::Write;

use urigram::agreement::Places;
use urigram::parts::Span;
use urigram::proof::{RulePlaces, Side};
use urigram::Component;

use super::super::compare::components::{named_components, place, short};
use super::json::SplitDifferentlyJson;
use super::Arguments;
use crate::bulk::{Block, Input, Reader};
use crate::exit::{Failure, Outcome};
use crate::message::to_stderr;
use crate::options::{Format, Globals};
use crate::output::{self, Out};
use crate::per_line::Place;
use crate::style::DIM;
use urigram_answers::escape::witness;
use urigram_answers::json::{DifferencesJson, Placed};
use urigram_answers::RuleRef;

/// The numbers of lines of each kind.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    lines: u64,
    both: u64,
    differing: u64,
    undecided: u64,
}

impl Totals {
    fn add(&mut self, other: Totals) {
        self.lines += other.lines;
        self.both += other.both;
        self.differing += other.differing;
        self.undecided += other.undecided;
    }
}

/// A component, and how each side finds it.
struct Column {
    component: Component,
    by: [By; 2],
}

enum By {
    /// The table has its place.
    Table,
    /// A rule, or a component that is a list.
    Rules(RulePlaces),
    /// The rules leave two places in some string, or nothing is decided.
    Unknown,
}

/// A component that is not in the same place: its spans, or those of the first item that differs.
struct Differing {
    component: Component,
    spans: [Option<Span>; 2],
    item: Option<usize>,
}

impl Column {
    /// Finds out where a component is.
    ///
    /// # Errors
    /// [`Failure::Usage`] for a rule that one of the grammars does not have.
    fn of(component: Component, targets: [RuleRef; 2]) -> Result<Column, Failure> {
        let by = |target: RuleRef| {
            let RuleRef { grammar, reading, table } = target;
            let is_list = table.lists().any(|list| list == component);
            // A shape knows components, and no rules.
            let mut components = table.own_components().into_iter().flatten();
            let is_rule = matches!(component, Component::Rule(_));
            let is_known = if is_rule { components.any(|one| one == component) } else { true };
            if is_known && !is_list {
                return Ok(if table.is_unknown(component) { By::Unknown } else { By::Table });
            }
            let side = Side { grammar, reading, rule: Some(table.rule()) };
            match RulePlaces::of(side, component) {
                Ok(Some(places)) => Ok(By::Rules(places)),
                Ok(None) => Err(Failure::Usage(format!(
                    "diff knows components: no string of the rule {} of {grammar} has {component}",
                    table.rule()
                ))),
                Err(why) => {
                    to_stderr(format_args!("{grammar}: {why}"));
                    Ok(By::Unknown)
                }
            }
        };
        let [a, b] = targets;
        Ok(Column { component, by: [by(a)?, by(b)?] })
    }

    /// Compares the places in one text; `None` where they are the same, or nothing is known.
    fn differing(&self, places: [&Places<'_>; 2]) -> Option<Differing> {
        let component = self.component;
        let is_list = |by: &By| matches!(by, By::Rules(rules) if rules.is_list());
        if let [By::Table, By::Table] = self.by {
            let spans = places.map(|places| places.get(component));
            return (spans[0] != spans[1]).then_some(Differing { component, spans, item: None });
        }
        let [a, b] = [0, 1].map(|side| match &self.by[side] {
            By::Table => Some(places[side].get(component).into_iter().collect()),
            By::Rules(rules) => Some(places[side].items(rules)),
            By::Unknown => None::<Vec<Span>>,
        });
        let (a, b) = (a?, b?);
        let same = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
        let spans = [a.get(same).copied(), b.get(same).copied()];
        let item = self.by.iter().any(is_list).then_some(same);
        (a != b).then_some(Differing { component, spans, item })
    }
}

/// The answer to a block.
#[derive(Default)]
struct Work {
    text: Vec<u8>,
    totals: Totals,
}

/// Reads files line by line. The status is 1 if a line differs, and 3 if none does and one is too
/// long.
pub(super) fn run(
    globals: &Globals,
    arguments: &Arguments,
    out: &mut Out<'_>,
) -> Result<Outcome, Failure> {
    let rules = globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule)));
    let (rule_a, rule_b) = rules.unzip();
    let sides = [arguments.from.side(globals, rule_a)?, arguments.to.side(globals, rule_b)?];
    let in_names = |component: &Component| matches!(component, Component::Nid | Component::Nss);
    let mut components = named_components(&arguments.components, &sides)?;
    if !arguments.components.iter().any(|name| name == "all") && components.iter().any(in_names) {
        return Err("diff does not compare nid and nss, which are parts of a path".into());
    }
    components.retain(|component| !in_names(component));
    let [a, b] = sides.map(|side| RuleRef::new(side.grammar, side.reading, side.rule));
    let targets = [a?, b?];
    let columns = components.iter().map(|&one| Column::of(one, targets));
    let columns: Vec<Column> = columns.collect::<Result<_, _>>()?;
    let unknown = columns.iter().any(|column| column.by.iter().any(|by| matches!(by, By::Unknown)));
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let reader = reader.or_string(&arguments.string);
    let mut totals = Totals::default();
    let format = out.format();
    let work = |input: &Input, block: &mut Block<Work>| {
        block.work = Work::default();
        input.each::<Work, 1>(block, |record, work| {
            work.totals.lines += 1;
            let line = match &record.fields {
                Ok([line]) => &**line,
                Err(problem) => {
                    work.totals.undecided += u64::from(problem.is_limit());
                    return;
                }
            };
            // No grammar splits bytes that are not text.
            let Ok(text) = std::str::from_utf8(line) else { return };
            let [a, b] = targets.map(|target| Places::of(text, target.table));
            let (Ok(a), Ok(b)) = (a, b) else { return };
            work.totals.both += 1;
            let found: Vec<Differing> =
                columns.iter().filter_map(|column| column.differing([&a, &b])).collect();
            // A component that has two places by a grammar may differ in any line.
            work.totals.undecided += u64::from(found.is_empty() && unknown);
            if !found.is_empty() {
                work.totals.differing += 1;
                let place = Place { file: input.label.as_deref(), line: record.number };
                write(&mut work.text, format, sides, (place, line), &found);
            }
        });
    };
    let mut bytes = output::bytes();
    let mut batches = reader.batches(None);
    while let Some((_, blocks)) = batches.next(&mut bytes, work)? {
        for block in blocks {
            let Work { text, totals: more } = std::mem::take(&mut block.work);
            totals.add(more);
            bytes.write_all(&text)?;
        }
    }
    let end = batches.end()?;
    bytes.flush()?;
    let Totals { lines, both, differing, undecided } = totals;
    if !(out.is_json() || end.is_unread) {
        writeln!(
            out,
            "{DIM}lines: {lines}, accepted by both: {both}, split differently: {differing}{DIM:#}"
        )?;
    }
    if undecided > 0 {
        to_stderr(format_args!("lines that are not decided: {undecided}"));
    }
    let decided = if undecided > 0 { Outcome::Undecided } else { Outcome::Done };
    end.outcome(Outcome::of(differing == 0).and(decided))
}

/// Adds a line that is split differently.
fn write(
    out: &mut Vec<u8>,
    format: Format,
    [a, b]: [Side<'_>; 2],
    (at, bytes): (Place<'_>, &[u8]),
    found: &[Differing],
) {
    let json = || {
        let spans = found.iter().map(|one| (one.component, one.spans, one.item));
        let differences = DifferencesJson::new([a.grammar, b.grammar], bytes, spans);
        let answer = SplitDifferentlyJson { input: bytes.into(), differences };
        Placed { file: at.file, line: at.line, answer }
    };
    format.add(out, json, |out| {
        let each = found.iter().map(|one| {
            let [left, right] = one
                .spans
                .map(|span| place(bytes, span.map(|s| s.start as usize..s.end as usize).as_ref()));
            let item = one.item.map_or(String::new(), |item| format!(" {}", item + 1));
            format!("{}{item}: {} {left}, {} {right}", one.component.name(), short(a), short(b))
        });
        let each: Vec<String> = each.collect();
        let file = at.file.map_or(String::new(), |file| format!("{file}:"));
        let _ = writeln!(out, "{file}{}: {}   {}", at.line, witness(bytes), each.join("; "));
    });
}
