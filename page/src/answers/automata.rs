//! The automata of rules that were asked about, kept: a class asks about the same ones again and again.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use urigram::proof::{Comparison, Dfa, Limits, ProofError, Side};
use urigram::{Grammar, Reading};

type Known = HashMap<(Grammar, Reading, &'static str), &'static Dfa>;

/// The automaton of a side. There are at most as many as the documents have rules.
pub(super) fn of(side: Side<'_>) -> Result<&'static Dfa, ProofError> {
    static KNOWN: Mutex<Option<Known>> = Mutex::new(None);
    let document = side.grammar.document();
    let rule = document.rule(side.rule.unwrap_or(document.start.default)).map_err(ProofError::UnknownRule)?;
    let key = (side.grammar, side.reading, rule.name);
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(dfa) = known().get_or_insert_default().get(&key) {
        return Ok(dfa);
    }
    // Built without the lock: another may build the same meanwhile, and one of the two is dropped.
    let built = side.automaton()?;
    Ok(known().get_or_insert_default().entry(key).or_insert_with(|| Box::leak(Box::new(built))))
}

/// How two sides relate.
pub(super) fn compare(a: Side<'_>, b: Side<'_>) -> Result<Comparison, ProofError> {
    of(a)?.compare(of(b)?, Limits::default()).map_err(ProofError::Undecided)
}
