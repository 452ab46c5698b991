//! Trees by pest itself, which tests compare with those of the engine's machine.

use urigram_grammars::{Grammar, Reading, Rule};

use crate::registry::Derived;
use crate::run_time::named;
use crate::{generated, vm, Tree, TreeError};

impl<'i> Tree<'i, &'static Rule> {
    /// Parses by the derived parser of a grammar, and by pest's virtual machine if its feature is
    /// off.
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
}
