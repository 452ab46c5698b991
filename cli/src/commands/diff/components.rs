//! The lines of files that two grammars split differently.

use std::io::Write;

use serde::Serialize;
use urigram::agreement::{differing, Places};
use urigram::proof::Side;
use urigram::Component;

use super::super::compare::components::{named_components, place, short};
use super::Arguments;
use crate::bulk::{Input, Reader};
use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::per_line::Place;
use crate::style::DIM;
use urigram_answers::escape::witness;
use urigram_answers::json::{DifferencesJson, KeyedBytes};
use urigram_answers::RuleRef;

/// A line that two grammars split differently.
#[derive(Serialize)]
struct Json<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    line: u64,
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    #[serde(flatten)]
    differences: DifferencesJson<'a>,
}

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
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let rules = globals.rule.as_deref().map(|rule| rule.split_once('=').unwrap_or((rule, rule)));
    let (rule_a, rule_b) = rules.unzip();
    let sides = [arguments.from.side(globals, rule_a)?, arguments.to.side(globals, rule_b)?];
    let in_names = |component: &Component| matches!(component, Component::Nid | Component::Nss);
    let mut components = named_components(&arguments.components, &sides)?;
    if !arguments.components.iter().any(|name| name == "all") && components.iter().any(in_names) {
        return Err(Failure::Usage(
            "diff knows no parts of URNs: nid and nss are parts of a path".to_owned(),
        ));
    }
    components.retain(|component| !in_names(component));
    let [a, b] = sides.map(|side| RuleRef::new(side.grammar, side.reading, side.rule));
    let targets = [a?, b?];
    let has_place = |one: &Component| {
        !matches!(one, Component::Rule(_)) || targets.iter().all(|target| target.table.knows(*one))
    };
    if let Some(rule) = components.iter().find(|one| !has_place(one)) {
        return Err(Failure::Usage(format!(
            "diff knows components: {rule} is none of both grammars"
        )));
    }
    let is_unknown = |one: &Component| targets.iter().any(|target| target.table.is_unknown(*one));
    let unknown = components.iter().any(is_unknown);
    let reader = Reader::new(&arguments.records, &arguments.files, 1, false)?;
    let reader = reader.given(&arguments.given)?;
    let mut totals = Totals::default();
    let mut bytes = output::bytes();
    let end = reader.blocks(
        &mut bytes,
        |input: &Input, block| {
            block.work = Work::default();
            input.each::<Work, 1>(block, |record, work| {
                work.totals.lines += 1;
                let line = match &record.fields {
                    Ok([line]) => &**line,
                    Err(problem) => {
                        work.totals.undecided += u64::from(problem.is_limit);
                        return;
                    }
                };
                // No grammar splits bytes that are no text.
                let Ok(text) = std::str::from_utf8(line) else { return };
                let [a, b] = targets.map(|target| Places::of(text, target.table));
                let (Ok(a), Ok(b)) = (a, b) else { return };
                work.totals.both += 1;
                let found: Vec<Component> =
                    differing(|of| a.get(of), |of| b.get(of), &components).collect();
                // A component of which a grammar says two places may differ in any line.
                work.totals.undecided += u64::from(found.is_empty() && unknown);
                if !found.is_empty() {
                    work.totals.differing += 1;
                    let place = Place { file: input.label.as_deref(), line: record.number };
                    write(&mut work.text, globals, sides, (place, line), &found, [&a, &b]);
                }
            });
        },
        |_, block, out| {
            let Work { text, totals: more } = std::mem::take(&mut block.work);
            totals.add(more);
            out.write_all(&text)?;
            Ok(true)
        },
    )?;
    bytes.flush()?;
    let Totals { lines, both, differing, undecided } = totals;
    if !globals.json() && !end.is_unread {
        writeln!(
            out,
            "{DIM}lines: {lines}, accepted by both: {both}, split differently: {differing}{DIM:#}"
        )?;
    }
    if undecided > 0 {
        crate::message::to_stderr(format_args!(
            "lines that are too long and not decided: {undecided}"
        ));
    }
    let decided = if undecided > 0 { Outcome::Undecided } else { Outcome::Done };
    end.outcome(Outcome::of(differing == 0).and(decided))
}

/// Adds a line that is split differently.
fn write(
    out: &mut Vec<u8>,
    globals: &Globals,
    [a, b]: [Side<'_>; 2],
    (at, bytes): (Place<'_>, &[u8]),
    found: &[Component],
    places: [&Places<'_>; 2],
) {
    let spans = |component| places.map(|places| places.get(component));
    if globals.json() {
        let spans = found.iter().map(|&component| (component, spans(component)));
        let line = Json {
            file: at.file,
            line: at.line,
            input: KeyedBytes("input", Some(bytes)),
            differences: DifferencesJson::new([a.grammar, b.grammar], bytes, spans),
        };
        // Neither does writing to memory fail nor such an object.
        let _ = serde_json::to_writer(&mut *out, &line);
        out.push(b'\n');
        return;
    }
    let each = found.iter().map(|&component| {
        let [one, other] = spans(component)
            .map(|span| place(bytes, span.map(|s| s.start as usize..s.end as usize).as_ref()));
        format!("{}: {} {one}, {} {other}", component.name(), short(a), short(b))
    });
    let each: Vec<String> = each.collect();
    let file = at.file.map_or(String::new(), |file| format!("{file}:"));
    let _ = writeln!(out, "{file}{}: {}   {}", at.line, witness(bytes), each.join("; "));
}
