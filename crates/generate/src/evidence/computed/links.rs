//! The rules that rows name: those of parts, concepts and names of components.

use std::collections::{BTreeSet, HashSet};

use urigram_core::{Grammar, Reading};
use urigram_engine::{same_name, Change, Component, Finds, SplitComponent, Table};
use urigram_study::constraints::violations;

use super::shortest_from;
use super::verdicts::Readings;
use crate::error::ReadError;
use crate::folder::examples::{Example, Says};
use crate::folder::Folder;

/// Returns a line for each row that names another rule than its example shows.
///
/// # Errors
/// [`ReadError`] for rules that have no automaton within the limits.
pub(super) fn check(
    folder: &Folder,
    grammar: Grammar,
    examples: &[Example],
    readings: &mut Readings<'_>,
) -> Result<Vec<String>, ReadError> {
    let mut complaints = Vec::new();
    for row in &folder.facts.part {
        let (Some(rule), Some([_, text])) = (row.rule, row.keys.example) else { continue };
        let signs = row.has.iter().chain(&row.separator);
        let bare = signs.fold(text.to_owned(), |text, sign| text.replace(sign, ""));
        let mut is_matched = folder.known(rule).is_err();
        for text in [text, &*bare] {
            is_matched = is_matched || readings.judge(Some(rule), text.as_bytes())?[1];
        }
        if folder.known(row.name).is_ok() && !same_name(rule, row.name) {
            complaints.push(format!("part {}: {rule} is not the rule of this name", row.name));
        }
        if !is_matched {
            complaints.push(format!("part {}: {rule} does not match {text:?}", row.name));
        }
    }
    for row in &folder.facts.equivalence {
        let Change::Decode { marks, .. } = row.change else { continue };
        let marks: Vec<char> = marks.chars().collect();
        let kinds: HashSet<char> = marks.iter().copied().collect();
        if kinds.len() < marks.len() || kinds.iter().any(|c| c.is_alphanumeric()) {
            complaints.push(format!("equivalence {}: marks are signs, each once", row.id));
        }
    }
    for row in &folder.facts.caution {
        let escape = |octet: &u8| format!("%{octet:02X}");
        let Finds::Octets(octets) = row.finds else { continue };
        let lacks = octets.iter().find(|octet| !row.example.contains(&escape(octet)));
        if let Some(octet) = lacks {
            complaints.push(format!("caution {}: its example has no {}", row.id, escape(octet)));
        }
    }
    for row in &folder.facts.part {
        if let (Some(default), Some(says)) = (row.default, row.keys.says) {
            if !says.contains(default) {
                complaints.push(format!("part {}: its words do not have {default:?}", row.name));
            }
        }
    }
    complaints.extend(places_of_bases(folder));
    complaints.extend(concepts(folder));
    complaints.extend(names(folder, grammar, examples, readings)?);
    Ok(complaints)
}

fn plain(name: &str) -> String {
    name.replace('_', "-").to_lowercase()
}

/// Checks that the sections on the places of a base follow each other.
fn places_of_bases(folder: &Folder) -> Option<String> {
    let resolution = folder.facts.resolution.as_ref()?;
    let (sections, base) = (folder.sections.as_ref()?, resolution.base.as_ref()?);
    let places = [base.embedded, base.encapsulating, base.retrieval, base.default];
    let places = places.map(|section| sections.cited(section));
    let first = places.iter().filter_map(|places| places.first());
    (!first.is_sorted_by(|a, b| a < b))
        .then(|| "[resolution.base]: the sections are not in the order of the document".to_owned())
}

/// Checks that a rule with the name of a concept is the document's rule for that concept.
fn concepts(folder: &Folder) -> Vec<String> {
    let facts = &folder.facts;
    let mut complaints = Vec::new();
    for (concept, rules) in &facts.concepts {
        // `iunreserved` is unreserved in IRIs, and `urn-query` the query of a URN.
        let names = ["", "i", "urn-"].map(|before| format!("{before}{}", plain(concept)));
        let is_of = |rule: &String| names.contains(&plain(rule));
        let own = facts.rule.iter().filter(|rule| rule.imported.is_none());
        let named = own.into_iter().find(|rule| same_name(rule.name, concept));
        if let Some(rule) = named.filter(|_| !rules.iter().any(is_of)) {
            complaints.push(format!("[concepts] {concept}: the rule {} is missing", rule.name));
        }
    }
    complaints
}

/// Checks `[names]`: the rule that a document has for a component matches its text, with or without
/// the delimiter before it, and each row and scheme is shown by an example.
fn names(
    folder: &Folder,
    grammar: Grammar,
    examples: &[Example],
    readings: &mut Readings<'_>,
) -> Result<Vec<String>, ReadError> {
    let facts = &folder.facts;
    if facts.names.is_empty() {
        return Ok(Vec::new());
    }
    let table = grammar.tables(Reading::Corrected).start();
    let shown = examples.iter().filter(|it| it.rule.is_none() && it.says != Says::Invalid);
    let mut inputs: Vec<String> = shown.filter_map(|example| example.text.clone()).collect();
    inputs.extend(facts.erratum.iter().filter_map(|row| row.keys.example).map(str::to_owned));
    inputs.extend(facts.part.iter().filter_map(|row| Some(row.keys.example?[0].to_owned())));
    let rows = || facts.names.values().flatten();
    let schemes: BTreeSet<&str> = rows().flat_map(|row| row.schemes.names()).copied().collect();
    let schemes = schemes.into_iter().chain(["x"]);
    for start in
        schemes.flat_map(|scheme| STARTS.map(|start| start.replace("x:", &format!("{scheme}:"))))
    {
        inputs.extend(shortest(table, start.as_bytes()));
    }
    let mut complaints = Vec::new();
    let mut seen: HashSet<(&str, &str, String)> = HashSet::new();
    for input in &inputs {
        if !violations(grammar, Reading::Corrected, input.as_bytes()).is_empty() {
            continue;
        }
        let Ok(found) = table.components(input.as_bytes(), Reading::Corrected) else { continue };
        let scheme = found.text(Component::Scheme).unwrap_or_default();
        let scheme = String::from_utf8_lossy(scheme).to_ascii_lowercase();
        for SplitComponent { component, rule, span, .. } in found.iter() {
            let rule = rule.unwrap_or_default();
            seen.insert((component.name(), rule, scheme.clone()));
            let text = found.slice(span);
            if !facts.names.contains_key(component.name()) || rule.is_empty() {
                continue;
            }
            // The slash before it, or a part of its own after it, may be outside of the rule.
            let rest = text.strip_prefix(b"/").unwrap_or(text);
            let until = rest.iter().rposition(|&byte| byte == b';').unwrap_or(rest.len());
            // An authority can be empty where its rule is left out.
            let mut is_matched = text.is_empty() && component != Component::Path;
            for text in [text, rest, &rest[..until]] {
                is_matched |= readings.judge(Some(rule), text)?[1];
            }
            if !is_matched {
                complaints.push(format!(
                    "[names] {}: {rule} does not match {:?} of {input:?}",
                    component.name(),
                    String::from_utf8_lossy(text)
                ));
            }
        }
    }
    for (component, rows) in &facts.names {
        for row in rows {
            let rule = row.rule.unwrap_or_default();
            let is_of = |scheme: Option<&str>| {
                seen.iter().any(|(own, by, of)| {
                    own == component && *by == rule && scheme.is_none_or(|scheme| of == scheme)
                })
            };
            let mut missing: Vec<&str> =
                row.schemes.names().iter().copied().filter(|scheme| !is_of(Some(scheme))).collect();
            if row.schemes.names().is_empty() && !is_of(None) {
                missing.push("any");
            }
            if !missing.is_empty() {
                let schemes = missing.join(", ");
                complaints.push(format!(
                    "[names] {component}: no example shows {rule:?} for schemes: {schemes}"
                ));
            }
        }
    }
    complaints.sort();
    complaints.dedup();
    Ok(complaints)
}

/// The beginnings of identifiers with one component or another.
const STARTS: [&str; 10] =
    ["x:", "x:a@b", "x://", "x:///", "x://a/", "x:a?", "x://a?", "x://a/b?", "/", "a"];

/// Returns a shortest accepted text with a beginning.
fn shortest(table: &Table, start: &[u8]) -> Option<String> {
    let automaton = &table.automaton;
    let first =
        start.iter().fold(usize::from(automaton.start), |state, &byte| automaton.next(state, byte));
    let rest = shortest_from(table, first, |byte| byte.is_ascii())?;
    String::from_utf8([start, &rest].concat()).ok()
}
