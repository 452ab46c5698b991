//! The statements of a folder apart from its rules, as the library decides them.

use std::io::{self, Write};
use std::path::Path;

use urigram::documents::Definition;
use urigram::Grammar;
use urigram_generate::evidence_at;

use super::json::{FactJson, ForReadersJson, StatementsJson};
use super::Counts;
use crate::exit::Failure;
use crate::output::Out;
use crate::style::{BAD, DIM, NAME};

/// Writes a line for each contradiction in the folder of a grammar, the number of statements that
/// were decided, and those that only a reader can judge.
///
/// # Errors
/// [`Failure`] for a folder that cannot be read.
pub(super) fn write(
    out: &mut Out<'_>,
    (path, grammar): (&Path, Grammar),
    counts: &mut Counts,
) -> Result<(), Failure> {
    let known: Vec<&'static Definition> =
        Grammar::ALL.iter().map(|known| known.definition()).collect();
    let evidence = evidence_at(path, grammar.definition(), &known)?;
    let (id, decided) = (grammar.as_str(), evidence.decided);
    counts.different += evidence.contradictions.len();
    fn line(out: &mut dyn Write, id: &str, what: &str, said: &str) -> io::Result<()> {
        writeln!(out, "{id:10} {DIM}{:9}{DIM:#} {NAME}{what:24}{NAME:#} {said}", "both")
    }
    let contradictions = evidence.contradictions.iter();
    let json = || contradictions.clone().map(|fact| FactJson { grammar: id, fact, proved: false });
    out.answers(json, |out| {
        contradictions.clone().try_for_each(|contradiction| {
            let own = contradiction.strip_prefix(&format!("{id} ")).unwrap_or(contradiction);
            line(out, id, "facts", &format!("{BAD}different{BAD:#}: {own}"))
        })
    })?;
    let kinds = evidence.for_readers.iter();
    let json = || {
        let for_readers = kinds.clone().map(|(kind, places)| ForReadersJson { kind, places });
        StatementsJson { grammar: id, decided, for_readers: for_readers.collect() }
    };
    out.answer(json, |out| {
        let count: usize = kinds.clone().map(|(_, places)| places.len()).sum();
        let statements = if count == 1 { "statement" } else { "statements" };
        let said = format!("{decided} decided, {count} {statements} that only a reader can judge");
        line(out, id, "facts", &said)?;
        kinds.clone().try_for_each(|(kind, places)| {
            line(out, id, &format!("for a reader: {kind}"), &places.join(", "))
        })
    })
}
