//! The statements of a folder beside its rules, as the library decides them.

use std::io::Write;
use std::path::Path;

use urigram::documents::Definition;
use urigram::Grammar;
use urigram_answers::json::FactJson;
use urigram_generate::contradictions_at;

use super::Counts;
use crate::exit::Failure;
use crate::options::Globals;
use crate::output;
use crate::style::{BAD, DIM, GOOD, NAME};

/// Writes a line for each contradiction in the folder of a grammar, or that there is none.
///
/// # Errors
/// [`Failure`] for a folder that cannot be read.
pub(super) fn write(
    out: &mut dyn Write,
    globals: &Globals,
    (path, grammar): (&Path, Grammar),
    counts: &mut Counts,
) -> Result<(), Failure> {
    let known: Vec<&'static Definition> =
        Grammar::ALL.iter().map(|known| known.definition()).collect();
    let contradictions = contradictions_at(path, grammar.definition(), &known)?;
    let (id, fact) = (grammar.as_str(), "facts");
    counts.different += contradictions.len();
    counts.proved += usize::from(contradictions.is_empty());
    if globals.json() {
        if contradictions.is_empty() {
            output::json_line(out, &FactJson { grammar: id, fact, proved: true })?;
        }
        for fact in &contradictions {
            output::json_line(out, &FactJson { grammar: id, fact, proved: false })?;
        }
        return Ok(());
    }
    let mut line = |said: String| {
        writeln!(out, "{id:10} {DIM}{:9}{DIM:#} {NAME}{fact:24}{NAME:#} {said}", "both")
    };
    if contradictions.is_empty() {
        line(format!("{GOOD}proved{GOOD:#}"))?;
    }
    for contradiction in contradictions {
        let own = contradiction.strip_prefix(&format!("{id} ")).unwrap_or(&contradiction);
        line(format!("{BAD}different{BAD:#}: {own}"))?;
    }
    Ok(())
}
