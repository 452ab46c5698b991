//! The lines of a file that two grammars split differently.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;

use serde::Serialize;
use urigram::proof::Side;
use urigram::{Component, Parts};

use super::json::Place;
use super::{place, short, Arguments};
use crate::bulk::{Block, Framing, Source};
use crate::exit::{Failure, Outcome};
use crate::input;
use crate::options::Globals;
use crate::output;
use crate::style::DIM;
use urigram_page::escape::witness;
use urigram_page::json::KeyedBytes;
use urigram_page::RuleRef;

/// A line that two grammars split differently.
#[derive(Serialize)]
struct Json<'a> {
    line: u64,
    #[serde(flatten)]
    input: KeyedBytes<'a>,
    a: &'static str,
    b: &'static str,
    differences: Vec<Difference<'a>>,
}

#[derive(Serialize)]
struct Difference<'a> {
    component: &'static str,
    a: Option<Place<'a>>,
    b: Option<Place<'a>>,
}

/// The numbers of lines of each kind.
#[derive(Default)]
struct Totals {
    both: u64,
    differing: u64,
    too_long: u64,
}

/// Reads a file line by line. The status is 1 if a line differs, and 3 if none does and one is too
/// long.
pub(super) fn run(
    globals: &Globals,
    sides: [Side<'_>; 2],
    arguments: &Arguments,
    file: &OsStr,
    out: &mut dyn Write,
) -> Result<Outcome, Failure> {
    let in_names = |component: &Component| matches!(component, Component::Nid | Component::Nss);
    let mut components = arguments.components();
    if !arguments.components.is_empty() && components.iter().any(in_names) {
        return Err(Failure::Usage(
            "--lines knows no parts of URNs: nid and nss are parts of a path".to_owned(),
        ));
    }
    components.retain(|component| !in_names(component));
    let [a, b] = sides.map(|side| RuleRef::new(side.grammar, side.reading, side.rule));
    let targets = [a?, b?];
    let unreadable =
        |error: io::Error| Failure::Usage(format!("{}: {error}", file.to_string_lossy()));
    let opened =
        if file == "-" { input::stdin_file() } else { Some(File::open(file).map_err(unreadable)?) };
    let mut source = match &opened {
        Some(file) => Source::file(file, Framing::Line),
        None => Source::stream(io::stdin(), Framing::Line, false),
    };
    let (mut totals, mut number) = (Totals::default(), 0);
    let mut blocks: Vec<Block> = Vec::new();
    source.fill(&mut blocks, 1);
    while !blocks.is_empty() {
        for block in &blocks {
            for line in Framing::Line.records(block.bytes()) {
                let bytes = Framing::Line.content(line);
                number += 1;
                // No grammar splits bytes that are no text.
                let Ok(text) = std::str::from_utf8(bytes) else { continue };
                let [a, b] = targets.map(|target| target.table.split(text, target.reading).ok());
                let (Some(a), Some(b)) = (a, b) else { continue };
                totals.both += 1;
                let differs = |component: &Component| a.get(*component) != b.get(*component);
                let found: Vec<Component> = components.iter().copied().filter(differs).collect();
                if !found.is_empty() {
                    totals.differing += 1;
                    write(out, globals, sides, (number, bytes), &found, [a, b])?;
                }
            }
            if block.too_long.is_some() {
                number += 1;
                totals.too_long += 1;
            }
        }
        source.fill(&mut blocks, 1);
    }
    if let Some(error) = source.failure() {
        return Err(unreadable(error));
    }
    if !globals.json() {
        let Totals { both, differing, .. } = totals;
        writeln!(
            out,
            "{DIM}lines: {number}, accepted by both: {both}, split differently: {differing}{DIM:#}"
        )?;
    }
    if totals.too_long > 0 {
        crate::message::to_stderr(format_args!(
            "lines that are too long and not decided: {}",
            totals.too_long
        ));
    }
    let undecided = if totals.too_long > 0 { Outcome::Undecided } else { Outcome::Done };
    Ok(Outcome::of(totals.differing == 0).and(undecided))
}

fn write(
    out: &mut dyn Write,
    globals: &Globals,
    [a, b]: [Side<'_>; 2],
    (number, bytes): (u64, &[u8]),
    found: &[Component],
    parts: [Parts; 2],
) -> Result<(), Failure> {
    let spans = |component| {
        parts.map(|parts| parts.get(component).map(|span| span.start as usize..span.end as usize))
    };
    if globals.json() {
        let differences = found.iter().map(|&component| {
            let [a, b] =
                spans(component).map(|span: Option<Range<usize>>| Place::of(bytes, span.as_ref()));
            Difference { component: component.name(), a, b }
        });
        let input = KeyedBytes("input", Some(bytes));
        let line = Json {
            line: number,
            input,
            a: a.grammar.id(),
            b: b.grammar.id(),
            differences: differences.collect(),
        };
        return output::json_line(out, &line);
    }
    let each = found.iter().map(|&component| {
        let [one, other] = spans(component).map(|span| place(bytes, span.as_ref()));
        format!("{}: {} {one}, {} {other}", component.name(), short(a), short(b))
    });
    writeln!(out, "{number}: {}   {}", witness(bytes), each.collect::<Vec<_>>().join("; "))?;
    Ok(())
}
