//! Trees by grammars that are chosen at run time.

use urigram_grammars::{same_name, Grammar, Reading, Rule};

use crate::registry::Derived;
use crate::{generated, vm, Node, Tree, TreeError};

impl<'i> Tree<'i, &'static Rule> {
    /// Parses the whole input by a rule of a grammar (its default start rule if none is named).
    ///
    /// # Errors
    /// [`TreeError`] for an unknown rule, an input over [`Tree::LONGEST`], and an input that the
    /// rule does not match.
    ///
    /// The parser works on a stack of its own where the caller's is small, so that any thread can
    /// call this. The rule's automaton rejects an input before the parser reads it, because a
    /// parser of a PEG can take quadratic time to fail.
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
            _ => Tree::parse_by_pest_alone(grammar, reading, rule, input),
        }
    }

    /// Like [`Tree::parse`], without the automaton: a second opinion for tests.
    ///
    /// # Errors
    /// The errors of [`Tree::parse`].
    #[doc(hidden)]
    pub fn parse_by_pest_alone(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &'i [u8],
    ) -> Result<Self, TreeError> {
        match Tree::parse_by_derived(grammar, reading, rule, input) {
            Some(decided) => decided,
            None => Tree::parse_by_vm(grammar, reading, rule, input),
        }
    }

    /// Parses by the derived parser of a grammar; `None` if its feature is off.
    #[doc(hidden)]
    pub fn parse_by_derived(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &'i [u8],
    ) -> Option<Result<Self, TreeError>> {
        let of = |derived: &&Derived| derived.grammar == grammar && derived.reading == reading;
        let derived = generated::DERIVED.iter().find(of)?;
        Some(named(grammar, rule).and_then(|rule| (derived.parse)(rule, input)))
    }

    /// Parses by pest's virtual machine.
    #[doc(hidden)]
    pub fn parse_by_vm(
        grammar: Grammar,
        reading: Reading,
        rule: Option<&str>,
        input: &'i [u8],
    ) -> Result<Self, TreeError> {
        vm::parse(grammar, reading, named(grammar, rule)?, input)
    }

    /// Returns the first node of the rule that a name means, in order of the input; `-` and `_` are
    /// the same.
    pub fn find_named(&self, rule: &str) -> Option<Node<'_, &'static Rule>> {
        self.nodes().find(|node| same_name(node.rule().name, rule))
    }
}

fn named(grammar: Grammar, rule: Option<&str>) -> Result<&'static Rule, TreeError> {
    let document = grammar.document();
    document.rule(rule.unwrap_or(document.start.default)).map_err(TreeError::UnknownRule)
}
