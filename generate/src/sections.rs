//! The sections that a document has (`sections.tsv`).

use crate::error::ReadError;
use std::collections::BTreeMap;
use std::path::Path;

/// The sections of a document: the number, or the heading where sections have no numbers, and the
/// title.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sections(BTreeMap<String, String>);

impl Sections {
    /// Reads the lines of `sections.tsv`: a section each, with a tab before its title if it has
    /// both.
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

    pub(crate) fn has(&self, section: &str) -> bool {
        self.0.contains_key(section)
    }
}
