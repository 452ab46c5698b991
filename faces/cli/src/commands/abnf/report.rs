//! The author's report on a grammar, as the command writes it.

use std::io::Write;

use urigram::proof::abnf::Grammar as Rules;
use urigram_answers::author::{Finding, Level, Report};
use urigram_rfc::Sources;

use super::json::FindingJson;
use crate::exit::{Failure, Outcome};
use crate::name;
use crate::output::Out;
use crate::style::{BAD, DIM};

/// Returns the report on rules. `text` is that of their document.
pub(super) fn of(rules: &str, text: &str) -> Report {
    let sources = Sources::of(text, &Rules::read(rules), name::imports());
    let lacks = |name: &str, cited| {
        let (is_error, said) = sources.lacks(name, cited);
        (if is_error { Level::Error } else { Level::Note }, said)
    };
    Report::of_abnf(rules, |rules| sources.import(rules), lacks)
}

/// Returns whether the file has no error and, if that is wanted, no warning.
pub(super) fn outcome(report: &Report, is_strict: bool) -> Outcome {
    let is_wrong = |level| level == Level::Error || is_strict && level == Level::Warning;
    let is_clean = !report.findings.iter().any(|finding| is_wrong(finding.level));
    let limit = if report.is_limited { Outcome::Undecided } else { Outcome::Done };
    Outcome::of(is_clean).and(limit)
}

pub(super) fn write(file: &str, report: &Report, out: &mut Out<'_>) -> Result<(), Failure> {
    for finding in &report.findings {
        let json = || FindingJson { file, finding };
        out.answer(json, |out| {
            let Finding { line, rule, level, id, message, .. } = finding;
            let color = if *level == Level::Note { DIM } else { BAD };
            let rule = rule.as_ref().map_or_else(String::new, |rule| format!("`{rule}`: "));
            let level = level.name();
            writeln!(out, "{file}:{line}: {color}{level}{color:#}: {rule}{message} [{id}]")
        })?;
    }
    out.flush()?;
    let count = |level| report.findings.iter().filter(|it| it.level == level).count();
    crate::message::to_stderr(format_args!(
        "rules: {}; errors: {}; warnings: {}; notes: {}",
        report.rules,
        count(Level::Error),
        count(Level::Warning),
        count(Level::Note)
    ));
    Ok(())
}
