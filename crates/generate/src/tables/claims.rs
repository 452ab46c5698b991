//! Checks of what every value of a type relies on in any grammar: a URI is in US-ASCII, and an
//! identifier is a reference. A folder cannot claim otherwise.

use std::collections::BTreeSet;

use urigram_automata::StateId;
use urigram_engine::{excess, Document, Form, Table, Tables};

use crate::error::ReadError;
use crate::folder::Folder;
use crate::tables::builder::Builder;

/// Checks the tables of one reading.
///
/// # Errors
/// A sentence that names the rule and, where a text is wrong, the shortest one.
pub(crate) fn check(document: &Document, tables: &Tables) -> Result<(), String> {
    if matches!(document.form, Form::Generic | Form::Locator | Form::Urn) {
        if let Some(table) = tables.all.iter().find(|table| has_wide_bytes(table)) {
            return Err(format!(
                "rule `{}` accepts characters beyond US-ASCII, which no URI has: write form = \"iri\"",
                table.rule()
            ));
        }
    }
    let uri = tables.uri.unwrap_or_else(|| tables.start());
    let reference = tables.reference.unwrap_or_else(|| tables.start());
    match excess(uri, reference, false) {
        None => Ok(()),
        Some(text) => Err(format!(
            "rule `{}` accepts \"{}\", and rule `{}` of references rejects it: every identifier is \
             a reference",
            uri.rule(),
            text.escape_ascii(),
            reference.rule()
        )),
    }
}

/// Returns true if a start rule accepts a character beyond US-ASCII in some reading.
pub(crate) fn goes_beyond_ascii(
    folder: &Folder,
    builders: &[(&'static str, Builder<'_>)],
) -> Result<bool, ReadError> {
    for (_, builder) in builders {
        for start in folder.facts.start.all() {
            let dfa = builder.dfa(folder.known(start)?.id)?;
            let (mut states, dead) = (0..dfa.len() as StateId, dfa.dead());
            let is_wide = |state| (0x80..=u8::MAX).any(|byte| Some(dfa.next(state, byte)) != dead);
            if states.any(is_wide) {
                return Ok(true);
            }
        }
    }
    Ok(false)
}

/// Returns true if some accepted text has a byte above 7F.
fn has_wide_bytes(table: &Table) -> bool {
    let automaton = &table.automaton;
    let start = usize::from(automaton.start);
    let mut seen = BTreeSet::from([start]);
    let mut pending = vec![start];
    while let Some(state) = pending.pop() {
        for byte in 0..=u8::MAX {
            let next = automaton.next(state, byte);
            if next == usize::from(automaton.dead) {
                continue;
            }
            if !byte.is_ascii() {
                return true;
            }
            if seen.insert(next) {
                pending.push(next);
            }
        }
    }
    false
}
