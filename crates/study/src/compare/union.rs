//! Rules that a document has for one thing, taken together.

use urigram_grammars::proof::{abnf, Dfa, Limits, ProofError, Rules, Terminals};
use urigram_grammars::{Component, Grammar, Reading, Rule};

/// Some rules of a document, and the union of their languages.
///
/// A document can have several rules for a component: `abs_path`, `rel_path` and `opaque_part` of
/// RFC 2396 are all paths.
///
/// ```
/// use urigram::{compare::RuleUnion, Component, Grammar, Reading};
///
/// let path = RuleUnion::of_component(Grammar::Rfc3986, Reading::Corrected, Component::Path)?
///     .expect("RFC 3986 has paths");
/// assert_ne!(path.accepting(b"/a").unwrap().id(), path.accepting(b"a").unwrap().id());
/// # Ok::<(), urigram::proof::ProofError>(())
/// ```
#[derive(Clone, Debug)]
pub struct RuleUnion {
    rules: Vec<(&'static Rule, Dfa)>,
    union: Dfa,
}

impl RuleUnion {
    /// Builds the automata of rules, named as the document names them, and their union. Without any
    /// rule the language is empty.
    ///
    /// # Errors
    /// [`ProofError`] for an unknown rule and where a limit is hit.
    pub fn new(
        grammar: Grammar,
        reading: Reading,
        rules: &[&str],
    ) -> Result<RuleUnion, ProofError> {
        let document = grammar.document();
        let source = Rules::of(grammar, reading)?;
        let build = |name: &&str| {
            let rule = document.rule(name).map_err(ProofError::UnknownRule)?;
            Ok((rule, source.automaton(rule.id)?))
        };
        let rules = rules.iter().map(build).collect::<Result<Vec<_>, ProofError>>()?;
        let mut union = match rules.first() {
            Some((_, first)) => first.clone(),
            None => nothing()?,
        };
        for (_, automaton) in rules.iter().skip(1) {
            union = union.union(automaton, Limits::default()).map_err(ProofError::Undecided)?;
        }
        Ok(RuleUnion { rules, union })
    }

    /// Builds the union of a document's rules for a component; `None` if the document does not have
    /// one.
    ///
    /// # Errors
    /// [`ProofError`] where a limit is hit.
    pub fn of_component(
        grammar: Grammar,
        reading: Reading,
        component: Component,
    ) -> Result<Option<RuleUnion>, ProofError> {
        match grammar.document().component_rules(component) {
            [] => Ok(None),
            rules => RuleUnion::new(grammar, reading, rules).map(Some),
        }
    }

    /// Returns the rules, in the order in which they were given.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = &'static Rule> + '_ {
        self.rules.iter().map(|(rule, _)| *rule)
    }

    /// Returns the minimal automaton of all rules together.
    #[doc(hidden)]
    pub fn automaton(&self) -> &Dfa {
        &self.union
    }

    /// Returns the first rule that accepts a string, if any does.
    pub fn accepting(&self, string: &[u8]) -> Option<&'static Rule> {
        self.rules.iter().find(|(_, automaton)| automaton.accepts(string)).map(|(rule, _)| *rule)
    }
}

/// Returns the automaton that accepts nothing.
fn nothing() -> Result<Dfa, ProofError> {
    let unreadable = |error: String| ProofError::Abnf(error);
    let some =
        abnf::Grammar::parse("some = %x61\n").map_err(|error| unreadable(error.to_string()))?;
    let some = some
        .dfa("some", Terminals::Octets, Limits::default())
        .map_err(|error| unreadable(error.to_string()))?;
    some.difference(&some, Limits::default()).map_err(ProofError::Undecided)
}

#[cfg(test)]
mod tests {
    use super::*;
    use urigram_grammars::proof::Side;

    #[test]
    fn a_union_accepts_what_one_of_its_rules_accepts() {
        for &grammar in Grammar::ALL {
            for component in Component::ALL {
                let Some(union) =
                    RuleUnion::of_component(grammar, Reading::Corrected, component).unwrap()
                else {
                    assert!(grammar.document().component_rules(component).is_empty());
                    continue;
                };
                let mut rest = union.automaton().clone();
                for rule in union.rules() {
                    let side = Side { grammar, reading: Reading::Corrected, rule: Some(rule.id) };
                    let automaton = side.automaton().unwrap();
                    assert!(
                        automaton.is_subset(union.automaton(), Limits::default()).unwrap(),
                        "{}",
                        rule.name
                    );
                    if let Some(witness) =
                        rest.intersection(&automaton, Limits::default()).unwrap().shortest()
                    {
                        // By id: rfc1630 has two rules of the name `search`.
                        assert_eq!(union.accepting(&witness).map(|rule| rule.id), Some(rule.id));
                    }
                    rest = rest.difference(&automaton, Limits::default()).unwrap();
                }
                assert_eq!(rest.shortest(), None, "{grammar} {component:?}");
            }
        }
    }

    #[test]
    fn no_rules_accept_nothing() {
        let union = RuleUnion::new(Grammar::ALL[0], Reading::Corrected, &[]).unwrap();
        assert!(union.automaton().is_empty() && union.rules().len() == 0);
        assert!(union.accepting(b"").is_none());
    }
}
