//! The rules of a folder, and which of them come from other documents.

use urigram_automata::{abnf, peg};

use crate::error::ReadError;
use crate::folder::Folder;

impl Folder {
    /// Returns the merged rules of a document with a base, by the name of the file that holds them.
    pub(crate) fn merged_sources(&self) -> Vec<(&'static str, String)> {
        let mut files = vec![
            ("printed.abnf", self.printed.abnf.text.clone()),
            ("printed.pest", self.printed.pest.text.clone()),
        ];
        if let Some(corrected) = &self.corrected {
            files.push(("corrected.abnf", corrected.abnf.text.clone()));
            files.push(("corrected.pest", corrected.pest.text.clone()));
        }
        files
    }

    /// Returns the rules in ABNF, those of other documents that they use included. Without ABNF
    /// there are none.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub fn abnf(&self) -> Result<abnf::Grammar, ReadError> {
        self.printed.abnf.abnf()
    }

    /// Returns the rules as a PEG, if the folder has one.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub fn peg(&self) -> Result<Option<peg::Grammar>, ReadError> {
        self.printed.pest.peg()
    }

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
