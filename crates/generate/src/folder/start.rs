//! The rule that a folder begins with where its own start rule does not run.
//!
//! ```text
//! start = head tail      [start] default = "start"
//! tail  = <words>        nothing is known of it, so `start` does not run
//! head  = 1*DIGIT        runs, and `parse -g FOLDER --rule head` reads by it
//! ```
//!
//! What `document.toml` says of parts, checks and schemes is about its start rules, so nothing of
//! it counts for the other rule.

use std::path::Path;

use crate::error::ReadError;
use crate::folder::base::Known;
use crate::folder::facts::Facts;
use crate::folder::libraries::Libraries;
use crate::folder::rules::is_same;
use crate::folder::{Folder, OtherStart};

impl Folder {
    /// Reads a folder, or a file of rules. A file begins with the rule that is named; a folder has
    /// a start rule of its own, and begins with this one only where its own does not run.
    pub(crate) fn of_path(
        path: &Path,
        start: Option<&str>,
        known: Libraries<'_>,
    ) -> Result<Folder, ReadError> {
        if path.is_dir() {
            Folder::open_at(path, start.map_or(OtherStart::Nothing, OtherStart::Rule), known)
        } else {
            Folder::file(path, start, known)
        }
    }

    /// Begins with another rule if a start rule has an error, or needs an undefined name.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read, and for another rule that does not run either.
    pub(crate) fn begin_where_it_runs(&mut self, instead: OtherStart<'_>) -> Result<(), ReadError> {
        if self.faults.is_empty() {
            return Ok(());
        }
        let starts = self.facts.start.all().into_iter().filter(|name| !name.is_empty());
        for lost in starts {
            let Some(why) = self.lacks(lost)? else { continue };
            return match instead {
                // A rule that needs a lost one is refused where it is built.
                OtherStart::Nothing if self.known(lost).is_ok() => Ok(()),
                OtherStart::Nothing => Err(self.error(why).with(&self.faults)),
                _ => self.begin_at(instead, lost),
            };
        }
        Ok(())
    }

    /// Returns true if the only start rule is the one of this name.
    pub(crate) fn begins_with(&self, name: &str) -> bool {
        self.facts.start.all().iter().all(|start| is_same(start, name))
    }

    /// Returns true if the folder begins with the other rule already.
    pub(crate) fn begins_there(&self, instead: OtherStart<'_>) -> bool {
        matches!(instead, OtherStart::Rule(rule) if self.begins_with(rule))
            || matches!(instead, OtherStart::First if self.facts.source.is_empty())
    }

    /// Returns the reason why a rule has no meaning: an error, or a name without a rule.
    fn lacks(&self, name: &str) -> Result<Option<String>, ReadError> {
        let both = std::iter::once(&self.printed).chain(&self.corrected);
        for rules in both.filter(|rules| !rules.abnf.is_missing()) {
            let abnf = rules.abnf.abnf()?;
            let id = self.known(name).map_or(name, |rule| rule.id);
            if let Some(error) = abnf.error_of(id) {
                return Ok(Some(format!("the definition of `{name}` cannot be read: {error}")));
            }
            let mut undecided = abnf.undecided().into_iter();
            if let Some((_, why)) = undecided.find(|(rule, _)| is_same(&rule.name, id)) {
                return Ok(Some(format!("`{name}`: {why}")));
            }
        }
        Ok(None)
    }

    /// Begins with another rule in place of the start rules, because one of these is lost, and
    /// drops what the folder states about them.
    ///
    /// # Errors
    /// [`ReadError`] for a rule that is not there, and for one that does not run either.
    pub(crate) fn begin_at(
        &mut self,
        instead: OtherStart<'_>,
        lost: &str,
    ) -> Result<(), ReadError> {
        let found = match instead {
            OtherStart::Nothing => None,
            OtherStart::Rule(name) => {
                if let Some(why) = self.lacks(name)? {
                    return Err(self.error(why).with(&self.faults));
                }
                let same = |rule: &&Known| is_same(rule.name, name) || rule.id == name;
                Some(self.rules.iter().find(same).map_or_else(|| self.known(name), Ok)?)
            }
            OtherStart::First => {
                let abnf = self.printed.abnf.abnf()?.decided();
                let mut own = self.rules.iter().filter(|rule| rule.imported.is_none());
                own.find(|rule| {
                    abnf.rule(rule.id).is_some() && abnf.recursion(rule.id, self.limits).is_none()
                })
            }
        };
        let found = found.filter(|rule| !is_same(rule.name, lost));
        let Some(name) = found.map(|rule| rule.name) else { return Ok(()) };
        let said = format!(
            "the start rule `{lost}` does not run: `{name}` is read by itself, and what \
             document.toml says of start rules does not count"
        );
        let mut facts = Facts::minimal(self.facts.id.clone());
        facts.start.default = name;
        std::mem::swap(&mut facts.title, &mut self.facts.title);
        std::mem::swap(&mut facts.number, &mut self.facts.number);
        facts.encoding = self.facts.encoding;
        self.facts = facts;
        self.examples.clear();
        self.faults.insert(0, said);
        Ok(())
    }
}
