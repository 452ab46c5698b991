//! The list of documents, and one document, as text.

use std::io::{self, Write};

use anstyle::Style;
use urigram::documents::{Document, Rule, SectionRef};
use urigram::{Grammar, Reading};
use urigram_answers::json::{encoding_name, form_name, parts_of};
use urigram_answers::reports::reports;
use urigram_study::constraints::is_checked;

use super::rules;
use crate::exit::Failure;
use crate::output;
use crate::style::{DIM, HEAD, NAME};
use crate::table::{columns, wrapped};

/// Writes the published documents, then documents of schemes, practices and drafts, which are read
/// where they are named.
pub(super) fn list(out: &mut dyn Write) -> io::Result<()> {
    let groups = [
        (Grammar::ALL, "document", ""),
        (
            Grammar::SCHEMES,
            "document",
            "Documents of schemes, read where they are named or by scheme:",
        ),
        (Grammar::PRACTICES, "practice", "What programs accept, read only where it is named:"),
        (Grammar::DRAFTS, "draft", "Drafts beside the documents, read only where they are named:"),
    ];
    for (grammars, kind, says) in groups {
        if !says.is_empty() {
            writeln!(out, "\n{says}")?;
        }
        group(out, grammars, kind)?;
    }
    Ok(())
}

fn group(out: &mut dyn Write, grammars: &[Grammar], kind: &str) -> io::Result<()> {
    let plain = Style::new();
    let mut rows =
        vec![["id", "date", "form", kind].map(|title| (HEAD, title.to_owned())).to_vec()];
    for grammar in grammars {
        let document = grammar.document();
        rows.push(vec![
            (NAME, document.id.to_owned()),
            (plain, document.date.to_string()),
            (plain, form_name(document.form).to_owned()),
            (plain, document.number.to_owned()),
        ]);
        // The title does not fit in 80 columns next to the other facts.
        rows.push(vec![
            (plain, String::new()),
            (DIM, String::new()),
            (DIM, String::new()),
            (DIM, document.title.to_owned()),
        ]);
    }
    columns(out, 0, &rows)
}

pub(super) fn title(out: &mut dyn Write, grammar: Grammar) -> io::Result<()> {
    let document = grammar.document();
    writeln!(
        out,
        "{HEAD}{}{HEAD:#}  {}, {}, {}",
        document.id, document.number, document.date, document.status
    )
}

pub(super) fn write(
    out: &mut dyn Write,
    grammar: Grammar,
    reading: Reading,
    rules: &[&Rule],
) -> Result<(), Failure> {
    let document = grammar.document();
    let width = output::width();
    title(out, grammar)?;
    facts(out, document, width)?;
    section(out, "Components", !document.components.is_empty())?;
    for (component, rules) in document.components {
        writeln!(out, "  {NAME}{:12}{NAME:#} {}", component.name(), rules.join(", "))?;
        for part in parts_of(document, Some(*component)) {
            writeln!(out, "    {NAME}{:10}{NAME:#} {}", part.name, part.rules.join(", "))?;
        }
    }
    let ambiguities = grammar.tables(reading).start().ambiguities();
    section(
        out,
        "Components that are lists or left out, or with one chosen reading",
        !ambiguities.is_empty(),
    )?;
    for ambiguity in ambiguities {
        writeln!(out, "  {}", wrapped(ambiguity, width, 4))?;
    }
    section(out, &format!("Rules ({reading})"), true)?;
    rules::write(out, grammar, reading, rules, width)?;
    section(out, "Errata", !document.commentary().errata.is_empty())?;
    for erratum in document.commentary().errata {
        let section = SectionRef::short(erratum.section);
        write!(out, "  {NAME}{}{NAME:#}, {section}", erratum.id)?;
        for number in erratum.rfc_editor {
            write!(out, ", RFC Editor EID {number}")?;
        }
        match erratum.rules {
            [] => writeln!(out)?,
            rules => writeln!(out, ": {}", rules.join(", "))?,
        }
        writeln!(out, "    printed: {}", wrapped(erratum.printed, width, 13))?;
        if let Some(repair) = erratum.repair {
            writeln!(out, "    read as: {}", wrapped(repair, width, 13))?;
        }
        writeln!(out, "    {}", wrapped(erratum.says, width, 4))?;
        if let Some(example) = &erratum.example {
            let verdict = |accepted| if accepted { "accepted" } else { "rejected" };
            writeln!(
                out,
                "    {:?}: {} as printed, {} as corrected",
                example.text,
                verdict(example.printed),
                verdict(example.corrected)
            )?;
        }
    }
    let reports = reports(grammar)?;
    section(out, "Reports in the RFC Editor's errata system", !reports.is_empty())?;
    for report in reports {
        write!(out, "  {NAME}EID {}{NAME:#}, {}, {}", report.eid, report.status, report.kind)?;
        match &report.section {
            Some(section) => writeln!(out, ", {}", SectionRef::short(section))?,
            None => writeln!(out)?,
        }
        writeln!(out, "    {}", wrapped(&report.claims, width, 4))?;
        for one in &report.decided {
            let line = format!("{}: {}", one.rule, one.says());
            writeln!(out, "    {}", wrapped(&line, width, 6))?;
        }
    }
    section(out, "Constraints that the rules do not express", !document.constraints.is_empty())?;
    for constraint in document.constraints {
        let line = format!("{}: {}", SectionRef::short(constraint.section), constraint.message);
        writeln!(out, "  {NAME}{}{NAME:#}, {}", constraint.id, wrapped(&line, width, 4))?;
        if !is_checked(document, constraint) {
            writeln!(out, "    not checked: neither the folder nor the program has a check")?;
        }
        if let Some(example) = constraint.example {
            writeln!(out, "    accepted by the rules anyway: {example:?}")?;
        }
    }
    section(out, "Legal, and advised against", !document.commentary().cautions.is_empty())?;
    for caution in document.commentary().cautions {
        let line = format!("{}: {}", SectionRef::short(caution.section), caution.message);
        writeln!(out, "  {NAME}{}{NAME:#}, {}", caution.id, wrapped(&line, width, 4))?;
        writeln!(out, "    as in {:?}", caution.example)?;
    }
    Ok(())
}

fn facts(out: &mut dyn Write, document: &Document, width: usize) -> io::Result<()> {
    let start = &document.start;
    let rules: Vec<&str> =
        [Some(start.default), start.uri, start.reference].into_iter().flatten().collect();
    let mut starts: Vec<&str> = Vec::new();
    for rule in rules.iter().chain(start.others) {
        if !starts.contains(rule) {
            starts.push(rule);
        }
    }
    let facts = [
        ("title", document.title.to_owned()),
        ("authors", document.commentary().authors.join(", ")),
        ("obsoletes", document.commentary().obsoletes.join(", ")),
        ("updates", document.commentary().updates.join(", ")),
        ("obsoleted by", document.commentary().obsoleted_by.join(", ")),
        ("builds on", document.base.unwrap_or_default().to_owned()),
        ("form", format!("{}, {}", form_name(document.form), encoding_name(document.encoding))),
        ("start rules", starts.join(", ")),
        ("notation", document.commentary().notation.to_owned()),
        ("resolution", resolution(document)),
        ("equivalence", equivalence(document)),
        ("summary", document.commentary().summary.to_owned()),
    ];
    for (name, value) in facts.iter().filter(|(_, value)| !value.is_empty()) {
        writeln!(out, "  {DIM}{name:12}{DIM:#} {}", wrapped(value, width, 15))?;
    }
    Ok(())
}

/// Returns the document's algorithm for references, in words.
fn resolution(document: &Document) -> String {
    let Some(resolution) = &document.resolution else { return SILENT.to_owned() };
    let section = resolution.section;
    match resolution.algorithm {
        Some(algorithm) => format!("by the algorithm {algorithm}, section {section}"),
        None => format!("references, but no algorithm, section {section}"),
    }
}

/// Returns the document's equivalences, by their ids.
fn equivalence(document: &Document) -> String {
    let Some(comparison) = &document.comparison else { return SILENT.to_owned() };
    comparison.equivalences.iter().map(|row| row.id).collect::<Vec<_>>().join(", ")
}

const SILENT: &str = "the document does not say";

fn section(out: &mut dyn Write, name: &str, shown: bool) -> io::Result<()> {
    if shown {
        writeln!(out, "\n{HEAD}{name}{HEAD:#}")?;
    }
    Ok(())
}
