//! The sections that a document has (`sections.tsv`), and whether what is cited is among them.

use crate::folder::{Folder, ReadError};
use std::collections::BTreeMap;
use std::path::Path;

/// The sections of a document: the number, or the heading where sections have no numbers, and the title.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections(BTreeMap<String, String>);

impl Sections {
    /// Reads the lines of `sections.tsv`: a section each, with a tab before its title if it has both.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Sections, ReadError> {
        let mut sections = BTreeMap::new();
        for (line, number) in text.lines().zip(1..) {
            let (section, title) = line.split_once('\t').unwrap_or((line, ""));
            let wrong = |what: &str| Err(ReadError::new(path, format!("line {number}: {what}")));
            if section.is_empty() || section != section.trim() || title != title.trim() {
                return wrong(
                    "a section and, after one tab, its title, without blanks around them",
                );
            }
            if sections.insert(section.to_owned(), title.to_owned()).is_some() {
                return wrong(&format!("section {section} again"));
            }
        }
        Ok(Sections(sections))
    }

    fn has(&self, section: &str) -> bool {
        self.0.contains_key(section)
    }
}

impl Folder {
    /// Checks that a citation names sections that exist.
    ///
    /// A citation is one section of this document (`3.2.2`, or a heading), or several in clauses that `; ` separates:
    /// `2.1; RFC 1738, 2.1, 3.1 to 3.11` cites section 2.1 of this document, and section 2.1 and the sections from 3.1
    /// to 3.11 of RFC 1738. Another document is looked up by its number, among `documents` and those that this one
    /// builds on.
    ///
    /// # Errors
    /// Returns a message that names the first part that is not there.
    pub fn check_citation(&self, citation: &str, documents: &[Folder]) -> Result<(), String> {
        if self.sections.has(citation) {
            return Ok(());
        }
        for clause in citation.split("; ") {
            let (document, parts) = self.cited_document(clause, documents)?;
            if document.sections.has(parts) {
                continue;
            }
            let parts = parts
                .split(", ")
                .flat_map(|part| part.split(" and "))
                .flat_map(|part| part.split(" to "));
            for part in parts {
                if !document.sections.has(part) {
                    return Err(format!("{} has no section {part:?}", document.facts.number));
                }
            }
        }
        Ok(())
    }

    /// The document that a clause of a citation begins with (this one if it names none), and the rest of the clause.
    fn cited_document<'f, 'c>(
        &'f self,
        clause: &'c str,
        documents: &'f [Folder],
    ) -> Result<(&'f Folder, &'c str), String> {
        let bases = std::iter::successors(Some(self), |folder| folder.base.as_deref());
        for folder in bases.chain(documents) {
            let rest =
                clause.strip_prefix(&*folder.facts.number).and_then(|rest| rest.strip_prefix(", "));
            if let Some(rest) = rest {
                return Ok((folder, rest));
            }
        }
        if clause.starts_with("RFC ") {
            Err(format!("{clause:?} cites a document that is not here"))
        } else {
            Ok((self, clause))
        }
    }
}

/// Checks every field `section` (and `…_section`) in the data of a folder; returns a line for each wrong one.
pub(crate) fn check(folder: &Folder, documents: &[Folder]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, value) in &folder.data {
        // The tables of these files are as deep as their format, which facts.rs has read before; no recursion is needed
        // beyond a list of what remains.
        let mut remaining = vec![value];
        while let Some(value) = remaining.pop() {
            match value {
                toml::Value::Table(table) => {
                    for (key, value) in table {
                        let cites = key == "section" || key.ends_with("_section");
                        match value.as_str().filter(|_| cites) {
                            Some(citation) => complaints.extend(
                                folder
                                    .check_citation(citation, documents)
                                    .err()
                                    .map(|why| format!("{file}: {why}")),
                            ),
                            None => remaining.push(value),
                        }
                    }
                }
                toml::Value::Array(values) => remaining.extend(values),
                _ => {}
            }
        }
    }
    complaints.sort();
    complaints.dedup();
    complaints
}
