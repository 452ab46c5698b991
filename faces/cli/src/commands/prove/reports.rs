//! The reports of the RFC Editor's errata system, decided again and held against the records.

use urigram::documents::same_name;
use urigram::Grammar;
use urigram_answers::reports::{reports, Decided};
use urigram_answers::Refusal;

use super::json::DecidedReportJson;
use super::Counts;
use crate::exit::Failure;
use crate::output::Out;
use crate::style::{BAD, DIM, GOOD, NAME};

/// A report, and the decisions about the rules that it changes.
pub(super) struct Report {
    eid: u32,
    recorded: &'static [Decided],
    decided: Result<Vec<Decided>, Refusal>,
}

/// Decides each report on a grammar that changes rules, or that changes the rule of `--rule`.
///
/// # Errors
/// A message if the records cannot be read.
pub(super) fn prove(grammar: Grammar, rule: Option<&str>) -> Result<Vec<Report>, Refusal> {
    let wanted = |name: &str| rule.is_none_or(|rule| same_name(rule, name));
    let changing = reports(grammar)?.iter().filter(|report| {
        let concerned = rule.is_none() || report.decided.iter().any(|one| wanted(&one.rule));
        report.after.is_some() && concerned
    });
    Ok(changing
        .map(|report| Report {
            eid: report.eid,
            recorded: &report.decided,
            decided: report.decide(grammar),
        })
        .collect())
}

/// Writes a line for each rule that a report changes, and counts it.
pub(super) fn write(
    out: &mut Out<'_>,
    grammar: Grammar,
    all: &[Report],
    counts: &mut Counts,
) -> Result<(), Failure> {
    for report in all {
        let decided = match &report.decided {
            Ok(decided) => decided.as_slice(),
            Err(why) => {
                counts.undecided += 1;
                let first = report.recorded.first().map_or("", |one| &*one.rule);
                line(out, grammar, report.eid, first, Err(why))?;
                continue;
            }
        };
        if decided.len() != report.recorded.len() {
            counts.different += 1;
        }
        for (index, one) in decided.iter().enumerate() {
            let is_recorded = report.recorded.get(index) == Some(one);
            if is_recorded {
                counts.proved += 1;
            } else {
                counts.different += 1;
            }
            line(out, grammar, report.eid, &one.rule, Ok((one, is_recorded)))?;
        }
    }
    Ok(())
}

fn line(
    out: &mut Out<'_>,
    grammar: Grammar,
    report: u32,
    rule: &str,
    decided: Result<(&Decided, bool), &Refusal>,
) -> Result<(), Failure> {
    let proved = matches!(decided, Ok((_, true)));
    let grammar = grammar.as_str();
    let json = || {
        let undecided = decided.err().map(Refusal::message);
        let decided = decided.ok().map(|(one, _)| one);
        DecidedReportJson { grammar, rule, report, proved, decided, undecided }
    };
    out.answer(json, |out| {
        let name = format!("EID {report} {rule}");
        write!(out, "{grammar:10} {DIM}{:9}{DIM:#} {NAME}{name:24}{NAME:#} ", "report")?;
        match decided {
            Ok((one, true)) => writeln!(out, "{GOOD}decided{GOOD:#}: {}", one.says()),
            Ok((one, false)) => writeln!(out, "{BAD}not as recorded{BAD:#}: {}", one.says()),
            Err(why) => writeln!(out, "{BAD}not decided{BAD:#}: {why}"),
        }
    })
}
