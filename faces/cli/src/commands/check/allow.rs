//! The list of `--allow`.

use std::fs;
use std::path::Path;

use urigram::agreement::AllowList;
use urigram::Reading;

use crate::exit::Failure;
use crate::options::Globals;

/// Reads the list, for the grammars that the options name.
///
/// # Errors
/// [`Failure::Usage`] for the printed reading, and for a list with a wrong entry.
pub(super) fn list(globals: &Globals, path: Option<&Path>) -> Result<Option<AllowList>, Failure> {
    let Some(path) = path else { return Ok(None) };
    if globals.reading == Some(Reading::Printed) {
        let text = "--allow asks start rules in the corrected reading";
        return Err(Failure::Usage(text.to_owned()));
    }
    let shown = path.display();
    let text = fs::read_to_string(path)
        .map_err(|error| Failure::Usage(format!("cannot read {shown}: {error}")))?;
    let list = AllowList::read(&text, &globals.grammars)
        .map_err(|error| Failure::Usage(format!("{shown}: {error}")))?;
    Ok(Some(list))
}
