//! Checks that the sections and rules that a folder cites exist.

use crate::folder::Folder;
use crate::section_uses::is_citation;
use crate::sections::Sections;

/// A document that a folder may cite: its number, and its sections if they are known.
pub(crate) struct Cited<'d> {
    number: &'d str,
    sections: Option<&'d Sections>,
}

impl<'d> Cited<'d> {
    pub(crate) fn new(number: &'d str, sections: Option<&'d Sections>) -> Cited<'d> {
        Cited { number, sections }
    }

    pub(crate) fn all(folders: &'d [Folder]) -> Vec<Cited<'d>> {
        let cited = |folder: &'d Folder| Cited::new(&folder.facts.number, folder.sections.as_ref());
        folders.iter().map(cited).collect()
    }
}

impl Folder {
    /// Checks that a citation names sections that exist.
    ///
    /// A citation is one section of this document (`3.2.2`, or a heading), or several in clauses
    /// that `; ` separates: `2.1; RFC 1738, 2.1, 3.1 to 3.11` cites section 2.1 of this document,
    /// and section 2.1 and the sections from 3.1 to 3.11 of RFC 1738. Another document is looked up
    /// by its number, among `documents`, those that this one builds on, and those from which it
    /// imports rules.
    ///
    /// # Errors
    /// Returns a message that names the first part that is not there.
    pub fn check_citation(&self, citation: &str, documents: &[Folder]) -> Result<(), String> {
        self.check_cited(citation, &Cited::all(documents))
    }

    fn check_cited(&self, citation: &str, documents: &[Cited<'_>]) -> Result<(), String> {
        let is_own = |sections: &Sections| sections.has(citation);
        if self.sections.as_ref().is_some_and(is_own) {
            return Ok(());
        }
        for clause in citation.split("; ") {
            let (number, sections, parts) = self.cited_document(clause, documents)?;
            // A document whose sections are not listed can be cited for any.
            let Some(sections) = sections else { continue };
            if sections.has(parts) {
                continue;
            }
            let parts = parts
                .split(", ")
                .flat_map(|part| part.split(" and "))
                .flat_map(|part| part.split(" to "));
            for part in parts {
                if !sections.has(part) {
                    return Err(format!("{number} has no section {part:?}"));
                }
            }
        }
        Ok(())
    }

    /// Returns the number and the sections of the document that a clause of a citation begins with
    /// (this one if it names none), and the rest of the clause.
    fn cited_document<'f, 'c>(
        &'f self,
        clause: &'c str,
        documents: &'f [Cited<'f>],
    ) -> Result<(&'f str, Option<&'f Sections>, &'c str), String> {
        let own = (&*self.facts.number, self.sections.as_ref());
        let others = documents.iter().map(|cited| (cited.number, cited.sections));
        let bases = self.base.iter().flat_map(|base| &base.sections);
        let bases = bases.map(|(number, sections)| (&**number, sections.as_ref()));
        let imported = self.facts.rule.iter().filter_map(|rule| rule.imported);
        let sources = imported.flat_map(|from| from.split("; ")).filter_map(|from| {
            // Its sections are not listed.
            from.split_once(", ").map(|(number, _)| (number, None))
        });
        let all = std::iter::once(own).chain(bases).chain(others);
        let all = all.chain(sources);
        for (number, sections) in all.filter(|(number, _)| !number.is_empty()) {
            let rest = clause.strip_prefix(number).and_then(|rest| rest.strip_prefix(", "));
            if let Some(rest) = rest {
                return Ok((number, sections, rest));
            }
        }
        if clause.starts_with("RFC ") {
            Err(format!("{clause:?} cites a document that is not here"))
        } else {
            Ok((&self.facts.number, self.sections.as_ref(), clause))
        }
    }
}

/// Checks every field that cites a section in the data of a folder; returns a line for each
/// wrong one.
pub(crate) fn check(folder: &Folder, documents: &[Cited<'_>]) -> Vec<String> {
    let mut complaints = Vec::new();
    for (file, value) in &folder.data {
        // The tables of these files are as deep as their format, which facts.rs has read before; no
        // recursion is needed beyond a list of what remains.
        let mut remaining = vec![value];
        while let Some(value) = remaining.pop() {
            match value {
                toml::Value::Table(table) => {
                    for (key, value) in table {
                        let cites = is_citation(key);
                        match value.as_str().filter(|_| cites) {
                            Some(citation) => complaints.extend(
                                folder
                                    .check_cited(citation, documents)
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
