//! The author's report on a grammar: findings, each with its line.

use std::collections::BTreeSet;
use std::io::Write;

use serde::Serialize;
use urigram::proof::abnf::{core_rules, Expr, Extraction, Grammar as Rules, Refused, Rule};
use urigram::proof::synthesis::{affordable, synthesize, Budget, Cause, Found};
use urigram::proof::{Limits, Terminals};
use urigram::{Grammar, Reading};
use urigram_answers::escape::witness;
use urigram_answers::reports::first_match;
use urigram_generate::registry;

use crate::exit::{Failure, Outcome};
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM};

/// The limits of an automaton that a report asks for: less than a second.
const LIMITS: Limits = Limits { states: 5_000, nodes: 200_000 };

/// The most nodes that the rules of a long file have together.
const FILE: usize = 500_000;

/// The most edits of a repair that a report looks for: only the reason counts here.
const EDITS: usize = 2;

/// The states from which on a rule is called large.
const LARGE: usize = 1_000;

/// The weight of a finding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Level {
    Error,
    Warning,
    Note,
}

impl Level {
    pub(super) fn name(self) -> &'static str {
        match self {
            Level::Error => "error",
            Level::Warning => "warning",
            Level::Note => "note",
        }
    }
}

/// Something that an author wants to know.
#[derive(Serialize)]
pub(super) struct Finding {
    pub(super) file: String,
    pub(super) line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) rule: Option<String>,
    pub(super) level: Level,
    pub(super) id: &'static str,
    pub(super) message: String,
}

/// The findings on one file, in the order of its lines.
pub(super) struct Report {
    pub(super) findings: Vec<Finding>,
    rules: usize,
    is_limited: bool,
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

impl Report {
    pub(super) fn of(file: &str, text: &str, is_imported: impl Fn(&str, &str) -> bool) -> Report {
        let mut rules = Rules::read(text);
        let own = rules.rules().len();
        let imports = import(&mut rules, is_imported);
        let mut report = Report { findings: Vec::new(), rules: own, is_limited: false };
        let mut add = |line, rule: Option<&str>, level, id, message: String| {
            let (file, rule) = (file.to_owned(), rule.map(str::to_owned));
            report.findings.push(Finding { file, line, rule, level, id, message });
        };
        for fault in rules.faults() {
            let is_harmless = fault.error.kind.is_harmless();
            let level = if is_harmless { Level::Note } else { Level::Error };
            let rule = fault.rule.as_deref();
            add(fault.error.line, rule, level, "syntax", fault.error.kind.to_string());
        }
        for missing in rules.missing(text) {
            let message = format!("`{}` is not defined", missing.name);
            add(missing.line, Some(&missing.used_by), Level::Error, "undefined", message);
        }
        for (rule, cited) in rules.cited() {
            let message = format!("<{}> is read as the rule `{}`", cited.prose, cited.name);
            add(cited.line, Some(rule), Level::Note, "prose", message);
            if let (Some(number), None) = (cited.rfc, rules.rule(&cited.used_as)) {
                let message = format!("RFC {number}, as it is known here, has no `{}`", cited.name);
                add(cited.line, Some(rule), Level::Error, "undefined", message);
            }
        }
        let names: BTreeSet<&str> = rules.rules()[..own].iter().map(|rule| &*rule.name).collect();
        let is_own = |rule: &Rule| names.contains(&*rule.name);
        for (rules, level, id, message) in [
            (rules.barren(), Level::Error, "derives-nothing", "no string is derived from it"),
            (rules.left_recursive(), Level::Warning, "left-recursion", "it calls itself first"),
            (rules.unused(), Level::Note, "unused", "no other rule uses it"),
        ] {
            for rule in rules.into_iter().filter(|rule| is_own(rule)) {
                add(rule.line, Some(&rule.name), level, id, message.to_owned());
            }
        }
        for rule in &rules.rules()[..own] {
            let mut literals = Vec::new();
            letters(&rule.expr, &mut literals);
            if !literals.is_empty() {
                let all = literals.join(", ");
                let message = format!("{all}: case does not matter; %s\"…\" makes it matter");
                add(rule.line, Some(&rule.name), Level::Note, "case", message);
            }
        }
        for (library, names) in imports {
            add(1, None, Level::Note, "import", format!("from {library}: {names}"));
        }
        report.languages(file, &rules, own);
        report.findings.sort_by_key(|finding| (finding.line, finding.level));
        report
    }

    /// Adds what only automata decide.
    fn languages(&mut self, file: &str, rules: &Rules, own: usize) {
        let decided = rules.decided();
        let (decided, beyond) = affordable(&decided, FILE);
        let beyond: BTreeSet<&str> = beyond.into_iter().collect();
        self.is_limited |= !beyond.is_empty();
        let mut budget = Budget::default();
        (budget.edits, budget.limits) = (EDITS, LIMITS);
        (budget.candidates, budget.proofs) = (2_000, 40);
        let found = synthesize(&decided, Terminals::CodePoints, budget);
        let line = |name: &str| rules.rule(name).map_or(1, |rule| rule.line);
        let names: BTreeSet<&str> = rules.rules()[..own].iter().map(|rule| &*rule.name).collect();
        let own: Vec<&Rule> =
            rules.rules()[..own].iter().filter(|it| decided.rule(&it.name).is_some()).collect();
        let mut add = |rule: &str, level, id, message| {
            let (file, name) = (file.to_owned(), Some(rule.to_owned()));
            self.findings.push(Finding { file, line: line(rule), rule: name, level, id, message });
        };
        for rule in names.intersection(&beyond) {
            let message = "nothing is decided: the rules of the file are too large together";
            add(rule, Level::Note, "limit", message.to_owned());
        }
        for found in found.rules().iter().filter(|it| names.contains(&*it.rule)) {
            for cause in causes(found) {
                if let Some(does) = first_match(cause) {
                    let message = format!("a reader that takes the first match {does}");
                    add(&found.rule, Level::Warning, "first-match", message);
                }
            }
            let large = found.proof.as_ref().ok().filter(|states| **states > LARGE);
            if let Some(states) = large {
                add(&found.rule, Level::Note, "size", format!("{states} states"));
            }
        }
        for rule in own {
            match decided.dfa(&rule.name, Terminals::CodePoints, LIMITS) {
                Ok(_) => {}
                Err(Refused::Undecided(limit)) => {
                    self.is_limited = true;
                    add(&rule.name, Level::Note, "limit", format!("nothing is decided: {limit}"));
                    continue;
                }
                Err(refused) => {
                    add(&rule.name, Level::Note, "not-regular", refused.to_string());
                    continue;
                }
            }
            let mut parts = Vec::new();
            rule.expr.visit_rules(&mut |name| {
                if !parts.contains(&name) {
                    parts.push(name);
                }
            });
            for part in parts {
                let marked = decided.marked(&rule.name, part, Terminals::CodePoints, LIMITS);
                let ambiguity = marked.ok().and_then(|marked| marked.ambiguity(LIMITS).ok()?);
                if let Some(ambiguity) = ambiguity {
                    let string = witness(&ambiguity.input);
                    let message = format!("{string} gives `{part}` two places");
                    add(&rule.name, Level::Note, "ambiguous", message);
                }
            }
        }
    }

    /// Returns whether the file has no error and no warning.
    pub(super) fn outcome(&self) -> Outcome {
        let is_clean = self.findings.iter().all(|finding| finding.level == Level::Note);
        let limit = if self.is_limited { Outcome::Undecided } else { Outcome::Done };
        Outcome::of(is_clean).and(limit)
    }

    pub(super) fn write(&self, globals: &Globals, out: &mut dyn Write) -> Result<(), Failure> {
        for finding in &self.findings {
            if globals.json() {
                output::json_line(out, finding)?;
                continue;
            }
            let Finding { file, line, rule, level, id, message } = finding;
            let color = if *level == Level::Note { DIM } else { BAD };
            let rule = rule.as_ref().map_or_else(String::new, |rule| format!("`{rule}`: "));
            let level = level.name();
            writeln!(out, "{file}:{line}: {color}{level}{color:#}: {rule}{message} [{id}]")?;
        }
        out.flush()?;
        let count = |level| self.findings.iter().filter(|it| it.level == level).count();
        crate::message::to_stderr(format_args!(
            "rules: {}; errors: {}; warnings: {}; notes: {}",
            self.rules,
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

/// Collects the strings with letters whose case does not matter.
fn letters(expr: &Expr, literals: &mut Vec<String>) {
    if let Expr::Literal { text, case_sensitive: false } = expr {
        let shown = format!("\"{text}\"");
        if text.bytes().any(|byte| byte.is_ascii_alphabetic()) && !literals.contains(&shown) {
            literals.push(shown);
        }
    }
    expr.parts().iter().for_each(|part| letters(part, literals));
}

/// Returns the reasons why a rule is no PEG as it is printed.
fn causes(found: &Found) -> impl Iterator<Item = &Cause> {
    let own = found.repairs.iter().filter(|repair| repair.wanted_by == found.rule);
    own.map(|repair| &repair.cause).take(1).chain(found.proof.as_ref().err())
}
