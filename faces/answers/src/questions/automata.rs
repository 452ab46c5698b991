//! Automata that were asked for, kept: a class asks about the same rules again and again.

use urigram::proof::{Dfa, ProofError, Side};
use urigram::{Component, Grammar, Reading};
use urigram_study::compare::RuleUnion;

use crate::memo::Memo;

/// Returns the automaton of a side. There are at most as many as the documents have rules. The ids
/// distinguish rules: two rules of rfc1630 have the name `search`.
pub(super) fn of(side: Side<'_>) -> Result<&'static Dfa, ProofError> {
    static KNOWN: Memo<(Grammar, Reading, &'static str), Dfa> = Memo::new();
    let document = side.grammar.document();
    let rule = document.rule(side.rule.unwrap_or(document.start.default));
    let rule = rule.map_err(ProofError::UnknownRule)?;
    KNOWN.get((side.grammar, side.reading, rule.id), || side.automaton())
}

/// Returns a document's rules for a component together; `None` if it does not have one.
pub(super) fn of_component(
    grammar: Grammar,
    reading: Reading,
    component: Component,
) -> Result<Option<&'static RuleUnion>, ProofError> {
    static KNOWN: Memo<(Grammar, Reading, &'static str), Option<RuleUnion>> = Memo::new();
    let union = || RuleUnion::of_component(grammar, reading, component);
    Ok(KNOWN.get((grammar, reading, component.name()), union)?.as_ref())
}
