//! The proof straight from a folder, for an author at work: nothing needs to be generated first.

use crate::error::ReadError;
use crate::folder::Folder;
use crate::tables::builder::Builder;
use crate::tables::transcriptions;

/// Decides every rule of a document in both readings, and checks the folder's own statements
/// ([`Folder::check`]). Returns a line for each rule that is not proved and for each contradiction.
/// `documents` are other documents that it may cite.
///
/// # Errors
/// When the rules cannot be read.
pub fn prove(folder: &Folder, documents: &[Folder]) -> Result<Vec<String>, ReadError> {
    let mut failures = folder.check(documents)?;
    #[cfg(feature = "evidence")]
    match crate::tables::definition::make(folder) {
        Ok(made) => failures.extend(crate::evidence::contradictions(folder, made.definition)?),
        Err(error) => failures.push(error.to_string()),
    }
    failures.extend(folder.unpublishable());
    let readings = [("printed", Some(&folder.printed)), ("corrected", folder.corrected.as_ref())];
    for (reading, rules) in readings {
        let Some(rules) = rules else { continue };
        let builder = Builder::new(folder, rules)?;
        let mut proved = 0;
        if !builder.has_both() {
            failures.push(format!("{} {reading}: one transcription only", folder.facts.id));
            continue;
        }
        for id in builder.ids() {
            match builder.difference(&id) {
                Ok(None) => proved += 1,
                Ok(Some(difference)) => {
                    failures.push(format!("{} {reading} {id}: {difference}", folder.facts.id));
                }
                Err(error) => failures.push(format!("{} {reading} {id}: {error}", folder.facts.id)),
            }
        }
        for (narrowed, rule) in builder.narrowed() {
            if let Some(witness) = builder.beyond(narrowed, rule)? {
                failures.push(format!(
                    "{} {reading} {narrowed}: beyond {rule}, {witness:?}",
                    folder.facts.id
                ));
            }
        }
        let (start, rows) =
            (folder.known(folder.facts.start.default)?, transcriptions::stated(folder)?);
        let strays = transcriptions::differences(folder, &builder, start, &rows)?;
        println!(
            "{} {reading}: {proved} rules proved, places of {} components compared",
            folder.facts.id,
            rows.len()
        );
        failures
            .extend(strays.into_iter().map(|line| format!("{} {reading} {line}", folder.facts.id)));
    }
    for line in folder.left_out() {
        println!("{}: {line}", folder.facts.id);
    }
    if let Some(corrected) = &folder.corrected {
        let readings = (Builder::new(folder, &folder.printed)?, Builder::new(folder, corrected)?);
        let errata = crate::tables::repairs::check_languages(folder, &readings.0, &readings.1)?;
        failures.extend(errata.into_iter().map(|wrong| format!("{} {wrong}", folder.facts.id)));
    }
    Ok(failures)
}
