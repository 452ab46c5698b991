//! Tables and ways of splitting as Rust.

use std::fmt::Write;

use urigram_engine::generated::{Automaton, Rows};
use urigram_engine::{MarkedComponent, Marking, Shape, Splitter, Table};

use super::blob::Blob;
use super::literal::{self, list, schemes, text};

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
        automaton: Automaton { rule, start, dead, classes, states, cells }, labels, ..
    } = table;
    let count = classes.iter().max().map_or(0, |last| usize::from(*last) + 1);
    let size = cells.len() + labels.len() + 256;
    let hash = literal::hash(&[&format!("{cells:?}{labels:?}")]);
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
    let component = |one: &MarkedComponent| {
        format!(
            "MarkedComponent {{ component: Component::{:?}, rules: {} }}",
            one.component,
            list(one.rules)
        )
    };
    let rows = |rows: &[MarkedComponent]| {
        let each: Vec<String> = rows.iter().map(component).collect();
        each.join(", ")
    };
    let splitter = marking.splitter.map(|own| format!("Some(&{})", splitter(blob, own)));
    format!(
        "Some(&Marking {{ components: &[{}], unknown: &[{}], lists: &[{}], prefer: {}, \
         notes: {}, splitter: {} }})",
        rows(marking.components),
        marking
            .unknown
            .iter()
            .map(|one| format!("Component::{one:?}"))
            .collect::<Vec<_>>()
            .join(", "),
        rows(marking.lists),
        marking.prefer.map_or("None".to_owned(), |prefer| format!("Some(Prefer::{prefer:?})")),
        list(marking.notes),
        splitter.unwrap_or("None".to_owned())
    )
}

/// Returns the expression of a splitter.
pub(crate) fn splitter(blob: &mut Blob, splitter: &Splitter) -> String {
    let Splitter { rows: own, unit, special, notes, ends } = splitter;
    format!(
        "Splitter {{\n    rows: {},\n    unit: {unit},\n    special: {special},\n    notes: &{},\n    \
         ends: &{},\n}}",
        rows(blob, own),
        lists(notes),
        lists(ends)
    )
}

fn lists(lists: &[&[u8]]) -> String {
    let each: Vec<String> = lists.iter().map(|list| format!("&{list:?}")).collect();
    format!("[{}]", each.join(", "))
}

/// Returns the expression of rows, which refers to the module's file.
pub(crate) fn rows(blob: &mut Blob, rows: &Rows) -> String {
    let (classes, cells) = (blob.columns(rows.classes), blob.slice(rows.cells));
    format!("Rows {{ classes: {classes}, width: {}, cells: {cells} }}", rows.width)
}

/// The fields of a shape that need not be printed: those of [`Shape::PLAIN`].
const PLAIN: [(&str, &str); 22] = [
    ("fragment", "Schemes::All"),
    ("query", "Schemes::All"),
    ("authority", "Schemes::All"),
    ("host", "Schemes::All"),
    ("authority_ends", "\"/?\""),
    ("userinfo", "Schemes::All"),
    ("hostless", "Schemes::None"),
    ("omits_empty", "false"),
    ("slashes", "Schemes::None"),
    ("backslash", "Schemes::None"),
    ("drives", "Schemes::None"),
    ("drive", "None"),
    ("hier", "None"),
    ("net", "None"),
    ("server", "None"),
    ("hostport", "None"),
    ("port", "None"),
    ("scheme", "None"),
    ("name", "false"),
    ("rq", "false"),
    ("forms", "&[]"),
    ("except", "&[]"),
];

/// Writes the static of a way of splitting; `name` refers to an automaton.
pub(super) fn shape(
    out: &mut String,
    reading: &str,
    shape: &Shape,
    name: impl Fn(&Automaton) -> String,
) {
    let rule = |automaton: Option<&Automaton>| {
        automaton.map_or("None".to_owned(), |automaton| format!("Some({})", name(automaton)))
    };
    let forms =
        shape.forms.iter().map(|(names, rule)| format!("({}, {})", schemes(names), name(rule)));
    let _ = write!(out, "static {}_SHAPE: Shape = Shape {{", reading.to_uppercase());
    for (field, value) in [
        ("fragment", schemes(&shape.fragment)),
        ("query", schemes(&shape.query)),
        ("authority", schemes(&shape.authority)),
        ("host", schemes(&shape.host)),
        ("authority_ends", text(shape.authority_ends)),
        ("userinfo", schemes(&shape.userinfo)),
        ("hostless", schemes(&shape.hostless)),
        ("omits_empty", shape.omits_empty.to_string()),
        ("slashes", schemes(&shape.slashes)),
        ("backslash", schemes(&shape.backslash)),
        ("drives", schemes(&shape.drives)),
        ("drive", rule(shape.drive)),
        ("hier", rule(shape.hier)),
        ("net", rule(shape.net)),
        ("server", rule(shape.server)),
        ("hostport", rule(shape.hostport)),
        ("port", rule(shape.port)),
        ("scheme", rule(shape.scheme)),
        ("name", shape.name.to_string()),
        ("rq", shape.rq.to_string()),
        ("forms", format!("&[{}]", forms.collect::<Vec<_>>().join(", "))),
        ("except", list(shape.except)),
    ] {
        if !PLAIN.contains(&(field, &value)) {
            let _ = write!(out, "\n    {field}: {value},");
        }
    }
    out.push_str("\n    ..Shape::PLAIN\n};\n\n");
}
