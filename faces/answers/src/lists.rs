//! The components of a rule that are lists, by the grammar's own rules.

use urigram::proof::{RulePlaces, Side};
use urigram::{Component, Grammar, Reading};

use crate::memo::Memo;
use crate::rule_ref::RuleRef;

type Lists = Vec<(Component, RulePlaces)>;

/// Returns the components of a rule that occur more than once in some string, with their places.
/// They are made once for each rule.
pub fn lists(target: RuleRef) -> &'static [(Component, RulePlaces)] {
    static KNOWN: Memo<(Grammar, Reading, &'static str), Lists> = Memo::new();
    let RuleRef { grammar, reading, table } = target;
    // WebAssembly only has the documents' own grammars. They have no such component, so it need not
    // contain the code that finds places.
    if cfg!(target_family = "wasm") || table.lists().next().is_none() {
        return &[];
    }
    let side = Side { grammar, reading, rule: Some(table.rule()) };
    // The generator has decided that each of these is a list, and within its limits.
    let places = |one| Some((one, RulePlaces::of(side, one).ok()??));
    let made = || Ok::<_, ()>(table.lists().filter_map(places).collect());
    KNOWN.get((grammar, reading, table.rule()), made).map_or(&[], |made| made)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_grammar_of_our_own_has_a_component_that_is_a_list() {
        let ours = [Grammar::ALL, Grammar::PRACTICES, Grammar::SCHEMES, Grammar::DRAFTS].concat();
        for grammar in ours {
            for reading in Reading::ALL {
                for table in grammar.tables(reading).all {
                    assert_eq!(table.lists().next(), None, "{grammar} {}", table.rule());
                }
            }
        }
    }
}
