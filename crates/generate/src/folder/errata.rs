//! The check that the errata of a document match its two readings.

use crate::folder::comments::{Commented, Print};
use crate::folder::facts::{ErratumKeys, Row};
use crate::folder::Folder;
use std::collections::BTreeSet;
use urigram_engine::{Erratum, Rule};

/// Checks the errata against the texts of the two readings; returns a line for each contradiction.
///
/// A rule that differs between `corrected.abnf` and `printed.abnf` needs an erratum with a repair.
/// A repair has a line `name = …` for each rule that it changes. The erratum must name the rule,
/// the rule must differ, and both transcriptions must read it as repaired. The printed text of such
/// an erratum must be in `printed.pest`. The comment of the rule in `corrected.abnf` has a line
/// `erratum: ID` for each erratum that repairs the rule, and no other.
pub(crate) fn check(
    folder: &Folder,
    printed: &Commented,
    corrected: Option<&Commented>,
) -> Vec<String> {
    let facts = &folder.facts;
    let mut complaints = Vec::new();
    for erratum in &facts.erratum {
        for name in erratum.rules.iter().filter(|name| known_id(folder, name).is_none()) {
            complaints.push(format!("erratum {}: no rule {name}", erratum.id));
        }
        if erratum.repair.is_none() && erratum.keys.changes_language {
            complaints
                .push(format!("erratum {}: changes the language without a repair", erratum.id));
        }
        if erratum.repair.is_some() && folder.corrected.is_none() {
            complaints.push(format!(
                "erratum {}: has a repair, and no corrected.abnf reads it",
                erratum.id
            ));
        }
    }
    let Some(corrected) = corrected else { return complaints };
    let differs = |rule: &Rule| match (printed.abnf(rule), corrected.abnf(rule)) {
        (Some(printed), Some(corrected)) => printed.expr != corrected.expr,
        (printed, corrected) => printed.is_some() != corrected.is_some(),
    };
    for rule in &facts.rule {
        let repairs = |erratum: &&Row<Erratum, ErratumKeys>| {
            prints(erratum.repair).any(|print| is(folder, rule, print.name))
        };
        let errata: BTreeSet<&str> =
            facts.erratum.iter().filter(repairs).map(|erratum| erratum.id).collect();
        if differs(rule) && errata.is_empty() {
            complaints.push(format!(
                "rule {}: differs between the readings, and no erratum repairs it",
                rule.name
            ));
        }
        let comment = corrected.abnf(rule).map_or("", |rule| &rule.comment);
        let named: BTreeSet<&str> =
            comment.lines().filter_map(|line| line.trim().strip_prefix("erratum: ")).collect();
        if let Some(id) = named.symmetric_difference(&errata).next() {
            complaints.push(format!(
                "rule {}: its comment in corrected.abnf and the errata differ on {id}",
                rule.name
            ));
        }
    }
    for erratum in facts.erratum.iter().filter(|erratum| erratum.repair.is_some()) {
        let mut complain =
            |what: String| complaints.push(format!("erratum {}: {what}", erratum.id));
        let lines = erratum.repair.unwrap_or_default().lines().count();
        let repairs: Vec<Print<'_>> = prints(erratum.repair).collect();
        if repairs.is_empty() || repairs.len() != lines {
            complain("the repair is not a line \"name = …\" for each rule".into());
        }
        for repair in repairs {
            let named = |rule: &&Rule| erratum.rules.iter().any(|name| is(folder, rule, name));
            let Some(rule) = find(&facts.rule, repair.name).filter(named) else {
                complain(format!("repairs {}, which is not one of its rules", repair.name));
                continue;
            };
            if !differs(rule) {
                complain(format!("repairs {}, which is the same in both readings", rule.name));
            }
            if !corrected.print(rule).is_some_and(|print| print.is_like(&repair)) {
                complain(format!("corrected.pest prints {} otherwise than the repair", rule.name));
            }
            let before = prints(Some(erratum.printed)).find(|print| is(folder, rule, print.name));
            if !before.is_some_and(|before| {
                printed.print(rule).is_some_and(|print| print.is_like(&before))
            }) {
                complain(format!("printed.pest prints {} otherwise than the erratum", rule.name));
            }
        }
    }
    complaints
}

/// Returns the definitions that some lines print.
pub(crate) fn prints(text: Option<&str>) -> impl Iterator<Item = Print<'_>> {
    text.into_iter().flat_map(str::lines).filter_map(Print::parse)
}

/// Returns the id of a rule of the document, or of one that it builds on.
pub(crate) fn known_id(folder: &Folder, name: &str) -> Option<&'static str> {
    if let Some(own) = find(&folder.facts.rule, name) {
        return Some(own.id);
    }
    let id = name.replace('_', "-");
    let inherited = || folder.base.iter().flat_map(|base| &base.rules);
    let by_id = inherited().find(|rule| rule.id == id);
    by_id.or_else(|| inherited().find(|rule| rule.name == name)).map(|rule| rule.id)
}

/// Returns the rule with this id, or else the first of this name: a document may print two rules of
/// one name.
fn find<'r>(rules: &'r [Rule], name: &str) -> Option<&'r Rule> {
    let id = name.replace('_', "-");
    rules.iter().find(|rule| rule.id == id).or_else(|| rules.iter().find(|rule| rule.name == name))
}

fn is(folder: &Folder, rule: &Rule, name: &str) -> bool {
    known_id(folder, name).is_some_and(|id| id == rule.id)
}
