//! The grammar that reads a line: the one that is named, or the one that the line selects.

use urigram::lines::LineTable;
use urigram::selection::Selector;
use urigram::{Grammar, Normalizer, Reading, Select, Verdict};
use urigram_answers::{Matcher, RuleRef};

use crate::exit::Failure;
use crate::options::Globals;
use crate::rule_ref;

/// A way to find the grammar of each of many lines.
pub(crate) struct LineGrammar {
    named: Option<Matcher>,
    selector: Selector,
    reading: Reading,
}

impl LineGrammar {
    /// The reason why a line has no grammar: a day was asked for.
    pub(crate) const NONE: &str = "no grammar for this form was published by that day";

    /// Makes the way that the options say: RFC 3986 if they name no grammar and no way to select
    /// one. `command` is named in errors.
    ///
    /// # Errors
    /// [`Failure::Usage`] for several grammars, for a rule without a grammar, and for unknown
    /// names.
    pub(crate) fn new(
        globals: &Globals,
        select: Option<Select>,
        command: &str,
    ) -> Result<LineGrammar, Failure> {
        let named = match globals.grammars.len() {
            _ if globals.recursive.is_some() => globals.recursive.map(Matcher::Recursive),
            0 if select.is_none() => {
                let rule = globals.rule.as_deref();
                let rule = RuleRef::new(Grammar::Rfc3986, globals.reading(), rule)?;
                Some(Matcher::Table(rule))
            }
            0 if globals.rule.is_some() => {
                return Err(Failure::Usage(format!("{command}: --rule needs --grammar")));
            }
            0 => None,
            1 => rule_ref::matchers(globals)?.into_iter().next(),
            _ => return Err(Failure::Usage(format!("{command} takes one grammar"))),
        };
        let selector = Selector::new(select.unwrap_or_default());
        Ok(LineGrammar { named, selector, reading: globals.reading() })
    }

    /// Returns the rule of the grammar that is named.
    pub(crate) fn named(&self) -> Option<Matcher> {
        self.named
    }

    /// Returns the verdict on a line by the grammar that is named, or by the first candidate that
    /// accepts it; if none does, by the one that follows it furthest, the first of those that do.
    /// `None` if no grammar was published by the day that was asked for.
    #[inline]
    pub(crate) fn verdict<'a>(&self, line: &'a [u8]) -> Option<(Matcher, Verdict<'a>)> {
        if let Some(named) = &self.named {
            return Some((*named, named.verdict(line)));
        }
        let mut closest = None;
        for &grammar in self.selector.candidates(line) {
            let rule = Matcher::Table(RuleRef::start(grammar, self.reading));
            let verdict = rule.verdict(line);
            let Err(objection) = verdict.check() else { return Some((rule, verdict)) };
            let offset = objection.offset();
            if closest.as_ref().is_none_or(|(_, _, known)| offset > *known) {
                closest = Some((rule, verdict, offset));
            }
        }
        closest.map(|(rule, verdict, _)| (rule, verdict))
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
            Some(named) => named.table().map_or(&[], |rule| std::slice::from_ref(&rule.grammar)),
            None => self.selector.candidates(line),
        }
    }
}
