//! Statements about a document among others: number, status, relations, concepts.

use std::collections::HashSet;

use urigram_automata::{abnf, peg};
use urigram_core::{Grammar, Reading};
use urigram_engine::{same_name, Date, Document};
use urigram_study::history::Concept;

use super::shortest_from;
use crate::error::ReadError;
use crate::folder::Folder;

/// The words that the `status` of an RFC can be, and those of other documents. A practice, a draft
/// and a revision are listed apart.
const STATUSES: [&[&str]; 2] = [
    &[
        "Best Current Practice",
        "Draft Standard",
        "Experimental",
        "Historic",
        "Informational",
        "Internet Standard",
        "Proposed Standard",
    ],
    &["Internet-Draft", "draft", "mailing list note", "practice", "revision"],
];

/// Returns a line for each fact that others contradict.
///
/// # Errors
/// [`ReadError`] for rules that cannot be read, and for a document that does not exist.
pub(super) fn check(folder: &Folder, grammar: Grammar) -> Result<Vec<String>, ReadError> {
    let facts = &folder.facts;
    let document = grammar.document();
    let mut complaints = Vec::new();
    let status = facts.status.as_str();
    let [of_rfcs, _] = STATUSES;
    if !status.is_empty() && !STATUSES.concat().contains(&status) {
        let all = STATUSES.concat().join(", ");
        complaints.push(format!("status {status:?} is not one of: {all}"));
    } else if !status.is_empty()
        && !facts.number.is_empty()
        && of_rfcs.contains(&status) != facts.number.starts_with("RFC ")
    {
        complaints.push(format!("status {status:?} is not that of {}", facts.number));
    }
    let number = facts.id.strip_prefix("rfc").map(|rest| rest.split('-').next().unwrap_or(rest));
    if let Some(number) = number.filter(|number| number.parse::<u32>().is_ok()) {
        let number = format!("RFC {number}");
        if !facts.number.is_empty() && facts.number != number {
            complaints.push(format!("number {:?} is not {number:?}", facts.number));
        }
    }
    for name in facts.concepts.keys() {
        if Concept::named(name).is_err() {
            complaints.push(format!("[concepts]: there is no concept {name:?}"));
        }
    }
    let lists = [
        ("obsoletes", &facts.obsoletes, true),
        ("updates", &facts.updates, true),
        ("obsoleted_by", &facts.obsoleted_by, false),
    ];
    for (key, names, is_earlier) in lists {
        for name in names {
            if let Err(why) = related(document, name, is_earlier) {
                complaints.push(format!("{key}: {why}"));
            }
        }
    }
    complaints.extend(undefined(folder)?);
    complaints.extend(updated(folder)?);
    complaints.extend(one_sided(folder));
    complaints.extend(reported(folder));
    complaints.extend(start(folder, grammar));
    Ok(complaints)
}

/// Returns a line for each `rfc_editor` of an erratum that is not a report of `errata.toml`, in a
/// folder that has that file.
fn reported(folder: &Folder) -> Vec<String> {
    let Ok(file) = toml::from_str::<toml::Table>(&folder.reports) else { return Vec::new() };
    let Some(reports) = file.get("report").and_then(toml::Value::as_array) else {
        return Vec::new();
    };
    let number = |row: &toml::Value| row.get("eid").and_then(toml::Value::as_integer);
    let has = |eid: u32| reports.iter().any(|row| number(row) == Some(i64::from(eid)));
    let line = |(id, eid): (&str, u32)| format!("erratum {id}: errata.toml has no report {eid}");
    let all = folder.facts.erratum.iter();
    let all = all.flat_map(|row| row.rfc_editor.iter().map(|&eid| (row.id, eid)));
    all.filter(|&(_, eid)| !has(eid)).map(line).collect()
}

/// Returns a line for each `[[rule]]` that no reading and notation defines.
fn undefined(folder: &Folder) -> Result<Vec<String>, ReadError> {
    let mut defined = HashSet::new();
    for rules in std::iter::once(&folder.printed).chain(&folder.corrected) {
        defined.extend(rules.abnf.abnf()?.rules().iter().map(|rule| rule.name.to_lowercase()));
        let peg = rules.pest.peg()?;
        let names = peg.iter().flat_map(peg::Grammar::rules).map(peg::Rule::name);
        defined.extend(names.map(|name| name.replace('_', "-").to_lowercase()));
    }
    let missing =
        folder.facts.rule.iter().filter(|rule| !defined.contains(&rule.id.to_lowercase()));
    Ok(missing
        .map(|rule| format!("rule {}: no file of rules defines {}", rule.name, rule.id))
        .collect())
}

/// Checks `base_updated_by`: a rule of one name is that of the newest document listed which has it,
/// or an erratum names it.
fn updated(folder: &Folder) -> Result<Vec<String>, ReadError> {
    let facts = &folder.facts;
    let mut complaints = Vec::new();
    let known = |id: &String| {
        let found = Grammar::ALL.iter().find(|known| known.as_str() == id);
        found
            .copied()
            .ok_or_else(|| folder.error(format!("base_updated_by: {id:?} is not a document")))
    };
    let mut newest = facts.base_updated_by.iter().map(known).collect::<Result<Vec<_>, _>>()?;
    newest.sort_by_key(|grammar| std::cmp::Reverse(grammar.document().date));
    if !newest.is_empty() && facts.base.is_none() {
        complaints.push("base_updated_by without a base".to_owned());
    }
    let corrected = folder.corrected.as_ref().unwrap_or(&folder.printed);
    for (reading, rules) in [(Reading::Printed, &folder.printed), (Reading::Corrected, corrected)] {
        let own = rules.abnf.abnf()?;
        let read = |grammar: &Grammar| {
            let theirs = abnf::Grammar::parse(grammar.abnf(reading));
            theirs.map(|rules| (*grammar, rules)).map_err(|error| folder.error(error))
        };
        let newest = newest.iter().map(read).collect::<Result<Vec<_>, _>>()?;
        for rule in own.rules() {
            let theirs = newest.iter().find_map(|(id, rules)| Some((id, rules.rule(&rule.name)?)));
            let Some((grammar, _)) = theirs.filter(|(_, theirs)| theirs.expr != rule.expr) else {
                continue;
            };
            let is_own = |name: &&str| same_name(name, &rule.name);
            if !facts.erratum.iter().any(|row| row.rules.iter().any(is_own)) {
                let name = &rule.name;
                complaints.push(format!(
                    "base_updated_by: {name} is not the {name} of {grammar}, and no erratum says why"
                ));
            }
        }
    }
    complaints.sort();
    complaints.dedup();
    Ok(complaints)
}

/// Checks that a name is a document's, on the right side in time.
fn related(document: &Document, name: &str, is_earlier: bool) -> Result<(), String> {
    let digits = name.strip_prefix("RFC ").unwrap_or("x");
    if digits.bytes().all(|byte| byte.is_ascii_digit()) && !digits.is_empty() {
        let id = format!("rfc{digits}");
        let is_known = Grammar::ALL.iter().any(|known| known.as_str() == id);
        return if is_known { Err(format!("write {id:?} for {name:?}")) } else { Ok(()) };
    }
    let Some(other) = Grammar::ALL.iter().find(|known| known.as_str() == name) else {
        return Err(format!("{name:?} is not a document: write its id, or \"RFC NNNN\""));
    };
    let (own, other): (Date, Date) = (document.date, other.document().date);
    if document.id == name || (is_earlier && other > own) || (!is_earlier && other < own) {
        return Err(format!("{name} is of {other}, and this document of {own}"));
    }
    Ok(())
}

/// Returns a line for each published RFC that says of its relation to this one what this one does
/// not say. A document is obsoleted by another one if the other one obsoletes it.
fn one_sided(folder: &Folder) -> Vec<String> {
    let facts = &folder.facts;
    let is_rfc = |id: &str| id.starts_with("rfc");
    if !is_rfc(&facts.id) {
        return Vec::new();
    }
    let mut complaints = Vec::new();
    for other in Grammar::ALL.iter().filter(|other| is_rfc(other.as_str())) {
        let (id, theirs) = (other.as_str(), other.document().commentary());
        let has = |names: &[&str]| names.contains(&&*facts.id);
        let own = |names: &[String]| names.iter().any(|name| name == id);
        if own(&facts.obsoletes) != has(theirs.obsoleted_by) {
            complaints.push(format!("obsoletes and what {id} is obsoleted by differ"));
        }
        if own(&facts.obsoleted_by) != has(theirs.obsoletes) {
            complaints.push(format!("obsoleted_by and what {id} obsoletes differ"));
        }
    }
    complaints
}

/// Checks the start rules: an identifier has a scheme, and some reference does not.
fn start(folder: &Folder, grammar: Grammar) -> Vec<String> {
    let start = &folder.facts.start;
    let tables = grammar.tables(Reading::Corrected);
    let mut complaints = Vec::new();
    if let Some(table) = tables.uri.filter(|_| start.uri.is_some()) {
        if let Some(text) = without_colon(table) {
            let text = text.escape_ascii();
            complaints.push(format!("[start] uri: {} accepts \"{text}\"", table.rule()));
        }
    }
    if let Some(table) = tables.reference.filter(|_| start.reference.is_some()) {
        if without_colon(table).is_none() {
            complaints.push(format!("[start] reference: {} has no relative form", table.rule()));
        }
    }
    complaints
}

/// Returns a shortest accepted text without a colon.
fn without_colon(table: &urigram_engine::Table) -> Option<Vec<u8>> {
    shortest_from(table, table.automaton.start.into(), |byte| byte != b':')
}
