//! The meaning of a document's identifiers as Rust: concepts, resolution, equivalence.

use std::fmt::Write;

use urigram_engine::{Algorithm, BaseHeader, BaseRules, Change, Component, Document, Equivalence};

use super::literal::{list, optional, text};

/// Writes the constant of the equivalences, if there are any.
pub(super) fn equivalences(out: &mut String, document: &Document) {
    let Some(comparison) = &document.comparison else { return };
    out.push_str("const EQUIVALENCES: &[Equivalence] = &[\n");
    for row in comparison.equivalences {
        let Equivalence { key_only, objective, .. } = row;
        let schemes =
            row.schemes.map_or("None".to_owned(), |schemes| format!("Some({})", list(schemes)));
        let objective = objective
            .map_or("None".to_owned(), |objective| format!("Some(Objective::{objective:?})"));
        let _ = writeln!(
            out,
            "    Equivalence::new({}, {}, {}, {schemes}, ({key_only}, {objective}), {}),",
            text(row.id),
            text(row.section),
            change(&row.change),
            list(&row.example).trim_start_matches('&'),
        );
    }
    out.push_str("];\n\n");
}

/// Writes the concepts of the document.
pub(super) fn concepts(out: &mut String, document: &Document) {
    out.push_str("    concepts: &[\n");
    for (name, rules) in document.commentary().concepts {
        let _ = writeln!(out, "        ({}, {}),", text(name), list(rules));
    }
    out.push_str("    ],\n");
}

/// Writes the resolution and the equivalences of the document.
pub(super) fn fields(out: &mut String, document: &Document) {
    let resolution = document.resolution.as_ref().map_or("None".to_owned(), |resolution| {
        let options = [resolution.empty_base, resolution.strict, resolution.excess_parents];
        format!(
            "Some(Resolution::new({}, {}, {}, {options:?}, {}))",
            resolution.algorithm.map_or_else(|| "None".to_owned(), algorithm),
            text(resolution.section),
            text(resolution.base_section),
            resolution.base.as_ref().map_or_else(|| "None".to_owned(), base_rules),
        )
    });
    let _ = writeln!(out, "    resolution: {resolution},");
    let comparison = document.comparison.as_ref().map_or("None".to_owned(), |comparison| {
        let (relative, closed) = (optional(comparison.relative), comparison.summary.is_closed);
        format!("Some(Comparison::new({relative}, {closed}, EQUIVALENCES))")
    });
    let _ = writeln!(out, "    comparison: {comparison},");
}

/// Writes the constant of an algorithm.
fn algorithm(algorithm: Algorithm) -> String {
    format!("Some(Algorithm::{})", algorithm.name().to_uppercase().replace('-', "_"))
}

fn base_rules(rules: &BaseRules) -> String {
    let places = [rules.embedded, rules.encapsulating, rules.retrieval, rules.default];
    let header = |BaseHeader { name, section, wrapped, relative, .. }: &BaseHeader| {
        format!("BaseHeader::new({}, {}, [{wrapped}, {relative}])", text(name), text(section))
    };
    let headers: Vec<String> = rules.headers.iter().map(header).collect();
    let request = rules.request.map_or_else(
        || "None".to_owned(),
        |request| format!("Some(RequestRule::new({}, {}))", text(request.section), request.is_base),
    );
    format!(
        "Some(BaseRules::new({}, &[{}], {}, {request}))",
        list(&places).trim_start_matches('&'),
        headers.join(", "),
        optional(rules.references),
    )
}

fn change(change: &Change) -> String {
    let components = |of: &[Component]| {
        let all: Vec<String> = of.iter().map(|one| format!("Component::{one:?}")).collect();
        format!("&[{}]", all.join(", "))
    };
    match change {
        Change::LowerCase(of) => format!("Change::LowerCase({})", components(of)),
        Change::Decode { marks, letters, of, beyond_ascii, keeps_dot_segments } => format!(
            "Change::Decode {{ marks: {}, letters: {letters}, of: {}, beyond_ascii: {beyond_ascii}, \
             keeps_dot_segments: {keeps_dot_segments} }}",
            text(marks),
            components(of),
        ),
        Change::Same { of, place, texts } => format!(
            "Change::Same {{ of: Component::{of:?}, place: Place::{place:?}, texts: {} }}",
            list(texts)
        ),
        Change::Drop(of) => format!("Change::Drop(Component::{of:?})"),
        Change::Own(own) => {
            format!("Change::Own(KeyChange::{})", own.name().to_uppercase().replace('-', "_"))
        }
        other => format!("Change::{other:?}"),
    }
}
