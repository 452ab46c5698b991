//! The grammar that reads a line: the one that is named, or the one that the line selects.

use urigram::{Components, Grammar, Reading, Select, Selector, SyntaxError};
use urigram_page::RuleRef;

use crate::exit::Failure;
use crate::options::Globals;
use crate::rule_ref;

/// A way to find the grammar of each of many lines.
pub(crate) struct LineGrammar {
    named: Option<RuleRef>,
    selector: Selector,
    reading: Reading,
}

impl LineGrammar {
    /// Makes the way that the options say; `command` is named in errors.
    ///
    /// # Errors
    /// [`Failure::Usage`] for several grammars, for a rule without a grammar, and for unknown
    /// names.
    pub(crate) fn new(
        globals: &Globals,
        select: Select,
        command: &str,
    ) -> Result<LineGrammar, Failure> {
        let named = match globals.grammars.len() {
            0 if globals.rule.is_some() => {
                return Err(Failure::Usage(format!("{command}: --rule needs --grammar")));
            }
            0 => None,
            1 => rule_ref::rules(globals)?.into_iter().next(),
            _ => return Err(Failure::Usage(format!("{command} takes one grammar"))),
        };
        Ok(LineGrammar { named, selector: Selector::new(select), reading: globals.reading() })
    }

    /// Returns the grammar and the components of a line.
    ///
    /// # Errors
    /// The error of the grammar that follows the line furthest, the first of those that do; `None`
    /// if no grammar was published by the day that was asked for.
    pub(crate) fn components<'a>(
        &self,
        line: &'a [u8],
    ) -> Result<(Grammar, Components<'a>), Option<SyntaxError>> {
        if let Some(RuleRef { grammar, reading, table }) = self.named {
            return match table.components(line, reading) {
                Ok(components) => Ok((grammar, components)),
                Err(error) => Err(Some(error)),
            };
        }
        let mut closest: Option<SyntaxError> = None;
        for &grammar in self.selector.candidates(line) {
            match grammar.tables(self.reading).start().components(line, self.reading) {
                Ok(components) => return Ok((grammar, components)),
                Err(error) => {
                    if closest.is_none_or(|known| error.offset() > known.offset()) {
                        closest = Some(error);
                    }
                }
            }
        }
        Err(closest)
    }

    /// Returns the grammars to try for a line, in order.
    pub(crate) fn candidates(&self, line: &[u8]) -> &[Grammar] {
        match &self.named {
            Some(named) => std::slice::from_ref(&named.grammar),
            None => self.selector.candidates(line),
        }
    }
}
