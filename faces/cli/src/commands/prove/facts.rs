//! The statements of a folder apart from its rules, as the library decides them.

use std::io::Write;
use std::path::Path;

use urigram::documents::Definition;
use urigram::Grammar;
use urigram_answers::json::{FactJson, ForReadersJson, StatementsJson};
use urigram_generate::evidence_at;

use super::Counts;
use crate::exit::Failure;
use crate::options::Globals;
use crate::output::{self, Out};
use crate::style::{BAD, DIM, NAME};

/// Writes a line for each contradiction in the folder of a grammar, the number of statements that
/// were decided, and those that only a reader can judge.
///
/// # Errors
/// [`Failure`] for a folder that cannot be read.
pub(super) fn write(
    out: &mut Out<'_>,
    globals: &Globals,
    (path, grammar): (&Path, Grammar),
    counts: &mut Counts,
) -> Result<(), Failure> {
    let known: Vec<&'static Definition> =
        Grammar::ALL.iter().map(|known| known.definition()).collect();
    let evidence = evidence_at(path, grammar.definition(), &known)?;
    let (id, decided) = (grammar.as_str(), evidence.decided);
    counts.different += evidence.contradictions.len();
    if globals.json() {
        for fact in &evidence.contradictions {
            output::json_line(out, &FactJson { grammar: id, fact, proved: false })?;
        }
        let kinds = evidence.for_readers.iter();
        let for_readers = kinds.map(|(kind, places)| ForReadersJson { kind, places }).collect();
        output::json_line(out, &StatementsJson { grammar: id, decided, for_readers })?;
        return Ok(());
    }
    let mut line = |what: &str, said: String| {
        writeln!(out, "{id:10} {DIM}{:9}{DIM:#} {NAME}{what:24}{NAME:#} {said}", "both")
    };
    for contradiction in &evidence.contradictions {
        let own = contradiction.strip_prefix(&format!("{id} ")).unwrap_or(contradiction);
        line("facts", format!("{BAD}different{BAD:#}: {own}"))?;
    }
    let count: usize = evidence.for_readers.iter().map(|(_, places)| places.len()).sum();
    let statements = if count == 1 { "statement" } else { "statements" };
    line("facts", format!("{decided} decided, {count} {statements} that only a reader can judge"))?;
    for (kind, places) in &evidence.for_readers {
        line(&format!("for a reader: {kind}"), places.join(", "))?;
    }
    Ok(())
}
