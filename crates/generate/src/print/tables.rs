//! Tables as Rust.

use std::fmt::Write;

use urigram_engine::generated::{Automaton, Rows};
use urigram_engine::{Marking, Splitter, Table};

use super::blob::Blob;
use super::constant::{expression, text};
use crate::folder::rules::hash;

/// Writes the static of a table; its bytes go into the blob.
pub(super) fn table(
    out: &mut String,
    blob: &mut Blob,
    reading: &str,
    name: &str,
    table: &Table,
    scan: Option<&str>,
) {
    let Table {
        automaton: Automaton { rule, start, dead, classes, states, cells },
        labels,
        positions,
        ..
    } = table;
    let count = classes.iter().max().map_or(0, |last| usize::from(*last) + 1);
    let size = cells.len() + labels.len() + positions.len() + 256;
    let hash = hash(&[&format!("{cells:?}{labels:?}")]);
    let _ = writeln!(
        out,
        "/// {reading} `{rule}`: {states} states, {count} byte classes, {size} bytes, hash \
         {hash:016x}."
    );
    let _ = writeln!(out, "static {name}: Table = Table {{");
    let _ = writeln!(out, "    document: &DOCUMENT,");
    let _ = writeln!(out, "    shape: &{}_SHAPE,", reading.to_uppercase());
    let (classes, cells) = (blob.columns(*classes), blob.slice(cells));
    let _ = writeln!(
        out,
        "    automaton: Automaton {{ rule: {}, start: {start}, dead: {dead}, classes: {classes}, \
         states: {states}, cells: {cells} }},",
        text(rule)
    );
    let _ = writeln!(out, "    labels: {},", blob.slice(labels));
    let _ = writeln!(out, "    positions: {},", blob.slice(positions));
    let _ = writeln!(
        out,
        "    scan: {},",
        scan.map_or("None".to_owned(), |name| format!("Some(&{name})"))
    );
    let _ = writeln!(out, "    marking: {},", marking(blob, table.marking));
    out.push_str("};\n\n");
}

/// Returns the expression of a marking.
fn marking(blob: &mut Blob, marking: Option<&Marking>) -> String {
    let Some(marking) = marking else { return "None".to_owned() };
    let splitter = marking.splitter.map(|own| format!("Some(&{})", splitter(blob, own)));
    format!(
        "Some(&Marking {{ components: {}, unknown: {}, lists: {}, is_first: {}, notes: {}, \
         splitter: {} }})",
        expression(marking.components),
        expression(marking.unknown),
        expression(marking.lists),
        marking.is_first,
        expression(marking.notes),
        splitter.unwrap_or("None".to_owned())
    )
}

/// Returns the expression of a splitter.
pub(crate) fn splitter(blob: &mut Blob, splitter: &Splitter) -> String {
    let Splitter { rows: own, unit, special, notes, ends } = splitter;
    format!(
        "Splitter {{\n    rows: {},\n    unit: {unit},\n    special: {special},\n    notes: {},\n    \
         ends: {},\n}}",
        rows(blob, own),
        expression(notes),
        expression(ends)
    )
}

/// Returns the expression of rows, which refers to the module's file.
pub(crate) fn rows(blob: &mut Blob, rows: &Rows) -> String {
    let (classes, cells) = (blob.columns(rows.classes), blob.slice(rows.cells));
    format!("Rows {{ classes: {classes}, width: {}, cells: {cells} }}", rows.width)
}
