//! Rules that a grammar uses and does not define, taken from other documents.

use std::collections::BTreeSet;

use urigram_automata::abnf::{self, Missing};
use urigram_engine::Rule;
use urigram_rfc::{Sources, Wanted};

use crate::folder::base::Known;
use crate::folder::rules::Source;
use crate::leak;

/// Returns what the rows `import` of a folder name.
///
/// # Errors
/// A message for an RFC or a rule that the registry does not have.
pub(crate) fn wanted(rows: &[String]) -> Result<Vec<Wanted>, String> {
    let rows = rows.iter().map(|row| Wanted::read(row));
    rows.collect::<Result<_, _>>().map_err(|why| format!("import: {why}"))
}

/// Takes rules that an ABNF uses and does not define from the RFCs that somebody asks for or the
/// document cites, and from RFC 5234's core rules. Returns a line for each error of the text and
/// for each name that nothing defines, in the order of the text.
pub(crate) fn import(
    abnf: &mut abnf::Grammar,
    source: &mut Source,
    sources: &Sources<'_>,
    rules: &mut Vec<Known>,
    remarks: &mut Vec<String>,
) -> Vec<String> {
    if abnf.undefined().is_empty() && abnf.faults().is_empty() && abnf.cited().next().is_none() {
        return Vec::new();
    }
    let own = abnf.rules().len();
    let imports = sources.import(abnf);
    let names: BTreeSet<&str> = imports.iter().map(|import| &*import.from).collect();
    for library in &names {
        let of = imports.iter().filter(|import| import.from == **library);
        let of: Vec<&str> = of.map(|import| &*import.rule).collect();
        if !of.is_empty() {
            remarks.push(format!("from {library}: {}", of.join(", ")));
        }
    }
    for import in &imports {
        let section = abnf.rule(&import.rule).and_then(|rule| section_of(&rule.comment));
        let section = format!("{}, {}", import.from, section.unwrap_or("B.1"));
        if rules.iter().all(|known| !known.id.eq_ignore_ascii_case(&import.rule)) {
            let (name, section) = (leak::text(&import.rule), leak::text(&section));
            let rule = Rule::new(name, name, section, Some(section), None);
            rules.push(Known { rule, is_inherited: true });
        }
        if !import.overridden.is_empty() {
            let names = import.overridden.join("`, `");
            remarks
                .push(format!("{} of {} uses `{names}` of these rules", import.rule, import.from));
        }
    }
    for (rule, cited) in abnf.cited() {
        let (prose, name, line) = (&cited.prose, &cited.name, cited.line);
        remarks.push(format!("line {line}: `{rule}` uses `{name}` for <{prose}>"));
        if let (Some(number), None) = (cited.rfc, abnf.rule(&cited.used_as)) {
            remarks
                .push(format!("line {line}: RFC {number}, as it is known here, has no `{name}`"));
        }
    }
    let faults = faults(abnf, &source.text, sources);
    // Lines of the file stay where they are.
    // Prose is read once: what is imported has the names that it has now.
    source.rewrite(&abnf.citing_rules(), &abnf.extending_lines());
    source.append(&abnf.rules()[own..]);
    faults
}

/// Returns the section in the comment of a rule of the registry.
fn section_of(comment: &str) -> Option<&str> {
    Some(comment.lines().next()?.split_once(", section ")?.1)
}

/// Returns a line for each error and for each undefined name, in the order of the text, and a last
/// one with the rules that are undecided for it.
fn faults(abnf: &abnf::Grammar, text: &str, sources: &Sources<'_>) -> Vec<String> {
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
             this file nor an RFC that it cites defines: {}",
            sources.advice(&name)
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
