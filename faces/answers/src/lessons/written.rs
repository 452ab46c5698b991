//! Rules that somebody writes while looking at the page: read, and turned into an automaton.

use std::fmt::Display;

use serde::{Deserialize, Serialize};
use urigram::proof::peg::{self, Which};
use urigram::proof::{abnf, Dfa, Limits, Terminals};
use urigram_generate::{NestedRule, NotRun};

use crate::refusal::Refusal;

/// The limits for written rules: the automata of a rule that somebody means are smaller.
pub(crate) const LIMITS: Limits = Limits { states: 20_000, nodes: 400_000 };

/// The longest rules that are read, in bytes.
const LONGEST: usize = 20_000;

/// A notation of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Notation {
    /// ABNF of RFC 5234.
    Abnf,
    /// A PEG as pest reads it.
    Peg,
}

/// Rules with everything that is needed to read them.
///
/// Reading them can take exponential time, so it must be possible to end the process that does.
pub(crate) struct Written<'a> {
    pub(crate) notation: Notation,
    pub(crate) text: &'a str,
    /// Rules in ABNF that the text may use.
    pub(crate) given: &'a str,
    pub(crate) terminals: Terminals,
}

/// An error in written rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Fault {
    line: usize,
    column: usize,
    message: String,
}

/// Fails if rules are longer than any that are read.
pub(crate) fn is_short(text: &str) -> Result<(), Refusal> {
    if text.len() > LONGEST {
        return Err(Refusal::Limit(format!("the rules are longer than {LONGEST} bytes")));
    }
    Ok(())
}

/// Rules that were read, and one of them.
pub(crate) struct ReadRules {
    pub(crate) rule: String,
    rules: Rules,
    terminals: Terminals,
}

enum Rules {
    Abnf(abnf::Grammar),
    Peg(peg::Grammar),
}

impl Written<'_> {
    /// Returns the name of a rule, by default the first, and its automaton.
    pub(crate) fn automaton(&self, rule: Option<&str>) -> Result<(String, Dfa), Fault> {
        let read = self.read(rule)?;
        let dfa = read.automaton()?;
        Ok((read.rule, dfa))
    }

    /// Reads the rules and finds one, by default the first.
    pub(crate) fn read(&self, rule: Option<&str>) -> Result<ReadRules, Fault> {
        let (rule, rules) = match self.notation {
            Notation::Abnf => {
                // The line end after the last rule is easily forgotten.
                let mut rules = abnf::Grammar::parse(&format!("{}\n", self.text.trim_end()))
                    .map_err(|error| Fault::new(error.line, error.column, &error))?;
                let first = rules.rules().first().map(|rule| rule.name.clone());
                let given = abnf::Grammar::parse(self.given).map_err(|e| Fault::of_all(&e))?;
                rules.import(&[("given", &given), ("RFC 5234", &abnf::core_rules())]);
                if let Some(missing) = rules.missing(self.text).first() {
                    let message = format!("there is no rule `{}`", missing.name);
                    return Err(Fault::new(missing.line, missing.column, &message));
                }
                let rule = self.named(rule, first, |name| rules.rule(name).is_some())?;
                (rule, Rules::Abnf(rules))
            }
            Notation::Peg => {
                let rules = peg::Grammar::parse(self.text).map_err(|error| match &error {
                    peg::Error::Syntax { line, column, message, .. } => {
                        Fault::new(*line, *column, message)
                    }
                    _ => Fault::of_all(&error),
                })?;
                let first = rules.rules().first().map(|rule| rule.name().to_owned());
                let rule = self.named(rule, first, |name| rules.rule(name).is_some())?;
                (rule, Rules::Peg(rules))
            }
        };
        Ok(ReadRules { rule, rules, terminals: self.terminals })
    }

    /// Returns the name of a rule that is written, or else of the first.
    fn named(
        &self,
        rule: Option<&str>,
        first: Option<String>,
        is_known: impl Fn(&str) -> bool,
    ) -> Result<String, Fault> {
        let line = self.text.lines().count().max(1);
        match rule {
            Some(rule) if is_known(rule) => Ok(rule.to_owned()),
            Some(rule) => Err(Fault::new(line, 1, &format!("there is no rule `{rule}` yet"))),
            None => first.ok_or_else(|| Fault::new(line, 1, &"there is no rule yet")),
        }
    }
}

impl ReadRules {
    pub(crate) fn automaton(&self) -> Result<Dfa, Fault> {
        let (rule, terminals) = (&self.rule, self.terminals);
        match &self.rules {
            Rules::Abnf(rules) => {
                let dfa = rules.dfa(rule, terminals, LIMITS);
                let dfa = dfa.map_err(|error| Fault::of_all(&error))?;
                if dfa.shortest().is_none() {
                    let message = format!("`{rule}` derives no string: it recurs without end");
                    return Err(Fault::of_all(&message));
                }
                Ok(dfa)
            }
            Rules::Peg(rules) => rules
                .dfa(rule, Which::Optimized, terminals, LIMITS)
                .map_err(|error| Fault::of_all(&error)),
        }
    }

    /// Returns true if no automaton without a stack reads the rule.
    pub(crate) fn is_nested(&self) -> bool {
        match &self.rules {
            Rules::Abnf(rules) => rules.recursion(&self.rule, LIMITS).is_some(),
            Rules::Peg(rules) => rules.undecided(&self.rule).is_some(),
        }
    }

    /// Returns the rule as the machine that gives trees.
    pub(crate) fn machine(&self) -> Result<NestedRule, NotRun> {
        match &self.rules {
            Rules::Abnf(rules) => {
                let name = rules.rule(&self.rule).map_or(&self.rule, |rule| &rule.name);
                NestedRule::of_abnf(rules, name)
            }
            Rules::Peg(rules) => Ok(NestedRule::of_peg(rules, &self.rule)),
        }
    }
}

impl Fault {
    fn new(line: usize, column: usize, message: &dyn Display) -> Fault {
        Fault { line, column, message: message.to_string() }
    }

    /// Returns a fault of the whole text.
    pub(crate) fn of_all(message: &dyn Display) -> Fault {
        Fault::new(1, 1, message)
    }
}
