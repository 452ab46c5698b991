//! The author's report on a grammar, as the command writes it.

use std::collections::BTreeSet;
use std::io::Write;

use urigram::proof::abnf::{core_rules, Extraction, Grammar as Rules, LeftOut};
use urigram::{Grammar, Reading};
use urigram_answers::author::{Finding, Level, Report};
use urigram_answers::json::FindingJson;
use urigram_generate::registry;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM};

/// The report on one file.
pub(super) struct FileReport {
    pub(super) file: String,
    pub(super) report: Report,
}

/// Returns the rules of a document at the lines where the document has them.
pub(super) fn in_place(found: &Extraction) -> String {
    let (mut text, mut line) = (String::new(), 1);
    for rule in &found.rules {
        while line < rule.line {
            text.push('\n');
            line += 1;
        }
        text.push_str(&rule.source);
        text.push('\n');
        line += rule.source.lines().count();
    }
    text
}

impl FileReport {
    pub(super) fn of(
        file: &str,
        text: &str,
        is_imported: impl Fn(&str, &str) -> bool,
        left_out: &[LeftOut],
    ) -> FileReport {
        let mut report = Report::of_abnf(text, |rules| import(rules, is_imported));
        report.findings.extend(left_out.iter().map(|it| Finding {
            line: it.line,
            rule: Some(it.name.clone()),
            level: Level::Note,
            id: "left-out",
            message: format!("it is not read as a rule: {}", it.why),
            string: None,
        }));
        report.findings.sort_by_key(|finding| (finding.line, finding.level));
        FileReport { file: file.to_owned(), report }
    }

    /// Returns whether the file has no error and no warning.
    pub(super) fn outcome(&self) -> Outcome {
        let is_clean = self.report.findings.iter().all(|finding| finding.level == Level::Note);
        let limit = if self.report.is_limited { Outcome::Undecided } else { Outcome::Done };
        Outcome::of(is_clean).and(limit)
    }

    pub(super) fn write(&self, globals: &Globals, out: &mut dyn Write) -> Result<(), Failure> {
        let file = &self.file;
        for finding in &self.report.findings {
            if globals.json() {
                output::json_line(out, &FindingJson { file, finding })?;
                continue;
            }
            let Finding { line, rule, level, id, message, .. } = finding;
            let color = if *level == Level::Note { DIM } else { BAD };
            let rule = rule.as_ref().map_or_else(String::new, |rule| format!("`{rule}`: "));
            let level = level.name();
            writeln!(out, "{file}:{line}: {color}{level}{color:#}: {rule}{message} [{id}]")?;
        }
        out.flush()?;
        let count = |level| self.report.findings.iter().filter(|it| it.level == level).count();
        crate::message::to_stderr(format_args!(
            "rules: {}; errors: {}; warnings: {}; notes: {}",
            self.report.rules,
            count(Level::Error),
            count(Level::Warning),
            count(Level::Note)
        ));
        Ok(())
    }
}

/// Takes the rules that the text uses and does not define from the documents that define them for
/// everybody. Returns the names by document.
fn import(rules: &mut Rules, is_imported: impl Fn(&str, &str) -> bool) -> Vec<(String, String)> {
    let published = [Grammar::Rfc3986, Grammar::Rfc3987, Grammar::Rfc8141];
    let core = ("RFC 5234", core_rules());
    let libraries: Vec<(&str, Rules)> = std::iter::once(core)
        .chain(published.map(|it| (it.document().number, Rules::read(it.abnf(Reading::Printed)))))
        .collect();
    let libraries: Vec<(&str, &Rules)> = libraries.iter().map(|(name, it)| (*name, it)).collect();
    let mut imports = rules.import(&libraries);
    let others: Vec<(&str, &Rules)> =
        registry().iter().map(|(name, rules)| (*name, rules)).collect();
    imports.extend(rules.import_cited(&others, is_imported));
    imports.extend(rules.import(&libraries));
    let names = |library: &str| {
        let of = imports.iter().filter(|import| import.from == library);
        of.map(|import| &*import.rule).collect::<Vec<_>>().join(", ")
    };
    let all: BTreeSet<&str> = imports.iter().map(|import| &*import.from).collect();
    all.into_iter().map(|library| (library.to_owned(), names(library))).collect()
}
