//! The rules of a folder that come from other documents.

use crate::folder::Folder;

impl Folder {
    /// Returns the rules that were taken from other documents, a line for each of these.
    pub fn imports(&self) -> &[String] {
        &self.imports
    }

    /// Returns a line for each error in the rules and each undefined name, in the order of the
    /// text, and one with the rules that are undecided for it.
    pub fn faults(&self) -> &[String] {
        &self.faults
    }

    /// Returns true if the rule of this name was taken from another document.
    pub fn is_imported(&self, name: &str) -> bool {
        self.rules.iter().any(|rule| rule.name == name && rule.imported.is_some())
    }
}
