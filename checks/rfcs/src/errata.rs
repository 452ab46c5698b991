//! Reports of the RFC Editor's errata system that change rules: the rules of each, and what is
//! decided about them.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};
use urigram_automata::abnf::{Grammar, Refused};
use urigram_automata::synthesis::{change, origin, Cause, Change};
use urigram_automata::{Relation, Terminals};
use urigram_rfc::{extract, ListRule};

use crate::judge::{Rfc, LIMITS};

/// A report as the RFC Editor's file has it.
#[derive(Deserialize)]
struct Published {
    errata_id: String,
    #[serde(rename = "doc-id")]
    document: String,
    errata_status_code: String,
    section: Option<String>,
    orig_text: Option<String>,
    correct_text: Option<String>,
}

/// A report with its rules.
#[derive(Deserialize, Serialize)]
pub(crate) struct Report {
    eid: u32,
    rfc: u32,
    status: String,
    section: String,
    /// The rules that it begins with.
    before: String,
    /// The rules that it wants.
    after: String,
}

#[derive(Default, Deserialize, Serialize)]
pub(crate) struct Reports {
    report: Vec<Report>,
}

impl Reports {
    /// Reads the file of the RFC Editor, and keeps the reports that change a rule.
    pub(crate) fn published(file: &Path) -> std::io::Result<Reports> {
        let all: Vec<Published> = serde_json::from_slice(&std::fs::read(file)?)?;
        let mut report: Vec<Report> = all.iter().filter_map(Published::with_rules).collect();
        report.sort_by_key(|report| (report.rfc, report.eid));
        Ok(Reports { report })
    }

    /// Reads the reports that were kept.
    pub(crate) fn kept(file: &Path) -> std::io::Result<Reports> {
        toml::from_str(&std::fs::read_to_string(file)?).map_err(std::io::Error::other)
    }

    /// Returns the reports as a file.
    pub(crate) fn to_toml(&self) -> String {
        let mut text =
            "# Rules of the reports in the RFC Editor's errata system, by checks/rfcs.\n"
                .to_owned();
        for Report { eid, rfc, status, section, before, after } in &self.report {
            text.push_str(&format!("\n[[report]]\neid = {eid}\nrfc = {rfc}\n"));
            for (key, value) in [("status", status), ("section", section)] {
                text.push_str(&format!("{key} = {}\n", toml::Value::from(value.trim())));
            }
            for (key, value) in [("before", before), ("after", after)] {
                let value = if value.contains("'''") {
                    toml::Value::from(&**value).to_string()
                } else {
                    format!("'''\n{value}'''")
                };
                text.push_str(&format!("{key} = {value}\n"));
            }
        }
        text
    }

    /// Decides every report on an RFC that is known, a row for each rule that it changes.
    pub(crate) fn decide(&self, known: &BTreeMap<u32, Rfc>) -> String {
        let mut table = "eid\trfc\tstatus\tsection\trule\trelation\tonly_print\tonly_report\t\
                         first_match_print\tfirst_match_report\tpeg\n"
            .to_owned();
        let open = Mutex::new(self.report.iter().enumerate());
        let take = || open.lock().unwrap_or_else(PoisonError::into_inner).next();
        let rows = Mutex::new(BTreeMap::new());
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while let Some((index, report)) = take() {
                        let own = report.decide(known);
                        rows.lock().unwrap_or_else(PoisonError::into_inner).insert(index, own);
                    }
                });
            }
        });
        let rows = rows.into_inner().unwrap_or_else(PoisonError::into_inner);
        rows.values().flatten().for_each(|row| table.push_str(row));
        table
    }
}

impl Published {
    fn with_rules(&self) -> Option<Report> {
        let after = rules(self.correct_text.as_deref()?)?;
        // Where the report quotes no whole rule, the document has it.
        let before = rules(self.orig_text.as_deref()?).unwrap_or_else(|| Grammar::read(""));
        let text = |rules: &Grammar| {
            let sources = rules.rules().iter().map(|rule| format!("{}\n", rule.source));
            sources.collect::<String>()
        };
        Some(Report {
            eid: self.errata_id.parse().ok()?,
            rfc: self.document.strip_prefix("RFC")?.parse().ok()?,
            status: self.errata_status_code.to_lowercase(),
            section: self.section.clone().unwrap_or_default(),
            before: text(&before),
            after: text(&after),
        })
    }
}

/// Returns the rules of a report's text, which has little beside them.
fn rules(text: &str) -> Option<Grammar> {
    let text = text.replace('\r', "") + "\n";
    let found = Grammar::read(&extract(&text, ListRule::Recipient).to_abnf());
    let found = if found.rules().is_empty() { Grammar::read(&text) } else { found };
    (!found.rules().is_empty()).then_some(found)
}

impl Report {
    fn decide(&self, known: &BTreeMap<u32, Rfc>) -> Vec<String> {
        let Some(rfc) = known.get(&self.rfc) else { return Vec::new() };
        let (before, after) = (Grammar::read(&self.before), Grammar::read(&self.after));
        let print = rfc.with_cited(self.rfc, known, |own| Grammar::overlay(own, &before));
        let new = rfc.with_cited(self.rfc, known, |own| {
            Grammar::overlay(&Grammar::overlay(own, &before), &after)
        });
        let words = |rules: &Grammar, name: &str| {
            let source = rules.rule(name).map(|rule| rule.source.clone());
            source.map(|source| source.split_whitespace().map(str::to_owned).collect::<Vec<_>>())
        };
        let changed = after.rules().iter().map(|rule| &*rule.name).filter(|name| {
            let old = words(&print, name);
            old.is_some() && old != words(&after, name)
        });
        changed.map(|name| self.row(&print, &new, name)).collect()
    }

    fn row(&self, print: &Grammar, new: &Grammar, rule: &str) -> String {
        let said = match change(print, new, rule, Terminals::CodePoints, LIMITS) {
            Ok(changed) => {
                let peg = origin(new, rule, Terminals::CodePoints, LIMITS);
                decided(&changed, peg.name())
            }
            Err(refused) => {
                let why = match refused {
                    Refused::Undefined { name, .. } => format!("no rule {name}"),
                    Refused::Broken { name, .. } => format!("an error in {name}"),
                    Refused::Recursion { .. } => "nested".to_owned(),
                    _ => "limit".to_owned(),
                };
                format!("not decided: {why}\t\t\t\t\t")
            }
        };
        let Report { eid, rfc, status, section, .. } = self;
        let section = section.replace(['\t', '\n'], " ");
        format!("{eid}\t{rfc}\t{status}\t{}\t{rule}\t{said}\n", section.trim())
    }
}

fn decided(changed: &Change, peg: &str) -> String {
    let relation = match changed.comparison.relation {
        Relation::Equal => "equal",
        Relation::Subset => "subset",
        Relation::Superset => "superset",
        Relation::Overlapping => "overlapping",
        Relation::Disjoint => "disjoint",
    };
    let text = |string: &Option<Vec<u8>>| match string.as_deref() {
        None => String::new(),
        Some([]) => "(empty)".to_owned(),
        Some(bytes) => String::from_utf8_lossy(bytes).escape_debug().to_string(),
    };
    let first = |cause: &Option<Cause>| match cause {
        None => "same".to_owned(),
        Some(Cause::Words { only_abnf: lost @ Some(_), .. }) => format!("rejects {}", text(lost)),
        Some(Cause::Words { only_peg, .. }) => format!("accepts {}", text(only_peg)),
        Some(Cause::Refused { refusal, .. }) => format!("no PEG: {}", refusal.message()),
        Some(_) => "not decided".to_owned(),
    };
    format!(
        "{relation}\t{}\t{}\t{}\t{}\t{}",
        text(&changed.comparison.only_a),
        text(&changed.comparison.only_b),
        first(&changed.first_match_before),
        first(&changed.first_match_after),
        peg
    )
}
