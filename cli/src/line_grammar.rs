//! The grammar that reads a line: the one that is named, or the one that the line selects.

use urigram::constraints::{violations, Violation};
use urigram::lines::LineTable;
use urigram::parts::Components;
use urigram::practices::{refuses_more, Given};
use urigram::selection::Selector;
use urigram::{Grammar, Normalizer, Reading, Select, SyntaxError};
use urigram_answers::RuleRef;

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
    /// The reason why a line has no grammar: a day was asked for.
    pub(crate) const NONE: &str = "no grammar for this form was published by that day";

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

    /// Returns the grammar that is named.
    pub(crate) fn named(&self) -> Option<RuleRef> {
        self.named
    }

    /// Returns the constraint that an accepted line breaks, if constraints count: those of a
    /// practice do always, because its program refuses the line, and others if `is_strict`.
    pub(crate) fn violation(
        &self,
        grammar: Grammar,
        line: &[u8],
        is_strict: bool,
    ) -> Option<Violation> {
        let counts = is_strict || refuses_more(grammar.document());
        counts.then(|| violations(grammar, self.reading, line).into_iter().next()).flatten()
    }

    /// Returns a line with what the grammar that is named reads of it. No grammar that is selected
    /// removes anything.
    pub(crate) fn given<'a>(&self, line: &'a [u8]) -> Given<'a> {
        match &self.named {
            Some(named) => Given::new(named.table, line),
            None => Given::whole(line),
        }
    }

    /// Calls `found` with the grammar and the components of a line, and returns its result.
    ///
    /// # Errors
    /// The error of the grammar that follows the line furthest, the first of those that do; `None`
    /// if no grammar was published by the day that was asked for.
    #[inline]
    pub(crate) fn with_components<'a, T>(
        &self,
        given: &'a Given<'_>,
        mut found: impl FnMut(Grammar, &Components<'a>) -> T,
    ) -> Result<T, Option<SyntaxError>> {
        let line = given.left();
        if let Some(RuleRef { grammar, reading, table }) = self.named {
            let found = |components: &Components<'a>| found(grammar, components);
            let result = table.with_components(line, reading, found);
            return result.map_err(|error| Some(given.error(error)));
        }
        let mut closest: Option<SyntaxError> = None;
        for &grammar in self.selector.candidates(line) {
            let table = grammar.tables(self.reading).start();
            let found = |components: &Components<'a>| found(grammar, components);
            match table.with_components(line, self.reading, found) {
                Ok(found) => return Ok(found),
                Err(error) => {
                    if closest.is_none_or(|known| error.offset() > known.offset()) {
                        closest = Some(error);
                    }
                }
            }
        }
        Err(closest)
    }

    /// Prepares a table of lines that are their own normal forms by the grammar that is first
    /// tried. Their bytes are written as they are.
    pub(crate) fn plain_lines(&self) -> Option<LineTable> {
        // An authority is in no URN, so the form of every plain line is that of this one.
        let grammar = *self.candidates(b"a://b/").first()?;
        Normalizer::new(grammar).reading(self.reading).plain_lines()
    }

    /// Returns the grammars to try for a line, in order.
    pub(crate) fn candidates(&self, line: &[u8]) -> &[Grammar] {
        match &self.named {
            Some(named) => std::slice::from_ref(&named.grammar),
            None => self.selector.candidates(line),
        }
    }
}
