//! A rule of a grammar, as inputs are checked by it.

use urigram::documents::Table;
use urigram::{Grammar, Reading, Verdict};
use urigram_generate::nested::Limits;
use urigram_generate::NestedRule;

use crate::refusal::Refusal;

/// A rule of a grammar in a reading, with its table.
#[derive(Clone, Copy, Debug)]
pub struct RuleRef {
    /// The grammar.
    pub grammar: Grammar,
    /// The reading.
    pub reading: Reading,
    /// The rule's table.
    pub table: &'static Table,
}

impl RuleRef {
    /// Returns the start rule.
    pub fn start(grammar: Grammar, reading: Reading) -> RuleRef {
        RuleRef { grammar, reading, table: grammar.tables(reading).start() }
    }

    /// Returns the rule of that name, or the start rule if none is named.
    ///
    /// # Errors
    /// [`Refusal::Usage`] for a name that the document does not have, [`Refusal::Limit`] where the
    /// rule's automaton is too large.
    pub fn new(grammar: Grammar, reading: Reading, rule: Option<&str>) -> Result<RuleRef, Refusal> {
        let Some(rule) = rule else { return Ok(RuleRef::start(grammar, reading)) };
        let table = grammar.table_of(reading, rule);
        let table = table.map_err(|error| Refusal::rule(rule, grammar, error))?;
        Ok(RuleRef { grammar, reading, table })
    }

    /// Returns true if this is the grammar's start rule.
    pub fn is_start(&self) -> bool {
        std::ptr::eq(self.table, self.grammar.tables(self.reading).start())
    }

    /// Returns the rule's answer about an input.
    pub fn verdict<'a>(&self, input: &'a [u8]) -> Verdict<'a> {
        self.grammar.verdict(self.reading, self.table, input)
    }

    /// Returns the same rule in the other reading; `None` where that reading has no such rule.
    pub fn other_reading(self) -> Option<RuleRef> {
        let reading = other(self.reading);
        let table = self.grammar.table_of(reading, self.table.rule()).ok()?;
        Some(RuleRef { reading, table, ..self })
    }

    /// Returns the start rule in the other reading. A program that asks for no other rules links no
    /// automata.
    pub fn other_start(self) -> RuleRef {
        RuleRef::start(self.grammar, other(self.reading))
    }
}

/// A rule as inputs are matched by it: by a table, or by a machine with a stack.
#[derive(Clone, Copy, Debug)]
pub enum Matcher {
    /// A rule with a table.
    Table(RuleRef),
    /// A rule of a file or a folder that is recursive or skips white space.
    Nested(&'static NestedRule),
}

impl Matcher {
    /// Returns the id of the grammar.
    pub fn id(&self) -> &'static str {
        match self {
            Matcher::Table(rule) => rule.grammar.as_str(),
            Matcher::Nested(rule) => rule.id(),
        }
    }

    /// Returns the rule that has a table, if it has one.
    pub fn table(&self) -> Option<&RuleRef> {
        match self {
            Matcher::Table(rule) => Some(rule),
            Matcher::Nested(_) => None,
        }
    }

    /// Returns the rule's answer about an input.
    #[inline]
    pub fn verdict<'a>(&self, input: &'a [u8]) -> Verdict<'a> {
        match self {
            Matcher::Table(rule) => rule.verdict(input),
            Matcher::Nested(rule) => {
                Verdict::of_stack(input, rule.check(input, Limits::for_length(input.len())))
            }
        }
    }
}

fn other(reading: Reading) -> Reading {
    match reading {
        Reading::Corrected => Reading::Printed,
        Reading::Printed => Reading::Corrected,
    }
}
