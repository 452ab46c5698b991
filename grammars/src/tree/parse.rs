//! Trees by grammars that are chosen at run time.

use crate::{same_name, Grammar, Reading, Rule};

use super::machine;
use super::value::{Node, Tree, TreeError};

impl<'i> Tree<'i, &'static Rule> {
    /// Parses the whole input by a rule of a grammar (its default start rule if none is named).
    ///
    /// # Errors
    /// [`TreeError`] for an unknown rule, an input over [`Tree::LONGEST`], and an input that the
    /// rule does not match.
    ///
    /// # Cost
    /// The rule's automaton reads the input first, so that what it rejects costs no more. The
    /// parser has a stack of its own, and its steps are limited for each byte. The first tree by a
    /// definition that was loaded from ABNF alone waits for its PEG, for seconds if the rules are
    /// large.
    pub fn parse(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &'i [u8],
    ) -> Result<Self, TreeError> {
        match grammar.tables(reading).find(rule) {
            Some(table) if input.len() <= Self::LONGEST && !table.accepts(input) => {
                Err(TreeError::NoMatch)
            }
            _ => Tree::parse_by_peg_alone(grammar, reading, rule, input),
        }
    }

    /// Like [`Tree::parse`], without the automaton: a second opinion for tests.
    ///
    /// # Errors
    /// The errors of [`Tree::parse`].
    #[doc(hidden)]
    pub fn parse_by_peg_alone(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &'i [u8],
    ) -> Result<Self, TreeError> {
        machine::parse(grammar, reading, named(grammar, rule)?, input)
    }

    /// Returns the first node of the rule with this name, in order of the input; `-` and `_` are
    /// the same.
    pub fn find_named(&self, rule: &str) -> Option<Node<'_, &'static Rule>> {
        self.nodes().find(|node| same_name(node.rule().name, rule))
    }
}

/// Returns the rule that a name means, or the document's start rule if none is named.
///
/// # Errors
/// [`TreeError::UnknownRule`].
pub fn named(grammar: Grammar, rule: Option<&str>) -> Result<&'static Rule, TreeError> {
    let document = grammar.document();
    document.rule(rule.unwrap_or(document.start.default)).map_err(TreeError::UnknownRule)
}
