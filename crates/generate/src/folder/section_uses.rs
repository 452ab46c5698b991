//! Each section of a document, with what it became in the folder.

use std::collections::BTreeMap;

use toml::Value;
use urigram_engine::Definition;

use crate::folder::sections::{Section, Sections};
use crate::folder::Folder;

/// A section of a document, and what it became.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct SectionUse {
    /// The number, or the heading where sections have no numbers.
    pub section: String,
    /// The title beside the number.
    pub title: String,
    /// The rows of the folder that cite the section: `rule host`, `erratum ID`, `3 examples`.
    pub became: Vec<String>,
    /// The reason why nothing came of it; empty where something did.
    pub nothing: String,
}

/// Returns the sections of a grammar with what each became; none for a grammar that lists none.
///
/// # Errors
/// A sentence for facts that cannot be read.
pub fn section_uses(grammar: &Definition) -> Result<Vec<SectionUse>, String> {
    let Some(sources) = grammar.sources.filter(|sources| !sources.sections.is_empty()) else {
        return Ok(Vec::new());
    };
    let path = std::path::Path::new("sections.tsv");
    let sections = Sections::parse(path, sources.sections).map_err(|error| error.to_string())?;
    let read = |text: &str| toml::from_str::<Value>(text).map_err(|error| error.to_string());
    Ok(uses(&sections, [&read(sources.facts)?, &read(sources.examples)?]))
}

/// Returns a line for each section of a document that neither became something nor says why not,
/// and for each that does both.
pub(crate) fn check(folder: &Folder) -> Vec<String> {
    let Some(sections) = &folder.sections else { return Vec::new() };
    // Other folders need not say why. Reports on a document are not a reading of it.
    let files = folder.data.iter().filter(|(file, _)| *file != "errata.toml");
    let files = files.map(|(_, value)| value);
    let is_document = folder.quotations.is_some();
    let uses = uses(sections, files);
    let complaint = |row: &SectionUse| match (row.became.is_empty(), row.nothing.is_empty()) {
        (true, true) if is_document => Some(format!(
            "sections.tsv: no row cites section {}: say in a third column why nothing came of it",
            row.section
        )),
        (false, false) => Some(format!(
            "sections.tsv: section {} became {}, and is said to have become nothing",
            row.section,
            row.became.join(", ")
        )),
        _ => None,
    };
    uses.iter().filter_map(complaint).collect()
}

fn uses<'v>(sections: &Sections, data: impl IntoIterator<Item = &'v Value>) -> Vec<SectionUse> {
    let mut became: Vec<BTreeMap<String, usize>> = vec![BTreeMap::new(); sections.all.len()];
    let mut cite = |citation: &str, label: &str| {
        for at in sections.cited(citation) {
            *became[at].entry(label.to_owned()).or_default() += 1;
        }
    };
    for table in data.into_iter().filter_map(Value::as_table) {
        for (key, value) in table {
            match value {
                Value::Array(rows) => {
                    rows.iter().for_each(|row| walk(row, &label(key, row), &mut cite));
                }
                Value::Table(_) => walk(value, key, &mut cite),
                Value::String(citation) if is_citation(key) => cite(citation, key),
                _ => {}
            }
        }
    }
    let row = |(section, became): (&Section, BTreeMap<String, usize>)| SectionUse {
        section: section.number.clone(),
        title: section.title.clone(),
        became: became.into_iter().map(counted).collect(),
        nothing: section.nothing.clone(),
    };
    sections.all.iter().zip(became).map(row).collect()
}

/// Returns true for a key whose value is a section.
pub(crate) fn is_citation(key: &str) -> bool {
    matches!(key, "section" | "keeps_punctuation" | "relative") || key.ends_with("_section")
}

/// Returns the name of a row.
fn label(key: &str, row: &Value) -> String {
    if key == "example" {
        return key.to_owned();
    }
    let name = row.get("id").or_else(|| row.get("name")).and_then(Value::as_str);
    name.map_or_else(|| key.to_owned(), |name| format!("{key} {name}"))
}

/// Returns a label with its number, where that says something.
fn counted((label, count): (String, usize)) -> String {
    match (&*label, count) {
        ("example", 1) => "1 example".to_owned(),
        ("example", count) => format!("{count} examples"),
        _ => label,
    }
}

/// Calls `cite` with each section of a row. The rows are as deep as their format, which has been
/// read before.
fn walk(row: &Value, label: &str, cite: &mut impl FnMut(&str, &str)) {
    let mut remaining = vec![row];
    while let Some(value) = remaining.pop() {
        match value {
            Value::Table(table) => {
                for (key, value) in table {
                    match value.as_str().filter(|_| is_citation(key)) {
                        Some(citation) => cite(citation, label),
                        None => remaining.push(value),
                    }
                }
            }
            Value::Array(values) => remaining.extend(values),
            _ => {}
        }
    }
}
