//! Derived parsers that are found by grammar and reading.

use urigram_grammars::tree::{Tree, TreeError};
use urigram_grammars::{Grammar, Reading, Rule};

/// A function that parses by a rule of one grammar.
type Parse = for<'i> fn(&Rule, &'i [u8]) -> Result<Tree<'i, &'static Rule>, TreeError>;

/// The derived parser of a grammar and reading.
pub(crate) struct Derived {
    pub(crate) grammar: Grammar,
    pub(crate) reading: Reading,
    pub(crate) parse: Parse,
}

#[cfg(feature = "derive")]
impl Derived {
    /// Registers a parser under a reading, which may be one whose rules are the same.
    pub(crate) const fn new<R: crate::derived::DerivedRule>(reading: Reading) -> Derived {
        Derived { grammar: R::GRAMMAR, reading, parse: crate::derived::parse_by_facts::<R> }
    }
}
