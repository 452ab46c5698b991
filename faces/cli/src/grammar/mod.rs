//! The grammars and rules that a command asks, and the one that reads an input.
//!
//! ```text
//! options ──► grammars, rules, matchers: all that are named, or all; an operand with its reading
//! an input ─┬─ LineGrammar ──► the one that is named, or that the input selects
//!           └─ choice ──► the same for `parse`, with the reason and the grammars before it
//! an input and its grammar ──► text
//! ```

pub(crate) mod choice;
mod operand;
pub(crate) mod text;

pub(crate) use operand::Operand;

use urigram::documents::same_name;
use urigram::errors::UnknownName;
use urigram::lines::LineTable;
use urigram::selection::Selector;
use urigram::{Grammar, Normalizer, Reading, Select, Verdict};
use urigram_answers::{Matcher, RuleRef};

use crate::exit::Failure;
use crate::options::Globals;

/// Returns the grammars that `--grammar` names, or all of them; with a rule, those that have it.
///
/// # Errors
/// An unknown rule, with the nearest name in any of the grammars.
pub(crate) fn grammars(globals: &Globals, rule: Option<&str>) -> Result<Vec<Grammar>, Failure> {
    if !globals.grammars.is_empty() {
        let mut named = globals.grammars.clone();
        named.sort_unstable();
        named.dedup();
        return Ok(named);
    }
    let Some(rule) = rule else { return Ok(Grammar::ALL.to_vec()) };
    let has = |grammar: &Grammar| {
        grammar.document().rules().iter().any(|known| same_name(known.name, rule))
    };
    let having: Vec<Grammar> = Grammar::ALL.iter().copied().filter(has).collect();
    if having.is_empty() {
        let all = Grammar::ALL
            .iter()
            .flat_map(|grammar| grammar.document().rules())
            .map(|known| known.name);
        let error = UnknownName::resolve("rule", rule, all, |name| name).err();
        return Err(error.map_or_else(
            || Failure::Usage(format!("{rule:?}: no such rule")),
            |e| Failure::unknown(rule, e),
        ));
    }
    Ok(having)
}

/// Returns the rules that `--grammar`, `--reading` and `--rule` name.
///
/// # Errors
/// An unknown rule, and one whose automaton is too large.
pub(crate) fn rules(globals: &Globals) -> Result<Vec<RuleRef>, Failure> {
    let rule = globals.rule.as_deref();
    let grammars = grammars(globals, rule)?;
    let rule = |grammar| Ok(RuleRef::new(grammar, globals.reading(), rule)?);
    grammars.into_iter().map(rule).collect()
}

/// Returns the rules that the options name, or the one that no table runs.
///
/// # Errors
/// The errors of [`rules`].
pub(crate) fn matchers(globals: &Globals) -> Result<Vec<Matcher>, Failure> {
    match globals.nested {
        Some(rule) => Ok(vec![Matcher::Nested(rule)]),
        None => Ok(rules(globals)?.into_iter().map(Matcher::Table).collect()),
    }
}

/// Returns the grammars that read an input: those that are named, or the one that it selects.
///
/// # Errors
/// The errors of [`grammars`].
pub(crate) fn of_input(globals: &Globals, input: &[u8]) -> Result<Vec<Grammar>, Failure> {
    if globals.grammars.is_empty() {
        return Ok(vec![LineGrammar::new(globals, Some(Select::Auto), "")?.of(input)]);
    }
    grammars(globals, None)
}

/// A way to find the grammar that reads each input.
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
            _ if globals.nested.is_some() => globals.nested.map(Matcher::Nested),
            0 if select.is_none() => {
                let rule = globals.rule.as_deref();
                let rule = RuleRef::new(Grammar::Rfc3986, globals.reading(), rule)?;
                Some(Matcher::Table(rule))
            }
            0 if globals.rule.is_some() => {
                return Err(Failure::Usage(format!("{command}: --rule needs --grammar")));
            }
            0 => None,
            1 => matchers(globals)?.into_iter().next(),
            _ => return Err(Failure::Usage(format!("{command} takes one grammar"))),
        };
        let selector = Selector::new(select.unwrap_or_default());
        Ok(LineGrammar { named, selector, reading: globals.reading() })
    }

    /// Returns the grammar of an input: if none accepts it, the one that follows it furthest.
    pub(crate) fn of(&self, input: &[u8]) -> Grammar {
        let rule = self.named.or_else(|| self.verdict(input).map(|(rule, _)| rule));
        rule.as_ref().and_then(Matcher::table).map_or(Grammar::Rfc3986, |rule| rule.grammar)
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
