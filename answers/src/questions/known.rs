//! The grammars that questions are about: the published ones, and those that the program was given.

use std::sync::{Mutex, PoisonError};

use urigram::errors::UnknownName;
use urigram::Grammar;

static GIVEN: Mutex<Vec<Grammar>> = Mutex::new(Vec::new());

/// Adds a grammar to those that every question is about. Give all of them before the first
/// question, because answers are kept.
///
/// Returns false, and adds nothing, if another grammar has its id.
pub fn add(grammar: Grammar) -> bool {
    let mut given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let is_same = |known: &&Grammar| known.as_str() == grammar.as_str();
    match Grammar::ALL.iter().chain(given.iter()).find(is_same) {
        Some(known) => *known == grammar,
        None => {
            given.push(grammar);
            true
        }
    }
}

/// Returns all grammars, in order of date.
pub(super) fn all() -> Vec<Grammar> {
    let given = GIVEN.lock().unwrap_or_else(PoisonError::into_inner);
    let mut all: Vec<Grammar> = Grammar::ALL.iter().chain(given.iter()).copied().collect();
    all.sort_unstable();
    all
}

/// Returns the grammar of an id.
///
/// # Errors
/// [`UnknownName`] with the nearest published id.
pub(super) fn named(id: &str) -> Result<Grammar, UnknownName> {
    // What the program was given comes first: it may have the id of a scheme's document.
    match all().into_iter().find(|grammar| grammar.as_str() == id) {
        Some(grammar) => Ok(grammar),
        None => id.parse(),
    }
}
