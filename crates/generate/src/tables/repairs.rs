//! The check that the repairs of errata change the languages that they say.

use crate::error::ReadError;
use crate::folder::errata::{known_id, prints};
use crate::folder::Folder;
use crate::tables::builder::Builder;

/// Checks on the automata that a repair changes the language of a rule that it repairs if, and only
/// if, its erratum says so.
pub(crate) fn check_languages(
    folder: &Folder,
    printed: &Builder<'_>,
    corrected: &Builder<'_>,
) -> Result<Vec<String>, ReadError> {
    let mut complaints = Vec::new();
    for erratum in &folder.facts.erratum {
        let mut differs = false;
        for print in prints(erratum.repair) {
            if let Some(id) = known_id(folder, print.name) {
                differs |= printed.dfa(id)? != corrected.dfa(id)?;
            }
        }
        if differs != erratum.keys.changes_language && erratum.repair.is_some() {
            let not = if differs { "" } else { "not " };
            complaints
                .push(format!("erratum {}: its repair does {not}change the language", erratum.id));
        }
    }
    Ok(complaints)
}
