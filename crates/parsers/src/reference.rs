//! Trees by pest itself, which tests compare with those of the engine's machine.

use urigram_grammars::tree::pieces::named;
use urigram_grammars::tree::{Tree, TreeError};
use urigram_grammars::{Grammar, Reading, Rule};

use crate::registry::Derived;
use crate::{generated, vm};

/// Parses by the derived parser of a grammar, and by pest's virtual machine if its feature is off.
///
/// # Errors
/// The errors of [`Tree::parse`].
pub fn parse_by_pest<'i>(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
    input: &'i [u8],
) -> Result<Tree<'i, &'static Rule>, TreeError> {
    parse_by_derived(grammar, reading, rule, input)
        .unwrap_or_else(|| parse_by_vm(grammar, reading, rule, input))
}

/// Parses by the derived parser of a grammar; `None` if its feature is off.
pub fn parse_by_derived<'i>(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
    input: &'i [u8],
) -> Option<Result<Tree<'i, &'static Rule>, TreeError>> {
    let of = |derived: &&Derived| derived.grammar == grammar && derived.reading == reading;
    let derived = generated::DERIVED.iter().find(of)?;
    Some(named(grammar, rule).and_then(|rule| (derived.parse)(rule, input)))
}

/// Parses by pest's virtual machine.
///
/// # Errors
/// The errors of [`Tree::parse`].
pub fn parse_by_vm<'i>(
    grammar: Grammar,
    reading: Reading,
    rule: Option<&str>,
    input: &'i [u8],
) -> Result<Tree<'i, &'static Rule>, TreeError> {
    vm::parse(grammar, reading, named(grammar, rule)?, input)
}
