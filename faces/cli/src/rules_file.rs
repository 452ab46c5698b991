//! A file of ABNF or PEG rules that need not have an automaton, for `peg` and `prove`.

use std::path::{Path, PathBuf};

use urigram::documents::same_name;
use urigram::proof::{abnf, peg};
use urigram_generate::Folder;

use crate::exit::Failure;
use crate::name::known;

/// The rules of a file.
pub(crate) struct RulesFile {
    pub(crate) path: PathBuf,
    pub(crate) rules: Rules,
    file: Folder,
}

/// Rules in one of the two notations.
pub(crate) enum Rules {
    Abnf(abnf::Grammar),
    Pest(peg::Grammar),
}

impl RulesFile {
    /// Reads a file. What an ABNF file uses and does not define is taken from RFC 5234's core
    /// rules, RFC 3986, RFC 3987 and RFC 8141, with a note on standard error.
    ///
    /// Errors in the rules and undefined names are also notes: each makes the rules that need it
    /// undecided.
    ///
    /// # Errors
    /// [`Failure`] for a file that cannot be read.
    pub(crate) fn read(path: &Path) -> Result<RulesFile, Failure> {
        let file = Folder::file(path, None, known())?;
        for rules in file.imports() {
            crate::message::to_stderr(format_args!("note: {}: {rules}", path.display()));
        }
        for fault in file.faults() {
            crate::message::to_stderr(format_args!("note: {}: {fault}", path.display()));
        }
        let rules = match file.peg()? {
            Some(rules) => Rules::Pest(rules),
            None => Rules::Abnf(file.abnf()?),
        };
        Ok(RulesFile { path: path.to_owned(), rules, file })
    }

    /// Returns true if a rule is used here and defined in another document.
    pub(crate) fn is_imported(&self, rule: &str) -> bool {
        self.file.is_imported(rule)
    }

    /// Returns the name of the rule, as the file spells it; without a name, that of the first rule.
    ///
    /// # Errors
    /// [`Failure::Usage`] for an unknown rule.
    pub(crate) fn rule(&self, rule: Option<&str>) -> Result<String, Failure> {
        let names: Vec<&str> = match &self.rules {
            Rules::Abnf(rules) => rules.rules().iter().map(|rule| &*rule.name).collect(),
            Rules::Pest(rules) => rules.rules().iter().map(peg::Rule::name).collect(),
        };
        let Some(wanted) = rule else {
            let first = names.first().map(|&name| name.to_owned());
            return first.ok_or_else(|| Failure::of_file(&self.path, "there are no rules"));
        };
        let exact = names.iter().find(|&&name| name == wanted);
        let found = exact.or_else(|| names.iter().find(|name| same_name(name, wanted)));
        found.map(|&name| name.to_owned()).ok_or_else(|| {
            let some = names.iter().take(12).copied().collect::<Vec<_>>().join(", ");
            let more = if names.len() > 12 { ", …" } else { "" };
            Failure::Usage(format!(
                "{wanted:?} in {}: no such rule; there are {some}{more}",
                self.path.display()
            ))
        })
    }
}
