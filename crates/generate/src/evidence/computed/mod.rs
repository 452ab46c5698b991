//! Evidence: computes every statement of a folder that can be computed.
//!
//! An erratum says what each reading does with its example; a constraint, a caution and an
//! equivalence have an example of their own; `examples.toml` has the document's. Here the automata
//! and the library decide each of them. `urigram prove FOLDER` and the generator call the same
//! function. Of RFC 8141's folder, for example:
//!
//! ```text
//! [[erratum]]
//! id = "informal-length"
//! section = "5.2"                                  `Folder::check`: a section of the document
//! rules = ["InformalNamespaceName", "Number"]      `about`: those of its words and its example
//! printed = "Number = DigitNonZero 0*Digit"        `Folder::check`: the `///` lines say the same,
//! repair = "Number = DigitNonZero 0*27Digit"         and the quotation is in the section
//! changes_language = true                          `repairs`: the automata of Number differ
//! example = "urn-12345678901234567890123456789"
//! rule = "InformalNamespaceName"
//! printed_accepts = true                           `verdicts`: both automata run on the example
//! corrected_accepts = false
//! ```
//!
//! With `corrected_accepts = true` the folder is refused: `rfc8141 erratum informal-length: Printed
//! accepts "urn-12345678901234567890123456789" and Corrected rejects it, and the row does not say
//! so`.

mod about;
mod changed;
mod derivations;
mod links;
mod meaning;
mod relations;
mod sets;
mod spelling;
mod tally;
mod verdicts;

use std::path::Path;

use urigram_automata::shortest;
use urigram_core::Grammar;
use urigram_engine::{Definition, Table};

use crate::citations::Cited;
use crate::error::ReadError;
use crate::folder::examples::Examples;
use crate::folder::libraries::Libraries;
use crate::folder::sections::Sections;
use crate::folder::{Folder, OtherStart};

/// Returns a line for each statement of a folder that is not so, beside those that
/// [`Folder::check`] reads in its texts.
///
/// # Errors
/// [`ReadError`] for rules that cannot be read or have no automaton within the limits.
pub(crate) fn contradictions(
    folder: &Folder,
    made: &'static Definition,
) -> Result<Vec<String>, ReadError> {
    let grammar = Grammar::new(made);
    let read: Examples = toml::from_str(&folder.examples)
        .map_err(|error| ReadError::new(folder.path.join("examples.toml"), error))?;
    let mut found = relations::check(folder, grammar)?;
    let mut readings = verdicts::Readings::of(folder)?;
    found.extend(verdicts::check(folder, grammar, &read.example, &mut readings)?);
    if folder.quotations.is_some() {
        found.extend(about::check(folder, &readings)?);
        found.extend(sets::check(folder, readings.as_printed())?);
        found.extend(links::check(folder, grammar, &read.example, &mut readings)?);
        found.extend(spelling::check(folder));
    }
    found.extend(meaning::check(folder, grammar, &read.example));
    Ok(found.into_iter().map(|line| format!("{} {line}", folder.facts.id)).collect())
}

/// The statements of a folder, as [`evidence_at`] decides them.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evidence {
    /// A line for each statement that is not so.
    pub contradictions: Vec<String>,
    /// The number of statements that are decided.
    pub decided: usize,
    /// The kinds of statements that only a reader can judge, each with the places of its
    /// statements: `constraint.message` and `constraint nid-not-urn`.
    pub for_readers: Vec<(&'static str, Vec<String>)>,
}

/// Decides the statements of the folder at a path: sections that do not exist, verdicts that are
/// others, examples that show something else. `made` is what the folder was loaded as, and `known`
/// are the documents that it may build on and cite.
///
/// # Errors
/// [`ReadError`] for a folder that cannot be read.
pub fn evidence_at(
    path: &Path,
    made: &'static Definition,
    known: &[&'static Definition],
) -> Result<Evidence, ReadError> {
    let folder = Folder::open_at(path, OtherStart::First, Libraries::from(known))?;
    let lists = known.iter().map(|known| {
        let text = known.sources.map_or("", |sources| sources.sections);
        let sections = Sections::parse(path, text).ok().filter(|list| !list.all.is_empty());
        (known.document.number, sections)
    });
    let lists: Vec<(&str, Option<Sections>)> = lists.collect();
    let cited: Vec<Cited<'_>> =
        lists.iter().map(|(number, list)| Cited::new(number, list.as_ref())).collect();
    let mut found = folder.contradictions(&cited)?;
    found.extend(contradictions(&folder, made)?);
    let tally::Tally { decided, for_readers } = tally::count(&folder);
    Ok(Evidence { contradictions: found, decided, for_readers })
}

/// Returns the rest of a shortest text that a table accepts from a state on, of some bytes.
fn shortest_from(table: &Table, state: usize, is_wanted: impl Fn(u8) -> bool) -> Option<Vec<u8>> {
    let automaton = &table.automaton;
    let steps = |state: usize| {
        let next = |byte: u8| (Some(byte), automaton.next(state, byte));
        let bytes = (0..=u8::MAX).filter(|&byte| is_wanted(byte));
        bytes.map(next).filter(|step| step.1 != usize::from(automaton.dead)).collect()
    };
    shortest(state, |state| automaton.accepts(state), steps)
}
