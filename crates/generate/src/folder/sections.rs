//! The sections that a document has (`sections.tsv`), and what each became.

use crate::error::ReadError;
use std::collections::HashMap;
use std::path::Path;

/// The most sections of a document.
const MOST: usize = 1_024;

/// The name of the text before the first heading.
pub(crate) const HEAD: &str = "head";

/// A line of `sections.tsv`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Section {
    /// The number, or the heading where sections have no numbers, or [`HEAD`].
    pub(crate) number: String,
    /// The title beside a number, or the words with which a section without a heading begins.
    pub(crate) title: String,
    /// The reason why nothing came of the section; empty where something did.
    pub(crate) nothing: String,
}

/// The sections of a document, in its order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections {
    pub(crate) all: Vec<Section>,
    places: HashMap<String, usize>,
}

impl Sections {
    /// Reads the lines of `sections.tsv`: a section each, with a tab before its title if it has
    /// one, and another before the reason why nothing came of it.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Sections, ReadError> {
        let mut sections = Sections::default();
        for (line, number) in text.lines().zip(1..) {
            let wrong = |what: &str| Err(ReadError::new(path, format!("line {number}: {what}")));
            let mut columns = line.split('\t');
            let mut next = || columns.next().unwrap_or_default().to_owned();
            let section = Section { number: next(), title: next(), nothing: next() };
            let Section { number, title, nothing } = &section;
            if [number, title, nothing].iter().any(|column| column.trim() != **column)
                || number.is_empty()
                || columns.next().is_some()
            {
                return wrong(
                    "a section and, each after one tab, its title and the reason why nothing came \
                     of it, without blanks around them",
                );
            }
            if sections.all.len() == MOST {
                return Err(ReadError::limit(path, format!("more than {MOST} sections")));
            }
            if sections.places.insert(number.clone(), sections.all.len()).is_some() {
                return wrong(&format!("section {number} again"));
            }
            if number == HEAD && !(sections.all.is_empty() && title.is_empty()) {
                return wrong("`head` is the text before all sections: the first line, no title");
            }
            sections.all.push(section);
        }
        Ok(sections)
    }

    pub(crate) fn has(&self, section: &str) -> bool {
        self.places.contains_key(section)
    }

    /// Returns the sections that a citation names, by their places in the list: those of the
    /// clauses that name no other document.
    pub(crate) fn cited(&self, citation: &str) -> Vec<usize> {
        if let Some(&whole) = self.places.get(citation) {
            return vec![whole];
        }
        let mut cited = Vec::new();
        for clause in citation.split("; ").filter(|clause| !clause.starts_with("RFC ")) {
            // A heading may have a comma: `Telnet, rlogin, tn3270; Mailto`.
            if let Some(&whole) = self.places.get(clause) {
                cited.push(whole);
                continue;
            }
            for part in clause.split(", ").flat_map(|part| part.split(" and ")) {
                let mut ends = part.split(" to ").map(|end| self.places.get(end).copied());
                match (ends.next().flatten(), ends.next()) {
                    (Some(first), Some(Some(last))) => cited.extend(first..=last),
                    (Some(one), None) => cited.push(one),
                    _ => {}
                }
            }
        }
        cited
    }
}
