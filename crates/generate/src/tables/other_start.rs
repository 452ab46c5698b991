//! Another start rule for a folder, where building shows that its own does not run.

use urigram_automata::peg;

use crate::error::ReadError;
use crate::folder::rules::is_same;
use crate::folder::{Folder, OtherStart};
use crate::tables::builder::Builder;

impl Folder {
    /// Returns the folder that begins with another rule, if a start rule of this one is recursive
    /// or beyond a limit.
    ///
    /// # Errors
    /// [`ReadError`] for rules that cannot be read.
    pub(crate) fn with_other_start(
        &self,
        instead: OtherStart<'_>,
    ) -> Result<Option<Folder>, ReadError> {
        if matches!(instead, OtherStart::Nothing) || self.begins_there(instead) {
            return Ok(None);
        }
        let mut lost = None;
        for rules in std::iter::once(&self.printed).chain(&self.corrected) {
            let builder = Builder::new(self, rules)?;
            let peg = rules.pest.peg()?;
            let fails = |name: &&str| {
                let Ok(rule) = self.known(name) else { return false };
                let names = peg.iter().flat_map(peg::Grammar::rules);
                let mut own = names.filter(|own| is_same(own.name(), rule.id));
                builder.abnf().recursion(rule.id, self.limits).is_some()
                    || own.any(|own| {
                        peg.as_ref().is_some_and(|it| it.undecided(own.name()).is_some())
                    })
                    || builder.build(rule.id, &[]).is_err_and(|error| error.is_limit())
            };
            lost = lost.or(self.facts.start.all().into_iter().find(fails).map(str::to_owned));
        }
        let Some(lost) = lost else { return Ok(None) };
        let mut other = self.clone();
        other.begin_at(instead, &lost)?;
        Ok(Some(other))
    }
}
