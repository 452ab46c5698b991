//! Rules that a grammar uses and does not define, taken from other documents.

use std::collections::BTreeSet;

use urigram_automata::abnf::{self, Missing};
use urigram_engine::{Definition, Form, Reading};

use crate::base::Known;
use crate::registry::{registry, Wanted};
use crate::rules::Source;

/// Returns what the rows `import` of a folder name.
///
/// # Errors
/// A message for an RFC or a rule that the registry does not have.
pub(crate) fn wanted(rows: &[String]) -> Result<Vec<Wanted>, String> {
    let rows = rows.iter().map(|row| Wanted::read(row));
    rows.collect::<Result<_, _>>().map_err(|why| format!("import: {why}"))
}

/// Takes rules that an ABNF uses and does not define from RFC 5234's core rules and from the newest
/// of the known documents that defines them for identifiers in general. Returns a line for each
/// error of the text and for each name that nothing defines, in the order of the text.
pub(crate) fn import(
    abnf: &mut abnf::Grammar,
    source: &mut Source,
    known: &[&'static Definition],
    wanted: &[Wanted],
    rules: &mut Vec<Known>,
    told: &mut Vec<String>,
) -> Vec<String> {
    if abnf.undefined().is_empty() && abnf.faults().is_empty() && abnf.cited().next().is_none() {
        return Vec::new();
    }
    let core = ("RFC 5234", abnf::core_rules());
    let libraries: Vec<(&str, abnf::Grammar)> =
        std::iter::once(core).chain(libraries(known)).collect();
    let libraries: Vec<(&str, &abnf::Grammar)> =
        libraries.iter().map(|(name, rules)| (*name, rules)).collect();
    let own = abnf.rules().len();
    let mut imports = abnf.import(&libraries);
    // Names that prose takes from an RFC, or that a row of the folder does, and what they need.
    let cites = abnf.cited().any(|(_, cited)| cited.rfc.is_some());
    // The registry is read only for rules that may be in it.
    if cites || !wanted.is_empty() {
        let others: Vec<(&str, &abnf::Grammar)> =
            registry().iter().map(|(name, rules)| (*name, rules)).collect();
        let is_wanted = |of: &str, name: &str| wanted.iter().any(|wanted| wanted.has(of, name));
        imports.extend(abnf.import_cited(&others, is_wanted));
        imports.extend(abnf.import(&libraries));
    }
    let names: BTreeSet<&str> = imports.iter().map(|import| &*import.from).collect();
    for library in &names {
        let of = imports.iter().filter(|import| import.from == **library);
        let of: Vec<&str> = of.map(|import| &*import.rule).collect();
        if !of.is_empty() {
            told.push(format!("from {library}: {}", of.join(", ")));
        }
    }
    for import in &imports {
        let document =
            known.iter().map(|known| known.document).find(|known| known.number == import.from);
        let section = document.and_then(|document| Some(document.rule(&import.rule).ok()?.section));
        let said = abnf.rule(&import.rule).and_then(|rule| section_of(&rule.comment));
        let section = section.or(said).unwrap_or("B.1");
        let section = format!("{}, {section}", import.from);
        let (name, id) = (import.rule.clone(), import.rule.clone());
        let imported = Some(section.clone());
        if rules.iter().all(|known| !known.id.eq_ignore_ascii_case(&id)) {
            rules.push(Known { name, id, section, imported, note: None, is_inherited: true });
        }
        if !import.own.is_empty() {
            let own = import.own.join("`, `");
            told.push(format!("{} of {} uses `{own}` of these rules", import.rule, import.from));
        }
    }
    for (rule, cited) in abnf.cited() {
        let (prose, name, line) = (&cited.prose, &cited.name, cited.line);
        told.push(format!("line {line}: `{rule}` uses `{name}` for <{prose}>"));
        if let (Some(number), None) = (cited.rfc, abnf.rule(&cited.used_as)) {
            told.push(format!("line {line}: RFC {number}, as it is known here, has no `{name}`"));
        }
    }
    let places: Vec<&str> = libraries.iter().map(|(name, _)| *name).collect();
    let faults = faults(abnf, &source.text, &places.join(", "), wanted);
    // Lines of the file stay where they are.
    // Prose is read once: what is imported has the names that it has now.
    source.rewrite(&abnf.citing_rules(), &abnf.extending_lines());
    source.append(&abnf.rules()[own..]);
    faults
}

/// Returns the section in the comment of a rule of the registry.
fn section_of(comment: &str) -> Option<&str> {
    let (section, _) = comment.strip_prefix("section ")?.split_once(',')?;
    Some(section)
}

/// Returns a line for each error and for each undefined name, in the order of the text, and a last
/// one with the rules that are undecided for it.
fn faults(abnf: &abnf::Grammar, text: &str, places: &str, wanted: &[Wanted]) -> Vec<String> {
    let mut faults: Vec<((usize, usize), String)> = Vec::new();
    for fault in abnf.faults() {
        let lost = fault.rule.as_ref().map(|rule| format!(" (the rule \"{rule}\" is lost)"));
        let error = &fault.error;
        faults.push(((error.line, error.column), format!("{error}{}", lost.unwrap_or_default())));
    }
    for missing in abnf.missing(text) {
        let Missing { name, used_by, line, column, .. } = missing;
        let what = format!(
            "line {line}, column {column}: the rule \"{used_by}\" uses \"{name}\", which neither \
             this file nor {places} defines: {}",
            advice(&name, wanted)
        );
        faults.push(((line, column), what));
    }
    faults.sort();
    let mut lines: Vec<String> = faults.into_iter().map(|(_, line)| line).collect();
    let undecided: Vec<&str> = abnf.undecided().iter().map(|(rule, _)| &*rule.name).collect();
    if !undecided.is_empty() {
        lines.push(format!("undecided for this: {}", undecided.join(", ")));
    }
    lines
}

/// The most RFCs that an advice names.
const NAMED: usize = 4;

/// Returns what to do about a name that nothing defines: RFCs of the registry may.
fn advice(name: &str, wanted: &[Wanted]) -> String {
    let all = registry().iter().filter_map(|(of, rules)| Some((&of[4..], rules.rule(name)?)));
    let all: Vec<(&str, &str)> = all.map(|(of, rule)| (of, &*rule.name)).collect();
    let is_wanted =
        |(rfc, _): &&(&str, &str)| wanted.iter().any(|it| it.has(&format!("RFC {rfc}"), name));
    let asked: Vec<(&str, &str)> = all.iter().filter(is_wanted).copied().collect();
    if let [(one, rule), (other, _), ..] = asked[..] {
        let numbers: Vec<&str> = asked.iter().map(|(rfc, _)| *rfc).collect();
        return format!(
            "RFC {} define it, and may differ (`urigram compare rfc{one} rfc{other} --rule {rule}`): \
             import rfc{one}#{rule}, or the other",
            numbers.join(" and ")
        );
    }
    let Some((newest, rule)) = all.last() else { return "define it".to_owned() };
    let numbers: Vec<&str> = all.iter().rev().take(NAMED).map(|(rfc, _)| *rfc).collect();
    let one = if numbers.len() == 1 { "has" } else { "have" };
    format!(
        "define it, or import it: RFC {} {one} such a rule (rfc{newest}#{rule})",
        numbers.join(", ")
    )
}

/// The documents that rules are taken from: the newest of each form that builds on no other of its
/// form, those for all schemes first.
fn libraries(known: &[&'static Definition]) -> Vec<(&'static str, abnf::Grammar)> {
    let newest = |form: Form| {
        let of_form = |id: &str| {
            known.iter().any(|other| other.document.id == id && other.document.form == form)
        };
        let fits = |definition: &&&'static Definition| {
            let document = definition.document;
            document.form == form && !document.base.is_some_and(of_form)
        };
        known.iter().filter(fits).max_by_key(|definition| definition.document.date)
    };
    let read = |form: Form| {
        let definition = newest(form)?;
        let text = definition.sources?.abnf[Reading::Printed as usize];
        Some((definition.document.number, abnf::Grammar::parse(text).ok()?))
    };
    [Form::Generic, Form::Iri, Form::Urn].into_iter().filter_map(read).collect()
}
