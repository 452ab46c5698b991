//! Rules that a grammar uses and does not define, taken from other documents.

use urigram_automata::abnf;
use urigram_engine::{Definition, Form, Reading};

use crate::base::Known;
use crate::error::ReadError;
use crate::rules::Source;

/// Takes rules that an ABNF uses and does not define from RFC 5234's core rules and from the newest
/// of the known documents that defines them for identifiers in general.
///
/// # Errors
/// [`ReadError`] for a name that nothing defines.
pub(crate) fn import(
    abnf: &mut abnf::Grammar,
    source: &mut Source,
    known: &[&'static Definition],
    rules: &mut Vec<Known>,
    told: &mut Vec<String>,
) -> Result<(), ReadError> {
    if abnf.undefined().is_empty() {
        return Ok(());
    }
    let core = ("RFC 5234", abnf::core_rules());
    let libraries: Vec<(&str, abnf::Grammar)> =
        std::iter::once(core).chain(libraries(known)).collect();
    let libraries: Vec<(&str, &abnf::Grammar)> =
        libraries.iter().map(|(name, rules)| (*name, rules)).collect();
    let imports = abnf.import(&libraries);
    for (library, _) in &libraries {
        let of = imports.iter().filter(|import| import.from == *library);
        let of: Vec<&str> = of.map(|import| &*import.rule).collect();
        if !of.is_empty() {
            told.push(format!("from {library}: {}", of.join(", ")));
        }
    }
    for import in &imports {
        let document =
            known.iter().map(|known| known.document).find(|known| known.number == import.from);
        let section = document.and_then(|document| Some(document.rule(&import.rule).ok()?.section));
        let section = format!("{}, {}", import.from, section.unwrap_or("B.1"));
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
    if let Some(missing) = abnf.missing(&source.text).first() {
        let places: Vec<&str> = libraries.iter().map(|(name, _)| *name).collect();
        return Err(ReadError::new(
            &source.file,
            format!(
                "line {}, column {}: the rule \"{}\" uses \"{}\", which neither this file nor {} \
                 defines: define it",
                missing.line,
                missing.column,
                missing.used_by,
                missing.name,
                places.join(", ")
            ),
        ));
    }
    // Lines of the file stay where they are.
    let own = abnf.rules().len() - imports.len();
    source.append(&abnf.rules()[own..]);
    if source.abnf().is_err() {
        source.replace(abnf);
    }
    Ok(())
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
