//! Whether the errata of a document are what its two readings show.

use crate::folder::{Folder, ReadError};
use crate::tables::Builder;

/// Refuses an erratum that claims a change of language and repairs nothing, or whose rules are the same in both readings.
pub(crate) fn check(folder: &Folder, printed: &Builder<'_>, corrected: &Builder<'_>) -> Result<(), ReadError> {
    for erratum in folder.facts.erratum.iter().filter(|erratum| erratum.changes_language) {
        if erratum.repair.is_none() {
            return Err(folder.error(format!("erratum {} changes the language without a repair", erratum.id)));
        }
        let mut differs = false;
        for name in &erratum.rules {
            let known = folder.facts.rule.iter().find(|rule| rule.name == *name || rule.id() == *name);
            let id = known.map_or_else(|| name.replace('_', "-"), |rule| rule.id());
            differs |= printed.abnf_dfa(&id)? != corrected.abnf_dfa(&id)?;
        }
        if !differs {
            return Err(folder.error(format!("erratum {} changes no rule that it names", erratum.id)));
        }
    }
    Ok(())
}
