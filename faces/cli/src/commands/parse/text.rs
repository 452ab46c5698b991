//! The report as text.

use std::cmp::Reverse;
use std::io::{self, Write};

use anstyle::Style;
use urigram::documents::SectionRef;
use urigram::errors::{explain, Objection};
use urigram::Grammar;
use urigram_answers::escape::clipped;
#[cfg(feature = "url")]
use urigram_answers::escape::escaped;
use urigram_answers::parse::{Component, Report};

use super::{citation, directive, tree, Arguments};
use crate::style::{BAD, DIM, GOOD, HEAD, NAME};
#[cfg(feature = "url")]
use crate::table::columns;
use crate::table::{first_rows, wrapped};
use crate::{diagram, output};

/// Rows of components before the rest is only counted.
const ROWS: usize = 40;

pub(super) fn write(
    out: &mut dyn Write,
    report: &Report<'_>,
    arguments: &Arguments,
) -> io::Result<()> {
    let width = output::width();
    let choice = &report.choice;
    let target = choice.target;
    let document = target.grammar.document();
    match choice.error.as_ref().and_then(Objection::syntax) {
        Some(error) => {
            let diagnosis = explain(error, report.input)
                .accepted_by(report.accepted_by.documents(), Grammar::documents());
            let shown = format!("{diagnosis:#}");
            let (verdict, rest) = shown.split_once('\n').unwrap_or((&shown, ""));
            writeln!(out, "{BAD}{verdict}{BAD:#}")?;
            for line in rest.lines() {
                // The one line that grows with the documents.
                match line.strip_prefix("  = accepted by ") {
                    Some(by) => {
                        writeln!(out, "  {}", wrapped(&format!("= accepted by {by}"), width, 4))?;
                    }
                    None => writeln!(out, "{line}")?,
                }
            }
            if let Some(Objection::Program(objected)) = &choice.error {
                let (found, at) = (objected.found(), objected.range.start);
                writeln!(out, "  = the program objects to {found} at byte {at}")?;
            }
        }
        None => {
            let (rule, by) = (target.table.rule(), document.in_reading(target.reading));
            let (style, verdict) = if report.is_accepted(arguments.strict) {
                (GOOD, "accepted")
            } else {
                (BAD, "rejected")
            };
            writeln!(
                out,
                "{style}{verdict}{style:#} as `{rule}` of {by}: {}, {}",
                document.number, document.date
            )?;
        }
    }
    if let Err(error) = std::str::from_utf8(report.input) {
        writeln!(out, "  = the input is not UTF-8 from byte {} on", error.valid_up_to())?;
    }
    removed(out, report, width)?;
    selection(out, report, width)?;
    violations(out, report, arguments.strict, width)?;
    warnings(out, report, width)?;
    readings(out, report, width)?;
    if choice.error.is_some() {
        return Ok(());
    }
    let components = report.listed();
    if report.input.is_empty() {
        writeln!(out, "\n  (the input is empty)")?;
    } else if !components.is_empty() {
        writeln!(out)?;
        diagram::write(out, report.input, &components, width)?;
    }
    table(out, report, &components, width)?;
    defaults(out, report)?;
    #[cfg(feature = "url")]
    if let Some(href) = report.href() {
        let document = report.choice.target.grammar.document();
        writeln!(out, "\n{NAME}href{NAME:#} {}", escaped(href.text().as_bytes()))?;
        steps(out, document.number, href.steps())?;
    }
    directive::write(out, report, width)?;
    citation::write(out, report, width)?;
    if let Some(reason) = &report.no_tree {
        writeln!(out, "\n{DIM}no tree: {reason}{DIM:#}")?;
    } else if let (Some(tree), false) = (&report.tree, arguments.no_tree) {
        writeln!(out)?;
        tree::write(out, report.verdict.stripped().left(), target, tree, arguments.full, width)?;
    }
    Ok(())
}

/// Writes the places of the characters that are removed before the grammar reads.
fn removed(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let document = report.choice.target.grammar.document();
    let stripped = report.verdict.stripped();
    let (Some(row), Some(_)) = (&document.removed, stripped.removed().next()) else {
        return Ok(());
    };
    let places: Vec<String> = stripped
        .removed()
        .map(|place| match place.end - place.start {
            1 => format!("byte {}", place.start),
            _ => format!("bytes {} to {}", place.start, place.end - 1),
        })
        .collect();
    let section = SectionRef::of(document.number, row.section);
    let line = format!("= removed before it reads ({section}): {}", places.join(", "));
    writeln!(out, "  {}", wrapped(&line, width, 4))
}

/// Why this grammar, and how those before it failed.
fn selection(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let choice = &report.choice;
    if choice.reason == urigram::selection::Reason::Named.to_string() {
        return Ok(());
    }
    let selected = if choice.error.is_none() { "selected by " } else { "" };
    let mut line = format!("= {selected}{}", choice.reason);
    if !choice.passed_over.is_empty() {
        // By how far they read: the nearer an end, the more it has to say.
        let mut passed = choice.passed_over.clone();
        passed.sort_by_key(|(_, error)| Reverse(error.offset()));
        let groups =
            passed.chunk_by(|(_, one), (_, other)| one.offset() == other.offset()).map(|group| {
                let ids: Vec<&str> = group.iter().map(|(grammar, _)| grammar.as_str()).collect();
                format!("{} (byte {})", ids.join(", "), group[0].1.offset())
            });
        let verb = if choice.error.is_none() { "passed over" } else { "also tried" };
        line.push_str(&format!("; {verb} {}", groups.collect::<Vec<_>>().join(", ")));
    }
    writeln!(out, "  {}", wrapped(&line, width, 4))
}

/// Writes the requirements of the prose that the input violates, and their places.
fn violations(
    out: &mut dyn Write,
    report: &Report<'_>,
    strict: bool,
    width: usize,
) -> io::Result<()> {
    let verdict = if report.is_accepted(strict) { "but" } else { "rejected, for" };
    for violation in &report.violations {
        let (document, range) = (violation.document, &violation.range);
        let section = SectionRef::of(document.number, violation.section());
        let line = format!("{}; see {section}", violation.message());
        writeln!(out, "  = {verdict} {BAD}{}{BAD:#} at byte {}:", violation.id(), range.start)?;
        writeln!(out, "    {}", wrapped(&line, width, 4))?;
    }
    Ok(())
}

/// Writes the places that the document allows and advises against.
fn warnings(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    for warning in &report.warnings {
        let section = SectionRef::of(warning.document.number, warning.section());
        let mut line = format!("{}; see {section}", warning.message());
        if let Some(text) = &warning.reads_as {
            line = format!(
                "reads as {}; {line}",
                clipped(text.as_bytes(), output::most(width.max(20)))
            );
        }
        let (id, start) = (warning.id(), warning.range.start);
        writeln!(out, "  = warning {HEAD}{id}{HEAD:#} at byte {start}:")?;
        writeln!(out, "    {}", wrapped(&line, width, 4))?;
    }
    Ok(())
}

fn readings(out: &mut dyn Write, report: &Report<'_>, width: usize) -> io::Result<()> {
    let Some(disagreement) = &report.disagreement else { return Ok(()) };
    let error = &disagreement.error;
    let line = format!(
        "= only the {} rules accept this; the {} ones reject it at byte {} (rule `{}`)",
        disagreement.accepts,
        error.reading(),
        error.offset(),
        error.rule(),
    );
    writeln!(out, "  {}", wrapped(&line, width, 4))?;
    if !disagreement.located {
        writeln!(out, "  = one of the errata that change the language:")?;
    }
    for (document, erratum) in &disagreement.errata {
        writeln!(
            out,
            "    {HEAD}erratum {}{HEAD:#}, {}",
            erratum.id,
            SectionRef::of(document.number, erratum.section)
        )?;
        writeln!(out, "      printed: {}", wrapped(erratum.printed, width, 15))?;
        if let Some(repair) = erratum.repair {
            writeln!(out, "      read as: {}", wrapped(repair, width, 15))?;
        }
        writeln!(out, "      {}", wrapped(erratum.says, width, 6))?;
    }
    Ok(())
}

/// Writes the steps from the components to the URL.
#[cfg(feature = "url")]
fn steps(
    out: &mut dyn Write,
    number: &str,
    steps: &[(urigram::Component, urigram::resolution::Step)],
) -> io::Result<()> {
    let rows: Vec<_> = steps
        .iter()
        .map(|(component, step)| {
            let value = match &step.value[..] {
                "" => (DIM, "(empty)".to_owned()),
                value => (Style::new(), escaped(value.as_bytes())),
            };
            let section = SectionRef::of(number, step.label).to_string();
            let name = component.name().to_owned();
            vec![(NAME, name), (DIM, section), (DIM, step.what.to_owned()), value]
        })
        .collect();
    columns(out, 2, &rows)
}

/// Writes the parts that are absent and have a value all the same.
fn defaults(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let components = report.components();
    for part in components.iter().flat_map(urigram::parts::Components::defaults) {
        let number = report.choice.target.grammar.document().number;
        let (name, text) = (part.name, part.default.unwrap_or_default());
        writeln!(
            out,
            "{NAME}{name}{NAME:#} is absent and so {text}: {}",
            SectionRef::of(number, part.section)
        )?;
    }
    Ok(())
}

/// Writes the components and the parts inside them, indented.
fn table(
    out: &mut dyn Write,
    report: &Report<'_>,
    components: &[Component],
    width: usize,
) -> io::Result<()> {
    if components.is_empty() {
        return Ok(());
    }
    let plain = Style::new();
    let title = |text: &str| (HEAD, text.to_owned());
    let mut rows = vec![vec![title("component"), title("rule"), title("bytes"), title("text")]];
    let longest = |of: fn(&Component) -> usize| components.iter().map(of).max().unwrap_or(0);
    let numbers = report.input.len().to_string().len() * 2 + 2;
    let before = longest(|c| c.name.len() + indent(c).len()).max(9)
        + longest(|c| c.rule.map_or(0, str::len)).max(4)
        + numbers.max(5)
        + 6;
    let room = output::most(width.saturating_sub(before).max(20));
    let most = output::most(ROWS);
    for component in components.iter().take(most) {
        let text = &report.verdict.stripped().left()[component.left.clone()];
        let text = if text.is_empty() {
            (DIM, "(empty)".to_owned())
        } else {
            (plain, clipped(text, room))
        };
        rows.push(vec![
            (NAME, format!("{}{}", indent(component), component.name)),
            component.rule.map_or((DIM, "-".to_owned()), |rule| (plain, rule.to_owned())),
            (DIM, format!("{}..{}", component.start, component.end)),
            text,
        ]);
    }
    writeln!(out)?;
    first_rows(out, &rows, components.len().saturating_sub(most))
}

/// Returns the space before a part inside a component.
fn indent(component: &Component) -> &'static str {
    if component.is_part {
        "  "
    } else {
        ""
    }
}
