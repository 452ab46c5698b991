//! Checks of the facts that a folder states about its document.

use std::collections::HashSet;

use crate::citations;
use crate::citations::Cited;
use crate::error::ReadError;
use crate::evidence::quotations;
use crate::evidence::quoted;
use crate::folder::comments::{self, Commented};
use crate::folder::{errata, section_uses, Folder};

impl Folder {
    /// Checks what a folder says of itself and its document: sections that exist, comments that say
    /// what the rules are, errata that are what the readings show. Returns a line for each
    /// contradiction.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub fn check(&self, documents: &[Folder]) -> Result<Vec<String>, ReadError> {
        self.contradictions(&Cited::all(documents))
    }

    /// Like [`Folder::check`], with any documents that the folder may cite.
    pub(crate) fn contradictions(&self, documents: &[Cited<'_>]) -> Result<Vec<String>, ReadError> {
        let mut complaints = citations::check(self, documents);
        complaints.extend(section_uses::check(self));
        complaints.extend(self.check_rules()?);
        if self.quotations.is_some() {
            complaints.extend(self.unlisted());
            let missing =
                [("form", self.facts.form.is_none()), ("authors", self.facts.authors.is_empty())];
            let missing = missing.into_iter().filter(|(_, lacks)| *lacks);
            complaints.extend(missing.map(|(what, _)| format!("{what} is missing")));
        }
        Ok(complaints
            .into_iter()
            .map(|complaint| format!("{} {complaint}", self.facts.id))
            .collect())
    }

    /// Like [`Folder::check`], for a folder whose citations of other documents cannot be followed.
    pub(crate) fn check_rules(&self) -> Result<Vec<String>, ReadError> {
        let printed = Commented::new(&self.printed)?;
        let corrected = self.corrected.as_ref().map(Commented::new).transpose()?;
        let mut complaints = Vec::new();
        if self.sections.is_some() && !self.printed.pest.is_missing() {
            complaints.extend(comments::check(self, "printed", &printed));
            if let Some(corrected) = &corrected {
                complaints.extend(comments::check(self, "corrected", corrected));
            }
        }
        complaints.extend(quotations::check(self));
        complaints.extend(errata::check(self, &printed, corrected.as_ref()));
        Ok(complaints)
    }

    /// Returns a line for each rule that no row `[[rule]]` lists, and for each that two rows list.
    fn unlisted(&self) -> Vec<String> {
        let unlisted = self.rules.iter().filter(|rule| rule.section.starts_with("line "));
        let mut lines: Vec<String> =
            unlisted.map(|rule| format!("no [[rule]] for {}", rule.name)).collect();
        let mut ids = HashSet::new();
        let twice = self.facts.rule.iter().filter(|rule| !ids.insert(rule.id.to_lowercase()));
        lines.extend(twice.map(|rule| format!("rule {}: two rows [[rule]] are of it", rule.name)));
        lines
    }

    /// Returns a line for each file and fact that a published document has and this folder lacks.
    pub(crate) fn unpublishable(&self) -> Vec<String> {
        let facts = &self.facts;
        let mut lacks: Vec<String> = [
            ("sections.tsv", self.sections.is_none()),
            ("examples.toml", self.examples.is_empty()),
            (quotations::WRITE, self.quotations.is_none() && quoted::are_needed(facts)),
            ("printed.abnf", self.printed.abnf.is_missing()),
            ("printed.pest", self.printed.pest.is_missing()),
            ("title", facts.title.is_empty()),
            ("authors", facts.authors.is_empty()),
            ("date", facts.date.is_none()),
            ("number", facts.number.is_empty()),
            ("status", facts.status.is_empty()),
            ("notation", facts.notation.is_empty()),
            ("summary", facts.summary.is_empty()),
        ]
        .into_iter()
        .filter(|(_, lacks)| *lacks)
        .map(|(what, _)| format!("no {what}"))
        .collect();
        if self.quotations.is_none() {
            lacks.extend(self.unlisted());
        }
        lacks.extend(
            self.imports.iter().map(|rules| format!("rules that it does not define, {rules}")),
        );
        lacks.into_iter().map(|what| format!("{}: {what}", facts.id)).collect()
    }
}
