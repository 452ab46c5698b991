//! Constraints that `--strict` cannot check.

use urigram::Grammar;
use urigram_study::constraints::is_checked;

/// Notes on standard error the constraints of a grammar that nothing here checks, each once.
pub(crate) fn note_unchecked(grammar: Grammar) {
    // Those of the published documents are known: `grammars ID` lists them.
    let mut known =
        Grammar::ALL.iter().chain(Grammar::SCHEMES).copied().chain(Grammar::unselected());
    let is_own = known.all(|one| one != grammar);
    for constraint in grammar.document().constraints.iter().filter(|_| is_own) {
        if !is_checked(grammar.document(), constraint) {
            crate::message::to_stderr(format_args!(
                "note: {grammar}: {} is not checked ({})",
                constraint.id, constraint.message
            ));
        }
    }
}
