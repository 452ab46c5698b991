//! A grammar and its reading, as the command line names them: `rfc1738@printed`.

use std::path::PathBuf;
use std::str::FromStr;

use urigram::proof::{Dfa, Side};
use urigram::{Grammar, Reading, UnknownName};
use urigram_page::json::{rule_of, ComparedRule};

use crate::exit::Failure;
use crate::options::Globals;
use crate::rules_file::{self, RulesFile};

/// `ID` or `ID@READING`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Operand {
    pub(crate) grammar: Grammar,
    pub(crate) reading: Option<Reading>,
}

impl FromStr for Operand {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Operand, UnknownName> {
        let (id, reading) =
            text.split_once('@').map_or((text, None), |(id, reading)| (id, Some(reading)));
        Ok(Operand { grammar: id.parse()?, reading: reading.map(Reading::from_str).transpose()? })
    }
}

impl Operand {
    /// Returns the rule of this name in the operand's reading, or in that of `--reading`.
    pub(crate) fn side<'a>(
        self,
        globals: &Globals,
        rule: Option<&'a str>,
    ) -> Result<Side<'a>, Failure> {
        if let Some(rule) = rule {
            let known = self.grammar.document().rule(rule);
            known.map_err(|error| Failure::unknown_in(rule, self.grammar, error))?;
        }
        Ok(Side { grammar: self.grammar, reading: self.reading.unwrap_or(globals.reading()), rule })
    }
}

/// A document, or a file of rules.
#[derive(Clone, Debug)]
pub(crate) enum Named {
    Document(Operand),
    File(PathBuf),
}

impl FromStr for Named {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Named, UnknownName> {
        match rules_file::path(text) {
            Some(path) => Ok(Named::File(path)),
            None => text.parse().map(Named::Document),
        }
    }
}

/// A rule that is compared, with its automaton.
pub(crate) struct Compared {
    /// The document's id or the file's path.
    pub(crate) name: String,
    pub(crate) rule: String,
    /// The reading, which files do not have.
    pub(crate) reading: Option<Reading>,
    pub(crate) automaton: Dfa,
}

impl Named {
    /// The rule of this name, or the start rule: a document's own, or the first of a file.
    pub(crate) fn compared(
        &self,
        globals: &Globals,
        rule: Option<&str>,
    ) -> Result<Compared, Failure> {
        match self {
            Named::Document(operand) => {
                let side = operand.side(globals, rule)?;
                let automaton =
                    side.automaton().map_err(|error| Failure::Limit(error.to_string()))?;
                Ok(Compared {
                    name: side.grammar.id().to_owned(),
                    rule: rule_of(side).to_owned(),
                    reading: Some(side.reading),
                    automaton,
                })
            }
            Named::File(path) => {
                let file = RulesFile::read(path)?;
                let (name, rule) = (path.display().to_string(), file.rule(rule)?);
                let automaton = file.automaton(Some(&rule))?;
                Ok(Compared { name, rule, reading: None, automaton })
            }
        }
    }
}

impl Compared {
    /// Returns the names that the answer shows.
    pub(crate) fn as_rule(&self) -> ComparedRule<'_> {
        ComparedRule { name: &self.name, rule: &self.rule, reading: self.reading }
    }
}
